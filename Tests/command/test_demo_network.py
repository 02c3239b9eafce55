"""`marquee demo --lan`: a phone of the network trusts the demo by a profile, and nothing else by it."""
import hashlib
import ipaddress
import json
import plistlib
import re
import socket
import ssl
import subprocess
import urllib.error
import urllib.request

import pytest


def networks():
    """The IPv4 addresses of this machine, but for its own, with their networks."""
    listed = json.loads(subprocess.run(["ip", "-json", "-4", "address"], capture_output=True, text=True, check=True).stdout)
    found = [ipaddress.ip_interface(f"{one['local']}/{one['prefixlen']}") for device in listed for one in device["addr_info"]]
    return [one for one in found if not one.is_loopback]


def free_port():
    with socket.create_server(("0.0.0.0", 0)) as listener:
        return listener.getsockname()[1]


def in_networks(devices, *words):
    """A command among devices of these names with these addresses: each is an end of a virtual cable."""
    cables = "; ".join(
        f"ip link add {device} type veth peer name other{number} && ip addr add {address}/24 dev {device} && ip link set {device} up"
        for number, (device, address) in enumerate(devices.items()))
    return ["unshare", "--map-root-user", "--net", "bash", "-c", f'set -e; ip link set lo up; {cables}; exec "$@"', "-", *words]


