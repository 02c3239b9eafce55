"""The API as a stranger uses it: a token, the address, and the description that the server gives of itself."""
import contextlib
import json
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from openapi_spec_validator import validate
from test_serving import Server

EVERYTHING = "apps:read,apps:write,content:read,content:write,releases:read,publish,reports:read,events:read,placements:read,placements:write"


class Program:
    """Calls the API with a token."""

    def __init__(self, address, token):
        self.address, self.token = f"http://{address}/api/v1", token

    def call(self, method, path, body=None, **headers):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/{path}", data=data, method=method)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None, answer.headers
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read()), error.headers


def make_token(shell, scopes=EVERYTHING):
    return shell.json(
        "token", "create", "robot", *(word for scope in scopes.split(",") for word in ("--scope", scope)), "--all-apps")


@contextlib.contextmanager
def serving(shell):
    server = Server(shell)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(timeout=30)


@pytest.fixture
def api(shell):
    shell.write("first.md", "Snow", "Deep and quiet.")
    shell.publish()
    token = make_token(shell)["text"]
    with serving(shell) as server:
        yield Program(server.address, token)


def test_a_stranger_with_a_token_publishes_and_reads_the_report(api):
    status, apps, _ = api.call("GET", "apps")
    assert status == 200
    app = apps["items"][0]["id"]
    status, hubs, _ = api.call("GET", f"apps/{app}/hubs")
    hub = hubs["items"][0]["id"]
    _, channels, _ = api.call("GET", f"apps/{app}/hubs/{hub}/channels")
    channel = channels["items"][0]["id"]

    status, article, headers = api.call(
        "POST", f"apps/{app}/hubs/{hub}/channels/{channel}/articles", {"title": "Rain", "body": "Warm **rain**."})
    assert status == 201
    status, changes, _ = api.call("GET", f"apps/{app}/changes")
    assert [entry["title"] for entry in changes["added"]] == ["Rain"]
    status, release, _ = api.call("POST", f"apps/{app}/releases", {"note": "Rain"}, Idempotency_Key="first")
    assert (status, release["version"]) == (201, 2)
    status, again, headers = api.call("POST", f"apps/{app}/releases", {"note": "Rain"}, Idempotency_Key="first")
    assert (status, again, headers["Idempotency-Replayed"]) == (201, release, "true")

    now = int(time.time() * 1000)
    status, receipt = post_events(api, app, [{
        "id": "0195c0de-0000-7000-8000-%012x" % now, "name": "content_viewed", "time": now, "sequence": 1, "user": "eve",
        "properties": {"uri": article["uri"], "type": "article", "hub": hub, "release": 2}}], now)
    assert status == 200, receipt
    for _ in range(600):
        status, report, _ = api.call("GET", f"apps/{app}/report?by=article")
        if report["totals"]["views"]:
            break
        time.sleep(0.1)
    assert report["rows"][0]["id"] == article["uri"] and report["totals"]["readers"] == 1


def post_events(api, app, events, now):
    body = json.dumps({"install": "stranger", "sent": now, "sdk": "test", "events": events}).encode()
    address = api.address.replace("/api/v1", f"/v1/apps/{app}/main/events")
    with urllib.request.urlopen(urllib.request.Request(address, data=body, method="POST"), timeout=30) as answer:
        return answer.status, json.loads(answer.read())


def test_what_is_refused_is_a_problem_that_says_why(api, shell):
    stranger = Program(api.address.removeprefix("http://").removesuffix("/api/v1"), None)
    status, problem, headers = stranger.call("GET", "apps")
    assert (status, problem["code"]) == (401, "unauthorized")
    assert headers["Content-Type"] == "application/problem+json" and headers["WWW-Authenticate"].startswith("Bearer")
    assert {"type", "title", "status", "detail"} <= set(problem)
    status, problem, _ = api.call("GET", "nowhere")
    assert (status, problem["status"]) == (404, 404)


def test_a_token_is_listed_and_revoked(shell):
    shell.write("first.md", "Snow", "Deep and quiet.")
    shell.publish()
    made = make_token(shell, "apps:read")
    with serving(shell) as server:
        program = Program(server.address, made["text"])
        assert program.call("GET", "apps")[0] == 200
        assert program.call("POST", "apps", {"id": "second"})[0] == 403
        listed = shell.json("token", "list")
        assert made["text"] not in json.dumps(listed)
        shell.run("token", "revoke", listed[0]["id"])
        assert program.call("GET", "apps")[0] == 401


def test_the_description_is_a_valid_one_and_has_every_address(api):
    status, document, _ = api.call("GET", "openapi.json")
    assert status == 200
    validate(document)
    assert len([method for path in document["paths"].values() for method in path]) >= 20


CHECKS = (
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "negative_data_rejection", "unsupported_method", "allow_header_conformance",
    "use_after_free", "ensure_resource_availability", "ignored_auth")


def test_the_server_does_what_its_description_says(api, shell):
    """Schemathesis makes up requests from the description, valid and invalid ones, and compares every answer with it."""
    app = api.call("GET", "apps")[1]["items"][0]["id"]
    hub = api.call("GET", f"apps/{app}/hubs")[1]["items"][0]["id"]
    channel = api.call("GET", f"apps/{app}/hubs/{hub}/channels")[1]["items"][0]["id"]
    article = api.call("GET", f"apps/{app}/articles")[1]["items"][0]["id"]
    # Most requests are about what is there: any other answer would be "not found".
    (shell.folder / "schemathesis.toml").write_text("[parameters]\n" + "".join(
        f'"path.{name}" = {json.dumps(value)}\n'
        for name, value in {"app": app, "hub": hub, "channel": channel, "article": article, "version": 1, "number": 1}.items()))
    result = subprocess.run(
        [pathlib.Path(sys.executable).parent / "schemathesis", "run", f"{api.address}/openapi.json", "--header",
         f"Authorization: Bearer {api.token}", "--checks", ",".join(CHECKS), "--phases", "examples,coverage,fuzzing",
         "--max-examples", "10", "--seed", "1", "--continue-on-failure", "--suppress-health-check", "all"],
        cwd=shell.folder, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
    assert api.call("GET", "apps")[0] == 200, "the server is still there"
