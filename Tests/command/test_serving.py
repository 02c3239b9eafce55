"""A running server that loses its disk, or is told to stop: what it acknowledged is in its warehouse once."""
import contextlib
import json
import resource
import signal
import socket
import sqlite3
import subprocess
import time
import urllib.error
import urllib.request
import uuid

import pytest

SERVE = ("serve", "--port", "0", "--content-port", "0", "--shutdown-timeout", "10s")


class Server:
    """A server over the shell's data directory; `limit` is the size no file of its may exceed, `flags` are settings."""

    def __init__(self, shell, limit=None, flags=()):
        def confine():
            # Without the signal, a write beyond the limit fails as it does on a full disk.
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        self.log = (shell.folder / f"log-{uuid.uuid4()}").open("w+")
        self.process = subprocess.Popen(
            [shell.program, *SERVE, *flags], cwd=shell.folder, env=shell.environment, stdout=subprocess.PIPE, stderr=self.log,
            text=True, preexec_fn=confine if limit else None)
        line = self.process.stdout.readline()
        assert "http://" in line, line
        self.address = line.split("http://")[1].strip().strip("/")

    def operations(self):
        """Where the metrics are, which the server says further down."""
        while "Metrics" not in (line := self.process.stdout.readline()):
            assert line
        return line.split("http://")[1].strip().strip("/")

    def get(self, path, address=None):
        """The status of an answer, and its text."""
        try:
            with urllib.request.urlopen(f"http://{address or self.address}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def post_until_refused(self, most, **batch):
        """Posts batches; the ids that were acknowledged, and the refusal."""
        acknowledged = set()
        for _ in range(most):
            try:
                acknowledged |= self.post(**batch)
            except urllib.error.HTTPError as error:
                return acknowledged, error
        return acknowledged, None

    def post(self, count=10, size=500):
        """Posts one batch; the ids of the events that were acknowledged."""
        ids = [str(uuid.uuid4()) for _ in range(count)]
        now = int(time.time() * 1000)
        events = [
            {"id": id, "name": "tested", "time": now, "sequence": index + 1, "properties": {"text": "x" * size}}
            for index, id in enumerate(ids)]
        body = json.dumps({"install": "i", "sent": now, "sdk": "1", "events": events}).encode()
        request = urllib.request.Request(
            f"http://{self.address}/v1/apps/brand/main/events", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            verdicts = json.load(answer)["verdicts"]
        return {id for id, verdict in zip(ids, verdicts, strict=True) if verdict == "a"}

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0

    def words(self):
        self.log.seek(0)
        return self.log.read()


@contextlib.contextmanager
def serving(shell, limit=None, flags=()):
    server = Server(shell, limit, flags)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.wait()


@pytest.fixture
def brand(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "brand")
    shell.run("release", "publish", "--app", "brand")
    return shell


def folded(shell):
    """The ids in the warehouse, a list to show doubles, were there any."""
    database = sqlite3.connect(f"file:{shell.folder}/marquee-data/events/warehouse.sqlite3?mode=ro", uri=True)
    with contextlib.closing(database):
        return sorted(str(uuid.UUID(bytes=id)) for id, in database.execute("SELECT id FROM event"))


def wait_until_folded(shell, count):
    deadline = time.monotonic() + 300
    while (number := len(folded(shell))) < count:
        assert time.monotonic() < deadline, f"{number} of {count} are folded"
        time.sleep(0.2)


@pytest.mark.parametrize("mode, warns", [(0o755, True), (0o710, True), (0o701, True), (0o700, False)])
def test_a_data_directory_that_others_can_enter_is_reported_once(shell, mode, warns):
    folder = shell.folder / "marquee-data"
    folder.mkdir()
    folder.chmod(mode)
    with serving(shell) as server:
        server.stop()
        told = [line for line in server.words().splitlines() if "data directory" in line]
    assert len(told) == (1 if warns else 0), told
    if warns:
        assert "warning" in told[0] and f"its mode is 0{mode:o}" in told[0]
        assert told[0].endswith(f"chmod 700 {folder}")
    assert folder.stat().st_mode & 0o777 == mode, "it is left as it is"


def test_a_full_disk_refuses_events_and_loses_none_that_were_acknowledged(brand):
    acknowledged = set()
    with serving(brand, limit=3_000_000) as server:
        refusal = None
        for _ in range(2000):
            try:
                acknowledged |= server.post()
            except urllib.error.HTTPError as error:
                refusal = error
                break
        assert refusal is not None and refusal.code == 503
        assert int(refusal.headers["Retry-After"]) > 0
        assert "marquee-data" not in refusal.read().decode()
        with urllib.request.urlopen(f"http://{server.address}/healthz", timeout=10) as answer:
            assert answer.status == 200
        assert "refused" in server.words()
        server.process.kill()
    assert acknowledged
    with serving(brand) as server:
        acknowledged |= server.post()
        wait_until_folded(brand, len(acknowledged))
        server.stop()
    assert folded(brand) == sorted(acknowledged)


def test_a_stopping_server_answers_the_requests_in_progress(brand):
    now = int(time.time() * 1000)
    event = {"id": str(uuid.uuid4()), "name": "tested", "time": now, "sequence": 1}
    body = json.dumps({"install": "i", "sent": now, "sdk": "1", "events": [event]}).encode()
    with serving(brand) as server:
        host, port = server.address.split(":")
        connection = socket.create_connection((host, int(port)), timeout=30)
        head = f"POST /v1/apps/brand/main/events HTTP/1.1\r\nHost: {server.address}\r\nContent-Length: {len(body)}\r\n\r\n"
        connection.sendall(head.encode() + body[:20])
        time.sleep(2)
        server.process.terminate()
        time.sleep(0.3)
        assert server.process.poll() is None, "it waits for the request"
        connection.sendall(body[20:])
        answer = connection.recv(65536).decode()
        assert answer.startswith("HTTP/1.1 200") and '"verdicts":"a' in answer
        connection.close()
        assert server.process.wait(timeout=30) == 0
    with serving(brand) as server:
        wait_until_folded(brand, 1)
        server.stop()
    assert folded(brand) == [event["id"]]


def test_a_sender_above_its_rate_has_to_wait_and_nothing_is_lost(brand):
    flags = ("--event-rate-per-address", "1k", "--event-rate-per-install", "0")
    with serving(brand, flags=flags) as server:
        acknowledged, refusal = server.post_until_refused(40, count=40, size=20_000)
        assert refusal is not None and refusal.code == 429 and int(refusal.headers["Retry-After"]) > 1
        assert server.get("/healthz")[0] == 200
        wait_until_folded(brand, len(acknowledged))
        server.stop()
    assert acknowledged and folded(brand) == sorted(acknowledged)


def test_a_full_warehouse_refuses_events_and_keeps_the_acknowledged_ones(brand):
    flags = (
        "--event-rate-per-address", "0", "--event-rate-per-install", "0", "--warehouse-quota", "1MiB",
        "--operations-port", "0")
    with serving(brand, flags=flags) as server:
        operations = server.operations()
        acknowledged, refusal = server.post_until_refused(3000, count=100, size=10)
        assert refusal is not None and refusal.code == 503 and int(refusal.headers["Retry-After"]) > 1
        wait_until_folded(brand, len(acknowledged))
        assert "marquee_warehouse_quota_bytes 1048576" in server.get("/metrics", operations)[1]
        server.stop()
    assert folded(brand) == sorted(acknowledged)
    with serving(brand) as server:
        acknowledged |= server.post()
        wait_until_folded(brand, len(acknowledged))
        server.stop()
    assert folded(brand) == sorted(acknowledged)


def test_metrics_and_readiness_are_not_on_the_public_port(brand):
    with serving(brand, flags=("--operations-port", "0")) as server:
        operations = server.operations()
        assert operations.startswith("127.0.0.1:")
        for path in ("/metrics", "/readyz"):
            assert server.get(path)[0] == 404
            assert server.get(path, operations)[0] == 200
        assert server.get("/healthz")[0] == server.get("/healthz", operations)[0] == 200


def test_one_address_cannot_take_every_connection(brand):
    with serving(brand, flags=("--connections-per-address", "20", "--head-timeout", "2s")) as server:
        host, port = server.address.split(":")
        held = [socket.create_connection((host, int(port)), timeout=30) for _ in range(40)]
        for connection in held:
            with contextlib.suppress(OSError):
                connection.sendall(b"GET / HTTP/1.1\r\n")
        time.sleep(0.5)
        # Another address of this machine.
        other = socket.create_connection((host, int(port)), timeout=5, source_address=("127.0.0.2", 0))
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert other.recv(100).startswith(b"HTTP/1.1 200")
        deadline = time.monotonic() + 20
        while True:
            with contextlib.suppress(OSError, urllib.error.URLError):
                if server.get("/healthz")[0] == 200:
                    break
            assert time.monotonic() < deadline, "half heads end within their time"
            time.sleep(0.2)
        for connection in [*held, other]:
            connection.close()
