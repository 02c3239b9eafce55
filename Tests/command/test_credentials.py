"""`marquee token` and `marquee secret`: credentials of programs and apps, each shown once."""
import base64
import hashlib
import os
import stat

import pytest


@pytest.fixture
def app(shell):
    shell.run("keys", "init", "--app", "demo", "--out", "app")
    return shell


def checksum(body):
    return base64.b32encode(hashlib.sha256(body.encode()).digest()[:4]).decode().lower().rstrip("=")


def everything(shell):
    """All bytes of the data directory."""
    files = [path for path in (shell.folder / "marquee-data").rglob("*") if path.is_file()]
    return b"".join(path.read_bytes() for path in files)


def test_a_token_is_made_listed_and_revoked(app):
    made = app.json("token", "create", "Importer", "--app", "demo", "--scope", "content:read", "--scope", "publish")
    text, token = made["text"], made["token"]
    assert text.startswith("mq_") and len(text) == 62 and text.endswith(checksum(text[:-7]))
    assert sorted(token["scopes"]) == ["content:read", "publish"] and token["app"] == "demo"
    assert token["expires"] - token["created"] == 90 * 86_400_000
    assert text.encode() not in everything(app)
    [listed] = app.json("token", "list")
    assert listed["id"] == token["id"] and text not in str(listed)
    app.run("token", "revoke", token["id"])
    assert "revoked" in app.json("token", "list")[0]
    app.run("token", "revoke", token["id"], status=1)
    audit = app.run("token", "list").stdout
    assert token["id"] in audit and "revoked" in audit


def test_a_token_for_all_apps_may_have_no_end(app):
    made = app.json("token", "create", "Robot", "--all-apps", "--no-expiry", "--scope", "apps:read,apps:write")
    assert "app" not in made["token"] and "expires" not in made["token"]


@pytest.mark.parametrize("words, status", [
    (("token", "create", "n", "--scope", "publish"), 64), (("token", "create", "n", "--all-apps", "--scope", "fly"), 64),
    (("token", "create", "n", "--all-apps"), 64), (("token", "create", "n", "--all-apps", "--app", "demo", "--scope", "publish"), 64),
    (("token", "create", "n", "--app", "nowhere", "--scope", "publish"), 1),
    (("token", "create", "n", "--all-apps", "--scope", "publish", "--days", "0"), 64),
    (("secret", "create", "--app", "nowhere"), 64), (("secret", "list"), 64),
    (("secret", "rotate", "--app", "demo", "--grace", "91"), 64), (("secret", "revoke", "x", "--app", "demo"), 1)])
def test_what_cannot_be_is_refused(app, words, status):
    app.run(*words, status=status)
    assert app.json("token", "list") == [] and app.json("secret", "list", "--app", "demo") == []


def test_secrets_are_rotated_with_a_grace_period_and_withdrawn_at_once(app):
    first = app.json("secret", "create", "--app", "demo")
    assert first["text"].startswith("mqs_") and "expires" not in first["secret"]
    second = app.json("secret", "rotate", "--app", "demo")
    newest, oldest = app.json("secret", "list", "--app", "demo")
    assert newest["id"] == second["secret"]["id"] and "expires" not in newest
    assert oldest["id"] == first["secret"]["id"] and oldest["expires"] - newest["created"] == 7 * 86_400_000
    app.run("secret", "revoke", oldest["id"], "--app", "demo")
    assert "revoked" in app.json("secret", "list", "--app", "demo")[1]
    for text in (first["text"], second["text"]):
        assert text.encode() not in everything(app), "the directory holds no secret in clear"
        assert text not in app.run("secret", "list", "--app", "demo").stdout


def test_the_servers_key_is_its_owners_alone(app):
    app.json("secret", "create", "--app", "demo")
    key = app.folder / "marquee-data/keys/@server.key"
    assert stat.S_IMODE(os.stat(key).st_mode) == 0o600
    os.chmod(key, 0o644)
    assert "can be used by others" in app.run("secret", "create", "--app", "demo", status=1).stderr


@pytest.mark.parametrize("words", [("token", "list"), ("token", "revoke", "x"), ("secret", "list", "--app", "demo"),
                                   ("token", "create", "n", "--all-apps", "--scope", "publish")])
def test_a_directory_that_is_not_there_is_not_made(shell, words):
    shell.run(*words, "--data", "slip", status=64)
    assert not (shell.folder / "slip").exists()
