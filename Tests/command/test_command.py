"""The program as a shell sees it: exit codes, what is on standard output and what is on standard error."""
import base64
import json
import os
import subprocess

import pytest


@pytest.mark.parametrize("words", [
    (), ("--help",), ("help", "release"), ("content", "import", "--help"), ("keys", "init", "--help"), ("serve", "--help")])
def test_help_goes_to_standard_output_and_is_no_failure(shell, words):
    result = shell.run(*words)
    assert "USAGE" in result.stdout and not result.stderr


def commands(shell, *words):
    """A command and all below it, as its help lists them."""
    yield words
    _, _, listed = shell.run(*words, "--help").stdout.partition("SUBCOMMANDS:\n")
    for line in listed.splitlines():
        if line.startswith("  ") and line[2] != " " and not line.startswith("  See "):
            yield from commands(shell, *words, line.split()[0])


def test_no_help_is_wider_than_a_terminal(shell):
    shell.environment["COLUMNS"] = "80"
    found = list(commands(shell))
    assert ("content", "template", "set") in found
    for words in found:
        text = shell.run(*words, "--help").stdout
        assert [line for line in text.splitlines() if len(line) > 80] == [], words
    lines = shell.run("serve", "--help").stdout.splitlines()
    begin, end = (next(i for i, line in enumerate(lines) if line.startswith(word)) for word in ("  --data", "USAGE"))
    assert all(line.startswith("  ") for line in lines[begin:end] if line), "what belongs to a setting is below it"


@pytest.mark.parametrize("words", [
    ("nonsense",), ("release", "publish", "--nonsense"), ("release", "show"), ("release", "show", "first"),
    ("content", "import", "posts"), ("content", "import", "posts", "--hub", "A", "--watch", "--strict"), ("serve", "--port", "80000")])
def test_wrong_usage_ends_with_64_and_says_so_on_standard_error(shell, words):
    result = shell.run(*words, status=64)
    assert "rror" in result.stderr and not result.stdout


@pytest.mark.parametrize("words, variables, file, error", [
    (["--port", "80000"], {}, {}, 'port (--port): "80000" is not a whole number from 0 to 65535'),
    (["--prt", "80"], {}, {}, "--prt is not a setting; did you mean --port?"),
    ([], {"MARQUEE_LAB": "on"}, {}, 'lab (MARQUEE_LAB): "on" is not off, signed-in, open'),
    ([], {"MARQUEE_LAP": "on"}, {}, "MARQUEE_LAP is not a setting; did you mean MARQUEE_LAB?"),
    ([], {}, {"drain-time": "soon"}, 'drain-time (marquee.json): "soon" is not a time such as 500ms, 30s or 2m'),
    ([], {}, {"drain": "1s"}, 'marquee.json: "drain" is not a setting'),
    (["--tls-key", "key.pem"], {}, {}, "tls-key (--tls-key) needs tls-certificate as well")])
def test_a_bad_setting_is_named_with_its_source_and_nothing_else_is_printed(shell, words, variables, file, error):
    shell.environment |= variables
    (shell.folder / "marquee.json").write_text(json.dumps(file))
    result = shell.run("serve", "--config", "marquee.json", *words, status=64)
    first, second = result.stderr.splitlines()
    assert first.startswith("Error: ") and error in first and not result.stdout
    assert second == "See 'marquee serve --help' for every setting."
    assert not (shell.folder / "marquee-data").exists()


def test_keys_are_made_once_and_handed_out_again(shell):
    command = ("keys", "init", "--app", "brand", "--server", "https://content.example", "--out")
    shell.run(*command, "first")
    assert {path.name for path in (shell.folder / "first").iterdir()} == {"marquee.json", "pubkey.der", "zbimconfig.plist"}
    folder = shell.folder / "marquee-data/keys/brand"
    keys = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert len(keys) == 3 and all(path.stat().st_mode & 0o777 == 0o600 for path in folder.iterdir())
    shell.run(*command, "second")
    assert keys == {path.name: path.read_bytes() for path in folder.iterdir()}
    for name in ("marquee.json", "pubkey.der", "zbimconfig.plist"):
        assert (shell.folder / "first" / name).read_bytes() == (shell.folder / "second" / name).read_bytes()
    native = json.loads((shell.folder / "first/marquee.json").read_text())
    assert native["service"] == "https://content.example/v1/apps/brand/main" and native["app"] == "brand"
    assert [base64.b64decode(key) for key in native["keys"]] == [(shell.folder / "first/pubkey.der").read_bytes()]