def has_namespaces():
    try:
        return subprocess.run(in_networks({"wlan0": "192.168.5.7"}, "true"), capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def der_to_text(der):
    shown = subprocess.run(["openssl", "x509", "-inform", "der", "-noout", "-text"], input=der, capture_output=True, check=True)
    return shown.stdout.decode()


@pytest.fixture
def demo(shell):
    process = subprocess.Popen(
        [shell.program, "demo", "--lan", "--lan-address", str(networks()[0].ip), "--port", str(free_port()), "--content-port",
         str(free_port()), "--profile-port", "0", "--no-readers", "--json"], stdout=subprocess.PIPE, text=True, env=shell.environment)
    text = ""
    while not text.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "the demo ended before it printed its addresses"
        text += line
    yield json.loads(text)
    process.terminate()
    assert process.wait(timeout=30) == 0


@pytest.mark.skipif(not networks(), reason="this machine is in no network")
def test_a_phone_reaches_the_demo_once_it_trusts_the_profile(demo):
    with urllib.request.urlopen(demo["profile"], timeout=10) as page:
        words = page.read().decode()
    # Somebody between phone and machine could change both, so the page leads to the terminal.
    assert "SHA-256 with the one that the demo’s terminal shows" in words and demo["fingerprint"] not in words
    with urllib.request.urlopen(demo["profile"] + "marquee-demo.mobileconfig", timeout=10) as answer:
        assert answer.headers["Content-Type"] == "application/x-apple-aspen-config"
        profile = plistlib.loads(answer.read())
    assert profile["PayloadType"] == "Configuration" and profile["RemovalDate"]
    root, = profile["PayloadContent"]
    assert root["PayloadType"] == "com.apple.security.root"
    authority = root["PayloadContent"]
    assert hashlib.sha256(authority).digest().hex(" ").upper() == demo["fingerprint"]

    trusting = ssl.create_default_context(cadata=ssl.DER_cert_to_PEM_cert(authority))
    with urllib.request.urlopen(demo["portal"] + "/healthz", context=trusting, timeout=10) as answer:
        assert answer.status == 200
    with pytest.raises(urllib.error.URLError, match="self.signed certificate"):
        urllib.request.urlopen(demo["portal"] + "/healthz", context=ssl.create_default_context(), timeout=10)
    # Those who are not signed in do not get the lab, which every machine of the network could ask for.
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(demo["lab"], context=trusting, timeout=10)


@pytest.mark.skipif(not networks(), reason="this machine is in no network")
def test_the_authority_is_for_the_networks_of_this_machine_alone(demo):
    with urllib.request.urlopen(demo["profile"] + "marquee-demo.mobileconfig", timeout=10) as answer:
        shown = der_to_text(plistlib.loads(answer.read())["PayloadContent"][0]["PayloadContent"])
    constraints = shown.split("Name Constraints: critical")[1].split("X509v3")[0]
    assert "Permitted" in constraints and re.search(r"DNS:[a-z0-9-]+\.local\s", constraints)
    permitted = {ipaddress.ip_network(found.replace("IP:", "")) for found in re.findall(r"IP:\S+", constraints)}
    assert permitted and permitted <= {one.network for one in networks()}
    assert "CA:TRUE, pathlen:0" in shown and "Certificate Sign" in shown


@pytest.mark.skipif(not has_namespaces(), reason="this machine makes no network of its own")
@pytest.mark.parametrize("devices, chosen", [
    ({"eth0": "8.8.4.4", "tailscale0": "10.9.0.1", "wlan0": "192.168.5.7"}, "192.168.5.7"),
    ({"docker0": "172.17.0.1", "xnet0": "172.16.0.9"}, "172.16.0.9"),
    ({"eth0": "10.1.2.3", "wlan0": "10.4.5.6"}, "10.4.5.6"),
])
def test_the_demo_listens_to_a_private_address_of_a_network_with_phones(shell, devices, chosen):
    process = subprocess.Popen(
        in_networks(devices, shell.program, "demo", "--lan", "--profile-port", "0", "--no-readers"),
        stdout=subprocess.PIPE, text=True, env=shell.environment)
    text = ""
    while "The demo listens to" not in text:
        line = process.stdout.readline()
        assert line, "the demo ended before it printed its addresses"
        text += line
    process.terminate()
    process.stdout.read()
    process.wait(timeout=30)
    assert f"https://{chosen}:8080" in text and f"The demo listens to {chosen} (" in text
    if "eth0" in devices:
        assert f"This machine also has {devices['eth0']} (eth0): --lan-address chooses another." in text


@pytest.mark.skipif(not has_namespaces(), reason="this machine makes no network of its own")
def test_a_public_address_is_served_only_when_somebody_names_it(shell):
    def refusal(devices, *words):
        ended = subprocess.run(
            in_networks(devices, shell.program, "demo", "--lan", *words), capture_output=True, text=True,
            env=shell.environment, timeout=60)
        assert ended.returncode == 64, ended.stderr
        return ended.stderr

    devices = {"eth0": "8.8.4.4", "wg0": "10.9.0.1", "eth1": "169.254.3.4"}
    assert "this machine has no private address" in refusal(devices)
    assert refusal(devices).count("8.8.4.4 (eth0)") == 1 and "10.9.0.1" not in refusal(devices)
    assert "--lan-address is no IPv4 address of this machine" in refusal(devices, "--lan-address", "10.9.0.1")
    assert "no IPv4 address in a network" in refusal({"wg0": "10.9.0.1"})


def test_an_address_without_the_network_is_refused(shell):
    assert "--lan-address goes with --lan" in shell.run("demo", "--lan-address", "192.168.5.7", status=64).stderr


@pytest.mark.parametrize("words", [["--port", "0"], ["--content-port", "0"]])
def test_a_port_that_changes_is_refused(shell, words):
    assert "--lan needs ports that apps can carry" in shell.run("demo", "--lan", *words, status=64).stderr


@pytest.mark.skipif(not networks(), reason="this machine is in no network")
def test_a_profile_port_in_use_is_named_with_the_option_for_another(shell):
    with socket.create_server(("0.0.0.0", 0)) as taken:
        port = taken.getsockname()[1]
        ended = subprocess.run(
            [shell.program, "demo", "--lan", "--lan-address", str(networks()[0].ip), "--port", str(free_port()), "--content-port", str(free_port()), "--profile-port",
             str(port), "--no-readers"], capture_output=True, text=True, env=shell.environment, timeout=60)
    assert ended.returncode != 0
    assert f"port {port} is in use; choose another one with --profile-port" in ended.stderr
