"""Placements and content units of the demo's app, made by the API as a studio's program makes them."""
import json
import subprocess
import urllib.error
import urllib.request

import databases
from conftest import PROGRAM

UNITS = {
    "announcement": {"title": "Level 2 is here", "message": "Ten new rooms.", "closeDelay": 5},
    "image": {"title": "Snow in the meadow", "closeDelay": 5},
    "moreGames": {"title": "More games", "items": [
        {"title": "Hut to Hut", "url": "https://store.example/huts"}, {"title": "Marmots", "url": "https://store.example/marmots"}]},
    "purchase": {"title": "Light for the night", "product": "lantern", "quantity": 1, "button_text": "Buy the lantern"},
    "reward": {"title": "Well built", "message": "Fifty stones for you.", "reward": "stones", "quantity": 50},
    "form": {"title": "Which season?", "fields": [
        {"id": "email", "label": "Your address"}, {"id": "season", "label": "Season", "choices": ["Summer", "Winter"]}]},
}


class Studio:
    """A token of the demo's app, and what it makes."""

    def __init__(self, demo):
        self.demo = demo
        words = ["token", "create", "studio", "--app", "demo", "--scope", "placements:read", "--scope", "placements:write"]
        made = subprocess.run(
            [PROGRAM, *words, "--json", "--data", demo["data"], *databases.words(demo["data"])],
            check=True, capture_output=True, text=True)
        self.token = json.loads(made.stdout)["text"]

    def open(self, method, path, body=None, **headers):
        request = urllib.request.Request(
            f"{self.demo['portal']}api/v1/apps/demo/{path}", method=method, data=body and json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"} | headers)
        return urllib.request.urlopen(request, timeout=30)

    def ask(self, method, path, body=None):
        with self.open(method, path, body) as answer:
            return json.loads(answer.read())

    def put(self, path, body):
        """A record, new or in place of the one that is there."""
        try:
            with self.open("GET", path) as answer:
                headers = {"If-Match": answer.headers["ETag"]}
        except urllib.error.HTTPError as error:
            assert error.code == 404, error
            headers = {}
        self.open("PUT", path, body, **headers).close()

    def make(self, kind, id, **changed):
        """A unit, with the members of its document changed."""
        self.put(f"units/{id}", {"name": id, "kind": kind, "document": UNITS[kind] | changed})

    def place(self, tag, *units, badge=""):
        """A placement with these units, the first one first."""
        self.put(f"placements/{tag}", {
            "name": tag, "badge": badge, "units": [{"unit": unit, "priority": place} for place, unit in enumerate(units, 1)]})
