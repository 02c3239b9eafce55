#!/usr/bin/env python3
"""Checks docs/requirements.tsv: its form, and that every test it names exists in the sources.

A test is named `Target/Suite/test name` for Swift, `Tests/browser/file.py::test_name` for the browser; several stand apart by ` ; `.
"""
import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs/requirements.tsv"
COLUMNS = ["id", "system", "seed_api", "requirement", "side", "edge_cases", "shared_concern", "test"]
EXPECTED = {"HUB": 267, "ENG": 205, "PLC": 140, "ADS": 198}
TEST = re.compile(r"@Test\b(?:(?!\bfunc\b).)*?\bfunc\s+(?:`([^`]+)`|(\w+))\s*[(<]", re.S)


def swift_tests():
    """Every test as Target/Suite/name, under each of the types declared before it in its file."""
    found = set()
    for base in (ROOT / "Tests", ROOT / "Server/Tests"):
        for path in base.glob("*/**/*.swift"):
            target = path.relative_to(base).parts[0]
            text = path.read_text(encoding="utf-8")
            types = [(m.start(), m.group(1)) for m in re.finditer(r"^[ ]{0,4}(?:@\w+(?:\([^\n]*\))?\s*\n?\s*)?(?:\w+ )*?(?:struct|class|enum|actor|extension)\s+(\w+)", text, re.M)]
            for match in TEST.finditer(text):
                suites = [name for start, name in types if start < match.start()]
                found |= {f"{target}/{suite}/{match.group(1) or match.group(2)}" for suite in suites}
    return found


def browser_tests():
    found = set()
    for path in (ROOT / "Tests/browser").glob("*.py"):
        for name in re.findall(r"^\s*def (test_\w+)", path.read_text(encoding="utf-8"), re.M):
            found.add(f"{path.relative_to(ROOT)}::{name}")
    return found


def main():
    lines = TABLE.read_text(encoding="utf-8").rstrip("\n").split("\n")
    problems = []
    if lines[0].split("\t") != COLUMNS:
        problems.append(f"{TABLE}:1: the columns are not {', '.join(COLUMNS)}")
    tests = swift_tests() | browser_tests()
    ids, covered = collections.Counter(), collections.Counter()
    for number, line in enumerate(lines[1:], 2):
        cells = line.split("\t")
        where = f"docs/requirements.tsv:{number}"
        if len(cells) != len(COLUMNS):
            problems.append(f"{where}: {len(cells)} columns, not {len(COLUMNS)}")
            continue
        ids[cells[0]] += 1
        named = [name for name in cells[-1].split(" ; ") if name]
        covered[cells[0].split("-")[0]] += bool(named)
        for name in named:
            if name not in tests:
                near = [test for test in tests if test.rsplit("/", 1)[-1] == name.rsplit("/", 1)[-1]]
                problems.append(f"{where}: {cells[0]} names no test that exists: {name}" + (f" (meant {near[0]}?)" if near else ""))
    problems += [f"docs/requirements.tsv: {name} stands {count} times" for name, count in ids.items() if count > 1]
    for system, count in EXPECTED.items():
        have = sum(1 for name in ids if name.startswith(system + "-"))
        if have != count:
            problems.append(f"docs/requirements.tsv: {have} rows of {system}, not {count}")
        print(f"{system}: {covered[system]} of {count} rows name a test")
    print("\n".join(problems))
    sys.exit(1 if problems else 0)


main()
