"""A client that is not ours speaks with `/oauth/token` and `/XMLAPI`: requests sends, lxml reads."""
import concurrent.futures
import pathlib
import re
import shutil
import sys
import time

import pytest
import requests
from lxml import etree
from test_serving import Server

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import databases  # noqa: E402


PASSWORD = "correct horse battery"


class Client:
    """An Engage client of one app, at one of the servers over its database."""

    def __init__(self, server, made):
        self.server, self.made, self.session = server, made, requests.Session()

    @property
    def host(self):
        return f"http://{self.server.address}/"

    def restart(self, shell):
        """Another server over the same data; the access token stays good."""
        self.server = Server(shell)

    def exchange(self, **changed):
        form = {
            "grant_type": "refresh_token", "client_id": self.made["client"]["id"], "client_secret": self.made["secret"],
            "refresh_token": self.made["refreshToken"]}
        return self.session.post(f"{self.host}oauth/token", data=form | changed, timeout=60)

    def sign_in(self):
        answer = self.exchange()
        assert answer.status_code == 200, answer.text
        assert answer.json()["token_type"] == "bearer" and answer.json()["expires_in"] > 3600
        self.session.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
        return self

    def post(self, body, **headers):
        return self.session.post(f"{self.host}XMLAPI", data=body, headers=headers, timeout=60)

    def call(self, operation, *children, as_form=True, busy=False):
        """The result's element, or the number of the fault. With `busy`, a server may answer 503 for a minute."""
        envelope = etree.Element("Envelope")
        element = etree.SubElement(etree.SubElement(envelope, "Body"), operation)
        for child in children:
            element.append(child)
        text = etree.tostring(envelope, encoding="unicode")
        def post():
            return self.post({"xml": text}) if as_form else self.post(text.encode(), **{"Content-Type": "text/xml"})

        answer, deadline = post(), time.monotonic() + 60
        while busy and answer.status_code == 503 and time.monotonic() < deadline:
            time.sleep(0.5)
            answer = post()
        return outcome(answer)


def outcome(answer, status=200):
    assert answer.status_code == status, answer.text
    assert answer.headers["Content-Type"].startswith("text/xml")
    root = etree.fromstring(answer.content)
    if root.findtext("Body/RESULT/SUCCESS").lower() == "true":
        return root.find("Body/RESULT")
    assert root.findtext("Body/Fault/FaultString")
    return int(root.findtext("Body/Fault/detail/error/errorid"))


def leaf(tag, text, /, **attributes):
    element = etree.Element(tag, **attributes)
    element.text = str(text)
    return element


def group(name, *children):
    element = etree.Element(name)
    element.extend(children)
    return element


def column(name, value, element="COLUMN"):
    return group(element, leaf("NAME", name), leaf("VALUE", value))


def sync(**values):
    return group("SYNC_FIELDS", *(column(name, value, "SYNC_FIELD") for name, value in values.items()))


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, shell, tmp_path):
    """A data directory with an app and a list, on each engine."""
    if request.param == "postgres":
        shell.environment["MARQUEE_DATABASE"] = databases.address(str(tmp_path))
    shell.run("keys", "init", "--app", "demo", "--out", "app")
    made = shell.json(
        "engage", "list", "create", "Customers", "--app", "demo", "--unique", "Mobile User Id", "--column", "EMAIL",
        "--column", "Name")
    shell.list = made["id"]
    return shell


@pytest.fixture
def client(place):
    made = place.json("engage", "client", "create", "App", "--app", "demo", "--list", str(place.list), "--host", "https://x.example.org")
    assert made["host"] == "https://x.example.org/" and made["list"] == place.list
    client = Client(Server(place), made).sign_in()
    yield client
    client.server.process.terminate()
    assert client.server.process.wait(timeout=60) == 0


