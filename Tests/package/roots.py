"""Debian roots to install the package in: made once by debootstrap, kept as an archive, unpacked for each test."""
import contextlib
import hashlib
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SUITE = "bookworm"
CACHE = pathlib.Path(os.environ.get("TEST_ROOTS") or ROOT / ".build-debian")
COMMANDS = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
OPEN = 'mount -t proc proc "$ROOT/proc"; exec chroot "$ROOT" "$@"'

# Starts systemd as the first process of its own namespaces, in a control group of its own below the machine's. The
# machine's systemd, where there is one, sees nothing of it.
BOOT = r"""
mount --make-rprivate /
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    groups=/sys/fs/cgroup
else
    groups=$ROOT.groups
    mkdir "$groups"
    mount -t cgroup -o none,name=systemd cgroup "$groups"
fi
group=$groups/marquee-test-$$
mkdir "$group"
export ROOT group
setpriv --pdeathsig KILL unshare --pid --net --uts --ipc --fork --kill-child=KILL setpriv --pdeathsig KILL sh -euc '
    echo $$ > "$group/cgroup.procs"
    exec unshare --cgroup --mount sh -euc "$INIT"
' || true
find "$group" -depth -type d -exec rmdir {} +
"""
INIT = r"""
ip link set lo up
mount --bind "$ROOT" "$ROOT"
mount -t proc proc "$ROOT/proc"
mount -t sysfs sysfs "$ROOT/sys"
if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mount -t cgroup2 cgroup2 "$ROOT/sys/fs/cgroup"
else
    mount -t tmpfs tmpfs "$ROOT/sys/fs/cgroup"
    mkdir "$ROOT/sys/fs/cgroup/systemd"
    mount -t cgroup -o none,name=systemd cgroup "$ROOT/sys/fs/cgroup/systemd"
fi
mount -t tmpfs -o mode=755 tmpfs "$ROOT/run"
mount -t tmpfs -o mode=755 tmpfs "$ROOT/dev"
for name in null zero full random urandom tty; do
    : > "$ROOT/dev/$name"
    mount --bind "/dev/$name" "$ROOT/dev/$name"
done
mkdir "$ROOT/dev/pts" "$ROOT/dev/shm" "$ROOT/dev/mqueue"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$ROOT/dev/pts"
mount -t tmpfs tmpfs "$ROOT/dev/shm"
mount -t mqueue mqueue "$ROOT/dev/mqueue"
ln -s pts/ptmx "$ROOT/dev/ptmx"
ln -s /proc/self/fd "$ROOT/dev/fd"
mkdir -p "$ROOT/mnt/machine"
cd "$ROOT"
pivot_root . mnt/machine
umount -l mnt/machine
exec env -i container=marquee-test PATH="$PATH" /lib/systemd/systemd --unit=multi-user.target
"""


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
        # The process that is systemd, while it runs.
        self.init = None

    def words(self, *words):
        if self.init:
            return ["nsenter", f"--target={self.init}", "--mount", "--pid", "--net", "--uts", "--ipc", "--root", "--wd", *map(str, words)]
        inner = f"set -e; ROOT={shlex.quote(str(self.folder))}; {OPEN}"
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", inner, "sh", *map(str, words)]

    def run(self, *words, status=0, **options):
        result = subprocess.run(
            self.words(*words), capture_output=True, text=True, timeout=900, env=COMMANDS, **{"stdin": subprocess.DEVNULL, **options})
        assert result.returncode == status, f"{words}: {result.returncode}\n{result.stdout}\n{result.stderr}"
        return result.stdout + result.stderr

    @contextlib.contextmanager
    def booted(self):
        """Runs systemd in the root, with a network of its own that has nothing but a loopback device."""
        log = (self.folder.parent / "boot.log").open("w+")
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", "unshare", "--mount", "sh", "-euc", BOOT], stdout=log, stderr=log, stdin=subprocess.DEVNULL,
            env=COMMANDS | {"ROOT": str(self.folder), "INIT": INIT})
        try:
            deadline = time.monotonic() + 60
            while (init := first_process(process.pid)) is None:
                assert process.poll() is None and time.monotonic() < deadline, pathlib.Path(log.name).read_text()
                time.sleep(0.05)
            self.init = init
            while subprocess.run(self.words("systemctl", "is-system-running"), capture_output=True, text=True, check=False).stdout.strip() not in (
                    "running", "degraded"):
                assert process.poll() is None and time.monotonic() < deadline, pathlib.Path(log.name).read_text()
                time.sleep(0.1)
            yield
        finally:
            if self.init:
                os.kill(self.init, signal.SIGKILL)
            self.init = None
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=30)
            process.kill()
            process.wait()
            log.close()

    def get(self, address):
        """What the server in the booted root answers."""
        script = "import sys, urllib.request as r; sys.stdout.buffer.write(r.urlopen(sys.argv[1], timeout=30).read())"
        words = ["nsenter", f"--target={self.init}", "--net", sys.executable, "-c", script, address]
        return subprocess.run(words, check=True, capture_output=True, timeout=60).stdout.decode(errors="replace")

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
    file = CACHE / f"{SUITE}-systemd-{hashlib.sha256(depends.encode()).hexdigest()[:12]}.tar"
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
            root.run("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "systemd", *names)
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


def first_process(parent):
    """The systemd among the descendants of a process."""
    for child in pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
        with contextlib.suppress(OSError):
            if pathlib.Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return int(child)
            if found := first_process(child):
                return found
    return None
