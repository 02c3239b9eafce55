"""Finds the tests in the sources: Swift Testing functions by target, suite and name, and pytest functions by file and name."""

import re
from pathlib import Path

SUITE = re.compile(r"^(\s*)(?:@\w+(?:\(.*?\))?\s+)*(?:(?:public|private|fileprivate|final|indirect|package)\s+)*"
                   r"(?:struct|class|actor|enum|extension)\s+`?([^`:{<]+?)`?\s*(?:[:{<]|where|$)")
FUNCTION = re.compile(r"\bfunc\s+(?:`([^`]+)`|(\w+))\s*[(<]")
PYTHON_TEST = re.compile(r"^(?:async )?def (test_\w+)", re.MULTILINE)


def swift_tests(path, target):
    """Yields (name, line) of every @Test in a file; suites nest by indentation."""
    suites = []
    awaiting = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code = line.split("//", 1)[0] if not re.search(r'"[^"]*//', line) else line
        if match := SUITE.match(code):
            depth = len(match.group(1))
            suites = [suite for suite in suites if suite[0] < depth] + [(depth, match.group(2).strip())]
        awaiting = awaiting or bool(re.search(r"@Test\b", code))
        if awaiting and (match := FUNCTION.search(code)):
            depth = len(line) - len(line.lstrip())
            parts = [name for indentation, name in suites if indentation < depth]
            yield "/".join([target, *parts, match.group(1) or match.group(2)]), number
            awaiting = False


def find_tests(root):
    """All tests below `root` as {name: (path, line)}."""
    found = {}
    for folder in (root / "Tests", root / "Server" / "Tests"):
        for path in sorted(folder.rglob("*.swift")):
            for name, line in swift_tests(path, path.relative_to(folder).parts[0]):
                found[name] = (path.relative_to(root), line)
        for path in sorted(folder.rglob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            for match in PYTHON_TEST.finditer(text):
                name = f"{path.relative_to(root).as_posix()}::{match.group(1)}"
                found[name] = (path.relative_to(root), text.count("\n", 0, match.start()) + 1)
    return found


if __name__ == "__main__":
    for test in find_tests(Path(__file__).resolve().parent.parent):
        print(test)
