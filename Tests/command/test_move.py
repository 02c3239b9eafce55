"""`marquee move` into a real PostgreSQL, killed again and again."""
import hashlib
import json
import pathlib
import random
import subprocess
import tarfile
import uuid

import pytest
from test_serving import brand, serving  # noqa: F401 (brand is a fixture)

SCRIPT = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts/test_postgres.sh"


@pytest.fixture(scope="module")
def postgres():
    """Makes an empty database and returns its address."""
    server = subprocess.Popen([SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    folder = server.stdout.readline().removeprefix("ready ").strip()

    def make():
        name = f"d{uuid.uuid4().hex}"
        subprocess.run(
            ["psql", "-h", folder, "-U", "marquee", "-d", "postgres", "-qc", f"CREATE DATABASE {name}"], check=True)
        return f"postgres:///{name}?host={folder}&user=marquee"

    yield make
    server.stdin.close()
    server.wait(timeout=60)


def fingerprint(folder):
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*")) if path.is_file() and "marquee.sqlite3" not in path.name}


def tables(shell, *words):
    """Each table as a backup has it; the audit log without the lines about keys that a move or restore stored."""
    name = f"{uuid.uuid4()}.tar"
    shell.run("backup", name, *words)
    with tarfile.open(shell.folder / name) as archive:
        found = {
            member.name: archive.extractfile(member).read() for member in archive if member.name.startswith("database/")}
    head, *rows = (json.loads(line) for line in found["database/audit.jsonl"].splitlines())
    entries = [dict(zip(head["columns"], row, strict=True)) for row in rows]
    found["database/audit.jsonl"] = [
        entry for entry in entries
        if (entry["who"], entry["action"]) not in (("marquee move", "key.store"), ("marquee restore", "key.store"))]
    assert found["database/audit.jsonl"]
    return found


@pytest.fixture
def full(brand):
    for number in range(400):
        brand.write(f"more-{number}.md", f"Storm {number}", "It blew. " * 50, day=1 + number % 9)
    brand.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
    brand.run("release", "publish", "--app", "brand")
    brand.run("secret", "create", "--app", "brand")
    return brand


def test_a_move_that_is_killed_at_any_point_ends_with_the_same_rows_and_the_directory_as_it_was(full, postgres):
    address, dice = postgres(), random.Random(7)
    before, files = tables(full), fingerprint(full.folder / "marquee-data")
    words = [full.program, "move", "--to", address, "--json"]
    killed, span = 0, 1.2
    for _ in range(40):
        process = subprocess.Popen(
            words, cwd=full.folder, env=full.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if killed < 10:
            try:
                answer, error = process.communicate(timeout=dice.uniform(0.02, span))
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                killed += 1
                continue
            # It was faster than its end, or the one before was killed behind its last step: begin again with less time.
            assert process.returncode == 0, error
            address, span = postgres(), span / 2
            words[3] = address
            continue
        # Also behind a kill after the last step.
        answer, error = process.communicate(timeout=120)
        assert process.returncode == 0, error
        break
    assert killed == 10
    summary = json.loads(answer)
    assert summary["keys"] == 3 and len(summary["tables"]) > 20
    assert fingerprint(full.folder / "marquee-data") == files
    assert tables(full) == before

    # Once more: it is done, and says so.
    again = json.loads(full.run(*words[1:]).stdout)
    assert again["wasComplete"] and again["tables"] == json.loads(full.run(*words[1:]).stdout)["tables"]
    assert fingerprint(full.folder / "marquee-data") == files

    # The server goes on with the same directory.
    data = full.folder / "marquee-data"
    (data / "marquee.sqlite3").rename(data / "marquee.sqlite3.moved")
    assert tables(full, "--database", address) == before
    full.run("release", "verify", "--app", "brand", "--database", address)
    full.write("new.md", "New", "Published by the keys in the database.")
    full.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand", "--database", address)
    assert full.json("release", "publish", "--app", "brand", "--database", address)["isNew"]

    # Back to the file, as docs/operating.md says.
    (data / "database.txt").unlink()
    (data / "marquee.sqlite3.moved").rename(data / "marquee.sqlite3")
    full.run("release", "verify", "--app", "brand")
    assert tables(full) == before


def test_a_directory_whose_server_runs_is_not_moved(brand, postgres):
    with serving(brand):
        refused = brand.run("move", "--to", postgres(), status=1)
    assert "stop it first" in refused.stderr


def test_a_backup_moves_between_the_engines(full, postgres):
    before = tables(full)
    full.run("backup", "copy.tar")
    first, second = postgres(), postgres()
    full.run("restore", "copy.tar", "--data", "shared", "--database", first)
    assert tables(full, "--data", "shared", "--database", first) == before
    full.run("backup", "shared.tar", "--data", "shared", "--database", first)
    full.run("restore", "shared.tar", "--data", "shared2", "--database", second)
    full.run("restore", "shared.tar", "--data", "single")
    assert tables(full, "--data", "shared2", "--database", second) == before
    assert tables(full, "--data", "single") == before
    for words in (("--data", "shared2", "--database", second), ("--data", "single")):
        full.run("release", "verify", "--app", "brand", *words)
        full.run("keys", "rotate", "--app", "brand", *words)
    refused = full.run("restore", "copy.tar", "--data", "other", "--database", first, status=1)
    assert "is used already" in refused.stderr and not (full.folder / "other").exists()
    # A damaged backup leaves the database empty.
    third = postgres()
    damaged = bytearray((full.folder / "copy.tar").read_bytes())
    damaged[len(damaged) // 2] ^= 4
    (full.folder / "damaged.tar").write_bytes(damaged)
    full.run("restore", "damaged.tar", "--data", "other", "--database", third, status=1)
    full.run("restore", "copy.tar", "--data", "other", "--database", third)
