#!/usr/bin/env python3
"""Checks docs/requirements.tsv: its form, its ids, and that every test it names exists in the sources.

The column `test` names tests as TARGET/SUITE/FUNCTION for Swift and FILE::FUNCTION for Python, several separated by " ; ".
"""

import difflib
import re
import sys
from collections import Counter
from pathlib import Path

from swift_tests import find_tests

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "docs" / "requirements.tsv"
COLUMNS = ["id", "system", "seed_api", "requirement", "side", "edge_cases", "shared_concern", "test"]
SYSTEMS = {"HUB": ("hub", 267), "ENG": ("engage", 205), "PLC": ("placements", 140), "ADS": ("ads", 198)}


def read_rows(problems):
    rows = []
    lines = TABLE.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    if lines[0].split("\t") != COLUMNS:
        problems.append((1, "the header is not: " + ", ".join(COLUMNS)))
    for number, line in enumerate(lines[1:], 2):
        fields = line.split("\t")
        if len(fields) == len(COLUMNS):
            rows.append((number, dict(zip(COLUMNS, fields))))
        else:
            problems.append((number, f"{len(fields)} columns, not {len(COLUMNS)}"))
    return rows


def check_ids(rows, problems):
    seen = {}
    for number, row in rows:
        match = re.fullmatch(r"([A-Z]{3})-(\d{3})", row["id"])
        if not match or SYSTEMS.get(match.group(1), ("",))[0] != row["system"]:
            problems.append((number, f"id {row['id']!r} does not fit the system {row['system']!r}"))
        if row["id"] in seen:
            problems.append((number, f"{row['id']} stands in line {seen[row['id']]} already"))
        seen.setdefault(row["id"], number)
    for prefix, (_, count) in SYSTEMS.items():
        for value in range(1, count + 1):
            if f"{prefix}-{value:03}" not in seen:
                problems.append((1, f"{prefix}-{value:03} is missing"))


def suggestion(name, tests):
    """The place of the test most like `name`: same function first, then similar spelling."""
    function = re.split(r"/|::", name)[-1]
    same = [test for test in tests if re.split(r"/|::", test)[-1] == function]
    near = same or difflib.get_close_matches(name, tests, n=1, cutoff=0.6)
    if not near:
        return "nothing similar exists"
    path, line = tests[near[0]]
    return f"{path}:{line} has {near[0]!r}"


def check_tests(rows, problems):
    tests = find_tests(ROOT)
    covered = Counter()
    for number, row in rows:
        names = [name.strip() for name in row["test"].split(" ; ")] if row["test"].strip() else []
        covered[row["system"]] += bool(names)
        for name in names:
            if name not in tests:
                problems.append((number, f"{row['id']} names the unknown test {name!r}; {suggestion(name, tests)}"))
    return len(tests), covered


def main():
    problems = []
    rows = read_rows(problems)
    check_ids(rows, problems)
    tests, covered = check_tests(rows, problems)
    for number, message in sorted(problems):
        print(f"{TABLE.relative_to(ROOT)}:{number}: {message}", file=sys.stderr)
    figures = ", ".join(f"{system} {covered[system]} of {count}" for system, count in SYSTEMS.values())
    print(f"requirements: {len(rows)} rows, {tests} tests in the sources; rows with a test: {figures}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
