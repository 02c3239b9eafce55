#!/usr/bin/env python3
"""Checks that relative links in Markdown lead somewhere, that the Swift examples shown are ones the tests compile, and that
the types of ARCHITECTURE.md stand in the files beside them. check_samples.py compiles the examples of the other documents."""
import pathlib
import re
import subprocess
import sys

import check_samples

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)
# The sample content and fixtures are input, not documentation: their dangling links are wanted.
INPUT = ("Server/Sources/MarqueeCommand/Sample/", "Server/Tests/", "Tests/")
# Where the examples of README and of the DocC articles stand as code.
EXAMPLES = (
    "Examples/HighLarch/HighLarch/QuickStart.swift", "Tests/MarqueeTests/QuickStart.swift",
    "Tests/MarqueeTests/QuickTest.swift", "Tests/MRAIDTests/QuickStart.swift", "Tests/VASTTests/QuickStart.swift",
)


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


def squeeze(text):
    return re.sub(r"\s+", " ", text).strip()


def example_problems(path):
    compiled = [squeeze((ROOT / name).read_text(encoding="utf-8")) for name in EXAMPLES]
    for fence in re.findall(r"^```swift\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S):
        body = squeeze("\n".join(line for line in fence.splitlines() if not line.startswith("import ")))
        if not any(body in text for text in compiled):
            yield f"{path.relative_to(ROOT)}: a Swift example stands in none of {', '.join(EXAMPLES)}"


def step_problems(path):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        step = re.match(r"\| [^|]+ \| `(\w+)[^|]* \| (\S+\.swift) \|$", line)
        if not step:
            continue
        file = ROOT / step.group(2)
        declared = rf"\b(struct|class|enum|actor|protocol|extension) {step.group(1)}\b"
        if not file.is_file() or not re.search(declared, file.read_text(encoding="utf-8")):
            yield f"{path.relative_to(ROOT)}:{number}: {step.group(1)} is not in {step.group(2)}"


def main():
    names = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    problems = list(step_problems(ROOT / "ARCHITECTURE.md"))
    for name in names.splitlines():
        if not name.startswith(INPUT) and (ROOT / name).is_file():
            problems += link_problems(ROOT / name)
            if name not in check_samples.documents():
                problems += example_problems(ROOT / name)
    print("\n".join(problems) if problems else "documentation: fine")
    sys.exit(1 if problems else 0)


main()