def test_a_removed_hub_no_longer_prevents_publishing(shell):
    shell.write("one.md", "One", "Text")
    shell.publish()
    (shell.folder / "feed.xml").write_text("<rss><channel></channel></rss>")
    shell.run("content", "import", "feed.xml", "--hub", "Nothing", "--app", "demo")
    shell.write("two.md", "Two", "Text")
    shell.publish()
    [first, second] = [article for article in shell.json("content", "list")]
    shell.run("content", "remove", f"zbimdb://{first['hub']}/a/{first['id']}")
    assert [article["id"] for article in shell.json("content", "list")] == [second["id"]]
    shell.run("content", "remove", f"zbimdb://{first['hub']}/")
    assert "No articles" in shell.run("content", "list").stdout
    assert "no hub" in shell.run("release", "publish", "--app", "demo", status=1).stderr
    assert "notes" in shell.run("content", "remove", "notes", status=64).stderr


def test_a_missing_source_changes_nothing(shell):
    result = shell.run("content", "import", "nowhere", "--hub", "High Larch", "--app", "demo", status=1)
    assert "nowhere" in result.stderr
    assert "High Larch" not in shell.run("content", "list").stdout


def test_problems_are_reported_with_file_and_line_and_are_a_failure_when_strict(shell):
    shell.write("good.md", "Good", "Fine.")
    shell.write("bad.md", "Bad", "See ![a hut](images/hut.png).", day=2)
    report = shell.json("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
    assert len(report["added"]) == 2
    assert [(problem["file"], problem["kind"]) for problem in report["problems"]] == [("bad.md", "missing_image")]
    assert report["problems"][0]["line"] == 8
    again = shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo", "--strict", status=2)
    assert "0 changes" in again.stdout and "bad.md:8: warning" in again.stdout


def test_a_release_lives_through_edit_diff_verification_and_rollback(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.write("second.md", "Second snow", "It fell again.", day=2)
    assert shell.publish("--note", "one")["release"]["version"] == 1
    assert not shell.json("release", "publish")["isNew"]

    shell.write("first.md", "First snow", "It fell in the night, and nobody saw it.")
    assert shell.publish()["release"]["version"] == 2
    difference = shell.json("release", "diff", "1", "2")
    assert [entry["title"] for entry in difference["changed"] if "/a/" in entry["uri"]] == ["First snow"]
    assert [entry["version"] for entry in shell.json("release", "list")] == [2, 1]
    assert "First snow" in shell.run("release", "show", "2").stdout
    shell.run("release", "verify")

    assert shell.json("release", "rollback", "1")["version"] == 3
    assert shell.run("release", "show", "9", status=1).stderr


def test_verification_finds_a_changed_byte(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.publish()
    page = next(
        path for path in (shell.folder / "marquee-data/objects").rglob("*")
        if path.is_file() and b"It fell in the night." in path.read_bytes())
    page.chmod(0o600)
    page.write_bytes(page.read_bytes().replace(b"night", b"light"))
    result = shell.run("release", "verify", status=1)
    assert page.name[:8] in result.stdout + result.stderr or page.parent.name in result.stdout + result.stderr


def test_written_files_are_readable_only_by_their_owner(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.publish()
    paths = [path for path in (shell.folder / "marquee-data").rglob("*") if path.stat().st_mode & 0o077]
    assert not paths, paths


def test_an_unknown_app_is_named_with_the_existing_ones(shell):
    assert "Nothing" in shell.run("release", "list", "--app", "demo").stdout
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "acme")
    shell.run("release", "publish", "--app", "acme")
    for words in [("release", "verify"), ("release", "list"), ("content", "list"), ("keys", "rotate")]:
        result = shell.run(*words, "--app", "demo", status=64)
        assert "no app demo" in result.stderr and "acme" in result.stderr


def test_a_file_is_read_only_up_to_the_limit_of_a_template(shell):
    shell.run("keys", "init", "--app", "demo")
    with (shell.folder / "huge.html").open("wb") as file:
        file.truncate(1 << 30)
    process = subprocess.Popen(
        [shell.program, "content", "template", "set", "article", "huge.html"], cwd=shell.folder, env=shell.environment,
        stderr=subprocess.PIPE, text=True)
    error = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 64
    assert "huge.html has more than 1048576 bytes" in error
    assert usage.ru_maxrss < 300_000, "in KiB, for a file of a GiB"


def test_a_template_is_shown_changed_published_and_reset(shell):
    """HUB-006: every page is made with what is stored."""
    shell.run("content", "template", "list", "--app", "demo")
    shell.run("content", "template", "set", "article", "none.html", "--app", "demo", status=64)
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.write("second.md", "Second snow", "It fell again.", day=2)
    shell.publish()
    own = shell.folder / "own.html"
    built_in = shell.run("content", "template", "show", "article").stdout
    own.write_text(built_in.replace("<h1>", "<h1>Our own: "), encoding="utf-8")
    assert shell.json("content", "template", "set", "article", "own.html")["version"] == 1
    assert "own, version 1" in shell.run("content", "template", "list").stdout
    assert shell.json("content", "template", "show", "article")["text"] == own.read_text(encoding="utf-8")
    shell.run("release", "publish")
    difference = shell.json("release", "diff", "1", "2")
    assert {entry["title"] for entry in difference["changed"] if "/a/" in entry["uri"]} == {"First snow", "Second snow"}
    shell.run("content", "template", "reset", "article")
    assert shell.run("content", "template", "show", "article").stdout == built_in
    assert "no template article of its own" in shell.run("content", "template", "reset", "article", status=1).stderr


def test_a_broken_template_is_named_with_file_and_line_and_not_stored(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.publish()
    (shell.folder / "own.html").write_text("<h1>{{title}}</h1>\n{{headline}}\n", encoding="utf-8")
    result = shell.run("content", "template", "set", "article", "own.html", status=1)
    assert "own.html:2:" in result.stderr and "headline" in result.stderr and not result.stdout
    assert not any(line["version"] for line in shell.json("content", "template", "list"))
    assert "none.html" in shell.run("content", "template", "set", "article", "none.html", status=64).stderr
    assert "nonsense" in shell.run("content", "template", "show", "nonsense", status=1).stderr


def test_a_watched_folder_is_published_at_once_and_with_each_change(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    with shell.watch("--json") as process:
        started = json.loads(process.stdout.readline())
        assert started["published"]["isNew"] and started["published"]["release"]["version"] == 1
        assert len(started["imported"]["added"]) == 1
        shell.write("second.md", "Second snow", "It fell again.", day=2)
        changed = json.loads(process.stdout.readline())
        assert changed["published"]["release"]["version"] == 2 and len(changed["imported"]["added"]) == 1
        assert changed["imported"]["unchanged"] == 1
    assert "Second snow" in shell.run("release", "show", "2").stdout


def test_a_watch_continues_after_a_failed_publish(shell):
    with shell.watch() as process:
        assert "empty" in process.stderr.readline()
        shell.write("first.md", "First snow", "It fell in the night.")
        assert "1 added" in process.stdout.readline()
        assert process.stdout.readline() == "Published release 1\n"
        (shell.posts / "note.txt").write_text("no article")
        assert "1 unchanged" in process.stdout.readline()
        assert process.stdout.readline() == "Nothing to publish\n"


@pytest.mark.parametrize("source", ["https://127.0.0.1:1/feed.xml", "nowhere", "feed.xml"])
def test_only_a_folder_is_watched(shell, source):
    (shell.folder / "feed.xml").write_text("<rss/>")
    result = shell.run("content", "import", source, "--hub", "High Larch", "--watch", status=64)
    assert "--watch needs a folder" in result.stderr and source in result.stderr


def test_a_long_command_shows_its_progress(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
    for words, steps in [
            (("release", "publish"), ["Rendering articles: 1 of 1 (100 %)", "Storing objects: ", "Writing the release's file: "]),
            (("release", "verify"), ["Checking objects: 4 of 4 (100 %)"]),
            (("release", "rollback", "1"), ["Writing the release's file: "])]:
        shown = shell.terminal(*words)
        assert [step for step in steps if step not in shown] == [], shown
        assert shown.endswith("\r") and "\n" not in shown, "the line is gone in the end"
    assert shell.terminal("release", "verify", "--json") == ""


def test_progress_is_shown_only_on_terminals(shell):
    shell.write("first.md", "First snow", "It fell in the night.")
    result = shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
    assert "\r" not in result.stdout + result.stderr
    for words in [("release", "publish"), ("release", "verify"), ("release", "rollback", "1")]:
        result = shell.run(*words)
        assert "\r" not in result.stdout and not result.stderr
