"""What docs/operating.md tells a person to type."""
import pathlib
import re
import shlex
import stat
import subprocess

from test_serving import brand, serving  # noqa: F401 (brand is a fixture)

MANUAL = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/operating.md"


def type_in(shell, title):
    """Types the first block below a title, as somebody whose files others may read."""
    [text] = re.findall(rf"^## {title}\n.*?```sh\n(.*?)^```", MANUAL.read_text(encoding="utf-8"), re.S | re.M)
    for known, own in (
            ("marquee ", f"{shell.program} "), ("/backup/", f"{shell.folder}/copies/"), ("/srv/", f"{shell.folder}/srv/"),
            ("acme", "brand")):
        text = re.sub(rf"(?<![\w/]){re.escape(known)}", own, text)
    subprocess.run(
        ["/bin/bash", "-c", f"umask 022; set -e\n{text}"], check=True, timeout=120,
        env=shell.environment)


def test_the_first_page_leads_to_a_server_that_devices_can_ask(shell):
    page = re.search(r"^## From an empty machine.*?(?=^## )", MANUAL.read_text(encoding="utf-8"), re.S | re.M)[0]
    lines = re.findall(r"^sudo marqueectl ([^>\n]*)$", page, re.M)
    assert [line.split()[0] for line in lines] == ["account", "content", "release", "doctor"]
    shell.write("first.md", "First snow", "It fell in the night.")
    # Without a port, the server that other tests may have on 8080 does not count.
    shell.environment["MARQUEE_PORT"] = "0"
    for line in lines:
        words = shlex.split(line.replace("/srv/articles", "posts"))
        shell.run(*words, entered="long enough for Ann\n" if words[0] == "account" else None)
    with serving(shell, flags=("--public-url", "https://content.example.org", "--proxies", "1")) as server:
        assert server.get("/healthz") == (200, "ok\n")
        assert server.get("/v1/apps/acme/main/fresh")[1].startswith("marquee-signed/1 fresh ")


def test_the_commands_for_backup_and_restoring_work_as_they_are_written(brand):
    (brand.folder / "srv").mkdir()
    (brand.folder / "copies").mkdir()
    (brand.folder / "marquee-data").rename(brand.folder / "srv/marquee")
    with serving(brand, flags=("--data", "srv/marquee")) as server:
        # The restored directory is looked at while the old server still has the port.
        brand.environment["MARQUEE_PORT"] = server.address.split(":")[1]
        type_in(brand, "Backup")
        type_in(brand, "Restoring")
    assert (brand.folder / "srv/restored/marquee.sqlite3").exists()
    for path in [*(brand.folder / "copies").iterdir(), *(brand.folder / "srv/restored").rglob("*")]:
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
