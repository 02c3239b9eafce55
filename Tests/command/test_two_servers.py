"""Two servers over one database and one object store, of which one is killed again and again: what either acknowledged holds."""
import collections
import http.server
import itertools
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

import pytest
from test_api import make_token
from test_objects import Store

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import databases  # noqa: E402

# A few rounds show that the test works; TWO_SERVERS_ROUNDS=50 looks for what is rare.
ROUNDS = int(os.environ.get("TWO_SERVERS_ROUNDS", 6))
APP = "apps/demo"
ARTICLES = f"{APP}/hubs/high-larch/channels/news/articles"
PASSWORD = "correct horse battery"
FEEDS = 4
# A source is read at most this often, in seconds.
FEED_INTERVAL = 60


class Server:
    """One of the servers, with a data directory of its own, at an address that stays."""

    def __init__(self, name, folder, shell):
        self.name, self.folder, self.shell = name, folder, shell
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.process = None

    def start(self):
        self.log = (self.folder.parent / f"{self.name}.log").open("a")
        self.process = subprocess.Popen(
            [self.shell.program, "serve", "--data", self.folder, "--port", str(self.port), "--lab", "off", "--operations-port", "0"],
            env=self.shell.environment, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        assert "http://" in line, f"{line}\n{(self.folder.parent / f'{self.name}.log').read_text()}"

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=60) == 0

    def send(self, method, path, body=None, headers=()):
        """Status, text and headers; `None` when the connection broke, after which nobody knows what was done."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data=body, method=method, headers=dict(headers))
        try:
            with opener.open(request, timeout=60) as answer:
                return answer.status, answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            try:
                return error.code, error.read().decode(), error.headers
            except OSError:
                return None
        except (OSError, EOFError) as error:
            # Nobody listened, so nothing was done.
            return (503, "", {}) if isinstance(getattr(error, "reason", error), ConnectionRefusedError) else None
        except Exception as error:  # http.client's own, when an answer is cut
            if "http.client" in type(error).__module__:
                return None
            raise


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


opener = urllib.request.build_opener(NoRedirects)


class Pair:
    """Both servers, asked at random."""

    def __init__(self, servers, token):
        self.servers, self.token, self.done = servers, token, threading.Event()
        self.failures = []

    def call(self, method, path, body=None, **headers):
        """Status, answer and headers; status 0 when nobody knows what was done."""
        headers = {"Authorization": f"Bearer {self.token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body).encode()
        answer = random.choice(self.servers).send(method, f"/api/v1/{path}", data, headers)
        if answer is None or not answer[1]:
            time.sleep(0.05)
            return (answer or [0])[0], None, {}
        status, text, fields = answer
        # Another failure of the server says neither that it was done nor that it was not.
        return (0 if status >= 500 and status != 503 else status), json.loads(text) if text else None, fields

    def work(self, body):
        def run():
            try:
                while not self.done.is_set():
                    body()
            except BaseException as error:  # also an assertion: the test reports it
                self.failures.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        return thread


class Counter:
    """An article whose title is a number, to which many add 1: whether no change is lost, and none is made twice."""

    def __init__(self, pair):
        self.pair, self.acknowledged, self.unknown = pair, [], 0
        status, article, _ = pair.call("POST", ARTICLES, {"title": "0", "body": "Counts."})
        assert status == 201, article
        self.path = f"{APP}/hubs/high-larch/articles/{article['uri'].rsplit('/', 1)[1]}"

    def add(self):
        status, article, fields = self.pair.call("GET", self.path)
        if status != 200:
            return
        number = int(article["title"]) + 1
        status, answer, _ = self.pair.call("PUT", self.path, {"title": str(number)}, If_Match=fields["ETag"])
        assert status in (200, 412, 503, 0), answer
        if status == 200:
            self.acknowledged.append(number)
        self.unknown += status == 0

    def check(self):
        _, article, _ = self.pair.call("GET", self.path)
        final = int(article["title"])
        assert len(set(self.acknowledged)) == len(self.acknowledged), "two changes were made from one version"
        assert self.acknowledged and max(self.acknowledged) <= final
        missing = set(range(1, final + 1)) - set(self.acknowledged)
        assert len(missing) <= self.unknown, f"{len(missing)} changes came from nowhere, {self.unknown} have no answer"


class Releases:
    """Releases, each asked for under a key and asked for again when the answer was lost."""

    def __init__(self, pair):
        self.pair, self.acknowledged, self.keys = pair, [], itertools.count(1)

    def publish(self):
        key = f"release-{next(self.keys)}"
        for _ in range(8):
            status, release, fields = self.pair.call("POST", f"{APP}/releases", {"note": key}, Idempotency_Key=key)
            if status == 201:
                self.acknowledged.append((release["version"], key))
                return
            if status == 200:  # nothing has changed since the newest release
                return
            # 409: the key is held by a request that was killed; another publish is in the way.
            assert status in (0, 409, 422, 503), (status, release)
            time.sleep(0.2)

    def check(self):
        listed, cursor = [], ""
        while True:
            status, page, _ = self.pair.call("GET", f"{APP}/releases?limit=200{cursor}")
            assert status == 200
            listed += [(release["version"], release["note"]) for release in page["items"]]
            if "next" not in page:
                break
            cursor = f"&cursor={urllib.parse.quote(page['next'])}"
        versions = sorted(version for version, _ in listed)
        assert versions == list(range(1, len(versions) + 1))
        assert set(self.acknowledged) <= set(listed)
        notes = collections.Counter(note for _, note in listed if note.startswith("release-"))
        assert not [note for note, count in notes.items() if count > 1], "a key was carried out twice"
        return versions[-1]


class SignIns:
    """A session that one server opened is good at the other; guesses are counted by both together."""

    def __init__(self, pair):
        self.pair, self.opened, self.looked_at, self.refused_early, self.unknown = pair, 0, 0, 0, 0
        self.cookie, self.began = None, time.monotonic()

    @staticmethod
    def post(server, name, password, cookie):
        body = urllib.parse.urlencode({"name": name, "password": password}).encode()
        headers = {"Origin": f"http://127.0.0.1:{server.port}", "Content-Type": "application/x-www-form-urlencoded"}
        if cookie:
            headers["Cookie"] = cookie
        return server.send("POST", "/portal/sign-in", body, headers)

    def sign_in(self):
        first, second = random.sample(self.pair.servers, 2)
        answer = self.post(first, "Ann", PASSWORD, self.cookie)
        if answer is None or answer[0] >= 500:
            return
        status, text, fields = answer
        assert status == 303, text[:2000]
        cookies = [value.split(";")[0] for value in fields.get_all("Set-Cookie")]
        browser = [cookie for cookie in cookies if cookie.startswith("marquee_browser=")]
        # Known from now on, so that the guesses of others from this address do not slow it down.
        self.cookie = browser[0] if browser else self.cookie
        session = next(cookie for cookie in cookies if cookie.startswith("marquee_session="))
        answer = second.send("GET", "/portal/own", headers={"Cookie": session})
        if answer is None or answer[0] >= 500:
            return
        assert answer[0] == 200, "the other server does not know the session"
        self.opened += 1
        time.sleep(0.3)

    def guess(self):
        answer = self.post(random.choice(self.pair.servers), "Bob", "wrong", None)
        # A server that is killed may have looked at a guess without saying so.
        self.unknown += answer is None
        if answer is not None:
            self.looked_at += answer[0] == 403
            self.refused_early += answer[0] == 429
        time.sleep(0.1)

    def check(self):
        assert self.opened
        # On a slow machine, few guesses were answered meanwhile.
        for _ in range(20):
            if self.refused_early:
                break
            self.guess()
        seconds = time.monotonic() - self.began
        # Five are free; then each waits twice as long as the one before, from two seconds on.
        waits = itertools.accumulate(2**number for number in itertools.count(1))
        most = 5 + 1 + sum(1 for _ in itertools.takewhile(lambda wait: wait <= seconds, waits))
        assert 5 <= self.looked_at + self.unknown and self.looked_at <= most and self.refused_early, (
            self.looked_at, self.unknown, most)


class Feeds(http.server.ThreadingHTTPServer):
    """Feeds of other sites, and when each was asked for."""

    daemon_threads = True

    def __init__(self):
        self.asked = collections.defaultdict(list)
        asked = self.asked

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                name = self.path.strip("/").removesuffix(".xml")
                asked[name].append(time.monotonic())
                body = (
                    f'<?xml version="1.0"?><rss version="2.0"><channel><title>{name}</title><link>https://example.org/</link>'
                    f"<item><guid>{name}-1</guid><title>From {name}</title><description>Text</description></item>"
                    "</channel></rss>").encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/rss+xml")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def check(self):
        # A server that was killed while it read a feed leaves it to the next time.
        deadline = time.monotonic() + FEED_INTERVAL + 30
        while len(self.asked) < FEEDS and time.monotonic() < deadline:
            time.sleep(1)
        assert len(self.asked) == FEEDS
        for name, times in self.asked.items():
            gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
            # A server claims with its own clock before it asks, so a fetch may come late by the time that this takes.
            assert all(gap > FEED_INTERVAL - 20 for gap in gaps), f"{name} was read by both: {gaps}"


class Schedule:
    """Articles that are due one after the other: each is in a release soon after its time, whichever server runs then."""

    def __init__(self, pair):
        self.pair, self.due = pair, {}

    def add(self):
        due = time.time() + 3
        text = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(due))
        title = f"Due {len(self.due)}"
        status, article, _ = self.pair.call("POST", ARTICLES, {"title": title, "body": "Now.", "embargo": text})
        if status == 201:
            self.due[title] = due
        self.pair.done.wait(4)

    def check(self):
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            status, changes, _ = self.pair.call("GET", f"{APP}/changes")
            waiting = {entry["title"] for kind in ("added", "changed") for entry in changes[kind]} if status == 200 else {"?"}
            if not waiting & set(self.due):
                return
            time.sleep(1)
        pytest.fail(f"due, and in no release: {sorted(waiting & set(self.due))}")


@pytest.fixture
def shared(shell, tmp_path):
    """The environment of two servers, and their data directories, of which the second has got the first's key."""
    store = Store()
    shell.environment |= store.environment | {
        "MARQUEE_DATABASE": databases.address(str(tmp_path)), "MARQUEE_OBJECTS": store.address,
        "MARQUEE_FEED_NETWORKS": "127.0.0.0/8"}
    first, second = tmp_path / "marquee-data", tmp_path / "second"
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
    shell.run("release", "publish")
    for name in ("Ann", "Bob"):
        shell.run("account", "add", name, "--role", "administrator", entered=f"{PASSWORD}\n")
    yield shell, first, second
    store.stop()


