#!/usr/bin/env python3
"""An object store for tests: moto's S3 on 127.0.0.1, which also checks signatures and can be told to fail.

Usage: .build-venv/bin/python scripts/test_s3.py
Prints "ready PORT TLSPORT"; the second port has a certificate that signs itself. Each line of standard input is a command,
answered by one line of JSON:
    {"make": BUCKET}                      makes an empty bucket
    {"faults": BUCKET, "list": [FAULT]}   lets requests to the bucket fail, see Faults
    {"requests": BUCKET}                  what was asked since the last time, as "METHOD /PATH?QUERY"
    {"uploads": BUCKET}                   how many uploads in parts are neither completed nor aborted
    {"keys": BUCKET}                      the keys in the bucket
The server lives until standard input ends, so it does not outlive the process that started it.
"""

import calendar
import hashlib
import io
import json
import logging
import os
import socket
import sys
import threading
import time

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from moto.core import DEFAULT_ACCOUNT_ID
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import make_server

ACCESS_KEY = "AKIDMARQUEETEST"
SECRET = "a/secret+of=tests"
TOKEN = "a/session+token=="
REGION = "eu-test-1"


class Quiet(MotoRequestHandler):
    protocol_version = "HTTP/1.1"

    def log(self, *_):
        pass


def refusal(status, code):
    body = f"<?xml version='1.0'?><Error><Code>{code}</Code><Message>{ACCESS_KEY} {SECRET}</Message></Error>".encode()
    return f"{status} Refused", [("Content-Type", "application/xml"), ("Content-Length", str(len(body)))], body


