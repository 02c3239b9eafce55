"""The SDK as a library that is built in advance, and linked into a host that is no Swift package (PLC-107)."""
import pathlib
import re
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOST = """
import Marquee

// An engine calls a plug-in by C functions; this one is all that the host's own code knows of Marquee.
@_cdecl("plugin_open")
public func open() -> Int32 {
    PlacementOutcome.noContent.dismissType == "PHPublisherNoContentTriggeredDismiss" ? 7 : 1
}
"""
ENGINE = """
#include <stdio.h>
int plugin_open(void);
int main(void) { printf("%d\\n", plugin_open()); return 0; }
"""


def run(*command, cwd=ROOT):
    result = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, timeout=1_800)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def library():
    run("scripts/build.sh", "--product", "MarqueeStatic")
    return pathlib.Path(run("scripts/build.sh", "--show-bin-path").strip()) / "libMarqueeStatic.a"


def modules(products):
    """Where the compiler finds the modules that Marquee is made of."""
    folders = [products / "Modules", ROOT / "Sources/CStdCXX", ROOT / "Sources/CZlib"]
    folders += [path.parent for path in (ROOT / ".build/checkouts").glob("*/Sources/*/module.modulemap")]
    folders += [path for path in (ROOT / ".build/checkouts").glob("*/Sources/*/include") if path.is_dir()]
    return [word for folder in folders for word in ("-I", folder)]


def test_the_static_library_links_into_a_plain_host_without_further_libraries(library, tmp_path):
    (tmp_path / "Plugin.swift").write_text(HOST)
    (tmp_path / "engine.c").write_text(ENGINE)
    run("clang", "-c", "engine.c", "-o", "engine.o", cwd=tmp_path)
    run("swiftc", "-parse-as-library", *modules(library.parent), "Plugin.swift", "engine.o", library, "-o", "host",
        cwd=tmp_path)
    assert run(tmp_path / "host", cwd=tmp_path) == "7\n"


def test_the_compiler_warns_who_shows_a_sample_badge(library, tmp_path):
    """PLC-092"""
    (tmp_path / "Host.swift").write_text("import Marquee\n\nfunc show(_ badge: Badge) { badge.test() }\n")
    command = ["swiftc", "-typecheck", "-parse-as-library", *modules(library.parent), "Host.swift"]
    result = subprocess.run([str(word) for word in command], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert result.returncode == 0, result.stderr
    assert "warning: 'test()' is deprecated: Only to see where the badge stands" in result.stderr


LOG = """
import Marquee

@main struct Host {
    static func main() async throws {
        let marquee = try await Marquee.start()
        print("severity: \\(marquee.core.log.severityLevel)")
        await marquee.close()
    }
}
"""
FEATURES = [word for name in ("ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility")
            for word in ("-enable-upcoming-feature", name)]


# HUB-201. Core alone is compiled once more, as for a release: without DEBUG, of which nothing else asks. A release build of all
# that the SDK needs takes minutes; `make deb` and `make bench` make one. What the debug build logs is looked at in test_package.py.
def test_the_log_is_quieter_in_a_release(library, tmp_path):
    asking = run("git", "grep", "-lE", "^ *#if .*DEBUG", "--", "Sources", "Package.swift")
    assert asking.split() == ["Sources/MarqueeCore/Logging/Log.swift"]
    core = sorted((ROOT / "Sources/MarqueeCore").rglob("*.swift"))
    # Symbols for modules of the same package need its name, which SwiftPM takes from the folder.
    package = re.sub(r"\W", "_", ROOT.name.lower())
    run("swiftc", "-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", "MarqueeCore", *FEATURES, "-package-name",
        package, *modules(library.parent), "-c", "-o", "core.o", *core, cwd=tmp_path)
    (tmp_path / "Host.swift").write_text(LOG)
    run("swiftc", "-swift-version", "6", "-parse-as-library", *modules(library.parent), "Host.swift", "core.o", library, "-o", "host",
        cwd=tmp_path)
    assert "severity: error\n" in run("env", f"HOME={tmp_path}", tmp_path / "host", cwd=tmp_path)


def test_the_library_holds_the_sdk_and_no_view(library):
    members = run("ar", "t", library)
    assert "PlacementRequest.swift.o" in members
    assert "PlacementScreen.swift.o" not in members
