"""`marquee backup` while a server takes events and publishes, and `marquee restore` of what it wrote."""
import contextlib
import fcntl
import io
import json
import os
import pathlib
import sqlite3
import stat
import subprocess
import tarfile
import threading
import time
import uuid

import pytest
from test_api import Program, make_token, post_events
from test_serving import brand, serving  # noqa: F401 (brand is a fixture)


class Load:
    """Posts events and publishes until it is stopped; knows what was acknowledged and when."""

    def __init__(self, shell, server):
        self.shell, self.server = shell, server
        self.acknowledged, self.published = set(), 0
        self.failures, self.ended = [], threading.Event()
        self.threads = [threading.Thread(target=self.guard, args=(work,)) for work in (self.post, self.publish)]

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        for thread in self.threads:
            thread.join()
        assert not self.failures

    def guard(self, work):
        try:
            while not self.ended.is_set():
                work()
        except Exception as error:  # shown by the main thread
            self.failures.append(error)

    def post(self):
        self.acknowledged |= self.server.post(count=20, size=200)

    def publish(self):
        self.shell.write("more.md", f"Storm {self.published}", "It blew.", day=2)
        self.shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
        self.shell.run("release", "publish", "--app", "brand")
        self.published += 1


def column(file, sql):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return [row[0] for row in database.execute(sql)]


def wait_for(condition):
    """Waits until something is true that other threads and processes bring about."""
    gate = threading.Event()
    for _ in range(600):
        if condition():
            return
        gate.wait(0.1)
    raise AssertionError("it did not happen in a minute")


def test_a_backup_under_load_restores_with_every_acknowledged_event_counted_once(brand):
    with serving(brand, flags=("--event-rate-per-install", "0", "--event-rate-per-address", "0")) as server, Load(brand, server) as load:
        wait_for(lambda: load.published >= 1 and len(load.acknowledged) >= 200)
        before, releases = set(load.acknowledged), load.published
        summary = brand.json("backup", "copy.tar")
        assert not brand.run("backup", "copy.tar", status=64).stdout, "it replaces no file"
    assert summary["objects"] > 0 and summary["rows"] > 0
    assert stat.S_IMODE((brand.folder / "copy.tar").stat().st_mode) == 0o600
    assert not list(brand.folder.glob(".*")), "nothing of the work is left"

    brand.run("restore", "copy.tar", "--data", "restored")
    for path in (brand.folder / "restored").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, f"{path} is its owner's alone"
    check = brand.json("release", "verify", "--data", "restored", "--app", "brand")
    assert check["failures"] == [] and check["version"] >= releases + 1
    brand.environment["MARQUEE_DATA"] = "restored"
    with serving(brand) as server:
        warehouse = brand.folder / "restored/events/warehouse.sqlite3"
        last = server.post(count=1)
        wait_for(lambda: last <= ids(warehouse))
        server.stop()
    restored = ids(warehouse) - last
    assert before <= restored <= load.acknowledged
    # The figures are those of these events, each counted once.
    assert column(warehouse, "SELECT SUM(events) FROM event_count") == [len(restored) + 1]
    assert not list((brand.folder / "restored/events").glob("spool-damaged-*"))


def figures(program):
    """What the reports say, without the server's name."""
    found = {}
    for grouping in ("hub", "day", "article"):
        status, report, _ = program.call("GET", f"apps/brand/report?by={grouping}")
        assert status == 200, report
        found[grouping] = (report["rows"], report["totals"])
    return found


def test_the_reports_after_a_restore_say_what_they_said_before_the_backup(brand):
    token = make_token(brand)["text"]
    with serving(brand) as server:
        program = Program(server.address, token)
        _, hubs, _ = program.call("GET", "apps/brand/hubs")
        hub, now = hubs["items"][0]["id"], int(time.time() * 1000)
        _, channels, _ = program.call("GET", f"apps/brand/hubs/{hub}/channels")
        status, article, _ = program.call(
            "POST", f"apps/brand/hubs/{hub}/channels/{channels['items'][0]['id']}/articles", {"title": "Rain", "body": "Warm."})
        assert status == 201, article
        views = [{
            "id": str(uuid.uuid4()), "name": "content_viewed", "time": now, "sequence": number + 1, "user": f"reader-{number % 3}",
            "properties": {"uri": article["uri"], "type": "article", "hub": hub, "release": 1}}
            for number in range(7)]
        assert post_events(program, "brand", views, now)[0] == 200
        wait_for(lambda: figures(program)["hub"][1]["views"] == len(views))
        before = figures(program)
        assert before["hub"][0] and before["day"][0] and before["article"][0]
        brand.run("backup", "copy.tar")
        server.stop()
    brand.run("restore", "copy.tar", "--data", "restored")
    brand.environment["MARQUEE_DATA"] = "restored"
    with serving(brand) as server:
        assert figures(Program(server.address, token)) == before


def ids(warehouse):
    return {str(uuid.UUID(bytes=id)) for id in column(warehouse, "SELECT id FROM event")}


def test_other_programs_open_and_check_a_backup(brand):
    brand.run("backup", "copy.tar")
    out = brand.folder / "out"
    out.mkdir()
    subprocess.run(["tar", "-xf", brand.folder / "copy.tar", "-C", out], check=True)
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS"], cwd=out, check=True)
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", "SHA256SUMS.sha256"], cwd=out, check=True)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["engine"] == "SQLite"
    head, *rows = (out / "database/app.jsonl").read_text().splitlines()
    assert json.loads(head) == {"table": "app", "columns": ["id", "name", "created"]}
    assert [json.loads(row)[0] for row in rows] == ["brand"]