def test_a_recipients_whole_life(client, place):
    here = leaf("LIST_ID", place.list)

    def call(operation, *children, **options):
        return client.call(operation, leaf("LIST_ID", place.list), *children, **options)

    name = "Zoë <b> & \"q\" ]]> 🏔"
    added = call("AddRecipient", column("Mobile User Id", "m-1"), column("Name", name))
    recipient = added.findtext("RecipientId")
    assert call("AddRecipient", column("MOBILE USER ID", "m-1"), as_form=False) == 122
    found = call("SelectRecipientData", column("Mobile User Id", "m-1"))
    assert found.findtext("RecipientId") == recipient
    values = {item.findtext("NAME"): item.findtext("VALUE") for item in found.iterfind("COLUMNS/COLUMN")}
    assert values == {"EMAIL": "", "Mobile User Id": "m-1", "Name": name}
    # The app asks for a column, and links an account of its own.
    assert call("AddListColumn", leaf("COLUMN_NAME", "Facebook Id"), leaf("COLUMN_TYPE", 0), leaf("DEFAULT", "")) is not None
    assert call("SelectRecipientData", column("Facebook Id", "100")) == 128
    call("UpdateRecipient", leaf("RECIPIENT_ID", recipient), column("Facebook Id", "100"))
    assert call("SelectRecipientData", column("Facebook Id", "100")).findtext("RecipientId") == recipient
    again = call(
        "AddRecipient", leaf("UPDATE_IF_FOUND", "true"), column("EMAIL", "zoe@example.org"), sync(**{"Facebook Id": "100"}))
    assert again.findtext("RecipientId") == recipient
    call("UpdateRecipient", sync(EMAIL="zoe@example.org"), column("Name", ""))
    found = call("SelectRecipientData", leaf("EMAIL", "ZOE@example.org"))
    assert found.findtext("Email") == "zoe@example.org" and found.findtext("OptedOut") == ""
    # It is in a contact list, in a query and in an export.
    contacts = client.call("CreateContactList", leaf("DATABASE_ID", place.list), leaf("CONTACT_LIST_NAME", "Friends"))
    contacts = contacts.findtext("CONTACT_LIST_ID")
    client.call("AddContactToContactList", leaf("CONTACT_LIST_ID", contacts), leaf("CONTACT_ID", recipient))
    job = client.call("ExportList", leaf("LIST_ID", contacts), leaf("EXPORT_FORMAT", "CSV"))
    wait(client, job.findtext("JOB_ID"))
    exported = place.run("engage", "file", "get", job.findtext("FILE_PATH"), "--app", "demo").stdout
    assert recipient in exported and "zoe@example.org" in exported
    # It opts out, and is removed.
    call("OptOutRecipient", leaf("RECIPIENT_ID", recipient))
    assert call("OptOutRecipient", leaf("RECIPIENT_ID", recipient)) == 129
    assert call("SelectRecipientData", leaf("RECIPIENT_ID", recipient)).findtext("OptedOut")
    call("DoubleOptInRecipient", leaf("RECIPIENT_ID", recipient))
    call("RemoveRecipient", leaf("EMAIL", "zoe@example.org"))
    assert call("RemoveRecipient", leaf("RECIPIENT_ID", recipient)) == 1009
    assert call("UpdateRecipient", leaf("RECIPIENT_ID", recipient), column("Name", "back")) == 1009
    assert call("UpdateRecipient", sync(EMAIL="zoe@example.org"), column("Name", "back")) == 123
    assert client.call("SelectRecipientData", here, leaf("RECIPIENT_ID", recipient)) == 128
    assert client.call("SendMailing") == 150 and client.call("Login") == 150


def wait(client, job):
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        status = client.call("GetJobStatus", leaf("JOB_ID", job))
        if status.findtext("JOB_STATUS") not in ("WAITING", "RUNNING"):
            assert status.findtext("JOB_STATUS") == "COMPLETE", etree.tostring(status)
            return {item.findtext("NAME"): item.findtext("VALUE") for item in status.iterfind("PARAMETERS/PARAMETER")}
        time.sleep(0.2)
    pytest.fail("the job does not end")


