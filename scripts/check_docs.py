#!/usr/bin/env python3
"""Checks that relative links in Markdown lead somewhere, and that README's Swift example is the one the tests compile."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
# The sample content and fixtures are input, not documentation: their dangling links are wanted.
INPUT = ("Server/Sources/MarqueeCommand/Sample/", "Server/Tests/", "Tests/")
EXAMPLE = ROOT / "Tests/MarqueeTests/QuickStart.swift"


def link_problems(path):
    text = path.read_text(encoding="utf-8")
    prose = FENCE.sub(lambda match: "\n" * match.group().count("\n"), text)
    for match in LINK.finditer(prose):
        target = match.group(1).split("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            continue
        if not (path.parent / target).exists():
            line = prose.count("\n", 0, match.start()) + 1
            yield f"{path.relative_to(ROOT)}:{line}: the link to {target} leads nowhere"


def example_problems():
    fences = re.findall(r"^```swift\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    if not fences or not EXAMPLE.exists():
        return
    def squeeze(text):
        return re.sub(r"\s+", " ", text).strip()

    compiled = squeeze(EXAMPLE.read_text(encoding="utf-8"))
    for fence in fences:
        body = "\n".join(line for line in fence.splitlines() if not line.startswith("import "))
        if squeeze(body) not in compiled:
            yield f"README.md: a Swift example differs from {EXAMPLE.relative_to(ROOT)}"


def main():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    problems = list(example_problems())
    for name in names.splitlines():
        if not name.startswith(INPUT) and (ROOT / name).is_file():
            problems += link_problems(ROOT / name)
    print("\n".join(problems) if problems else "documentation: fine")
    sys.exit(1 if problems else 0)


main()
