"""The SDK as an app gets it: one dependency at a tag."""
import json
import shutil
import subprocess

import pytest

from conftest import ROOT

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", platforms: [.macOS(.v15), .iOS(.v17)],
    dependencies: [.package(url: "file://{repository}", exact: "{version}"{traits})],
    targets: [.executableTarget(name: "App", dependencies: [{products}])])
"""


@pytest.fixture(scope="module")
def repository(tmp_path_factory):
    """The SDK as it stands here, committed and tagged 0.1.0."""
    folder = tmp_path_factory.mktemp("package") / "marquee"
    folder.mkdir()
    shutil.copy(ROOT / "Package.swift", folder)
    for name in ("Sources", "Tests"):
        shutil.copytree(ROOT / name, folder / name)
    git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "--all"], ["commit", "-q", "-m", "The SDK"], ["tag", "0.1.0"]):
        subprocess.run([*git, *words], check=True)
    return folder


@pytest.fixture
def app(tmp_path, repository):
    """Runs a command of `swift` in an app that depends on libraries of one version of the SDK."""
    def run(version, *words, libraries=("Marquee",), traits=""):
        (tmp_path / "Sources/App").mkdir(parents=True, exist_ok=True)
        (tmp_path / "Sources/App/main.swift").write_text("".join(f"import {name}\n" for name in libraries))
        products = ", ".join(f'.product(name: "{name}", package: "marquee")' for name in libraries)
        (tmp_path / "Package.swift").write_text(
            MANIFEST.format(repository=repository, version=version, products=products, traits=traits))
        return subprocess.run(["swift", *words], cwd=tmp_path, capture_output=True, text=True, timeout=1200)
    return run


# HUB-010
def test_an_app_names_one_version_and_gets_three_libraries_with_it(app):
    resolved = app("0.1.0", "package", "resolve")
    assert resolved.returncode == 0, resolved.stderr
    tree = json.loads(app("0.1.0", "package", "show-dependencies", "--format", "json").stdout)
    [sdk] = tree["dependencies"]
    assert sdk["version"] == "0.1.0"
    assert {library["identity"] for library in sdk["dependencies"]} == {"grdb.swift", "swift-crypto", "swift-log"}


# HUB-010
def test_a_tag_that_does_not_exist_fails_at_resolution(app):
    refused = app("9.9.9", "package", "resolve")
    assert refused.returncode != 0
    assert "no versions of 'marquee' match the requirement 9.9.9" in refused.stderr


@pytest.mark.parametrize("library", ["VAST", "MRAID"])
def test_an_app_gets_a_library_for_ads_without_any_other_package(app, library):
    def alone(*words):
        return app("0.1.0", *words, libraries=[library], traits=", traits: []")
    resolved = alone("package", "resolve")
    assert resolved.returncode == 0, resolved.stderr
    [sdk] = json.loads(alone("package", "show-dependencies", "--format", "json").stdout)["dependencies"]
    assert sdk["version"] == "0.1.0"
    assert sdk["dependencies"] == []
    built = alone("build")
    assert built.returncode == 0, built.stdout + built.stderr


BY_PATH = """// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", platforms: [.macOS(.v15), .iOS(.v17)], dependencies: [.package(name: "marquee", path: "{sdk}")],
    targets: [.executableTarget(name: "App", dependencies: [
        .product(name: "Marquee", package: "marquee"), .product(name: "MarqueeUI", package: "marquee")])])
"""
CALLS = """import Foundation
import Marquee
import MarqueeHub
import MarqueeUI

@main struct App {
    static func main() async throws {
        let marquee = try await Marquee.start()
        let user = UserStore.generateDefaultID()
        try marquee.users.create(user)
        try marquee.users.activate(user)
        marquee.track("app_opened")
        do { _ = try await marquee.hub.present() } catch { print("presenting: \\(error.message)") }
        print("severity: \\(marquee.core.log.severityLevel)")
        print("script: \\(PageScript.standard.source.count > 0)")
        await marquee.close()
    }
}
"""


# HUB-010. In the folder of the SDK's build, of which it takes what is compiled.
def test_an_app_that_names_the_sdk_alone_builds_links_and_calls_it(tmp_path):
    """By its path, so that it is what stands here; the script for pages comes with it."""
    sources = tmp_path / "app/Sources/App"
    sources.mkdir(parents=True)
    (sources / "App.swift").write_text(CALLS)
    (tmp_path / "app/Package.swift").write_text(BY_PATH.format(sdk=ROOT))
    build = [ROOT / "scripts/build.sh", "--package-path", tmp_path / "app", "--scratch-path", ROOT / ".build"]
    built = subprocess.run(build, capture_output=True, text=True, timeout=1800)
    assert built.returncode == 0, built.stdout + built.stderr
    ran = subprocess.run(
        [ROOT / ".build/debug/App"], env={"HOME": str(tmp_path), "PATH": ""}, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    assert "presenting: the configuration cannot be used: there is no configuration file" in ran.stdout
    assert "script: true" in ran.stdout
    assert "severity: info" in ran.stdout
