#!/usr/bin/env python3
"""Compiles what only Apple's systems can run: MarqueeUI, its tests and the sample apps, with the declarations in Stubs/.

Swift 6 mode, warnings as errors. MarqueeUI is compiled without the trait StoreKit too, and must then not refer to StoreKit. Then looks
at what no compiler reads here: the samples' project files and the privacy manifest. Works on the modules of a debug build, like check_docc.py. Stubs/Check
uses names of SwiftUI, Foundation and Marquee in one file.
"""
import json
import pathlib
import plistlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STUBS = ROOT / "Stubs/.build/debug"
OUTPUT = ROOT / "Stubs/.build/check"
SAMPLES = ("HighLarch", "Cairns")
MANIFEST = ROOT / "Sources/MarqueeCore/PrivacyInfo.xcprivacy"
# As Package.swift sets them for each target; an app has its own settings.
FEATURES = [word for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
            for word in ("-enable-upcoming-feature", name)]
# The APIs that Apple wants a reason for, as they are spelled in Swift.
REASONS = {
    "NSPrivacyAccessedAPICategoryFileTimestamp":
        r"creationDate|modificationDate|ModificationDate|attributesOfItem|\b[fl]?stat(at)?\(|getattrlist",
    "NSPrivacyAccessedAPICategorySystemBootTime": r"ProcessInfo[^\n]*systemUptime|mach_absolute_time",
    "NSPrivacyAccessedAPICategoryDiskSpace":
        r"volume\w*Capacity|system(Free)?Size\b|attributesOfFileSystem|\bf?statv?fs\(|getattrlist",
    "NSPrivacyAccessedAPICategoryActiveKeyboards": r"activeInputModes",
    "NSPrivacyAccessedAPICategoryUserDefaults": r"UserDefaults",
}
# What an app's own binary consists of.
SDK = ("MarqueeWire", "MarqueeCore", "MarqueeEngage", "MarqueeHub", "MarqueePlacements", "Marquee", "MarqueeUI")


def run(*command):
    result = subprocess.run([str(part) for part in command], cwd=ROOT, capture_output=True, text=True)
    if result.returncode:
        sys.exit(f"{' '.join(str(part) for part in command[:4])} … failed:\n{result.stdout}{result.stderr}")
    return result.stdout


def includes():
    # What is compiled here comes first: the debug build has a MarqueeUI of its own, which is empty.
    folders = [OUTPUT, STUBS / "Modules", ROOT / ".build/debug/Modules", ROOT / "Sources/CStdCXX", ROOT / "Sources/CZlib"]
    folders += [path.parent for path in (ROOT / ".build/checkouts").glob("*/Sources/*/module.modulemap")]
    folders += [path for path in (ROOT / ".build/checkouts").glob("*/Sources/*/include") if path.is_dir()]
    return [word for folder in folders for word in ("-I", folder)]


def compile_module(name, sources, *options):
    run("swiftc", "-swift-version", "6", "-warnings-as-errors", "-parse-as-library", "-wmo", "-module-name", name, *options,
        *includes(), "-emit-module", "-emit-module-path", OUTPUT / f"{name}.swiftmodule", "-c", "-o", OUTPUT / f"{name}.o",
        *sorted(sources))


def testing():
    """Where the toolchain keeps the macros of Swift Testing."""
    paths = json.loads(run("swiftc", "-print-target-info"))["paths"]["runtimeResourcePath"]
    return ["-plugin-path", pathlib.Path(paths) / "host/plugins", "-plugin-path", pathlib.Path(paths) / "host/plugins/testing"]


def compile_all():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    for path in OUTPUT.iterdir():
        path.unlink()
    views = sorted((ROOT / "Sources/MarqueeUI").rglob("*.swift"))
    options = (*FEATURES, "-package-name", "marquee", "-enable-testing")
    compile_module("MarqueeUI", views, *options)
    if b"StoreKit" in (OUTPUT / "MarqueeUI.o").read_bytes():
        sys.exit("MarqueeUI refers to StoreKit without the trait StoreKit")
    compile_module("MarqueeUI", views, *options, "-D", "StoreKit")
    compile_module("MarqueeUITests", (ROOT / "Tests/MarqueeUITests").rglob("*.swift"), *FEATURES, *testing())
    for sample in SAMPLES:
        compile_module(sample, (ROOT / "Examples" / sample / sample).rglob("*.swift"))
    compile_module("NamesTogether", (ROOT / "Stubs/Check").rglob("*.swift"))


def project_problems(path):
    """An object of the project file that is named and does not exist, or that nothing names."""
    project = json.loads(run("plutil", "-convert", "json", "-o", "-", path))
    objects = project["objects"]
    named = set(re.findall(r"\b[0-9A-F]{24}\b", json.dumps([list(objects.values()), project["rootObject"]])))
    yield from (f"{path.parent.name}: {name} is named and does not exist" for name in sorted(named - set(objects)))
    yield from (f"{path.parent.name}: {name} is named by nothing" for name in sorted(set(objects) - named))
    for entry in objects.values():
        if entry["isa"] in ("PBXFileSystemSynchronizedRootGroup", "PBXFileReference") and entry["sourceTree"] == "<group>":
            if not (path.parent.parent / entry["path"]).exists():
                yield f"{path.parent.name}: {entry['path']} does not exist"
        if entry["isa"] == "XCSwiftPackageProductDependency":
            if f'.library(name: "{entry["productName"]}"' not in (ROOT / "Package.swift").read_text(encoding="utf-8"):
                yield f"{path.parent.name}: the package has no product {entry['productName']}"


def manifest_problems():
    """A reason that the manifest lacks, or gives for what the sources do not use."""
    manifest = plistlib.loads(MANIFEST.read_bytes())
    declared = {entry["NSPrivacyAccessedAPIType"] for entry in manifest["NSPrivacyAccessedAPITypes"]}
    text = "\n".join(
        line.split("//")[0] for name in SDK for path in (ROOT / "Sources" / name).rglob("*.swift")
        for line in path.read_text(encoding="utf-8").splitlines())
    used = {category for category, pattern in REASONS.items() if re.search(pattern, text)}
    yield from (f"{MANIFEST.name}: {category} is used and has no reason" for category in sorted(used - declared))
    yield from (f"{MANIFEST.name}: {category} is not used" for category in sorted(declared - used))


def main():
    projects = (ROOT / f"Examples/{name}/{name}.xcodeproj/project.pbxproj" for name in SAMPLES)
    problems = [problem for path in projects for problem in project_problems(path)] + list(manifest_problems())
    if problems:
        sys.exit("\n".join(problems))
    run("scripts/build.sh", "--package-path", "Stubs")
    run("scripts/build.sh")
    compile_all()
    print("ui: MarqueeUI, its tests and the sample apps compile with the declarations in Stubs/")


if __name__ == "__main__":
    main()
