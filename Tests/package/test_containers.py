"""The files for containers, as far as they can be checked without an engine: nothing here runs one."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
import roots

FOLDER = roots.ROOT / "packaging/container"
HADOLINT = pathlib.Path(sys.executable).parent / "hadolint"


def test_hadolint_finds_nothing():
    found = subprocess.run([HADOLINT, FOLDER / "Dockerfile"], capture_output=True, text=True, timeout=60)
    assert (found.returncode, found.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="docker-compose is not installed")
@pytest.mark.parametrize("host, status", [("content.example.org", 0), ("", 1)])
def test_compose_accepts_the_services_when_a_host_is_named(host, status):
    found = subprocess.run(
        ["docker-compose", "--file", FOLDER / "compose.yaml", "config", "--quiet"], capture_output=True, text=True, timeout=60,
        env={"PATH": os.environ["PATH"], "HOST": host})
    assert found.returncode == status, found.stderr
    assert ("the name by which devices reach the server" in found.stderr) is (status != 0)


def test_the_image_installs_every_library_that_a_build_needs():
    packages = re.search(r"^packages=\(([^)]*)\)", (roots.ROOT / "scripts/setup.sh").read_text(), re.M)[1].split()
    words = set((FOLDER / "Dockerfile").read_text().split())
    assert {*packages, "libcurl4-openssl-dev"} <= words


def test_neither_file_holds_a_secret():
    for name in ("Dockerfile", "compose.yaml", "Caddyfile"):
        text = (FOLDER / name).read_text()
        assert not re.search(r"(?i)(password|secret|token)\w*[:=] *[\"']?[A-Za-z0-9]{8,}", text), name


@pytest.mark.parametrize("ignored", [FOLDER / "Dockerfile.dockerignore", roots.ROOT / ".gitignore"])
def test_secrets_of_an_operator_go_into_no_image_and_no_commit(ignored):
    assert {"packaging/container/secrets", "**/marquee-data"} <= set(ignored.read_text().splitlines())