def test_a_list_is_imported_from_a_file(client, place):
    rows = "".join(f"m-{number},Name {number}\n" for number in range(5_000))
    (place.folder / "people.csv").write_text(f"Mobile User Id,Name\n{rows}m-1,changed\nm-2,too,many\n")
    place.run("engage", "file", "add", "people.csv", "--app", "demo")
    job = client.call("ImportList", leaf("LIST_ID", place.list), leaf("SOURCE_FILE", "people.csv"))
    done = wait(client, job.findtext("JOB_ID"))
    assert (done["ADDED"], done["CHANGED"], done["REFUSED"]) == ("5000", "1", "1")
    found = client.call("SelectRecipientData", leaf("LIST_ID", place.list), column("Mobile User Id", "m-1"))
    assert "changed" in [item.findtext("VALUE") for item in found.iterfind("COLUMNS/COLUMN")]


def test_an_import_goes_on_after_the_server_was_killed(client, place):
    count = 200_000
    rows = "".join(f"k-{number},Name {number}\n" for number in range(count))
    (place.folder / "many.csv").write_text(f"Mobile User Id,Name\n{rows}")
    place.run("engage", "file", "add", "many.csv", "--app", "demo")
    job = client.call("ImportList", leaf("LIST_ID", place.list), leaf("SOURCE_FILE", "many.csv")).findtext("JOB_ID")
    deadline = time.monotonic() + 60
    while progress(client, job) == 0 and time.monotonic() < deadline:
        time.sleep(0.05)
    client.server.process.kill()
    client.server.process.wait()
    client.restart(place)
    assert 0 < progress(client, job) < count, "it was killed on the way"
    done = wait(client, job)
    assert (done["DONE"], done["ADDED"]) == (str(count), str(count)) and "REFUSED" in done and done["REFUSED"] == "0"
    [size] = [item.findtext("SIZE") for item in client.call("GetLists").iterfind("LIST")]
    assert size == str(count)


def progress(client, job):
    status = client.call("GetJobStatus", leaf("JOB_ID", job))
    return next(int(item.findtext("VALUE")) for item in status.iterfind("PARAMETERS/PARAMETER") if item.findtext("NAME") == "DONE")


def test_tables_take_rows_by_key(client):
    made = client.call(
        "CreateTable", leaf("TABLE_NAME", "Merges"), group("COLUMNS", *(
            group("COLUMN", leaf("NAME", name), leaf("TYPE", "TEXT"), leaf("KEY_COLUMN", str(is_key).lower()))
            for name, is_key in (("Audit Record Id", True), ("Old Recipient Id", False)))))
    table = made.findtext("TABLE_ID")

    def insert(*rows):
        return client.call("InsertUpdateRelationalTable", leaf("TABLE_ID", table), group("ROWS", *(
            group("ROW", *(leaf("COLUMN", value, name=name) for name, value in row.items())) for row in rows)))

    assert insert({"Audit Record Id": "a", "Old Recipient Id": "1"}) is not None
    assert insert({"Audit Record Id": "a", "Old Recipient Id": "2"}) is not None
    assert insert({"Audit Record Id": "b", "New Recipient Id": "2"}) == 1007
    assert insert(*({"Audit Record Id": number} for number in range(101))) == 51
    size = [item.findtext("SIZE") for item in client.call("GetLists", leaf("LIST_TYPE", 15)).iterfind("LIST")]
    assert size == ["1"]


