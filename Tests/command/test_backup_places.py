"""A backup of a server whose objects are in a bucket, restored into the directory and into another bucket."""
import subprocess

import pytest
from test_move import postgres  # noqa: F401 (a fixture)
from test_objects import Store, brand, store  # noqa: F401 (brand and store are fixtures)


@pytest.fixture
def other():
    store = Store()
    yield store
    store.stop()


def test_objects_are_restored_from_a_bucket_into_a_directory_and_into_another_bucket(brand, other, postgres):
    summary = brand.json("backup", "copy.tar")
    assert summary["objects"] > 0
    assert not (brand.folder / "marquee-data/objects").exists()
    del brand.environment["MARQUEE_OBJECTS"]
    brand.run("restore", "copy.tar", "--data", "single")
    assert brand.json("release", "verify", "--app", "brand", "--data", "single")["failures"] == []

    words = ("--data", "shared", "--database", postgres(), "--objects", other.address)
    restored = brand.json("restore", "copy.tar", *words)
    assert restored["objects"] == summary["objects"]
    assert not (brand.folder / "shared/objects").exists()
    assert brand.json("release", "verify", "--app", "brand", *words)["failures"] == []
    checks = {check["name"]: check for check in brand.json("doctor", "--port", "0", *words)}
    assert checks["objects"]["state"] == "ok"
    # The database remembers the bucket.
    refused = brand.run("release", "verify", "--app", "brand", *words[:4], status=1)
    assert "name that place with --objects" in refused.stderr


def test_a_server_that_moves_to_postgres_keeps_its_bucket(brand, postgres):
    address = postgres()
    brand.run("move", "--to", address)
    data = brand.folder / "marquee-data"
    (data / "marquee.sqlite3").rename(data / "marquee.sqlite3.moved")
    assert brand.json("release", "verify", "--app", "brand", "--database", address)["failures"] == []
    del brand.environment["MARQUEE_OBJECTS"]
    refused = subprocess.run(
        [brand.program, "release", "verify", "--app", "brand", "--database", address], cwd=brand.folder,
        env=brand.environment, capture_output=True, text=True)
    assert "name that place with --objects" in refused.stderr
