"""What a stranger's markup becomes on published pages, as another parser than the program's own reads it."""
import json
import pathlib
import sqlite3
import urllib.parse
import zlib

import html5lib
import pytest

HTML = "{http://www.w3.org/1999/xhtml}"
ATTACKS = json.loads((pathlib.Path(__file__).parent / "hostile_markup.json").read_text(encoding="utf-8"))
# What runs, loads, submits, or is read by other rules than HTML's own. Pages have a style sheet and a policy of their own.
FORBIDDEN = {
    "applet", "area", "audio", "base", "button", "canvas", "dialog", "embed", "fencedframe", "form", "frame", "frameset", "iframe",
    "input", "map", "math", "noembed", "noframes", "noscript", "object", "param", "plaintext", "portal", "script", "select", "source",
    "style", "svg", "template", "textarea", "track", "video", "xmp"}


def faults(page, scripting):
    """Each way in which a page could run, load or submit something."""
    tree = html5lib.HTMLParser(namespaceHTMLElements=True).parse(page, scripting=scripting)
    for element in tree.iter():
        if not isinstance(element.tag, str):
            continue  # a comment
        if not element.tag.startswith(HTML):
            yield f"<{element.tag}>"
            continue
        name = element.tag.removeprefix(HTML)
        if name in FORBIDDEN:
            yield f"<{name}>"
        if name == "meta" and element.get("http-equiv", "").lower() not in ("", "content-security-policy"):
            yield f"<meta {element.attrib}>"
        if name == "link" and not element.get("href", "").startswith(("../assets/page-", "assets/page-")):
            yield f"<link {element.attrib}>"
        for attribute, value in element.attrib.items():
            if not isinstance(attribute, str) or attribute.startswith("on") or attribute in ("style", "srcdoc", "ping", "formaction"):
                yield f"{attribute}={value}"
            if attribute in ("href", "src", "srcset", "action", "data", "background", "poster", "cite"):
                scheme = urllib.parse.urlsplit("".join(value.split())).scheme.lower()
                if scheme not in ("", "http", "https", "mailto", "tel") or (attribute != "href" and scheme):
                    yield f"{attribute}={value}"


def pages(shell):
    """Every page of the first release."""
    [file] = (shell.folder / "marquee-data/releases").rglob("1/contentDB.sqlite3")
    database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
    for encoding, content in database.execute("SELECT encoding, bytes FROM object"):
        text = zlib.decompress(content, wbits=-15) if encoding else content
        if text.startswith(b"<!DOCTYPE html>"):
            yield text.decode("utf-8")


# HUB-006
@pytest.mark.parametrize("kind", ["feed", "folder"])
def test_another_parser_finds_no_attack_of_the_corpus_on_the_pages(shell, kind):
    if kind == "feed":
        items = [{"id": str(number), "title": f"Attack {number}", "content_html": attack} for number, attack in enumerate(ATTACKS)]
        source = shell.folder / "feed.json"
        source.write_text(json.dumps({"version": "https://jsonfeed.org/version/1.1", "items": items}))
    else:
        source = shell.posts
        for number, attack in enumerate(ATTACKS):
            shell.write(f"{number}.md", f"Attack {number}", attack)
    shell.run("content", "import", str(source), "--hub", "Hostile", "--app", "demo")
    shell.run("release", "publish")
    found = {title: page for page in pages(shell) if (title := page.partition("<title>")[2].partition("</title>")[0]).startswith("Attack")}
    assert len(found) == len(ATTACKS)
    for title, page in found.items():
        for scripting in (False, True):
            assert list(faults(page, scripting)) == [], f"{title}: {ATTACKS[int(title.split()[1])]!r}"


def test_the_other_parser_finds_an_attack():
    assert sum(1 for attack in ATTACKS if list(faults(attack, True))) > 200
