"""Real proxies in front of a real server, with the settings that the program prints."""
import contextlib
import pathlib
import shutil
import socket
import subprocess
import time


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def certificate(folder):
    """A certificate for localhost, made for this run."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", chain], check=True, capture_output=True)
    return chain, key


def nginx(folder, settings):
    """The commands that check and that run nginx with the settings inside its http block."""
    (folder / "marquee.conf").write_text(settings)
    places = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"user root;\ndaemon off;\npid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{places}include {folder}/marquee.conf;\n}}\n")
    words = [shutil.which("nginx") or "/usr/sbin/nginx", "-p", folder, "-c", folder / "nginx.conf"]
    return [*words, "-t", "-q"], words


def caddy(folder, settings):
    """The same for Caddy; the test's own options keep it from the ports of the machine's other services."""
    own = "{\n    admin off\n    auto_https disable_redirects\n"
    (folder / "Caddyfile").write_text(settings.replace("\n{\n", f"\n{own}", 1))
    words = ["--config", folder / "Caddyfile", "--adapter", "caddyfile"]
    return ["caddy", "validate", *words], ["caddy", "run", *words]


@contextlib.contextmanager
def running(words, folder, port, environment=None):
    """A server or a proxy until the end of the block, from when it takes connections."""
    log = (folder / f"log-{port}").open("w+")
    process = subprocess.Popen(
        words, cwd=folder, stdout=log, stderr=log, env=environment or {"HOME": str(folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    try:
        deadline = time.monotonic() + 30
        while True:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=5):
                break
            assert process.poll() is None and time.monotonic() < deadline, pathlib.Path(log.name).read_text()
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait(timeout=30)
        log.close()