def test_a_server_needs_the_keys_of_the_others(shared):
    shell, first, second = shared
    refused = shell.run("content", "list", "--data", second, status=1)
    assert "@server.key is missing" in refused.stderr
    (second / "keys").mkdir(parents=True, exist_ok=True, mode=0o700)
    shutil.copy(first / "keys/@server.key", second / "keys/@server.key")
    assert "First snow" in shell.run("content", "list", "--data", second).stdout


def test_what_either_acknowledged_holds_while_one_is_killed(shared):
    shell, first, second = shared
    token = make_token(shell)["text"]
    (second / "keys").mkdir(parents=True, mode=0o700)
    second.chmod(0o700)
    shutil.copy(first / "keys/@server.key", second / "keys/@server.key")
    feeds = Feeds()
    database = shell.environment["MARQUEE_DATABASE"]
    for number in range(FEEDS):
        # The portal offers no interval as short as this.
        databases.execute(
            database, "INSERT INTO feed_source (app, id, hub, kind, location, interval_seconds, next_run, version, publishes) "
            f"VALUES ('demo', 'feed{number}', 'high-larch', 'automatic', "
            f"'http://127.0.0.1:{feeds.server_port}/feed{number}.xml', {FEED_INTERVAL}, 0, 1, 0)")
    servers = [Server("first", first, shell), Server("second", second, shell)]
    try:
        for server in servers:
            server.start()
        watch(servers, token, feeds)
        for server in servers:
            server.stop()
    finally:
        for server in servers:
            server.kill()
    assert "Every check passed" in shell.run("release", "verify").stdout


