#!/usr/bin/env python3
"""Converts the SDK's documentation with DocC, warnings as errors: dead links and public symbols without a comment are refused.

Works on the modules of a debug build; builds them first where they are missing or old.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build/debug"
# Xcode's tools have no place among a Mac's commands.
DOCC = ["xcrun", "docc"] if sys.platform == "darwin" else ["docc"]
# Each group is converted together, so that one module's comments can link to another's symbols.
GROUPS = {
    "Sources/Marquee/Marquee.docc": ["Marquee", "MarqueeHub", "MarqueeEngage", "MarqueePlacements", "MarqueeCore", "MarqueeWire", "MarqueeTesting"],
    "Sources/MarqueeWire/MarqueeWire.docc": ["MarqueeWire"],
    "Sources/MRAID/MRAID.docc": ["MRAID"],
    "Sources/MarqueeTesting/MarqueeTesting.docc": ["MarqueeTesting", "MarqueeHub", "MarqueeCore", "MarqueeWire"],
    "Sources/VAST/VAST.docc": ["VAST"],
}


def run(*command):
    result = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(str(part) for part in command[:3])} … failed:\n{result.stdout}{result.stderr}")


def target():
    text = subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True, check=True).stdout
    return json.loads(text)["target"]["unversionedTriple"]


def includes():
    yield BUILD / "Modules"
    yield ROOT / "Sources/CStdCXX"
    yield ROOT / "Sources/CZlib"
    yield from (path.parent for path in (ROOT / ".build/checkouts").glob("*/Sources/*/module.modulemap"))
    yield from (path for path in (ROOT / ".build/checkouts").glob("*/Sources/*/include") if path.is_dir())


def undocumented(folder):
    """Public symbols of our sources without a comment, enum cases and requirements included, which the linter lets pass."""
    sources = (ROOT / "Sources").as_uri()
    for graph in sorted(folder.glob("*.symbols.json")):
        for symbol in json.loads(graph.read_text(encoding="utf-8"))["symbols"]:
            place = symbol.get("location", {})
            if place.get("uri", "").startswith(sources) and "docComment" not in symbol:
                path = place["uri"].removeprefix(sources + "/")
                yield f"Sources/{path}:{place['position']['line'] + 1}: {'.'.join(symbol['pathComponents'])} has no comment"


def main():
    run("scripts/build.sh")
    search = [part for path in includes() for part in ("-I", path)]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for module in sorted({module for modules in GROUPS.values() for module in modules}):
            (folder / module).mkdir()
            run("swift", "symbolgraph-extract", "-module-name", module, "-target", target(), "-output-dir", folder / module,
                "-minimum-access-level", "public", *search)
        problems = [problem for path in sorted(folder.iterdir()) for problem in undocumented(path)]
        if problems:
            sys.exit("\n".join(problems))
        for catalogue, modules in GROUPS.items():
            graphs = folder / f"graphs of {modules[0]}"
            graphs.mkdir()
            for module in modules:
                for graph in (folder / module).iterdir():
                    (graphs / graph.name).write_bytes(graph.read_bytes())
            run(*DOCC, "convert", ROOT / catalogue, "--additional-symbol-graph-dir", graphs, "--output-path", folder / "archive",
                "--fallback-bundle-identifier", modules[0], "--warnings-as-errors")
    print(f"docc: {len(GROUPS)} catalogues converted without warnings")


main()
