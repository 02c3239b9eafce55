"""Objects in a bucket: published there, served from there, with and without copies on the server's disk."""
import json
import pathlib
import shutil
import sqlite3
import subprocess
import time
import sys
import urllib.error
import urllib.request

import pytest
from test_serving import serving

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CHANGE = {"x-marquee-lab": "1", "Content-Type": "application/json"}


class Store:
    """An object store that speaks S3, with one bucket."""

    bucket = "pages-of-brand"

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, ROOT / "scripts/test_s3.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        _, port, _ = self.process.stdout.readline().split()
        self.ask(make=self.bucket)
        self.address = f"s3://{self.bucket}/marquee?endpoint=http://127.0.0.1:{port}"
        self.environment = {
            "AWS_ACCESS_KEY_ID": "AKIDMARQUEETEST", "AWS_SECRET_ACCESS_KEY": "a/secret+of=tests", "AWS_REGION": "eu-test-1"}

    def ask(self, **command):
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def requests(self, method):
        return [line for line in self.ask(requests=self.bucket) if line.startswith(method)]

    def stop(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


@pytest.fixture
def store():
    store = Store()
    yield store
    store.stop()


@pytest.fixture
def brand(shell, store):
    shell.environment |= store.environment | {"MARQUEE_OBJECTS": store.address}
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
    shell.run("release", "publish", "--app", "brand")
    return shell


def refresh(server):
    """A new phone gets the newest release."""
    lab = f"http://{server.address}/lab/api/devices"
    request = urllib.request.Request(lab, json.dumps({"app": "brand"}).encode(), CHANGE)
    with urllib.request.urlopen(request, timeout=30) as answer:
        phone = json.load(answer)["id"]
    with urllib.request.urlopen(f"{lab}/{phone}/feed", timeout=30) as feed:
        command = urllib.request.Request(f"{lab}/{phone}/commands", b'{"name": "hub.refresh"}', CHANGE)
        urllib.request.urlopen(command, timeout=30).close()
        for line in feed:
            # Whichever comes first: a phone looks for content by itself, too.
            if b"is stored" in line or b"nothing new" in line or b"failed" in line:
                return line.decode()


def whole_release(server, folder):
    path = f"http://{server.address}/v1/apps/brand/main/releases/1/contentDB.sqlite3"
    with urllib.request.urlopen(path, timeout=30) as answer:
        data = answer.read()
    part = urllib.request.Request(path, headers={"Range": "bytes=100-4999"})
    with urllib.request.urlopen(part, timeout=30) as answer:
        assert answer.status == 206 and answer.read() == data[100:5000]
    (folder / "whole.sqlite3").write_bytes(data)
    with sqlite3.connect(folder / "whole.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT COUNT(*) FROM item").fetchone()[0]


@pytest.mark.parametrize("cache", ["64MiB", "0"])
def test_a_phone_reads_from_a_bucket_also_after_the_servers_copies_are_gone(brand, store, cache):
    data = brand.folder / "marquee-data"
    keys = store.ask(keys=store.bucket)
    assert "marquee/releases/brand/main/1/contentDB.sqlite3" in keys and any("/objects/" in key for key in keys)
    assert not (data / "objects").exists() and list((data / "releases").iterdir()) == []
    flags = ("--lab", "open", "--object-cache", cache)
    for _ in range(2):
        with serving(brand, flags=flags) as server:
            assert "failed" not in refresh(server)
            assert whole_release(server, brand.folder) >= 3
            assert f"objects are in {store.address.split('?')[0]}/" in server.words()
            assert store.environment["AWS_SECRET_ACCESS_KEY"] not in server.words()
            server.stop()
        assert (data / "cache").exists() == (cache != "0")
        shutil.rmtree(data / "cache", ignore_errors=True)
    assert brand.json("release", "verify", "--app", "brand")["failures"] == []


def test_a_release_is_made_only_when_all_its_objects_are_stored(brand, store):
    brand.write("second.md", "Second snow", "It fell at noon.", day=2)
    brand.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
    store.ask(faults=store.bucket, list=[
        {"do": "status", "status": 403, "code": "AccessDenied", "method": "PUT", "part": "/objects/"}])
    failed = subprocess.run(
        [brand.program, "release", "publish", "--app", "brand"], cwd=brand.folder, env=brand.environment, capture_output=True,
        text=True, timeout=60)
    assert failed.returncode != 0 and "needs to read, write, delete and list" in failed.stderr
    assert brand.json("release", "verify", "--app", "brand")["version"] == 1
    brand.run("release", "publish", "--app", "brand")
    check = brand.json("release", "verify", "--app", "brand")
    assert check["version"] == 2 and check["failures"] == []


def test_copies_on_disk_save_requests(brand, store):
    for _ in range(2):
        with serving(brand, flags=("--lab", "open")) as server:
            store.requests("GET")
            assert "failed" not in refresh(server)
            asked = [line for line in store.requests("GET") if "/objects/" in line]
            server.stop()
    assert asked == []


def test_a_server_starts_without_its_bucket_and_serves_once_it_answers(brand, store):
    store.ask(faults=store.bucket, list=[{"do": "status", "status": 403, "code": "AccessDenied", "times": 100_000}])
    with serving(brand, flags=("--lab", "open", "--object-cache", "0")) as server:
        # Asked beside the start, which does not wait for it.
        deadline = time.monotonic() + 30
        while "needs to read, write, delete and list" not in server.words() and time.monotonic() < deadline:
            time.sleep(0.1)
        assert "needs to read, write, delete and list" in server.words()
        assert server.get("/healthz")[0] == 200
        store.ask(faults=store.bucket, list=[])
        assert "failed" not in refresh(server)
        server.stop()


@pytest.mark.parametrize("change, words", [
    ({"MARQUEE_OBJECTS": ""}, "are in s3://pages-of-brand/marquee/"),
    ({"MARQUEE_OBJECTS": "s3://another/marquee"}, "are in s3://pages-of-brand/marquee/"),
    ({"MARQUEE_OBJECTS": "s3://a/secret"}, "needs a bucket's name"),
    ({"AWS_SECRET_ACCESS_KEY": ""}, "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"),
])
def test_a_wrong_place_of_objects_is_refused(brand, change, words):
    brand.environment |= change
    for command in (("release", "list", "--app", "brand"), ("serve", "--port", "0", "--content-port", "0")):
        result = subprocess.run(
            [brand.program, *command], cwd=brand.folder, env=brand.environment, capture_output=True, text=True, timeout=60)
        assert result.returncode != 0 and words in result.stderr, result.stderr
        assert "secret+of" not in result.stderr