def watch(servers, token, feeds):
    """Kills one after the other while both are used, and looks at the end whether everything is as it was said to be."""
    pair = Pair(servers, token)
    counter, releases, sign_ins, schedule = Counter(pair), Releases(pair), SignIns(pair), Schedule(pair)
    began = time.monotonic()
    threads = [
        pair.work(body) for body in (
            counter.add, counter.add, counter.add, releases.publish, sign_ins.sign_in, sign_ins.guess, schedule.add)]
    try:
        for _ in range(ROUNDS):
            pair.done.wait(random.uniform(0.5, 4))
            victim, other = random.sample(servers, 2)
            victim.kill()
            assert other.send("GET", "/healthz")[0] == 200
            pair.done.wait(random.uniform(0, 2))
            victim.start()
            assert not pair.failures, pair.failures
        # A due feed is looked for every 20 seconds.
        pair.done.wait(max(0, began + 25 - time.monotonic()))
    finally:
        pair.done.set()
        for thread in threads:
            thread.join(timeout=120)
        seconds = time.monotonic() - began
    assert not pair.failures, pair.failures
    schedule.check()
    counter.check()
    newest = releases.check()
    sign_ins.check()
    feeds.check()
    reports = [
        server.send("GET", f"/api/v1/{APP}/report", headers={"Authorization": f"Bearer {token}"}) for server in servers]
    assert [json.loads(report[1])["server"] for report in reports] == [socket.gethostname()] * 2
    print(
        f"{ROUNDS} kills in {seconds:.0f} s: {len(counter.acknowledged)} changes ({counter.unknown} without an answer), "
        f"{newest} releases, {sign_ins.opened} sign-ins, {sum(map(len, feeds.asked.values()))} feed reads, {len(schedule.due)} due")
