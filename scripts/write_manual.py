#!/usr/bin/env python3
"""Writes the manual page marquee(1), in mdoc, from what the program says about itself.

Usage: marquee --experimental-dump-help | scripts/write_manual.py > marquee.1
"""
import json
import re
import sys
import textwrap

SETTING = re.compile(r"^  --(\S+) VALUE$")
ENVIRONMENT = """.Bl -tag -width Ds
.It Ev MARQUEE_CONFIG
A file of settings for
.Nm Cm serve .
Other commands take the data directory and the database from it.
.It Ev MARQUEE_DATA , MARQUEE_DATABASE
The data directory and the database, before those of the file.
Every other setting of
.Nm Cm serve
has a variable too; it stands beside the setting above.
.El"""


def escaped(text):
    """Text that mdoc takes as it is: no escapes, no macro at the start of a line."""
    text = text.replace("\\", "\\e").replace("`", "\\(ga").replace("'", "\\(aq")
    return re.sub(r"^\.", "\\&.", text)


def sentences(text):
    """Each sentence begins a line, which is how mdoc knows where they end; no line is longer than it asks for."""
    parts = re.split(r"(?<=[A-Za-z0-9)`][.:?]) (?=[A-Z`])", " ".join(text.split()))
    return [escaped(line) for part in parts for line in textwrap.wrap(part, 72, break_long_words=False, break_on_hyphens=False)]


def name(argument):
    """`Fl -app Ar app`, `Ar source`: an argument as a macro writes it."""
    value = f"Ar {argument['valueName']}"
    if argument["kind"] == "positional":
        return value
    names = sorted(argument["names"], key=lambda each: each["kind"] == "short")
    flags = " , ".join(f"Fl {'-' if each['kind'] == 'long' else ''}{each['name']}" for each in names)
    return flags if argument["kind"] == "flag" else f"{flags} {value}"


def shown(command):
    """The arguments that the help shows, without those of every command."""
    return [
        each for each in command.get("arguments", [])
        if each["shouldDisplay"] and each["valueName"] not in ("help", "version")]


def synopsis(words, command):
    parts = []
    for argument in shown(command):
        repeated = " ..." if argument["isRepeating"] else ""
        parts.append((".Op " if argument["isOptional"] else ".") + name(argument) + repeated)
    return [f".Nm Cm {' '.join(words)}", *parts]


def listed(items):
    """A tagged list of pairs of a tag and lines."""
    if not items:
        return []
    rows = [line for tag, lines in items for line in (f".It {tag}", *lines)]
    return [".Bl -tag -width Ds", *rows, ".El"]


def settings(text):
    """The table of settings as pairs; what stands around it, as paragraphs."""
    pairs, paragraphs = [], [""]
    for line in text.split("\n"):
        if found := SETTING.match(line):
            pairs.append((f"Fl -{found[1]} Ar value", ""))
        elif pairs and line.startswith("      "):
            pairs[-1] = (pairs[-1][0], f"{pairs[-1][1]} {line.strip()}")
        elif line.strip():
            paragraphs[-1] += f" {line}"
        else:
            paragraphs.append("")
    return [(tag, sentences(meaning)) for tag, meaning in pairs], [each for each in paragraphs if each.strip()]


def described(command):
    pairs, paragraphs = settings(command.get("discussion", ""))
    lines = sentences(command["abstract"])
    for paragraph in paragraphs:
        lines += [".Pp", *sentences(paragraph)]
    options = []
    for argument in shown(command):
        text = sentences(argument.get("abstract", ""))
        if "defaultValue" in argument:
            text.append(f"The default is {escaped(argument['defaultValue'])}.")
        options.append((name(argument), text))
    return lines + listed(options) + listed(pairs)


def subcommands(command, words=()):
    """Every command with its words, and whether it is a group of others."""
    for sub in command.get("subcommands", []):
        here = (*words, sub["commandName"])
        if sub["commandName"] == "help" or not sub["shouldDisplay"]:
            continue
        yield here, sub, bool(sub.get("subcommands"))
        yield from subcommands(sub, here)


def manual(command):
    _, paragraphs = settings(command.get("discussion", ""))
    lines = [".Dd $Mdocdate$", ".Dt MARQUEE 1", ".Os", ".Sh NAME", ".Nm marquee", ".Nd a self-hosted mobile marketing platform"]
    lines += [".Sh SYNOPSIS", ".Nm Ar command Op Ar argument ...", ".Sh DESCRIPTION"]
    codes = [each for each in paragraphs if each.split()[0] == "Exit"]
    for paragraph in [command["abstract"], *(each for each in paragraphs if each not in codes)]:
        lines += [*sentences(paragraph), ".Pp"]
    lines += ["Every command explains itself with", ".Fl -help .", ".Sh COMMANDS"]
    for words, sub, is_group in subcommands(command):
        lines += [f".Ss {' '.join(words)}"]
        if not is_group:
            lines += [".Bd -ragged", *synopsis(words, sub), ".Ed", ".Pp"]
        lines += described(sub)
    lines += [".Sh ENVIRONMENT", ENVIRONMENT]
    if codes:
        lines += [".Sh EXIT STATUS", *(line for each in codes for line in sentences(each))]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(manual(json.load(sys.stdin)["command"]), end="")
