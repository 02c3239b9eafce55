"""The built program, run by a shell on a folder of its own."""
import contextlib
import json
import os
import pathlib
import pty
import subprocess
import threading

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("TEST_PROGRAM", ROOT / ".build/debug/marquee")
POST = "---\ntitle: {title}\ndate: 2024-05-0{day}\ncategories: [News]\ntags: [snow]\n---\n\n{text}\n"


class Shell:
    """Runs the program on a data directory and a folder of posts of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.program = PROGRAM
        self.posts = folder / "posts"
        self.posts.mkdir()
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("MARQUEE_")}

    def run(self, *words, status=0, entered=None):
        result = subprocess.run(
            [PROGRAM, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True, timeout=120,
            input=entered)
        assert result.returncode == status, f"{words}: {result.returncode}\n{result.stdout}\n{result.stderr}"
        return result

    @contextlib.contextmanager
    def watch(self, *words):
        """`content import --watch` on the posts, whose standard output and error are read line by line."""
        process = subprocess.Popen(
            [PROGRAM, "content", "import", "posts", "--hub", "High Larch", "--app", "demo", "--watch", *words], cwd=self.folder,
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        # A line that never comes ends the process, and with it the reading.
        deadline = threading.Timer(60, process.kill)
        deadline.start()
        try:
            yield process
        finally:
            deadline.cancel()
            process.kill()
            process.communicate()

    def terminal(self, *words):
        """What a person sees on standard error when it is a terminal."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [PROGRAM, *words], cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        shown = b""
        try:
            while part := os.read(master, 4096):
                shown += part
        except OSError:
            pass  # how Linux says that nobody has the other end open any more
        os.close(master)
        assert process.wait(timeout=120) == 0
        return shown.decode()

    def typed(self, lines, *words):
        """What a person sees who types the lines, each when something new is asked for; and the exit status."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execve(PROGRAM, [str(PROGRAM), *words], self.environment)
        shown, waiting = b"", list(lines)
        try:
            while part := os.read(terminal, 4096):
                shown += part
                if waiting and shown.endswith(b": "):
                    os.write(terminal, waiting.pop(0))
        except OSError:
            pass  # how Linux says that nobody has the other end open any more
        os.close(terminal)
        return shown.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])

    def json(self, *words, status=0, entered=None):
        return json.loads(self.run(*words, "--json", status=status, entered=entered).stdout)

    def write(self, name, title, text, day=1):
        (self.posts / name).write_text(POST.format(title=title, text=text, day=day), encoding="utf-8")

    def publish(self, *words):
        self.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
        return self.json("release", "publish", *words)


@pytest.fixture
def shell(tmp_path):
    return Shell(tmp_path)
