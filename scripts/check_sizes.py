#!/usr/bin/env python3
"""Refuses files that have grown too long and constructs that have no place in the sources."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIMITS = {"README.md": 120, "ARCHITECTURE.md": 150}
SWIFT_LIMIT = 500
BANNED = {
    re.compile(r"\btry!"): "try! can end the process",
    re.compile(r"\bfatalError\("): "fatalError ends the process",
    re.compile(r"\bas! "): "a forced cast can end the process",
    re.compile(r"\b(?:TODO|FIXME)\b"): "unfinished work belongs into CHANGELOG.md",
}
# The only places that may take text for markup: they wrote it, or read what the sanitiser wrote.
VERBATIM = "HTML(verbatim:"
VERBATIM_FILES = {
    "Server/Sources/Markup/HTML.swift", "Server/Sources/Publishing/Pages/ArticleRenderer.swift",
    "Server/Sources/Publishing/Pages/HubPages.swift",
}


def tracked(*patterns):
    names = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).is_file()]


def main():
    problems = []
    for name, limit in LIMITS.items():
        length = len((ROOT / name).read_text(encoding="utf-8").splitlines())
        if length > limit:
            problems.append(f"{name}:{limit + 1}: {length} lines; at most {limit}")
    for path in tracked("*.swift"):
        name = path.relative_to(ROOT)
        lines = path.read_text(encoding="utf-8").splitlines()
        if len(lines) > SWIFT_LIMIT:
            problems.append(f"{name}:{SWIFT_LIMIT + 1}: {len(lines)} lines; split by facet at {SWIFT_LIMIT}")
        if "Sources" not in name.parts:
            continue
        for number, line in enumerate(lines, 1):
            code = line.split("//")[0]
            if VERBATIM in code and str(name) not in VERBATIM_FILES:
                problems.append(f"{name}:{number}: {VERBATIM}…) takes text for markup; let HTML escape it")
            for pattern, reason in BANNED.items():
                if pattern.search(code):
                    problems.append(f"{name}:{number}: {reason}")
            if "@unchecked Sendable" in code and not any("SAFETY:" in near for near in lines[max(0, number - 4) : number + 4]):
                problems.append(f"{name}:{number}: @unchecked Sendable without a SAFETY: line that says why it holds")
    print("\n".join(problems) if problems else "sizes: fine")
    sys.exit(1 if problems else 0)


main()
