"""Debian roots to install the package in: made once by debootstrap, kept as an archive, unpacked for each test."""
import contextlib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUITE = "bookworm"
CACHE = pathlib.Path(os.environ.get("MARQUEE_TEST_ROOTS") or ROOT / ".build-debian")
# What the service's unit asks systemd for, as far as mounts go: a read-only system, a /tmp and a /proc of its own.
CONFINED = """
mount --bind "$ROOT" "$ROOT"
mount --rbind "$ROOT/var/lib/marquee" "$ROOT/var/lib/marquee"
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount -t proc -o subset=pid,hidepid=invisible proc "$ROOT/proc"
exec chroot "$ROOT" "$@"
"""
OPEN = 'mount -t proc proc "$ROOT/proc"; exec chroot "$ROOT" "$@"'


def mirror():
    """Debian's mirror as this machine's apt has it."""
    files = [pathlib.Path("/etc/apt/sources.list"), *pathlib.Path("/etc/apt/sources.list.d").glob("*")]
    for file in files:
        text = file.read_text() if file.is_file() else ""
        if found := re.search(r"^(?:URIs:\s*|deb\s+(?:\[[^\]]*\]\s*)?)(https?://\S+/debian)/?(?:\s|$)", text, re.M):
            return found[1]
    return "http://deb.debian.org/debian"


class Root:
    """A Debian of its own. Commands run in a mount and a process namespace, so nothing stays mounted or running."""

    def __init__(self, folder):
        self.folder = folder

    def words(self, *words, script=OPEN):
        inner = f"set -e; ROOT={shlex.quote(str(self.folder))}; {script}"
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inner, "sh", *map(str, words)]

    def run(self, *words, status=0, **options):
        environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        result = subprocess.run(
            self.words(*words), capture_output=True, text=True, timeout=900, env=environment, **{"stdin": subprocess.DEVNULL, **options})
        assert result.returncode == status, f"{words}: {result.returncode}\n{result.stdout}\n{result.stderr}"
        return result.stdout + result.stderr

    def path(self, name):
        return self.folder / name.lstrip("/")

    def install(self, package):
        """As a person does who has a file: apt brings what it depends on. Settings that were changed stay."""
        shutil.copy(package, self.path("/tmp/marquee.deb"))
        self.path("/tmp/marquee.deb").chmod(0o644)
        return self.run(
            "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "/tmp/marquee.deb")


def archive(package):
    """A root with what the package depends on, made once for each list of dependencies."""
    depends = subprocess.run(["dpkg-deb", "--field", package, "Depends"], check=True, capture_output=True, text=True).stdout.strip()
    file = CACHE / f"{SUITE}-{hashlib.sha256(depends.encode()).hexdigest()[:12]}.tar"
    if not file.exists():
        CACHE.mkdir(exist_ok=True)
        bare, folder = CACHE / f"{SUITE}-bare.tar", CACHE / f"making-{os.getpid()}"
        try:
            if not bare.exists():
                subprocess.run(["debootstrap", "--variant=minbase", SUITE, folder, mirror()], check=True, stdout=subprocess.DEVNULL)
                pack(folder, bare)
            else:
                unpack(bare, folder)
            names = [re.split(r"[ (|]", each.strip())[0] for each in depends.split(",")]
            root = Root(folder)
            shutil.copy("/etc/resolv.conf", root.path("/etc/resolv.conf"))
            root.run("apt-get", "update", "--quiet")
            root.run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *names)
            pack(folder, file)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return file


def pack(folder, file):
    part = file.with_suffix(f".{os.getpid()}")
    subprocess.run(["tar", "--create", "--numeric-owner", "--xattrs", "--file", part, "--directory", folder, "."], check=True)
    part.rename(file)


def unpack(file, folder):
    folder.mkdir(parents=True)
    subprocess.run(["tar", "--extract", "--numeric-owner", "--xattrs", "--file", file, "--directory", folder], check=True)


@contextlib.contextmanager
def new_root(package, folder):
    unpack(archive(package), folder)
    try:
        yield Root(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def unit_settings(text):
    """The lines of a unit as pairs."""
    return dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))


@contextlib.contextmanager
def service(root):
    """Runs the unit's program as systemd would: as its user, without capabilities, and until it says that it is ready."""
    unit = unit_settings(root.path("/lib/systemd/system/marquee.service").read_text())
    notices = root.path("/run/notify")
    notices.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(notices))
        notices.chmod(0o777)
        listener.settimeout(60)
        words = [
            "env", "--chdir", unit["WorkingDirectory"], "NOTIFY_SOCKET=/run/notify", "setpriv", f"--reuid={unit['User']}",
            f"--regid={unit['Group']}", "--init-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
            *unit["ExecStart"].split()]
        log = root.path("/run/log").open("w+")
        process = subprocess.Popen(
            root.words(*words, script=f"umask {unit['UMask']}; {CONFINED}"), stdout=log, stderr=subprocess.STDOUT,
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        try:
            try:
                assert listener.recv(100) == b"READY=1"
            except TimeoutError:
                log.seek(0)
                raise AssertionError(log.read()) from None
            yield process, log
        finally:
            # `unshare` ignores the signal itself; its child is the server.
            subprocess.run(["pkill", "-TERM", "--parent", str(process.pid)], check=False)
            try:
                status = process.wait(timeout=30)
            finally:
                process.kill()
                process.wait()
                log.close()
        assert status == 0, "the server ends by itself when it is asked to"
