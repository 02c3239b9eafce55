"""What docs/operating.md tells a person to type."""
import os
import pathlib
import re
import sqlite3
import subprocess

import pytest

MANUAL = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/operating.md"
# Those that write here; copies of folders are rsync's.
COMMANDS = ("umask", "sqlite3", "mkdir", "cp")


def section(first):
    """The commands of the block that a sentence leads to, as lines."""
    [block] = re.findall(rf"{re.escape(first)}[^`]*```sh\n(.*?)^```", MANUAL.read_text(encoding="utf-8"), re.S | re.M)
    return [line for line in block.splitlines() if line.split()[0] in COMMANDS]


def type_in(lines, folder):
    """Types the lines as somebody whose files others may read."""
    text = "\n".join(["set -e", *lines]).replace("/srv/marquee", f"{folder}/srv").replace("/backup", f"{folder}/copies")
    old = os.umask(0o022)
    try:
        subprocess.run(["/bin/bash", "-c", text], check=True, timeout=60)
    finally:
        os.umask(old)


@pytest.fixture
def data(tmp_path):
    for name in ("srv/marquee.sqlite3", "srv/events/warehouse.sqlite3"):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        with sqlite3.connect(file) as database:
            database.execute("CREATE TABLE account (password TEXT)")
            database.execute("INSERT INTO account VALUES ('hash')")
    (tmp_path / "copies").mkdir()
    return tmp_path


def modes(folder):
    return {file.name: file.stat().st_mode & 0o777 for file in folder.rglob("*.sqlite3")}


def test_a_backup_and_its_restored_files_are_readable_only_by_their_owner(data):
    type_in(section("keeps them from others of the machine"), data)
    copies = {"marquee.sqlite3": 0o600, "warehouse.sqlite3": 0o600}
    assert modes(data / "copies") == copies
    for file in (data / "srv").rglob("*.sqlite3"):
        file.unlink()
    type_in(section("and look before you start"), data)
    assert modes(data / "srv") == copies
    with sqlite3.connect(data / "srv/marquee.sqlite3") as database:
        assert database.execute("SELECT password FROM account").fetchall() == [("hash",)]
