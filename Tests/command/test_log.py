"""What a server writes for its operator: where it serves, who was refused, and one line for each request that is asked for."""
import json
import subprocess
import urllib.error
import urllib.parse
import urllib.request

import pytest


class Running:
    """A server whose log is read when it has stopped."""

    def __init__(self, shell, *flags):
        self.log = (shell.folder / "log").open("w+")
        self.process = subprocess.Popen(
            [shell.program, "serve", "--port", "0", "--content-port", "0", *flags], cwd=shell.folder,
            env=shell.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().split("service: ")[1].strip().rstrip("/")

    def ask(self, path, data=None, method=None):
        request = urllib.request.Request(self.address + path, data, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0
        self.log.seek(0)
        return self.log.read().splitlines()


@pytest.fixture
def run(shell):
    servers = []

    def begin(*flags):
        servers.append(Running(shell, *flags))
        return servers[-1]

    yield begin
    for server in servers:
        server.process.kill()
        server.process.wait()


def test_the_log_says_at_the_start_which_program_serves_what_where(shell, run):
    server = run()
    version = shell.run("--version").stdout.strip()
    lines = server.stop()
    start = [line for line in lines if f"marquee {version} serves {shell.folder / 'marquee-data'}" in line]
    assert len(start) == 1 and f"at {server.address}" in start[0] and "no TLS of its own" in start[0], lines


def test_json_logs_are_one_object_on_each_line(run):
    server = run("--log-format", "json", "--request-log", "all", "--log-level", "debug")
    assert server.ask("/healthz?token=secret-of-a-query") == 200
    assert server.ask("/healthz", method="HEAD") == 200
    assert server.ask("/nowhere") == 404
    lines = [json.loads(line) for line in server.stop()]
    assert all({"time", "level", "label", "message"} <= line.keys() for line in lines)
    assert all(len(json.dumps(line)) < 1000 for line in lines), "a line that nobody can read"
    requests = [line["metadata"] for line in lines if line["message"] == "request"]
    assert [(line["method"], line["path"], line["status"]) for line in requests][:2] == [
        ("GET", "/healthz", "200"), ("HEAD", "/healthz", "200")]
    assert all(line["from"] == "127.0.0.1" and float(line["ms"]) >= 0 for line in requests)
    assert "secret-of-a-query" not in json.dumps(lines)


def test_a_refused_sign_in_is_in_the_log_with_its_address_and_without_what_was_typed(shell, run):
    shell.run("account", "add", "Ann", "--role", "administrator", entered="correct horse battery\n")
    server = run()
    form = urllib.parse.urlencode({"name": "hunter2", "password": "hunter3"}).encode()
    assert server.ask("/portal/sign-in", form) == 403
    lines = server.stop()
    assert any("sign-in refused" in line and "127.0.0.1" in line for line in lines), lines
    assert not any("hunter" in line for line in lines)


def test_a_certificate_that_cannot_be_read_is_named_alone(shell):
    result = shell.run("serve", "--tls-certificate", "nope.pem", "--tls-key", "nope.pem", status=1)
    assert result.stderr.splitlines() == [
        f"Error: {shell.folder / 'nope.pem'} (tls-certificate) cannot be read: No such file or directory"]


def test_a_command_takes_the_only_app_and_asks_among_several(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    nameless = shell.run("content", "import", "posts", "--hub", "High Larch", status=64)
    assert "name the new one with --app" in nameless.stderr
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
    assert shell.json("release", "publish")["release"]["scope"]["app"] == "brand"
    shell.run("keys", "init", "--app", "other")
    several = shell.run("release", "list", status=64)
    assert "there are several apps; --app takes brand, other" in several.stderr


@pytest.mark.parametrize("variables, address, warns", [
    ({}, "http://127.0.0.1:8080", True),
    ({"MARQUEE_PUBLIC_URL": "https://content.example.org"}, "https://content.example.org", False),
    ({"MARQUEE_PORT": "9000", "MARQUEE_HOST": "192.0.2.7"}, "http://192.0.2.7:9000", False)])
def test_an_apps_files_have_the_address_that_the_settings_say(shell, variables, address, warns):
    shell.environment |= variables
    result = shell.run("keys", "init", "--app", "brand")
    assert address in (shell.folder / "zbimconfig.plist").read_text()
    assert f"Its address: {address}" in result.stdout
    assert ("only this machine reaches it" in result.stdout) == warns
