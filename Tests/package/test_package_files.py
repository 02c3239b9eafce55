"""What is in the Debian package, and what Debian's own tools say about it."""
import json
import re
import subprocess

import pytest
import roots

OPTIONS = roots.ROOT / "Server/Sources/MarqueeServer/Configuration/ServerOption.swift"
# The higher the score, the more a service may do: systemd calls 10 unsafe, and below 2 well protected.
MOST_EXPOSURE = 1.5


def test_lintian_finds_nothing(package):
    found = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error,warning", "--tag-display-limit", "0", package], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


def test_every_library_is_found_in_a_fresh_root(installed):
    found = installed.run("ldd", "/usr/lib/marquee/marquee")
    assert "=>" in found and "not found" not in found
    assert "swift" not in found.lower(), "Swift's libraries are linked in"


def test_the_program_finds_its_pages_without_the_folder_it_was_built_in(installed):
    assert not installed.path(str(roots.ROOT)).exists()
    shown = installed.run("marqueectl", "content", "template", "show", "article", "--data", "/tmp/look", "--app", "demo")
    assert "</article>" in shown


def test_the_service_is_enabled_and_its_folders_belong_to_its_user(installed):
    assert installed.path("/etc/systemd/system/multi-user.target.wants/marquee.service").is_symlink()
    shown = installed.run("stat", "--format", "%U:%G %a", "/var/lib/marquee", "/etc/marquee/marquee.json")
    assert shown.split("\n")[:2] == ["marquee:marquee 700", "root:marquee 640"]
    assert "/usr/sbin/nologin" in installed.run("getent", "passwd", "marquee")


def test_the_settings_file_has_every_setting(unpacked):
    text = (unpacked / "etc/marquee/marquee.json").read_text()
    enumeration = OPTIONS.read_text().split("/// The prefix")[0]
    names = [line.split('"')[1] if '"' in line else line.split()[1] for line in re.findall(r"case .*", enumeration)]
    assert len(names) > 25
    for name in names:
        assert re.search(rf'^  (// )?"{name}": ".*",$', text, re.M), name
    assert [line for line in text.splitlines() if line.startswith('  "')] == ['  "data": "/var/lib/marquee",']


def test_the_manual_names_every_command_and_has_no_faults(unpacked, tmp_path):
    pages = sorted((unpacked / "usr/share/man").rglob("*.gz"))
    assert [page.name for page in pages] == ["marquee.1.gz", "marqueectl.8.gz"]
    for page in pages:
        text = subprocess.run(["gunzip", "--stdout", page], check=True, capture_output=True, text=True).stdout
        file = tmp_path / page.stem
        file.write_text(text)
        faults = subprocess.run(["mandoc", "-Tlint", "-Wwarning", file], capture_output=True, text=True)
        assert (faults.returncode, faults.stdout) == (0, "")
    described = json.loads(subprocess.run(
        [unpacked / "usr/lib/marquee/marquee", "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout)
    commands = {each["commandName"] for each in described["command"]["subcommands"]} - {"help"}
    manual = (tmp_path / "marquee.1").read_text()
    assert commands == {line[4:] for line in manual.splitlines() if line.startswith(".Ss ") and " " not in line[4:]}


@pytest.mark.parametrize("typed, offered", [
    ("marquee ser", "serve"), ("marquee account inv", "invite"), ("marquee release publish --no", "--note"), ("marquee proxy --cert", "--certificate")])
def test_bash_completes_commands_and_options(unpacked, typed, offered):
    script = f"""
        source /usr/share/bash-completion/bash_completion
        source {unpacked}/usr/share/bash-completion/completions/marquee
        COMP_LINE={typed!r}; COMP_POINT=${{#COMP_LINE}}; read -ra COMP_WORDS <<< "$COMP_LINE"; COMP_CWORD=$(( ${{#COMP_WORDS[@]}} - 1 ))
        handler=$(complete -p marquee | sed -E 's/.*-F ([^ ]+).*/\\1/')
        "$handler" marquee "${{COMP_WORDS[COMP_CWORD]}}" "${{COMP_WORDS[COMP_CWORD-1]}}"
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    shown = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60)
    assert any(line.strip().startswith(offered) for line in shown.stdout.splitlines()), shown.stdout + shown.stderr


def test_the_unit_is_valid_and_leaves_the_service_little(installed):
    unit = installed.path("/lib/systemd/system/marquee.service")
    # Its paths are those of the root.
    verified = subprocess.run(
        ["systemd-analyze", "verify", f"--root={installed.folder}", "--recursive-errors=no", "--man=no", "marquee.service"],
        capture_output=True, text=True, timeout=60)
    assert (verified.returncode, verified.stderr) == (0, "")
    threshold = str(round(MOST_EXPOSURE * 10))
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", f"--threshold={threshold}", unit], capture_output=True, text=True, timeout=60)
    assert rated.returncode == 0, rated.stdout[-2000:] + rated.stderr
