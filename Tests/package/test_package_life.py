"""The Debian package's life on a fresh machine: installed, used, upgraded, removed, purged."""
import pathlib
import re
import shutil
import subprocess
import urllib.request

import roots

POST = "---\ntitle: First snow\ndate: 2024-05-01\ncategories: [News]\n---\n\nIt fell in the night.\n"


def port():
    with roots.socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


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


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=30) as answer:
        return answer.read().decode(errors="replace")


def test_a_server_is_installed_used_upgraded_removed_and_purged(package, tmp_path):
    with roots.new_root(package, tmp_path / "debian") as root:
        root.install(package)
        settings = root.path("/etc/marquee/marquee.json")
        number = port()
        settings.write_text(settings.read_text().replace('  // "port": "8080",', f'  "port": {number},'))
        changed = settings.read_text()
        assert f'"port": {number},' in changed

        # Commands find the service's data and leave files that it can read.
        articles = root.path("/srv/articles")
        articles.mkdir(mode=0o755)
        (articles / "first.md").write_text(POST)
        root.path("/srv/app").mkdir()
        root.run("chown", "marquee", "/srv/app")
        address = f"http://127.0.0.1:{number}"
        root.run("marqueectl", "keys", "init", "--app", "acme", "--server", address, "--out", "/srv/app")
        root.run("marqueectl", "account", "add", "Ann", "--role", "administrator", input="long enough for anybody\n", stdin=None)
        root.run("marqueectl", "content", "import", "/srv/articles", "--hub", "Acme", "--app", "acme")
        root.run("marqueectl", "release", "publish", "--app", "acme", "--note", "First")
        owners = root.run("find", "/var/lib/marquee", "-not", "-user", "marquee", "-o", "-perm", "/077")
        assert owners == "", "only the service's user has anything in its data"

        with roots.service(root) as (_, log):
            assert "<form" in get(number, "/portal/sign-in")
            published = get(number, "/v1/apps/acme/main/root/1")
            assert published
            log.seek(0)
            assert "rror" not in log.read()

        # The data and the operator's settings survive an upgrade; the new file stands beside them.
        root.install(newer(package, tmp_path))
        assert "9.0" in root.run("dpkg-query", "--show", "marquee")
        assert settings.read_text() == changed
        assert "Of a later version" in root.path("/etc/marquee/marquee.json.dpkg-dist").read_text()
        assert root.run("stat", "--format", "%U:%G %a", "/etc/marquee/marquee.json").strip() == "root:marquee 640"
        with roots.service(root):
            assert "<form" in get(number, "/portal/sign-in")
            assert get(number, "/v1/apps/acme/main/root/1") == published
        assert "Every check passed" in root.run("marqueectl", "release", "verify", "--app", "acme")
        assert "Ann" in root.run("marqueectl", "account", "list")

        # Removing keeps data and settings; purging keeps the data.
        root.run("dpkg", "--remove", "marquee")
        assert not root.path("/usr/lib/marquee").exists()
        assert settings.read_text() == changed
        assert root.path("/var/lib/marquee/marquee.sqlite3").exists()
        purged = root.run("dpkg", "--purge", "marquee")
        assert "the data stays in /var/lib/marquee" in purged
        assert root.path("/var/lib/marquee/marquee.sqlite3").exists()
        assert not root.path("/etc/marquee").exists()

        # Installed again, it goes on where it was.
        root.install(package)
        assert "Ann" in root.run("marqueectl", "account", "list")
    mounts = pathlib.Path("/proc/mounts").read_text()
    assert str(tmp_path) not in mounts
