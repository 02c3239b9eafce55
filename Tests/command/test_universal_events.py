"""An app with an old SDK is pointed at the server: its events arrive at `/rest/events/submission`."""
import time

import pytest
import requests
from test_recipients import Client
from test_serving import Server, folded, wait_until_folded


@pytest.fixture
def app(shell):
    """A client of an app that may send events, at a server."""
    shell.run("keys", "init", "--app", "demo", "--out", "app")
    shell.run("engage", "account", "--app", "demo", "--events", "on")
    made = shell.json("engage", "client", "create", "App", "--app", "demo", "--host", "https://x.example.org")
    client = Client(Server(shell), made).sign_in()
    yield client
    client.server.stop()


def submit(client, *events, **members):
    return client.session.post(
        f"{client.host}rest/events/submission", json={"events": list(events)} | members, timeout=60)


def event(number, code="16", key="eventTimestamp", **attributes):
    """An event as the old SDKs write it."""
    made = {
        "eventTypeCode": code,
        "attributes": [
            {"name": "Device Id", "value": "5C1D7A4E"}, {"name": "Goal Name", "value": f"Goal {number}"},
            *({"name": name, "value": value} for name, value in attributes.items())]}
    return made | {key: time.strftime("%Y-%m-%dT%H:%M:%S.", time.gmtime()) + f"{number:03}Z"} if key else made


def test_what_old_sdks_send_is_stored_once(app, shell):
    """ENG-023, ENG-200: both spellings of the time, a code as number, no time; and all of it three times."""
    events = [event(1), event(2, key="eventTimeStamp"), event(3, code=17), event(4, Tags="a,b")]
    for _ in range(3):
        answer = submit(app, *events)
        assert answer.status_code == 201, answer.text
        assert answer.headers["Content-Type"].startswith("application/json") and answer.json()["rejected"] == []
    wait_until_folded(shell, 4)
    assert len(folded(shell)) == 4
    assert submit(app, event(5, key=None)).status_code == 201
    wait_until_folded(shell, 5)
    assert len(folded(shell)) == 5


def test_a_bad_event_is_refused_by_its_place(app, shell):
    answer = submit(app, event(1), {"eventTypeCode": "x", "attributes": []}, event(2))
    assert answer.status_code == 201, answer.text
    assert [refusal["index"] for refusal in answer.json()["rejected"]] == [1] and answer.json()["accepted"] == 2
    assert submit(app, {"eventTypeCode": "x"}).status_code == 400
    assert app.session.post(f"{app.host}rest/events/submission", data=b"{", timeout=60).status_code == 400
    wait_until_folded(shell, 2)
    assert len(folded(shell)) == 2


def test_who_may_send(app, shell):
    """ENG-008, ENG-198: the switch decides at once, and only a token of the server opens the door."""
    shell.run("engage", "account", "--app", "demo", "--events", "off")
    refused = submit(app, event(1))
    assert refused.status_code == 403 and "Retry-After" not in refused.headers
    shell.run("engage", "account", "--app", "demo", "--events", "on")
    assert submit(app, event(1)).status_code == 201
    for header in ({}, {"Authorization": "Bearer wrong"}):
        answer = requests.post(
            f"{app.host}rest/events/submission", json={"events": [event(1)]}, headers=header, timeout=60)
        assert answer.status_code == 401 and answer.headers["WWW-Authenticate"].startswith("Bearer")
