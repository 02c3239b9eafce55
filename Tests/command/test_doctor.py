"""`marquee doctor` finds what was broken, and nothing on a server that is well."""
import base64
import os
import shutil
import socket
import subprocess
import time

import pytest
from test_serving import brand, serving  # noqa: F401 (brand is a fixture)


def doctor(shell, *words, status=0):
    return {check["name"]: check for check in shell.json("doctor", "--port", "0", *words, status=status)}


def states(checks, *kinds):
    return {name for name, check in checks.items() if check["state"] in kinds}


def test_a_server_that_is_well_has_nothing_wrong_whether_it_runs_or_not(brand):
    with serving(brand) as server:
        port = server.address.split(":")[1]
        checks = {
            check["name"]: check
            for check in brand.json("doctor", "--port", port, "--public-url", f"http://{server.address}")}
        assert not states(checks, "wrong", "warning"), checks
        assert "this directory's server runs" in checks["port"]["answer"]
        assert "as this server" in checks["public address"]["answer"]
        server.stop()
    checks = doctor(brand)
    assert not states(checks, "wrong", "warning"), checks
    assert checks["warehouse"]["state"] == "ok" and checks["integrity"]["state"] == "ok"
    text = brand.run("doctor", "--port", "0").stdout
    assert text.splitlines()[0].startswith("ok")


def damage(path):
    """Overwrites a database, whose journal would otherwise have some of its pages."""
    for journal in (path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        journal.unlink(missing_ok=True)
    path.write_bytes(b"no database" * 10_000)


@pytest.mark.parametrize("name, breaking, state", [
    ("data directory", lambda data: data.chmod(0o755), "warning"),
    ("key files", lambda data: next((data / "keys/brand").glob("fresh-*")).chmod(0o644), "wrong"),
    ("keys of brand", lambda data: next((data / "keys/brand").glob("release-*")).unlink(), "wrong"),
    ("database", lambda data: damage(data / "marquee.sqlite3"), "wrong"),
    ("warehouse", lambda data: damage(data / "events/warehouse.sqlite3"), "wrong"),
    ("clock and files", lambda data: os.utime(data / "marquee.sqlite3", (time.time() + 7200,) * 2), "wrong")])
def test_what_is_broken_is_named_with_what_to_do(brand, name, breaking, state):
    with serving(brand) as server:
        server.stop()
    breaking(brand.folder / "marquee-data")
    checks = doctor(brand, status=1 if state == "wrong" else 0)
    found = {key: check for key, check in checks.items() if check["state"] in ("wrong", "warning")}
    assert name in found, checks
    assert found[name]["state"] == state


def test_a_server_key_that_does_not_open_the_secrets_is_named(brand):
    brand.run("secret", "create", "--app", "brand")
    assert doctor(brand)["server key"]["state"] == "ok"
    key = brand.folder / "marquee-data/keys/@server.key"
    key.write_text(base64.b64encode(b"k" * 32).decode())
    check = doctor(brand, status=1)["server key"]
    assert check["state"] == "wrong" and "restore" in check["answer"] and str(key.name) in check["answer"]
    key.unlink()
    assert doctor(brand, status=1)["server key"]["state"] == "wrong"
    assert not key.exists()


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="needs another user than root")
def test_a_directory_that_this_user_cannot_enter_is_named_as_that(brand):
    above = brand.folder / "closed"
    above.mkdir()
    (brand.folder / "marquee-data").rename(above / "data")
    above.chmod(0)
    other = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
    result = subprocess.run(
        [*other, brand.program, "doctor", "--port", "0", "--data", above / "data"], env=brand.environment,
        cwd="/", capture_output=True, text=True)
    above.chmod(0o700)
    assert result.returncode == 1 and "this user cannot enter" in result.stdout, result.stderr


def test_looking_at_a_directory_makes_no_files_in_it(brand):
    (brand.folder / "marquee-data/events/spool").mkdir(parents=True)
    doctor(brand)
    assert not list((brand.folder / "marquee-data/events/spool").iterdir())


def test_a_port_that_another_program_uses_and_an_address_that_leads_elsewhere_are_named(brand):
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        checks = {check["name"]: check for check in brand.json("doctor", "--port", port, status=1)}
        assert "another program" in checks["port"]["answer"]
    checks = doctor(brand, "--public-url", f"http://127.0.0.1:{port}", status=1)
    assert "cannot be reached" in checks["public address"]["answer"]


@pytest.mark.parametrize("days, state", [("1", "warning"), ("60", "ok")])
def test_a_certificate_is_checked_with_its_key_and_its_end(brand, days, state):
    for name in ("one", "other"):
        subprocess.run([
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", days,
            "-subj", "/CN=localhost", "-keyout", f"{name}.key", "-out", f"{name}.crt"],
            cwd=brand.folder, check=True, capture_output=True)
    checks = doctor(brand, "--tls-certificate", "one.crt", "--tls-key", "one.key")
    assert checks["certificate"]["state"] == state
    checks = doctor(brand, "--tls-certificate", "one.crt", "--tls-key", "other.key", status=1)
    assert checks["certificate"]["state"] == "wrong"


def test_a_folder_that_is_no_data_directory_and_a_database_that_is_gone_are_named(brand):
    checks = doctor(brand, "--data", "nowhere", status=1)
    assert checks["data directory"]["state"] == "wrong" and not (brand.folder / "nowhere").exists()
    gone = f"postgres:///marquee?host={brand.folder}"
    checks = doctor(brand, "--data", "marquee-data", "--database", gone, status=1)
    assert "look whether it runs" in checks["database"]["answer"]