def test_a_backup_goes_through_a_pipe(brand):
    written = subprocess.run(
        [brand.program, "backup", "-"], cwd=brand.folder, env=brand.environment, capture_output=True, check=True)
    assert written.stdout and not written.stderr
    subprocess.run(
        [brand.program, "restore", "-", "--data", "restored"], cwd=brand.folder, env=brand.environment,
        input=written.stdout, check=True)
    brand.run("release", "verify", "--data", "restored", "--app", "brand")


def test_a_backup_whose_reader_ends_early_fails_and_leaves_nothing(brand):
    room = brand.folder / "room"
    room.mkdir()
    reader, writer = os.pipe()
    os.close(reader)
    result = subprocess.run(
        [brand.program, "backup", "-"], cwd=brand.folder, env={**brand.environment, "TMPDIR": str(room)}, stdout=writer,
        stderr=subprocess.PIPE, text=True)
    os.close(writer)
    assert result.returncode == 1 and "Broken pipe" in result.stderr
    assert not list(room.iterdir())


def test_what_a_killed_backup_left_is_removed_by_the_next_one_unless_a_process_uses_it(brand):
    left, young, used = (brand.folder / f".marquee-backup-{name}" for name in ("left", "young", "used"))
    for folder in (left, young, used):
        folder.mkdir()
        (folder / "copy.tar").write_bytes(b"x")
    for folder in (left, used):
        os.utime(folder, (time.time() - 3600,) * 2)
    descriptor = os.open(used, os.O_RDONLY)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    brand.run("backup", "copy.tar")
    os.close(descriptor)
    assert sorted(brand.folder.glob(".*")) == [used, young]


@pytest.mark.parametrize("lost", ["objects", "one"])
def test_a_backup_without_an_object_of_a_current_release_is_refused_unless_that_is_wanted(brand, lost):
    objects = brand.folder / "marquee-data/objects"
    if lost == "objects":
        objects.rename(brand.folder / "elsewhere")
    else:
        pages = [file for file in objects.glob("??/*") if b"<p>It fell in the night." in file.read_bytes()]
        assert pages
        pages[0].unlink()
    refused = brand.run("backup", "copy.tar", status=1)
    assert "is missing" in refused.stderr and "--incomplete" in refused.stderr
    assert not list(brand.folder.glob("*.tar")) and not list(brand.folder.glob(".*"))
    brand.run("backup", "copy.tar", "--incomplete")
    brand.run("restore", "copy.tar", "--data", "restored")


@pytest.mark.parametrize("words", [
    ("restore", "copy.tar", "--data", "marquee-data"), ("restore", "none.tar", "--data", "new"),
    ("backup", "other.tar", "--data", "none")])
def test_wrong_places_are_refused_and_nothing_is_made(brand, words):
    brand.run("backup", "copy.tar")
    before = sorted(path.name for path in brand.folder.iterdir())
    result = subprocess.run(
        [brand.program, *words], cwd=brand.folder, env=brand.environment, capture_output=True, text=True)
    assert result.returncode != 0 and result.stderr
    assert sorted(path.name for path in brand.folder.iterdir()) == before


def rewritten(shell, extra=()):
    """The backup as Python's tarfile writes it, with further entries behind the first."""
    with tarfile.open(shell.folder / "copy.tar") as old, tarfile.open(
            shell.folder / "other.tar", "w", format=tarfile.USTAR_FORMAT) as new:
        for member in old:
            new.addfile(member, old.extractfile(member))
            if member.name == "manifest.json":
                for info, data in extra:
                    new.addfile(info, io.BytesIO(data))


def test_a_backup_that_another_program_packed_again_is_restored(brand):
    brand.run("backup", "copy.tar")
    rewritten(brand)
    brand.run("restore", "other.tar", "--data", "restored")
    brand.run("release", "verify", "--data", "restored", "--app", "brand")


def entry(name, data=b"x", **fields):
    info = tarfile.TarInfo(name)
    info.size, info.mode = len(data), 0o600
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


@pytest.mark.parametrize("extra", [
    entry("../evil"), entry("/evil"), entry("keys/../../evil"), entry("evil"), entry("objects/ab/zz"),
    entry("database/app.jsonl"), entry("keys/@server.key", type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    entry("keys/link", type=tarfile.LNKTYPE, linkname="manifest.json"), entry("lab", type=tarfile.DIRTYPE, data=b""),
    entry("events/warehouse.sqlite3", type=tarfile.FIFOTYPE)], ids=lambda extra: f"{extra[0].name} {extra[0].type}")
def test_a_hostile_entry_is_refused_and_nothing_is_left(brand, extra):
    brand.run("backup", "copy.tar")
    rewritten(brand, [extra])
    before = sorted(path.name for path in brand.folder.iterdir())
    result = brand.run("restore", "other.tar", "--data", "restored", status=1)
    assert f"entry {extra[0].name}" in result.stderr.replace('"', "")
    assert sorted(path.name for path in brand.folder.iterdir()) == before
    assert not pathlib.Path("/evil").exists()
