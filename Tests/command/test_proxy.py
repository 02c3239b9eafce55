"""`marquee proxy`: its settings in real proxies, in front of a real server."""
import contextlib
import http.client
import json
import pathlib
import re
import shutil
import sqlite3
import ssl
import subprocess
import urllib.parse
import uuid

import proxies
import pytest

PROGRAMS = {"nginx": proxies.nginx, "caddy": proxies.caddy}
# A loopback address that is neither the proxy's nor the server's.
CLIENT = "127.0.0.2"
FORGED = "203.0.113.9"
PASSWORD = "long enough for anybody"
CONTAINER = pathlib.Path(__file__).resolve().parents[2] / "packaging/container/Caddyfile"


class Site:
    """A server behind a proxy that ends TLS, and requests to the proxy from an address of their own."""

    def __init__(self, shell, port, context):
        self.shell, self.port, self.context = shell, port, context

    def connection(self):
        return http.client.HTTPSConnection(
            "localhost", self.port, timeout=30, context=self.context, source_address=(CLIENT, 0))

    def request(self, method, path, body=None, **headers):
        with contextlib.closing(self.connection()) as connection:
            connection.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def sign_in(self):
        """The cookie of a session; the request says that it comes from somebody else."""
        # A machine that does much else may not answer a first request in the seconds of the settings.
        for _ in range(5):
            status, _, page = self.request("GET", "/portal/sign-in")
            if status not in (502, 504):
                break
        assert status == 200
        token = re.search(r'name="csrf" value="([^"]*)"', page.decode())[1]
        form = urllib.parse.urlencode({"csrf": token, "next": "", "name": "Ann", "password": PASSWORD})
        status, headers, page = self.request(
            "POST", "/portal/sign-in", form, Content_Type="application/x-www-form-urlencoded",
            Origin=f"https://localhost:{self.port}", X_Forwarded_For=FORGED)
        assert status == 303, page
        return "; ".join(value.split(";")[0] for value in headers.get_all("Set-Cookie"))


@pytest.fixture(params=PROGRAMS)
def site(request, shell, tmp_path):
    if not (shutil.which(request.param) or shutil.which(f"/usr/sbin/{request.param}")):
        pytest.skip(f"{request.param} is not installed")
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.publish()
    shell.run("account", "add", "Ann", "--role", "administrator", entered=f"{PASSWORD}\n")
    folder = tmp_path / "proxy"
    folder.mkdir()
    chain, key = proxies.certificate(folder)
    port, behind = proxies.free_port(), proxies.free_port()
    # One file of settings for the server and for the command, as an operator has it.
    settings = folder / "marquee.json"
    settings.write_text(json.dumps({
        "port": behind, "public-url": f"https://localhost:{port}", "proxies": 1, "event-body-limit": "3MiB",
        "request-timeout": "5s"}))
    printed = shell.run("proxy", request.param, "--config", settings, "--certificate", chain, "--key", key)
    assert printed.stderr == ""
    check, words = PROGRAMS[request.param](folder, printed.stdout)
    checked = subprocess.run(check, capture_output=True, text=True, timeout=60)
    assert checked.returncode == 0, checked.stderr
    serve = [shell.program, "serve", "--config", settings]
    with proxies.running(serve, shell.folder, behind, shell.environment), proxies.running(words, folder, port):
        yield Site(shell, port, ssl.create_default_context(cafile=chain))


def test_a_person_signs_in_through_the_proxy_and_is_known_by_the_own_address(site):
    cookie = site.sign_in()
    status, headers, page = site.request("GET", "/portal/", Cookie=cookie)
    assert status == 200 and b"Ann" in page
    assert headers["Strict-Transport-Security"]
    with contextlib.closing(sqlite3.connect(site.shell.folder / "marquee-data/marquee.sqlite3")) as database:
        assert database.execute("SELECT DISTINCT address FROM session WHERE account = 'Ann'").fetchall() == [(CLIENT,)]


def test_an_event_stream_arrives_event_by_event(site):
    cookie = site.sign_in()
    with contextlib.closing(site.connection()) as connection:
        connection.request("GET", "/portal/live/events?app=demo", headers={"Cookie": cookie, "Accept-Encoding": "gzip"})
        stream = connection.getresponse()
        assert stream.status == 200 and [stream.readline(), stream.readline()] == [b": connected\n", b"\n"]
        event = {"id": str(uuid.uuid4()), "name": "tested", "time": 1_700_000_000_000, "sequence": 1, "properties": {}}
        body = json.dumps({"install": "i", "sent": 1_700_000_000_000, "sdk": "1", "events": [event]})
        status, _, answer = site.request("POST", "/v1/apps/demo/main/events", body, Content_Type="application/json")
        assert status == 200 and json.loads(answer)["verdicts"] == "a"
        assert b"tested" in stream.readline()
        stream.close()


def test_a_device_gets_a_part_of_a_file(site):
    path = "/v1/apps/demo/main/releases/1/contentDB.sqlite3"
    status, _, whole = site.request("GET", path)
    assert status == 200 and whole.startswith(b"SQLite format 3")
    status, headers, part = site.request("GET", path, Range="bytes=100-299")
    assert (status, part) == (206, whole[100:300])
    assert headers["Content-Range"] == f"bytes 100-299/{len(whole)}"


@pytest.mark.parametrize("size, status", [(2 << 20, 400), (4 << 20, 413)])
def test_the_server_decides_which_body_is_too_large(site, size, status):
    """Both are above what nginx takes by itself."""
    found, headers, answer = site.request("POST", "/v1/apps/demo/main/events", b"x" * size, Content_Type="application/json")
    assert found == status
    assert "json" in headers["Content-Type"], answer


@pytest.mark.parametrize("settings, sentence", [
    ([], "public-url is missing"), (["--public-url", "https://a.example/x"], "is not an origin"),
    (["--public-url", "https://a.example", "--port", "0"], "port is 0"), (["--prot", "1"], "did you mean --port?")])
def test_settings_without_a_public_address_are_refused(shell, settings, sentence):
    assert sentence in shell.run("proxy", "nginx", *settings, status=64).stderr


def test_what_the_server_lacks_is_said_beside_the_settings(shell):
    printed = shell.run("proxy", "caddy", "--public-url", "https://a.example")
    assert printed.stderr.startswith("Warning: proxies is 0: set it to 1")
    assert "https://a.example {" in printed.stdout


def test_the_file_for_containers_is_what_the_command_prints(shell):
    """Only its name is left to the environment."""
    printed = shell.run(
        "proxy", "caddy", "--public-url", "https://host.invalid", "--proxies", "1", "--upstream", "marquee")
    assert CONTAINER.read_text() == printed.stdout.replace("https://host.invalid", "https://{$HOST}")