def objection(environ, body):
    """What S3 would object to in how a request is signed; the signature is calculated by botocore."""
    header = environ.get("HTTP_AUTHORIZATION", "")
    if not header.startswith("AWS4-HMAC-SHA256 "):
        return refusal(403, "AccessDenied")
    parts = dict(part.strip().split("=", 1) for part in header.split(" ", 1)[1].split(","))
    key, day, region, service, _ = parts["Credential"].split("/")
    names = parts["SignedHeaders"].split(";")
    headers = {name: environ.get("HTTP_" + name.upper().replace("-", "_"), environ.get(name.upper().replace("-", "_"), ""))
               for name in names}
    if key != ACCESS_KEY:
        return refusal(403, "InvalidAccessKeyId")
    if headers.get("x-amz-security-token", TOKEN) != TOKEN:
        return refusal(400, "InvalidToken")
    if region != REGION or service != "s3":
        return refusal(400, "AuthorizationHeaderMalformed")
    sent = {name[5:].lower().replace("_", "-") for name in environ if name.startswith("HTTP_X_AMZ_")}
    if not {"host", "x-amz-date", "x-amz-content-sha256"} | sent <= set(names):
        return refusal(403, "AccessDenied")
    if abs(calendar.timegm(time.strptime(headers["x-amz-date"], "%Y%m%dT%H%M%SZ")) - time.time()) > 900:
        return refusal(403, "RequestTimeTooSkewed")
    if headers["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return refusal(400, "XAmzContentSHA256Mismatch")
    request = AWSRequest(
        method=environ["REQUEST_METHOD"], url=f"http://{environ['HTTP_HOST']}{environ['RAW_URI']}", data=body,
        headers=headers)
    request.context["timestamp"] = headers["x-amz-date"]
    signer = S3SigV4Auth(Credentials(ACCESS_KEY, SECRET), "s3", region)
    expected = signer.signature(signer.string_to_sign(request, signer.canonical_request(request)), request)
    return None if expected == parts["Signature"] else refusal(403, "SignatureDoesNotMatch")


class Faults:
    """Requests that fail. A fault is {"do": KIND, "method": "PUT", "part": TEXT, "times": N}; it is used up after N
    requests of that method whose address contains the text. Kinds: "status" (with "status" and "code"), "cut" (the connection
    ends before the answer), "late" (the same after the work was done), "truncate" (half of the body), "flip" (one
    bit of the body), "tag" (a wrong ETag), "error200" (an error in a document with the status 200), "long" (a body
    without end), "stall" (no answer)."""

    def __init__(self, app):
        self.app = app
        self.lock = threading.Lock()
        self.faults = {}
        self.requests = {}

    def fault(self, bucket, method, address):
        with self.lock:
            self.requests.setdefault(bucket, []).append(f"{method} {address}")
            for fault in self.faults.get(bucket, []):
                matches = fault.get("method", method) == method and fault.get("part", "") in address
                if matches and fault.get("times", 1) > 0:
                    fault["times"] = fault.get("times", 1) - 1
                    return fault
        return {"do": "nothing"}

    def __call__(self, environ, start_response):
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        environ["wsgi.input"] = io.BytesIO(body)
        method, address = environ["REQUEST_METHOD"], environ["RAW_URI"]
        fault = self.fault(address.lstrip("/").split("/")[0].split("?")[0], method, address)
        kind = fault["do"]
        if kind == "cut":
            return self.cut(environ)
        if kind == "stall":
            time.sleep(fault.get("seconds", 60))
            return self.cut(environ)
        if kind == "status":
            return self.answer(start_response, *refusal(fault["status"], fault.get("code", "SlowDown")))
        if kind == "error200":
            _, headers, text = refusal(200, fault.get("code", "InternalError"))
            return self.answer(start_response, "200 OK", headers, text)
        if kind == "long":
            start_response("206 Partial", [("Content-Range", "bytes 0-0/1"), ("Connection", "close")])
            return (b"x" * 65536 for _ in range(10_000))
        refused = objection(environ, body)
        if refused:
            return self.answer(start_response, *refused)
        kept = []
        answer = b"".join(self.app(environ, lambda status, headers, *_: kept.extend([status, headers])))
        status, headers = kept[0], [(name, value) for name, value in kept[1] if name.lower() != "connection"]
        if kind == "late":
            return self.cut(environ)
        if kind == "tag":
            headers = [(name, '"00000000000000000000000000000000"' if name.lower() == "etag" else value)
                       for name, value in headers]
        if kind == "flip":
            answer = bytes([answer[0] ^ 1]) + answer[1:]
        if kind == "truncate":
            start_response(status, headers + [("Connection", "close")])
            return self.half(environ, answer)
        return self.answer(start_response, status, headers, answer)

    @staticmethod
    def answer(start_response, status, headers, body):
        start_response(status, headers)
        return [body]

    @staticmethod
    def half(environ, body):
        yield body[: len(body) // 2]
        environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)

    @staticmethod
    def cut(environ):
        environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
        raise ConnectionError("cut on request")


def main():
    logging.disable(logging.CRITICAL)
    answers, sys.stdout, sys.stderr = sys.stdout, open(os.devnull, "w"), open(os.devnull, "w")
    for name, value in {"AWS_ACCESS_KEY_ID": ACCESS_KEY, "AWS_SECRET_ACCESS_KEY": SECRET}.items():
        os.environ[name] = value
    faults = Faults(DomainDispatcherApplication(create_backend_app))
    servers = [make_server("127.0.0.1", 0, faults, threaded=True, request_handler=Quiet, ssl_context=context)
               for context in (None, "adhoc")]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    backend = s3_backends[DEFAULT_ACCOUNT_ID]["aws"]

    def say(text):
        answers.write(text + "\n")
        answers.flush()

    say("ready " + " ".join(str(server.server_address[1]) for server in servers))
    for line in sys.stdin:
        command = json.loads(line)
        result = None
        if "make" in command:
            backend.create_bucket(command["make"], REGION)
        elif "faults" in command:
            faults.faults[command["faults"]] = command["list"]
        elif "requests" in command:
            with faults.lock:
                result = faults.requests.pop(command["requests"], [])
        elif "uploads" in command:
            result = len(backend.buckets[command["uploads"]].multiparts)
        elif "keys" in command:
            result = sorted(backend.buckets[command["keys"]].keys.keys())
        say(json.dumps(result))


if __name__ == "__main__":
    main()
