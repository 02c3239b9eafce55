"""`marquee account`: who may sign in, without a password ever being an argument."""
import sqlite3

import pytest

PASSWORD = "correct horse battery"


def stored(shell, sql):
    with sqlite3.connect(shell.folder / "marquee-data/marquee.sqlite3") as database:
        return database.execute(sql).fetchall()


@pytest.fixture
def team(shell):
    shell.run("account", "add", "Ann", "--role", "administrator", entered=PASSWORD + "\n")
    shell.run("account", "add", "Eve", "--role", "editor", entered=PASSWORD)
    return shell


def test_accounts_are_made_changed_and_removed_and_each_change_is_audited(team):
    assert [(entry["name"], entry["role"]) for entry in team.json("account", "list")] == [
        ("Ann", "administrator"), ("Eve", "editor")]
    before = stored(team, "SELECT password FROM account WHERE name = 'Eve'")
    team.run("account", "role", "Eve", "viewer")
    team.run("account", "password", "Eve", entered="another long password\n")
    team.run("account", "sign-out", "Eve")
    assert stored(team, "SELECT role FROM account WHERE name = 'Eve'") == [("viewer",)]
    assert stored(team, "SELECT password FROM account WHERE name = 'Eve'") != before
    team.run("account", "remove", "Eve")
    assert "Eve" not in team.run("account", "list").stdout
    actions = [action for (action,) in stored(team, "SELECT action FROM audit WHERE subject = 'Eve' ORDER BY id")]
    assert actions == [f"account.{verb}" for verb in ("create", "role", "password", "sign_out", "remove")]


@pytest.mark.parametrize("words", [("remove", "Ann"), ("role", "Ann", "editor")])
def test_the_last_administrator_stays(team, words):
    assert "there has to be an administrator" in team.run("account", *words, status=1).stderr
    assert stored(team, "SELECT role FROM account WHERE name = 'Ann'") == [("administrator",)]


def test_the_first_account_is_an_administrators(shell):
    result = shell.run("account", "add", "Eve", "--role", "editor", status=1, entered=PASSWORD)
    assert "there has to be an administrator" in result.stderr


@pytest.mark.parametrize("words", [
    ("list",), ("remove", "Ann"), ("password", "Ann"), ("sign-out", "Ann"), ("role", "Ann", "viewer")])
def test_a_missing_directory_is_not_made(shell, words):
    shell.run("account", *words, "--data", "slip", status=64, entered=PASSWORD)
    assert not (shell.folder / "slip").exists()


def test_a_password_is_asked_for_twice_and_not_shown(team):
    shown, status = team.typed([b"another long password\n"] * 2, "account", "password", "Eve")
    assert status == 0 and "Once more" in shown and "another long" not in shown
    shown, status = team.typed([b"another long password\n", b"a different one\n"], "account", "password", "Eve")
    assert status != 0 and "differ" in shown
    before = stored(team, "SELECT password FROM account")
    shown, status = team.typed([b"\x03\n"], "account", "password", "Eve")
    assert status != 0 and stored(team, "SELECT password FROM account") == before
