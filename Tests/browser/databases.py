"""With TEST_ON_POSTGRES in the environment, each data directory has a PostgreSQL database: the same tests, on the other engine."""
import functools
import itertools
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
numbers = itertools.count(1)


@functools.cache
def server():
    """A PostgreSQL server that ends with this process, and the folder of its socket."""
    process = subprocess.Popen(
        [ROOT / "scripts/test_postgres.sh"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline().strip()
    assert line.startswith("ready "), line
    return process, line.removeprefix("ready ")


@functools.cache
def address(folder):
    _, socket = server()
    name = f"marquee_{next(numbers)}"
    subprocess.run(["psql", "-q", "-h", socket, "-U", "marquee", "-d", "postgres", "-c", f"CREATE DATABASE {name}"], check=True)
    return f"postgres:///{name}?host={socket}&user=marquee"


def execute(address, statement):
    subprocess.run(["psql", "-q", "-d", address, "-c", statement], check=True)


def words(folder=None):
    """The arguments that name the database of a data directory. Without a folder, the database is a new one."""
    if not os.environ.get("TEST_ON_POSTGRES"):
        return []
    return ["--database", address(f"once {next(numbers)}" if folder is None else str(folder))]