def test_tokens_are_limited_refused_and_revoked(client, place):
    assert client.exchange(client_secret="wrong").json()["error"] == "invalid_client"
    assert client.exchange(refresh_token="wrong").json()["error"] == "invalid_grant"
    assert client.exchange(grant_type="password").json()["error"] == "unsupported_grant_type"
    place.run("engage", "account", "--app", "demo", "--tokens-per-hour", "2")
    assert client.exchange().status_code == 200
    refused = client.exchange()
    assert refused.status_code == 429 and refused.json()["error"] == "rate_limit_exceeded"
    assert 0 < int(refused.headers["Retry-After"]) <= 3600 and refused.headers["Cache-Control"] == "no-store"
    place.run("engage", "account", "--app", "demo", "--tokens-per-hour", "3")
    assert client.exchange().status_code == 200
    assert client.call("GetLists") is not None
    place.run("engage", "client", "revoke", client.made["client"]["id"], "--app", "demo")
    answer = client.post({"xml": "<Envelope><Body><GetLists/></Body></Envelope>"})
    assert outcome(answer, status=401) == 145 and answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert client.exchange().json()["error"] == "invalid_client"


def test_after_a_refused_token_the_same_connection_gets_a_new_one(client):
    """As SDKs do: a 401, an exchange, and the request again, all on one connection."""
    client.call("GetLists")
    pools = client.session.get_adapter(client.host).poolmanager.pools
    body = {"xml": ENVELOPE.format("x" * 300_000)}
    for path in ("XMLAPI", "rest/events/submission"):
        for _ in range(30):
            answer = client.session.post(
                f"{client.host}{path}", data=body, headers={"Authorization": "Bearer wrong"}, timeout=60)
            assert answer.status_code == 401
            assert client.exchange(client_secret="wrong").status_code == 401
    assert [pools[key].num_connections for key in pools.keys()] == [1]


BOMB = "<!DOCTYPE b [<!ENTITY l0 \"ha\">" + "".join(
    f"<!ENTITY l{n} \"{f'&l{n - 1};' * 10}\">" for n in range(1, 12)) + "]>"
ENVELOPE = "<Envelope><Body><GetLists>{}</GetLists></Body></Envelope>"


