#!/usr/bin/env python3
"""Compiles the Swift examples of the articles for app developers, in Swift 6 and in Swift 5 mode, warnings as errors.

Each example is a file of its own. Without an import it gets those of an app; without a declaration at its top it is the body of
a function that has `marquee`, `controller` and `view`. Apple's modules are the declarations in Stubs/, as for check_ui.py.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import check_ui

ROOT = check_ui.ROOT
ARTICLES = ("README.md", "Examples/*.md", "docs/*.md", "Sources/Marquee/Marquee.docc/GettingStarted.md")
# Their examples stand in a test that runs; check_docs.py compares them.
RUN = ("README.md",)
IMPORTS = ["import Marquee", "import MarqueeUI", "import SwiftUI", "import UIKit"]
DECLARATION = re.compile(r"^(@\w+ )*(public |private |final )*(actor|class|enum|extension|func|protocol|struct) ", re.M)
BLOCK = re.compile(r"^```swift\n(.*?)^```", re.M | re.S)


def articles():
    names = subprocess.run(["git", "ls-files", *ARTICLES], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [name for name in names.splitlines() if (ROOT / name).is_file()]


def documents():
    """The documents whose examples are compiled here and nowhere else."""
    return [name for name in articles() if name not in RUN]


def examples(text):
    """The first line of each example in a document, and the example."""
    for match in BLOCK.finditer(text):
        yield text.count("\n", 0, match.start(1)) + 1, match.group(1)


def source(example, number, line, path):
    """A file of Swift whose lines the compiler reports as those of the document."""
    lines = example.splitlines()
    imports = [text for text in lines if text.startswith("import ")] or IMPORTS
    body = "\n".join("" if text.startswith("import ") else text for text in lines)
    place = f'#sourceLocation(file: "{path}", line: {line})\n{body}\n#sourceLocation()\n'
    if not DECLARATION.search(body):
        place = (f"@MainActor func example{number}(marquee: Marquee, controller: UIViewController, view: UIView) async throws {{\n"
                 f"{place}}}\n")
        imports = sorted({*imports, "import Marquee", "import UIKit"})
    return "\n".join(imports) + "\n" + place


def compile_examples(folder, files, mode):
    # For Swift to find what check_ui.py compiled: the app's side of the SDK.
    command = ["swiftc", "-typecheck", "-swift-version", mode, "-warnings-as-errors", "-parse-as-library", "-module-name",
               "Examples", *check_ui.includes(), *files]
    result = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True)
    return result.stderr if result.returncode else ""


def main():
    if not (check_ui.OUTPUT / "MarqueeUI.swiftmodule").exists():
        check_ui.main()
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for path in articles():
            for line, example in examples((ROOT / path).read_text(encoding="utf-8")):
                files.append(pathlib.Path(folder) / f"Example{len(files)}.swift")
                files[-1].write_text(source(example, len(files), line, path), encoding="utf-8")
        for mode in ("6", "5"):
            if problems := compile_examples(folder, files, mode):
                sys.exit(f"an example does not compile in Swift {mode} mode:\n{problems}")
    print(f"examples: {len(files)} of the articles compile in Swift 6 and Swift 5 mode")


if __name__ == "__main__":
    main()
