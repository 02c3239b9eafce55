"""Phones of players, which ask for placements as PlayHaven's SDK 1.13 does."""
import base64
import hashlib
import json
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

UNITS = {
    "played-hello": ("announcement", {"title": "Hello", "message": "Level 2 is here", "url": "https://store.example/x"}),
    "played-welcome": ("announcement", {"title": "Welcome", "message": "Ten new rooms", "url": "https://store.example/x"}),
    "played-coins": ("reward", {"title": "For you", "reward": "coins", "quantity": 50}),
    "played-sword": ("purchase", {"title": "Sword", "product": "com.example.sword", "quantity": 1}),
    "played-list": ("moreGames", {"items": [{"title": "Other", "url": "https://store.example/y"}]})}
PLACEMENTS = {
    "played-start": ["played-hello", "played-welcome"], "played-daily": ["played-coins"], "played-shop": ["played-sword"],
    "played-games": ["played-list"]}


def identifier():
    return base64.urlsafe_b64encode(hashlib.sha1(uuid.uuid4().bytes).digest()).rstrip(b"=").decode()


def fetch(address):
    """Asks for an address and follows no redirect out of the server."""
    opener = urllib.request.build_opener(NoRedirect)
    try:
        with opener.open(address, timeout=30) as answer:
            return answer.read()
    except urllib.error.HTTPError as error:
        assert error.code == 302, error


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *ignored):
        return None


def put(portal, token, path, body):
    request = urllib.request.Request(
        f"{portal}/api/v1/apps/demo/{path}", json.dumps(body).encode(), {"Authorization": f"Bearer {token}"}, method="PUT")
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert answer.status in (200, 201)


def set_up(portal, token):
    """Units of every kind that is counted, and a placement for each; two units of one placement take turns."""
    for id, (kind, document) in UNITS.items():
        put(portal, token, f"units/{id}", {"name": id.title(), "kind": kind, "document": document})
    for tag, units in PLACEMENTS.items():
        put(portal, token, f"placements/{tag}", {
            "name": tag.title(), "badge": "3" if tag == "played-games" else "", "units": [{"unit": unit, "priority": 1} for unit in units]})


class Player:
    def __init__(self, portal, secret, gid=None):
        self.portal, self.secret, self.gid, self.session = portal, secret, gid or identifier(), ""

    def ask(self, path, **own):
        nonce = identifier()
        signed = f"demo:{self.session}:{self.gid}:{nonce}:{self.secret}"
        parameters = own | {
            "token": "demo", "session": self.session, "gid": self.gid, "nonce": nonce, "os": "iPhone OS 6.1.3", "idiom": "0",
            "signature": base64.urlsafe_b64encode(hashlib.sha1(signed.encode()).digest()).rstrip(b"=").decode()}
        answer = json.loads(fetch(f"{self.portal}/v3/publisher/{path}/?{urllib.parse.urlencode(parameters)}"))
        assert answer["error"] is None, answer
        return answer["response"]

    def play(self, number):
        """A session: an announcement, a reward, an offer, the list of games. What the player does depends on the number."""
        self.session = self.ask("open", scount=1, ssum=60 + 20 * number)["session"]
        unit = self.ask("content", placement_id="played-start")
        content = unit["context"]["content"]
        fetch(content["complete_dispatch"]["parameters"]["url"])
        fetch(content["touch_dispatch"]["parameters"]["url"] if number % 3 == 0 else unit["close_ping"])
        reward = self.ask("content", placement_id="played-daily")["context"]["content"]
        fetch(reward["complete_dispatch"]["parameters"]["url"])
        fetch(reward["unlock_ping"])
        offer = self.ask("content", placement_id="played-shop")["context"]["content"]
        fetch(offer["complete_dispatch"]["parameters"]["url"])
        if number % 2:
            fetch(offer["attempt_ping"])
            resolution = ["buy", "cancel", "error"][number // 2 % 3]
            self.ask(
                "iap", product="com.example.sword", quantity=1, resolution=resolution, price="0.99",
                price_locale=["USD", "EUR"][number % 4 // 2],
                cookie=offer["buy_dispatch"]["parameters"]["purchases"][0]["cookie"])
        has_badge = self.ask("content", placement_id="played-games", metadata=1).get("notification") is not None
        games = self.ask("content", placement_id="played-games", badge_shown=int(has_badge and number % 2 == 0))
        fetch(games["context"]["content"]["complete_dispatch"]["parameters"]["url"])


def play(portal, token, secret):
    """A dozen players, each with a session, and a form for nobody."""
    set_up(portal, token)
    for number in range(12):
        Player(portal, secret).play(number)


def wait_for_figures(portal, token, opens):
    """Waits until the reports know the players' opens."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        request = urllib.request.Request(
            f"{portal}/api/v1/apps/demo/placement-report?by=all", headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            rows = json.load(answer)["rows"]
        if rows and rows[0]["figures"].get("opens", 0) >= opens:
            return
        time.sleep(0.1)
    raise AssertionError(f"the reports know {rows}")
