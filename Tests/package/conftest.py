"""The Debian package, built once for all of these tests; `TEST_PACKAGE` names one that is built."""
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
import roots


def pytest_collection_modifyitems(items):
    reason = None
    if sys.platform != "linux" or not shutil.which("debootstrap"):
        reason = "a Debian package is made and installed on Debian only"
    elif os.geteuid() != 0:
        reason = "SKIPPED: installing a package in a root of its own needs root; run make test-package as root"
    for item in items:
        if reason and {"package", "installed", "unpacked"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def package():
    if named := os.environ.get("TEST_PACKAGE"):
        return pathlib.Path(named).resolve()
    built = subprocess.run([roots.ROOT / "scripts/make_deb.py", "--quick"], check=True, stdout=subprocess.PIPE, text=True)
    return pathlib.Path(built.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def unpacked(package, tmp_path_factory):
    """The package's files, not installed."""
    folder = tmp_path_factory.mktemp("unpacked") / "files"
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)
    return folder


@pytest.fixture(scope="module")
def installed(package, tmp_path_factory):
    """A fresh Debian in which the package was installed, for tests that change nothing."""
    with roots.new_root(package, tmp_path_factory.mktemp("root") / "debian") as root:
        root.install(package)
        yield root
