#!/usr/bin/env python3
"""Validates documents that the VAST writer wrote with the IAB's own schemas. Usage: check_vast_schema.py SCHEMAS DOCUMENTS

SCHEMAS is a folder with vast3_draft.xsd and vast_4.2.xsd of github.com/InteractiveAdvertisingBureau/vast, which are not part
of this project. DOCUMENTS holds a folder for each edition, as WriteEditions of Fuzzing leaves them.

The schemas have xs:anyURI for addresses, and xmllint refuses one that holds a macro in brackets, as the standard writes them.
So each document is validated twice: with the schema as it is, and with a copy that has xs:string in place of xs:anyURI. The
second decides; the first is counted and printed.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

SCHEMAS = {"3.0": "vast3_draft.xsd", "4.2": "vast_4.2.xsd"}
# What the schema of 3.0 refuses although the text has it, or leaves it to others.
EXCEPTIONS = {
    "have no ads and an Error, which the text has and the schema lacks": re.compile(r"\?>\s*<VAST [^>]*><Error>"),
    "have an extension with a VAST element of its own, which the schema looks into": re.compile(r"<VAST\b.*<VAST\b", re.S),
}
BATCH = 200


def refusals(schema, files):
    """The files that the schema refuses, each with what xmllint says first."""
    found = {}
    for start in range(0, len(files), BATCH):
        words = ["xmllint", "--noout", "--schema", schema, *files[start:start + BATCH]]
        ended = subprocess.run(words, capture_output=True, text=True)
        if ended.returncode not in (0, 3):
            sys.exit(f"xmllint ended with {ended.returncode}: {ended.stderr.strip().splitlines()[-1]}")
        for line in ended.stderr.splitlines():
            match = re.match(r"(.*\.xml):\d+: (.*)", line)
            if match:
                found.setdefault(match.group(1), match.group(2))
    return found


def check(edition, schema, files, folder):
    text = schema.read_text(encoding="utf-8-sig")
    relaxed = folder / schema.name
    relaxed.write_text(text.replace("xs:anyURI", "xs:string"), encoding="utf-8")
    as_it_is, as_strings = refusals(schema, files), refusals(relaxed, files)
    exceptions = {sentence: set() for sentence in EXCEPTIONS}
    for file in as_strings if edition == "3.0" else ():
        for sentence, pattern in EXCEPTIONS.items():
            if pattern.search(pathlib.Path(file).read_text("utf-8")):
                exceptions[sentence].add(file)
    excepted = set().union(*exceptions.values())
    faults = {file: reason for file, reason in as_strings.items() if file not in excepted}
    print(f"{edition}: {len(files)} documents, {len(files) - len(as_strings)} valid by {schema.name} with addresses as strings")
    print(f"{edition}: {len(as_it_is) - len(as_strings)} of these are refused by the schema as it is, for an address with a macro")
    for sentence, found in exceptions.items():
        if found:
            print(f"{edition}: {len(found)} refused documents {sentence}")
    print(f"{edition}: {len(faults)} documents are at fault")
    for file, reason in sorted(faults.items()):
        print(f"{file}: {reason}")
    return not faults


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    schemas, documents = (pathlib.Path(word) for word in sys.argv[1:])
    valid = True
    with tempfile.TemporaryDirectory() as folder:
        for edition, name in SCHEMAS.items():
            files = sorted(str(path) for path in (documents / edition).glob("*.xml"))
            if not (schemas / name).is_file():
                sys.exit(f"{schemas / name} is not there. It is a file of github.com/InteractiveAdvertisingBureau/vast.")
            if not files:
                sys.exit(f"There are no documents in {documents / edition}.")
            valid &= check(edition, schemas / name, files, pathlib.Path(folder))
    sys.exit(0 if valid else 1)


if __name__ == "__main__":
    main()
