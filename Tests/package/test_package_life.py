"""The Debian package's life on a fresh machine: installed, used, upgraded, removed, purged."""
import pathlib
import re
import shutil
import subprocess

import roots

POST = "---\ntitle: First snow\ndate: 2024-05-01\ncategories: [News]\n---\n\nIt fell in the night.\n"
ROOT_DOCUMENT = "http://127.0.0.1:9000/v1/apps/acme/main/root/1"


def newer(package, folder):
    """The same package as a later version would be, with another sentence in its settings file."""
    subprocess.run(["dpkg-deb", "--raw-extract", package, folder / "tree"], check=True)
    control = folder / "tree/DEBIAN/control"
    control.write_text(re.sub(r"^Version: .*$", "Version: 9.0", control.read_text(), flags=re.M))
    with (folder / "tree/etc/marquee/marquee.json").open("a") as settings:
        settings.write("// Of a later version.\n")
    sums = folder / "tree/DEBIAN/md5sums"
    sums.write_text("".join(line for line in sums.read_text().splitlines(True) if "etc/marquee" not in line))
    file = folder / "newer.deb"
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build", folder / "tree", file], check=True, capture_output=True)
    shutil.rmtree(folder / "tree")
    return file


def test_a_server_is_installed_used_upgraded_removed_and_purged(package, tmp_path):
    with roots.new_root(package, tmp_path / "debian") as root, root.booted():
        root.install(package)
        # Installed is started, on loopback alone.
        assert root.run("systemctl", "is-active", "marquee").strip() == "active"
        assert "set-up" in root.run("journalctl", "--unit", "marquee")

        # Commands find the service's data and leave files that it can read.
        articles = root.path("/srv/articles")
        articles.mkdir(mode=0o755)
        (articles / "first.md").write_text(POST)
        root.path("/srv/app").mkdir()
        root.run("chown", "marquee", "/srv/app")
        root.run("marqueectl", "keys", "init", "--app", "acme", "--server", "http://127.0.0.1:9000", "--out", "/srv/app")
        root.run("marqueectl", "account", "add", "Ann", "--role", "administrator", input="long enough for anybody\n", stdin=None)
        root.run("marqueectl", "content", "import", "/srv/articles", "--hub", "Acme", "--app", "acme")
        root.run("marqueectl", "release", "publish", "--app", "acme", "--note", "First")
        assert root.run("find", "/var/lib/marquee", "-not", "-user", "marquee", "-o", "-perm", "/077") == ""

        settings = root.path("/etc/marquee/marquee.json")
        settings.write_text(settings.read_text().replace('  // "port": "8080",', '  "port": 9000,'))
        changed = settings.read_text()
        assert '"port": 9000,' in changed
        root.run("systemctl", "restart", "marquee")
        assert "<form" in root.get("http://127.0.0.1:9000/portal/sign-in")
        published = root.get(ROOT_DOCUMENT)
        assert published

        # The data and the operator's settings survive an upgrade; the new file stands beside them.
        before = root.run("systemctl", "show", "--property", "MainPID", "marquee")
        root.install(newer(package, tmp_path))
        assert "9.0" in root.run("dpkg-query", "--show", "marquee")
        assert settings.read_text() == changed
        assert "Of a later version" in root.path("/etc/marquee/marquee.json.dpkg-dist").read_text()
        assert root.run("stat", "--format", "%U:%G %a", "/etc/marquee/marquee.json").strip() == "root:marquee 640"
        assert root.run("systemctl", "is-active", "marquee").strip() == "active"
        assert root.run("systemctl", "show", "--property", "MainPID", "marquee") != before
        assert "<form" in root.get("http://127.0.0.1:9000/portal/sign-in")
        assert root.get(ROOT_DOCUMENT) == published
        assert "Every check passed" in root.run("marqueectl", "release", "verify", "--app", "acme")
        assert "Ann" in root.run("marqueectl", "account", "list")

        # Its confinement gets in nobody's way: no message of a refused call, and no start that failed.
        log = root.run("journalctl", "--unit", "marquee")
        # A container whose root lacks CAP_SYS_RESOURCE cannot give the service its limit of priorities.
        said = [line for line in log.splitlines() if re.search(r" marquee\[\d+\]: (?!Failed to set thread priority)", line)]
        assert said and not [line for line in said if re.search(r"Failed|errno|[Ee]rror|Fatal", line)], log
        assert "rocess exited" not in log and "Failed with result" not in log, log

        # Removing stops the service and keeps data and settings; purging keeps the data.
        root.run("dpkg", "--remove", "marquee")
        root.run("systemctl", "is-active", "marquee", status=3)
        assert "Deactivated successfully" in root.run("journalctl", "--unit", "marquee", "--lines", "3")
        assert not root.path("/usr/lib/marquee").exists()
        assert settings.read_text() == changed
        assert root.path("/var/lib/marquee/marquee.sqlite3").exists()
        purged = root.run("dpkg", "--purge", "marquee")
        assert "the data stays in /var/lib/marquee" in purged
        assert root.path("/var/lib/marquee/marquee.sqlite3").exists()
        assert not root.path("/etc/marquee").exists()

        # Installed again, it goes on where it was.
        root.install(package)
        assert root.run("systemctl", "is-active", "marquee").strip() == "active"
        assert "Ann" in root.run("marqueectl", "account", "list")
        assert root.get(ROOT_DOCUMENT.replace("9000", "8080")) == published
    assert str(tmp_path) not in pathlib.Path("/proc/mounts").read_text()
