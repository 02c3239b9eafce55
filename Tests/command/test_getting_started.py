"""What the article for app developers says about messages and privacy, by the sources and the privacy manifest."""
import pathlib
import plistlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARTICLE = (ROOT / "Sources/Marquee/Marquee.docc/GettingStarted.md").read_text(encoding="utf-8")
MANIFEST = plistlib.loads((ROOT / "Sources/MarqueeCore/PrivacyInfo.xcprivacy").read_bytes())
# The parts of the SDK whose messages an app meets.
PARTS = ("MarqueeWire", "MarqueeCore", "MarqueeEngage", "MarqueeHub", "MarqueePlacements", "Marquee", "MarqueeUI")


def section(title):
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", ARTICLE, re.S | re.M)[1]


def column(text, number):
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [row[number].strip() for row in rows[2:]]


def test_each_message_of_the_table_is_one_of_the_sdk():
    lines = [
        line.replace('\\"', '"') for part in PARTS for path in (ROOT / "Sources" / part).rglob("*.swift")
        for line in path.read_text(encoding="utf-8").splitlines() if '"' in line]
    messages = re.findall(r"`([^`]+)`", "\n".join(column(section("When something is wrong"), 0)))
    assert len(messages) >= 15
    # An ellipsis stands for a value, which the sources insert.
    forms = {message: re.compile(r"\\\(.*".join(re.escape(part) for part in message.split("…"))) for message in messages}
    assert [message for message, form in forms.items() if not any(form.search(line) for line in lines)] == []


def test_the_privacy_manifest_declares_what_the_article_says():
    cells = column(section("What the SDK collects"), 3)
    said = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    declared = {
        entry["NSPrivacyCollectedDataType"].removeprefix("NSPrivacyCollectedDataType"): entry
        for entry in MANIFEST["NSPrivacyCollectedDataTypes"]}
    assert said == set(declared)
    for entry in declared.values():
        # What carries the id of a user is linked to the user; nothing goes to another company.
        assert entry["NSPrivacyCollectedDataTypeLinked"] is True
        assert entry["NSPrivacyCollectedDataTypeTracking"] is False
        assert entry["NSPrivacyCollectedDataTypePurposes"]
    assert MANIFEST["NSPrivacyTracking"] is False
    assert MANIFEST["NSPrivacyTrackingDomains"] == []


def test_the_manifest_is_a_resource_of_the_target_that_every_app_links():
    package = (ROOT / "Package.swift").read_text(encoding="utf-8")
    core = re.search(r'name: "MarqueeCore",.*?(?=\.target\()', package, re.S)[0]
    assert '.copy("PrivacyInfo.xcprivacy")' in core
