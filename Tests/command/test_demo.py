"""A demo keeps its data only where somebody named a directory, and says so."""
import json
import pathlib
import subprocess

import pytest
import requests


@pytest.mark.parametrize("words, is_kept", [((), False), (("--data", "kept"), True)])
def test_a_demo_says_whether_its_data_is_kept(shell, words, is_kept):
    process = subprocess.Popen(
        [shell.program, "demo", "--port", "0", "--content-port", "0", *words], cwd=shell.folder,
        env=shell.environment | {"TMPDIR": str(shell.folder)}, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline().strip()
        start, _, rest = line.partition("Ctrl-C")
        assert start == "Marquee runs. Stop it with "
        named = pathlib.Path(rest.removeprefix("; ").removesuffix(" is deleted then."))
        folder = shell.folder / "kept" if is_kept else named
        assert rest == ("." if is_kept else f"; {folder} is deleted then.")
        assert (folder / "marquee.sqlite3").exists()
        process.terminate()
        assert process.wait(timeout=30) == 0
        assert folder.exists() == is_kept
    finally:
        process.kill()
        process.communicate()


def test_a_demo_has_placements_at_first_sight(shell):
    """PLC-012: the sample game finds each of its placements on a fresh server, and nobody has to make them by hand."""
    process = subprocess.Popen(
        [shell.program, "demo", "--port", "0", "--content-port", "0", "--data", "seeded", "--json"], cwd=shell.folder,
        env=shell.environment, stdout=subprocess.PIPE, text=True)
    try:
        text = ""
        while not text.endswith("}\n"):
            text += process.stdout.readline()
        words = ["--app", "demo", "--scope", "placements:read", "--data", "seeded"]
        token = shell.json("token", "create", "studio", *words)["text"]
        headers = {"Authorization": f"Bearer {token}"}
        api = f"{json.loads(text)['portal']}api/v1/apps/demo"
        placements = requests.get(f"{api}/placements", headers=headers, timeout=30).json()["items"]
        assert {place["tag"] for place in placements} == {"launch", "level_end", "more_games", "shop"}
        units = {unit["id"]: unit for unit in requests.get(f"{api}/units", headers=headers, timeout=30).json()["items"]}
        shown = [entry["unit"] for place in placements for entry in place["units"]]
        assert sorted(shown) == sorted(units) and not any(unit["isPaused"] for unit in units.values())
        assert all(unit["name"].startswith("Sample") for unit in units.values())
        process.terminate()
        assert process.wait(timeout=30) == 0
    finally:
        process.kill()
        process.communicate()
