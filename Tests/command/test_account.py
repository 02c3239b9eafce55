"""`marquee account`: who may sign in, without a password ever being an argument."""
import sqlite3

import pytest

PASSWORD = "correct horse battery"


def stored(shell, sql):
    with sqlite3.connect(shell.folder / "marquee-data/marquee.sqlite3") as database:
        return database.execute(sql).fetchall()


def roles(shell, name):
    return dict(stored(shell, f"SELECT wing, role FROM account_role WHERE account = '{name}'"))


@pytest.fixture
def team(shell):
    shell.run("account", "add", "Ann", "--role", "administrator", entered=PASSWORD + "\n")
    shell.run("account", "add", "Eve", "--role", "editor", entered=PASSWORD)
    return shell


def test_accounts_are_made_changed_and_removed_and_each_change_is_audited(team):
    assert [(entry["name"], entry["roles"]) for entry in team.json("account", "list")] == [
        ("Ann", {"content": "owner", "engage": "owner", "placements": "owner", "team": "owner"}), ("Eve", {"content": "editor", "team": "viewer"})]
    before = stored(team, "SELECT password FROM account WHERE name = 'Eve'")
    team.run("account", "role", "Eve", "content=owner", "team=none")
    team.run("account", "password", "Eve", entered="another long password\n")
    team.run("account", "sign-out", "Eve")
    assert roles(team, "Eve") == {"content": "owner"}
    assert stored(team, "SELECT password FROM account WHERE name = 'Eve'") != before
    team.run("account", "remove", "Eve")
    assert "Eve" not in team.run("account", "list").stdout
    actions = [action for (action,) in stored(team, "SELECT action FROM audit WHERE subject = 'Eve' ORDER BY id")]
    assert actions == [f"account.{verb}" for verb in ("create", "role", "password", "sign_out", "remove")]


@pytest.mark.parametrize("words", [("remove", "Ann"), ("role", "Ann", "editor"), ("role", "Ann", "team=editor")])
def test_the_last_owner_of_the_team_stays(team, words):
    assert "has to have an owner" in team.run("account", *words, status=1).stderr
    assert roles(team, "Ann") == {"content": "owner", "engage": "owner", "placements": "owner", "team": "owner"}


def test_the_first_account_owns_the_team(shell):
    result = shell.run("account", "add", "Eve", "--role", "content=owner", status=1, entered=PASSWORD)
    assert "has to have an owner" in result.stderr


@pytest.mark.parametrize("words, expected", [
    (["viewer"], {"content": "viewer", "engage": "viewer", "placements": "viewer", "team": "viewer"}), (["team=editor"], {"content": "editor", "team": "editor"}),
    (["team=none"], {"content": "editor"}), (["viewer", "content=owner"], {"content": "owner", "engage": "viewer", "placements": "viewer", "team": "viewer"}),
    (["content=viewer,team=none"], {"content": "viewer"})])
def test_roles_are_pairs_or_one_word(team, words, expected):
    team.run("account", "role", "Eve", *words)
    assert roles(team, "Eve") == expected


@pytest.mark.parametrize("word", ["king", "content=king", "rockets=owner", "content", "=", ""])
def test_a_role_that_cannot_be_is_wrong_usage(team, word):
    team.run("account", "role", "Eve", word, status=64)
    assert roles(team, "Eve") == {"content": "editor", "team": "viewer"}


def test_an_invitation_is_made_listed_and_revoked(team):
    made = team.json("account", "invite", "--role", "content=editor", "--note", "for Bob", "--server", "https://m.example.org")
    token = made["link"].removeprefix("https://m.example.org/portal/invitation/")
    assert token.startswith("mqi_") and made["roles"] == {"content": "editor"}
    [listed] = team.json("account", "invitations")
    assert (listed["id"], listed["state"], listed["note"]) == (made["id"], "open", "for Bob")
    assert listed["expires"] - listed["created"] == 7 * 86_400_000
    team.run("account", "revoke-invitation", made["id"])
    assert team.json("account", "invitations")[0]["state"] == "revoked"
    assert token not in "".join(team.run("account", "invitations").stdout)
    team.run("account", "revoke-invitation", made["id"], status=1)
    team.run("account", "invite", "--role", "content=editor", "--days", "0", status=64)


def test_a_lost_second_factor_is_switched_off(team):
    team.run("account", "second-factor-off", "Eve", status=1)
    with sqlite3.connect(team.folder / "marquee-data/marquee.sqlite3") as database:
        database.execute("INSERT INTO second_factor VALUES ('Eve', x'00', 1, 1, 0)")
    assert team.json("account", "list")[1]["hasSecondFactor"]
    team.run("account", "second-factor-off", "Eve")
    assert not team.json("account", "list")[1]["hasSecondFactor"]


@pytest.mark.parametrize("words", [
    ("list",), ("remove", "Ann"), ("password", "Ann"), ("sign-out", "Ann"), ("role", "Ann", "viewer"),
    ("invite", "--role", "viewer"), ("invitations",), ("revoke-invitation", "x"), ("second-factor-off", "Ann")])
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
