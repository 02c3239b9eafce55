"""One person is exported and erased by a command, while no server runs: recipient, rows and events, and nobody else."""
import json

import pytest
from test_recipients import Client, column, leaf
from test_serving import Server, wait_until_folded


@pytest.fixture
def filled(shell):
    """A data directory with two people, each a recipient with events; the id of the first one."""
    shell.run("keys", "init", "--app", "demo", "--out", "app")
    shell.run("engage", "account", "--app", "demo", "--events", "on")
    made = shell.json("engage", "list", "create", "Customers", "--app", "demo", "--unique", "Mobile User Id")
    client = Client(Server(shell), shell.json("engage", "client", "create", "App", "--app", "demo")).sign_in()
    ids = []
    for name in ("m-1", "m-2"):
        answer = client.call("AddRecipient", leaf("LIST_ID", made["id"]), column("Mobile User Id", name))
        ids.append(answer.findtext("RecipientId"))
        events = [
            {"eventTypeCode": "16", "eventTimestamp": "2026-01-01T00:00:0%d.000Z" % number, "attributes": [
                {"name": "Device Id", "value": f"device of {name}"}, {"name": "Primary User Id", "value": name},
                {"name": "Goal Name", "value": f"Goal {number}"}]}
            for number in range(3)]
        sent = client.session.post(f"{client.host}rest/events/submission", json={"events": events}, timeout=60)
        assert sent.status_code == 201, sent.text
    wait_until_folded(shell, 6)
    shell.client = client
    shell.ids = ids
    yield shell
    client.server.process.kill()
    client.server.process.wait()


def words(verb, id, kind):
    return ("engage", "person", verb, id, "--by", kind, "--app", "demo")


def lines(shell, id, kind):
    """The kinds of the lines of an export."""
    return [next(iter(json.loads(line))) for line in shell.run(*words("export", id, kind)).stdout.splitlines()]


def test_a_person_is_exported_and_erased(filled):
    refused = filled.run(*words("export", "m-1", "mobile-user"), status=1)
    assert "another process" in refused.stderr, "the server has the events"
    filled.client.server.stop()

    for id, kind in [("m-1", "mobile-user"), (filled.ids[0], "recipient")]:
        found = lines(filled, id, kind)
        assert found.count("recipient") == 1 and found.count("event") == 3, found
    assert "m-2" not in filled.run(*words("export", "m-1", "mobile-user")).stdout

    asked = filled.json(*words("erase", "m-1", "mobile-user"))
    assert asked["isErased"] is False and asked["recipients"] == 1 and asked["events"] == 3
    assert lines(filled, "m-1", "mobile-user").count("event") == 3, "nothing went"

    done = filled.json(*words("erase", "m-1", "mobile-user"), "--yes")
    assert done["isErased"] is True and done["recipients"] == 1 and done["events"] == 3
    for id, kind in [("m-1", "mobile-user"), (filled.ids[0], "recipient"), ("device of m-1", "device")]:
        assert lines(filled, id, kind) == []
    assert lines(filled, "m-2", "mobile-user").count("event") == 3


def test_an_unknown_kind_of_id_is_refused(filled):
    assert "recipient, mobile-user, user, device" in filled.run(*words("export", "x", "colour"), status=64).stderr
