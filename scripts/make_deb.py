#!/usr/bin/env python3
"""Builds the Debian package and prints its path. Usage: scripts/make_deb.py [--version TEXT] [--program FOLDER] [--quick]

The program is built for release with Swift's standard library linked in, in a folder of its own beside the debug build. For
tests, --quick links the debug build's program once more, with the library: what is tested is the package, and that takes seconds.
The manual, the completions and the settings file come from the built program, so that they always fit it.
"""
import argparse
import email.utils
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILDS = ROOT / ".build"
COMPLETIONS = {"bash": "marquee", "zsh": "_marquee", "fish": "marquee.fish"}
# debhelper would take a file named CHANGELOG.md or history.md for Debian's own.
DOCUMENTS = {
    "CHANGELOG.md": "versions.md", "docs/accounts.md": "accounts.md", "docs/install.md": "install.md",
    "docs/objects.md": "objects.md", "docs/operating.md": "operating.md", "docs/postgres.md": "postgres.md"}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def output(*words, **options):
    return run(*words, stdout=subprocess.PIPE, text=True, **options).stdout


def build(scratch):
    """Builds the program; the folder that holds it and its resources."""
    command = [
        ROOT / "scripts/build.sh", "--configuration", "release", "--static-swift-stdlib", "--package-path", ROOT / "Server",
        "--scratch-path", scratch, "--product", "marquee"]
    run(*command, stdout=sys.stderr)
    return pathlib.Path(output(*command, "--show-bin-path").strip())


def link(scratch):
    """Links the program of the debug build, which is there, with Swift's standard library in it; the folder as of build()."""
    debug = (BUILDS / "debug").resolve()
    # SwiftPM's own description of the last build, for the command that linked the program.
    description = BUILDS / "debug.yaml"
    commands = re.findall(r"^ *args: (\[.*\])$", description.read_text() if description.is_file() else "", re.M)
    links = [words for words in map(json.loads, commands) if str(debug / "marquee") in words and "-emit-executable" in words]
    if not links or not (debug / "marquee").is_file():
        sys.exit("--quick links what a debug build of the server has compiled: run make build first")
    command = links[0]
    swift = json.loads(output(command[0], "-static-stdlib", "-print-target-info"))["paths"]["runtimeLibraryPaths"]
    libraries = [f"-l{path.stem.removeprefix('lib')}" for folder in swift for path in sorted(pathlib.Path(folder).glob("lib*.a"))]
    target = scratch / "linked"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    command[command.index(str(debug / "marquee"))] = target / "marquee"
    # Foundation's parts need each other, and two libraries of the system.
    grouped = ["-Xlinker", "--start-group", *libraries, "-Xlinker", "--end-group", "-lcurl", "-lxml2"]
    run(*command, "-static-stdlib", "-Xlinker", "--strip-debug", *grouped, stdout=sys.stderr)
    for folder in debug.glob("*.resources"):
        shutil.copytree(folder, target / folder.name)
    return target


def version(program):
    """The program's version; between two of them, one that sorts before the next by the time of the commit."""
    number = output(program, "--version").split()[0]
    git = ["git", "-C", ROOT]
    if subprocess.run([*git, "rev-parse", "--git-dir"], capture_output=True, check=False).returncode != 0:
        return number
    tags = output(*git, "tag", "--points-at", "HEAD").split()
    changed = output(*git, "status", "--porcelain", "--untracked-files=no").strip()
    if number in tags and not changed:
        return number
    commit = output(*git, "log", "-1", "--format=%cd.%h", "--date=format-local:%Y%m%d%H%M%S", env={**os.environ, "TZ": "UTC"}).strip()
    return f"{number}~git{commit}{'.changed' if changed else ''}"


def copy_program(source, target):
    """The program with the folders that hold its pages, templates and assets."""
    target.mkdir()
    shutil.copy(source / "marquee", target)
    for folder in sorted(source.glob("*.resources")):
        shutil.copytree(folder, target / folder.name)
    for path in [target, *target.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or path == target / "marquee" else 0o644)


def write_licenses(file, checkouts):
    """The licenses of the packages that are linked into the program."""
    with file.open("w") as text:
        text.write("Marquee's program contains these packages, each under the license that follows its name.\n")
        for folder in sorted(checkouts.iterdir()):
            for path in sorted(each for each in folder.iterdir() if re.match(r"(LICEN[CS]E|NOTICE)", each.name, re.I) and each.is_file()):
                text.write(f"\n\n==== {folder.name}: {path.name} ====\n\n{path.read_text(errors='replace')}")


def write_changelog(file, version):
    when = email.utils.format_datetime(email.utils.localtime())
    control = (ROOT / "packaging/debian/control").read_text()
    maintainer = re.search(r"^Maintainer: (.+)$", control, re.M)[1]
    file.write_text(f"marquee ({version}) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- {maintainer}  {when}\n")


def stage(folder, program, version, checkouts):
    """Everything that debhelper needs, in one folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copytree(ROOT / "packaging/debian", folder / "debian")
    for name in ("marqueectl", "marqueectl.8"):
        shutil.copy(ROOT / "packaging" / name, folder)
    copy_program(program, folder / "program")
    executable = folder / "program/marquee"
    (folder / "marquee.json").write_text(output(executable, "settings", "--data", "/var/lib/marquee"))
    described = output(executable, "--experimental-dump-help")
    (folder / "marquee.1").write_text(output(ROOT / "scripts/write_manual.py", input=described))
    (folder / "completions").mkdir()
    for shell, name in COMPLETIONS.items():
        script = output(executable, "--generate-completion-script", shell)
        # A shell reads the file, nobody runs it.
        (folder / "completions" / name).write_text(re.sub(r"\A#!.*\n", "", script))
    (folder / "docs").mkdir()
    for source, name in DOCUMENTS.items():
        shutil.copy(ROOT / source, folder / "docs" / name)
    if checkouts.is_dir():
        write_licenses(folder / "docs/third-party.txt", checkouts)
    write_changelog(folder / "debian/changelog", version)


def main():
    parser = argparse.ArgumentParser(description="Builds the Debian package.")
    parser.add_argument("--version", help="the package's version, instead of one made from the last commit")
    parser.add_argument("--program", type=pathlib.Path, help="a folder with a built program, instead of building one")
    parser.add_argument("--quick", action="store_true", help="from the debug build, for tests")
    parser.add_argument("--output", type=pathlib.Path, help="where the package is put, instead of the build's folder")
    arguments = parser.parse_args()
    scratch = BUILDS / ("quick-package" if arguments.quick else "package")
    program = arguments.program or (link if arguments.quick else build)(scratch)
    number = arguments.version or version(program / "marquee")
    packages = arguments.output or scratch / "deb"
    folder = packages / "marquee"
    stage(folder, program, number, (BUILDS if arguments.quick else scratch) / "checkouts")
    quick = {"COMPRESSION": "-Zgzip -z1"} if arguments.quick else {}
    run(
        "dpkg-buildpackage", "--build=binary", "--no-sign", "--no-check-builddeps", cwd=folder, stdout=sys.stderr,
        env={**os.environ, **quick})
    shutil.rmtree(folder)
    [package] = packages.glob(f"marquee_{number}_*.deb")
    print(package)


if __name__ == "__main__":
    main()
