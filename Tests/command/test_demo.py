"""A demo keeps its data only where somebody named a directory, and says so."""
import pathlib
import subprocess

import pytest


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