@pytest.mark.parametrize("document, status", [
    ("no xml", 200), ("<Envelope><Body><GetLists>", 200), (BOMB + ENVELOPE.format("&l11;"), 200),
    ('<!DOCTYPE b [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + ENVELOPE.format("&e;"), 200),
    ('<!DOCTYPE b SYSTEM "http://127.0.0.1:9/b.dtd">' + ENVELOPE.format(""), 200), ("<a>" * 200_000, 200),
    (ENVELOPE.format("<a/>" * 200_000), 200), (ENVELOPE.format("x" * 10_000_000), 413),
    (ENVELOPE.format("<a " + " ".join(f'a{n:x}=""' for n in range(100_000)) + "/>"), 200)], ids=range(9))
def test_hostile_documents_cost_nothing(client, document, status):
    status_file = pathlib.Path(f"/proc/{pid_of(client)}/status")

    def memory():
        [line] = [line for line in status_file.read_text().splitlines() if line.startswith("VmRSS")]
        return int(line.split()[1])

    client.call("GetLists")
    before, began = memory(), time.monotonic()
    for _ in range(5):
        try:
            answer = client.post(document.encode())
        except requests.ConnectionError:
            assert status == 413  # the server closes a connection whose body it does not read to its end
            continue
        assert outcome(answer, status) == 51 and "root:" not in answer.text
    assert time.monotonic() - began < 60, "for five; a bomb that goes off takes longer"
    assert memory() - before < 64 << 10, "in KiB"
    assert client.call("GetLists") is not None


def pid_of(client):
    """The process that listens on the client's port."""
    port = int(client.host.rsplit(":", 1)[1].strip("/"))
    [inode] = [
        fields[9] for fields in (line.split() for line in pathlib.Path("/proc/net/tcp").read_text().splitlines()[1:])
        if fields[3] == "0A" and int(fields[1].rsplit(":", 1)[1], 16) == port]
    for entry in pathlib.Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(entry.readlink()) == f"socket:[{inode}]":
                return entry.parts[2]
        except OSError:
            continue
    pytest.fail("nobody listens")


def memory(client):
    """What the client's server has in memory, in KiB."""
    status = pathlib.Path(f"/proc/{pid_of(client)}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))


def test_a_file_of_sixty_megabytes_is_uploaded_without_memory_and_imported(client, place):
    """By a person in the portal, and by the program; a larger file is refused."""
    place.run("account", "add", "Ann", "--role", "administrator", entered=f"{PASSWORD}\n")
    person, origin = requests.Session(), {"Origin": client.host.rstrip("/")}

    def token(path):
        return re.search(r'name="csrf" value="([^"]*)"', person.get(f"{client.host}{path}", timeout=60).text)[1]

    form = {"csrf": token("portal/sign-in"), "next": "", "name": "Ann", "password": PASSWORD}
    entered = person.post(
        f"{client.host}portal/sign-in", data=form, headers=origin, timeout=60, allow_redirects=False)
    assert entered.status_code == 303, entered.text
    path = f"portal/engage/import/{place.list}"
    address, csrf = f"{client.host}{path}", token(path)

    def upload(name, data):
        files = {"csrf": (None, csrf), "file": (name, data, "text/csv")}
        return person.post(address, files=files, headers=origin, timeout=300, allow_redirects=False)

    assert upload("small.csv", b"Mobile User Id\n1\n").status_code == 303
    row = b"," + b"x" * 7_000
    wide = b"Mobile User Id,Name\n" + b"".join(b"w-%d%s\n" % (number, row) for number in range(8_500))
    assert 59_000_000 < len(wide) < 64 << 20
    before = memory(client)
    stored = upload("wide.csv", wide)
    assert stored.status_code == 303, stored.text[:500]
    assert memory(client) - before < 40 << 10, "in KiB"
    assert upload("large.csv", wide + wide).status_code == 413
    (place.folder / "wide.csv").write_bytes(b"".join(wide.splitlines(keepends=True)[:1_501]))
    place.run("engage", "file", "add", "wide.csv", "--app", "demo")
    job = client.call("ImportList", leaf("LIST_ID", place.list), leaf("SOURCE_FILE", "wide.csv"))
    done = wait(client, job.findtext("JOB_ID"))
    assert (done["DONE"], done["ADDED"], done["REFUSED"]) == ("1500", "1500", "0")


def test_fifty_additions_of_one_key_at_two_servers(shell, tmp_path):
    shell.environment["MARQUEE_DATABASE"] = databases.address(str(tmp_path))
    shell.run("keys", "init", "--app", "demo", "--out", "app")
    made = shell.json("engage", "list", "create", "Customers", "--app", "demo", "--unique", "Mobile User Id")
    client = shell.json("engage", "client", "create", "App", "--app", "demo")
    second = tmp_path / "second"
    (second / "keys").mkdir(parents=True, mode=0o700)
    second.chmod(0o700)
    shutil.copy(tmp_path / "marquee-data/keys/@server.key", second / "keys/@server.key")
    servers = [Server(shell), Server(shell, flags=("--data", str(second)))]
    try:
        clients = [Client(server, client).sign_in() for server in servers]
        # A token of one server is good at the other.
        clients[1].session.headers["Authorization"] = clients[0].session.headers["Authorization"]

        def add(number):
            match = [leaf("UPDATE_IF_FOUND", "true")] if number % 2 else []
            return clients[number // 2 % 2].call(
                "AddRecipient", leaf("LIST_ID", made["id"]), *match, column("Mobile User Id", "the same"), busy=True)

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            answers = list(pool.map(add, range(50)))
        faults = [answer for answer in answers if isinstance(answer, int)]
        ids = {answer.findtext("RecipientId") for answer in answers if not isinstance(answer, int)}
        assert set(faults) <= {122} and len(ids) == 1
        [listed] = [item for item in clients[1].call("GetLists").iterfind("LIST")]
        assert listed.findtext("SIZE") == "1"
    finally:
        for server in servers:
            server.process.terminate()
            server.process.wait(timeout=60)
