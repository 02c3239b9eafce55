"""Receipts beside other people's tools: openssl verifies what the store simulator signs, and the server believes what openssl signs."""
import base64
import json
import os
import subprocess
import time
import urllib.error
import urllib.request

import pytest
from conftest import PROGRAM, ROOT

SIMULATOR = os.environ.get("STORE_SIMULATOR", ROOT / ".build/debug/store-simulator")
BUNDLE = "org.example.game"
CONFIGURATION = """
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[authority]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
1.2.840.113635.100.6.2.1 = DER:0500
[signer]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
1.2.840.113635.100.6.11.1 = DER:0500
[stranger]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
"""


def openssl(*words, folder, entered=None, status=0):
    result = subprocess.run(["openssl", *map(str, words)], cwd=folder, input=entered, capture_output=True, timeout=60)
    assert result.returncode == status, result.stderr.decode()
    return result.stdout


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def read(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def post(address, path, value):
    body = value if isinstance(value, bytes) else json.dumps(value).encode()
    request = urllib.request.Request(f"{address}{path}", data=body, headers={"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


class Authority:
    """A root, an intermediate authority and a signer, made by openssl alone."""

    def __init__(self, folder, section="signer"):
        self.folder = folder
        folder.mkdir()
        (folder / "c.cnf").write_text(CONFIGURATION)
        for name, curve in [("root", "P-384"), ("authority", "P-384"), ("signer", "P-256")]:
            openssl("genpkey", "-algorithm", "EC", "-pkeyopt", f"ec_paramgen_curve:{curve}", "-out", f"{name}.key", folder=folder)
            openssl("req", "-new", "-config", "c.cnf", "-key", f"{name}.key", "-subj", f"/CN={name}", "-out", f"{name}.csr", folder=folder)
            issuer = {"root": ["-key", "root.key"], "authority": ["-CA", "root.pem", "-CAkey", "root.key", "-CAcreateserial"],
                      "signer": ["-CA", "authority.pem", "-CAkey", "authority.key", "-CAcreateserial"]}[name]
            openssl("x509", "-req", "-in", f"{name}.csr", "-days", "30", "-extfile", "c.cnf", "-extensions",
                    section if name == "signer" else name, "-sha384", "-out", f"{name}.pem", *issuer, folder=folder)
        self.root = folder / "root.pem"

    def token(self, payload):
        chain = [openssl("x509", "-in", f"{name}.pem", "-outform", "DER", folder=self.folder)
                 for name in ["signer", "authority", "root"]]
        header = {"alg": "ES256", "x5c": [base64.b64encode(der).decode() for der in chain]}
        signed = text(json.dumps(header).encode()) + "." + text(json.dumps(payload).encode())
        der = openssl("dgst", "-sha256", "-sign", "signer.key", folder=self.folder, entered=signed.encode())
        return signed + "." + text(raw(der))


def raw(der):
    """The two numbers of a signature in DER, 32 bytes each."""
    numbers, rest = b"", der[2:]
    for _ in range(2):
        length = rest[1]
        numbers += int.from_bytes(rest[2:2 + length], "big").to_bytes(32, "big")
        rest = rest[2 + length:]
    return numbers


def der(raw_signature):
    body = b""
    for half in (raw_signature[:32], raw_signature[32:]):
        number = int.from_bytes(half, "big")
        bytes_ = number.to_bytes(number.bit_length() // 8 + 1, "big")
        body += bytes([2, len(bytes_)]) + bytes_
    return bytes([0x30, len(body)]) + body


@pytest.fixture
def store(tmp_path):
    root = tmp_path / "simulated-root.pem"
    process = subprocess.Popen(
        [SIMULATOR, "--port", "0", "--root-file", root, "--bundle-id", BUNDLE], stdout=subprocess.PIPE, text=True)
    try:
        yield json.loads(process.stdout.readline())["address"], root
    finally:
        process.terminate()
        process.wait(timeout=60)


class Running:
    """A server with one app, whose bundle id the command line gave."""

    def __init__(self, shell, *words):
        shell.write("one.md", "One", "Text")
        shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")
        shown = shell.json("store", "set", "--app", "demo", "--bundle-id", BUNDLE)
        assert shown == {"app": "demo", "bundleIDs": [BUNDLE], "hasPassword": False}
        self.process = subprocess.Popen(
            [shell.program, "serve", "--port", "0", "--content-port", "0", *words], cwd=shell.folder,
            env=shell.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        self.address = next(word for word in line.split() if word.startswith("http://")).rstrip("/")

    def notice(self, payload, app="demo"):
        return post(self.address, f"/v1/apps/{app}/store-notices", {"signedPayload": payload})

    def stop(self):
        self.process.terminate()
        self.process.communicate(timeout=60)


@pytest.fixture
def running(shell):
    servers = []

    def start(*words):
        servers.append(Running(shell, *words))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


def notice(authority, kind="REFUND", bundle=BUNDLE, transaction=True):
    now = int(time.time() * 1000)
    sale = {"transactionId": "1", "originalTransactionId": "1", "bundleId": bundle, "productId": "coins", "quantity": 1,
            "environment": "Production", "purchaseDate": now, "signedDate": now, "revocationDate": now}
    data = {"bundleId": bundle, "environment": "Production"}
    if transaction:
        data["signedTransactionInfo"] = authority.token(sale)
    return authority.token(
        {"notificationType": kind, "notificationUUID": f"u{now}", "version": "2.0", "signedDate": now, "data": data})


def test_openssl_verifies_what_the_simulator_signs(store, tmp_path):
    address, root = store
    status, answer = post(address, "/sell", {"product": "coins", "quantity": 2, "price": 1980, "currency": "USD"})
    assert status == 200
    sold = json.loads(answer)
    head, payload, signature = sold["signedTransaction"].split(".")
    header = json.loads(read(head))
    assert header["alg"] == "ES256" and len(header["x5c"]) == 3
    for name, certificate in zip(["leaf", "authority"], header["x5c"]):
        (tmp_path / f"{name}.der").write_bytes(base64.b64decode(certificate))
        openssl("x509", "-inform", "DER", "-in", f"{name}.der", "-out", f"{name}.pem", folder=tmp_path)
    assert b"OK" in openssl("verify", "-CAfile", root, "-untrusted", "authority.pem", "leaf.pem", folder=tmp_path)
    (tmp_path / "key.pem").write_bytes(openssl("x509", "-in", "leaf.pem", "-pubkey", "-noout", folder=tmp_path))
    (tmp_path / "signature").write_bytes(der(read(signature)))
    openssl("dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", folder=tmp_path, entered=f"{head}.{payload}".encode())
    openssl("dgst", "-sha256", "-verify", "key.pem", "-signature", "signature", folder=tmp_path,
            entered=f"{head}.{payload}x".encode(), status=1)
    sale = json.loads(read(payload))
    assert (sale["transactionId"], sale["bundleId"], sale["price"], sale["quantity"]) == (sold["transactionId"], BUNDLE, 1980, 2)


def test_the_server_believes_what_openssl_signs_under_the_root_and_nothing_else(running, tmp_path):
    authority = Authority(tmp_path / "own")
    server = running("--receipt-root", str(authority.root))
    good = notice(authority)
    assert server.notice(good) == (200, b"")
    assert server.notice(good) == (200, b""), "the store sends a notice again that it has no answer to"
    assert server.notice(notice(authority, "TEST", transaction=False))[0] == 200
    refused = {
        "untrusted_chain": [notice(Authority(tmp_path / "other")), notice(Authority(tmp_path / "stranger", "stranger"))],
        "foreign_app": [notice(authority, bundle="org.example.other")],
        "malformed": [good + "x", good.rsplit(".", 1)[0] + ".", "a.b.c"],
        "forged": [good.rsplit(".", 1)[0] + "." + notice(authority).rsplit(".", 1)[1]],
    }
    for reason, payloads in refused.items():
        for payload in payloads:
            status, answer = server.notice(payload)
            assert (status, reason.encode() in answer) == (400, True), (reason, answer)
    assert server.notice(good, app="none")[0] == 404
    assert post(server.address, "/v1/apps/demo/store-notices", b"x" * 300_000)[0] == 413


def test_notices_wait_at_the_store_until_the_server_has_a_root(running):
    server = running()
    status, answer = server.notice("a.b.c")
    assert status == 503 and b"root certificate" in answer


def test_the_simulator_sends_notices_to_the_server(store, running):
    address, root = store
    server = running("--receipt-root", str(root))
    sold = json.loads(post(address, "/sell", {"product": "coins"})[1])
    to = f"{server.address}/v1/apps/demo/store-notices"
    for kind in ["REFUND", "REFUND_REVERSED", "CONSUMPTION_REQUEST"]:
        status, answer = post(address, "/notify", {"type": kind, "transactionId": sold["transactionId"], "to": to})
        assert status == 200 and json.loads(answer)["status"] == 200
    assert json.loads(post(address, "/notify", {"type": "TEST", "to": to})[1])["status"] == 200


def test_the_simulator_answers_as_the_older_service_does(store):
    address, _ = store

    def verify(receipt, path="/verifyReceipt"):
        status, answer = post(address, path, {"receipt-data": receipt})
        return json.loads(answer) if status == 200 else status

    sold = json.loads(post(address, "/sell", {"product": "coins"})[1])
    tried = json.loads(post(address, "/sell", {"product": "coins", "kind": "sandbox"})[1])
    assert verify(sold["receipt"])["receipt"]["in_app"][0]["transaction_id"] == sold["transactionId"]
    assert verify(tried["receipt"])["status"] == 21007
    assert verify(tried["receipt"], "/sandbox/verifyReceipt")["environment"] == "Sandbox"
    assert verify(sold["receipt"], "/sandbox/verifyReceipt")["status"] == 21008
    assert verify("AAAA")["status"] == 21002
    post(address, "/mode", {"mode": "unavailable"})
    assert verify(sold["receipt"])["status"] == 21005
    post(address, "/mode", {"mode": "down"})
    assert verify(sold["receipt"]) == 503


def test_the_doctor_says_what_a_root_is_for_and_when_its_file_is_none(shell, tmp_path):
    shell.write("one.md", "One", "Text")
    shell.run("content", "import", "posts", "--hub", "High Larch", "--app", "demo")

    def check(*words):
        result = subprocess.run(
            [shell.program, "doctor", "--data", "marquee-data", "--port", "0", "--json", *words], cwd=shell.folder,
            env=shell.environment, capture_output=True, text=True, timeout=120)
        return next(check for check in json.loads(result.stdout) if check["name"] == "receipts")

    assert check()["state"] == "skipped" and "--receipt-root" in check()["answer"]
    authority = Authority(tmp_path / "own")
    assert check("--receipt-root", str(authority.root))["state"] in ("ok", "warning")
    (tmp_path / "none.pem").write_text("hello")
    assert check("--receipt-root", str(tmp_path / "none.pem"))["state"] == "wrong"


def test_both_programs_explain_themselves(shell):
    for words in [[SIMULATOR, "--help"], [PROGRAM, "store", "set", "--help"]]:
        shown = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=60)
        assert shown.returncode == 0
        assert all(len(line) <= 80 for line in shown.stdout.splitlines()), shown.stdout
