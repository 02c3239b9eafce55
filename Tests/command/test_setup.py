"""`scripts/setup.sh` on a machine that is not there: which packages it asks for, and of whom."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
MODES = ["", "check", "test", "package", "bench", "schema"]
DEBIAN = {"libsqlite3-dev", "zlib1g-dev", "libcmark-gfm-dev", "libcmark-gfm-extensions-dev", "libdeflate-dev", "libgd-dev", "libgumbo-dev", "libpq-dev", "libqrencode-dev", "libxml2-dev"}
HOMEBREW = {"cmark-gfm", "gd", "gumbo-parser", "libdeflate", "libpq", "libxml2", "pkgconf", "qrencode"}
# Beside those of every mode.
EXTRA = {
    "Linux": {
        "": set(), "check": {"git", "python3", "shellcheck"}, "package": {"debhelper", "dpkg-dev", "git", "libcurl4-openssl-dev", "python3"},
        "test": {
            "bash-completion", "caddy", "chromium", "chromium-headless-shell", "debhelper", "debootstrap", "docker-compose", "dpkg-dev", "git", "iproute2", "libcurl4-openssl-dev", "lintian", "mandoc", "nginx", "openssl",
            "postgresql-15", "python3-venv", "sqlite3", "systemd"},
        "bench": {"bsdiff", "postgresql-15"}, "schema": {"libxml2-utils", "python3"}},
    "Darwin": {
        "": set(), "check": {"shellcheck"}, "test": {"caddy", "nginx", "openssl@3", "postgresql@15", "python"}, "package": set(), "bench": {"bsdiff", "postgresql@15"}, "schema": set()},
}


class Machine:
    """A copy of the script, and commands that write down how they were called."""

    def __init__(self, folder, system, installed=(), manager=True):
        (folder / "scripts").mkdir()
        (folder / "bin").mkdir()
        (folder / "etc/postgresql-common").mkdir(parents=True)
        (folder / "scripts/setup.sh").write_text((ROOT / "scripts/setup.sh").read_text())
        (folder / "installed").write_text("".join(f"{name}\n" for name in installed))
        self.folder = folder
        self.command("uname", f"echo {system}")
        self.command("swift", "exit 0")
        self.command("sudo", 'exec "$@"')
        self.command("apt-get", "exit 0")
        self.command("dpkg-query", "grep -qx -- \"${*: -1}\" installed && echo 'install ok installed'")
        if manager:
            self.command("brew", '[ "$1" != list ] || grep -qx -- "${*: -1}" installed')
        # What `python3 -m venv` leaves behind.
        self.command("python3", "mkdir -p .build-venv/bin; cp bin/pip bin/playwright .build-venv/bin")
        self.command("pip", "exit 0")
        self.command("playwright", "exit 0")

    def command(self, name, body):
        path = self.folder / "bin" / name
        path.write_text(f'#!/bin/bash\necho "{name} $*" >> "{self.folder}/calls"\n{body}\n')
        path.chmod(0o755)

    def run(self, mode=""):
        return subprocess.run(
            ["/bin/bash", "scripts/setup.sh", *([mode] if mode else [])], cwd=self.folder, capture_output=True, text=True,
            env={"PATH": f"{self.folder}/bin:/usr/bin:/bin", "SETUP_ETC": f"{self.folder}/etc"}, timeout=60)

    def calls(self, *names):
        lines = (self.folder / "calls").read_text().splitlines()
        return [line for line in lines if line.split()[0] in names]


def asked(machine, command):
    """The packages that were to be installed, by the last of the calls."""
    words = [line.split() for line in machine.calls(command) if " install" in line][-1]
    return {word for word in words[2:] if not word.startswith("-")}


@pytest.mark.parametrize("mode", MODES)
def test_a_mac_gets_its_packages_from_homebrew_and_never_from_apt(tmp_path, mode):
    machine = Machine(tmp_path, "Darwin")
    result = machine.run(mode)
    assert result.returncode == 0, result.stderr
    assert asked(machine, "brew") == HOMEBREW | EXTRA["Darwin"][mode]
    assert machine.calls("apt-get", "dpkg-query", "sudo") == []
    assert machine.calls("playwright") == (["playwright install chromium"] if mode == "test" else [])


@pytest.mark.parametrize("mode", MODES)
def test_debian_gets_its_packages_from_apt_and_never_from_homebrew(tmp_path, mode):
    machine = Machine(tmp_path, "Linux")
    result = machine.run(mode)
    assert result.returncode == 0, result.stderr
    assert asked(machine, "apt-get") == DEBIAN | EXTRA["Linux"][mode]
    assert machine.calls("brew", "playwright") == []


@pytest.mark.parametrize("known", [True, False])
def test_debian_starts_no_database_that_nobody_asked_for(tmp_path, known):
    machine = Machine(tmp_path, "Linux")
    settings = tmp_path / "etc/postgresql-common/createcluster.conf"
    if known:
        settings.write_text("the operator's own\n")
    assert machine.run("test").returncode == 0
    first, *later = [line for line in machine.calls("apt-get") if " install" in line]
    assert settings.read_text() == ("the operator's own\n" if known else "create_main_cluster = false\n")
    assert len(later) == (0 if known else 1) and ("postgresql-common" in first) is not known


@pytest.mark.parametrize("service", ["caddy", "nginx"])
@pytest.mark.parametrize("state", ["missing", "set up by the operator", "installed"])
def test_debian_starts_no_proxy_that_nobody_asked_for(tmp_path, service, state):
    machine = Machine(tmp_path, "Linux", installed=[service] if state == "installed" else ())
    unit = tmp_path / f"etc/systemd/system/{service}.service"
    if state == "set up by the operator":
        unit.parent.mkdir(parents=True)
        unit.write_text("the operator's own\n")
    assert machine.run("test").returncode == 0
    assert unit.is_symlink() is (state == "missing")
    assert not unit.is_symlink() or unit.readlink().as_posix() == "/dev/null"


@pytest.mark.parametrize("system, packages", [("Darwin", HOMEBREW), ("Linux", DEBIAN)])
def test_installed_packages_are_not_requested_again(tmp_path, system, packages):
    missing = sorted(packages)[0]
    machine = Machine(tmp_path, system, installed=packages - {missing})
    assert machine.run().returncode == 0
    assert asked(machine, "brew" if system == "Darwin" else "apt-get") == {missing}


@pytest.mark.parametrize("system, packages", [("Darwin", HOMEBREW), ("Linux", DEBIAN)])
def test_a_machine_that_lacks_nothing_installs_nothing(tmp_path, system, packages):
    machine = Machine(tmp_path, system, installed=packages)
    result = machine.run()
    assert (result.returncode, result.stdout) == (0, "")
    assert not any(" install" in line for line in machine.calls("brew", "apt-get"))


def test_a_mac_without_homebrew_gets_a_list_of_what_it_needs(tmp_path):
    result = Machine(tmp_path, "Darwin", manager=False).run()
    assert result.returncode == 1 and result.stderr == "Homebrew is needed: https://brew.sh\n"


@pytest.mark.parametrize("manager, packages", [("apt", DEBIAN), ("brew", HOMEBREW)])
def test_the_manifests_name_the_packages_that_are_installed(manager, packages):
    named = set()
    for manifest in ("Package.swift", "Server/Package.swift"):
        for names in re.findall(rf"\.{manager}\(\[([^\]]*)\]\)", (ROOT / manifest).read_text()):
            named |= set(re.findall(r'"([^"]+)"', names))
    assert named and named <= packages


# What bash 4 and make 4 have and those of macOS have not, and options of GNU's commands; each with the pattern that finds it.
LATER = {
    "mapfile lines": r"\b(mapfile|readarray|coproc)\b", "declare -A map": r"\b(declare|local|typeset) -[a-zA-Z]*[Ang]",
    "${name,,}": r"\$\{\w+(\[[^]]*\])?(\^|,|@[A-Z])", "make &>> log": r"&>>|\|&", "shopt -s globstar": r"\bshopt -s (globstar|lastpipe)\b",
    "${list[-1]}": r"\[-\d+\]", "sed -i s/a/b/ file": r"\bsed -i\b(?! '')", "readlink -f file": r"\breadlink -f\b",
    "date -d yesterday": r"\bdate -d\b", "stat -c %s file": r"\bstat -c\b", "nproc": r"\bnproc\b", "grep -oP x": r"\bgrep -\w*P",
    "make; timeout 5 make": r"(^|[;&|]\s*)timeout\b", "cp -a a b": r"\bcp -\w*a", "sort -V": r"\bsort -\w*V", ".ONESHELL:": r"^\.ONESHELL",
    "$(file >a,b)": r"\$\(file ", "NAME != uname": r"^\w+ *!=",
}


def scripts():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    for path in [ROOT / name for name in names if (ROOT / name).is_file()]:
        with path.open("rb") as file:
            line = file.readline(200)
        if path.name == "Makefile" or line.startswith(b"#!") and line.split()[-1].split(b"/")[-1] in (b"sh", b"bash"):
            yield path


@pytest.mark.parametrize("example", LATER)
def test_scripts_use_what_macos_has(example):
    assert re.search(LATER[example], example)
    found = {path.relative_to(ROOT).as_posix(): re.findall(LATER[example], path.read_text(), re.M) for path in scripts()}
    assert {"Makefile", "scripts/setup.sh", ".ci/run"} <= set(found)
    assert not any(found.values()), found
