"""`marquee settings`, and the settings file as other commands read it."""
import socket
import subprocess

import pytest


def test_a_printed_file_starts_a_server_and_leads_commands_to_its_data(shell):
    data = shell.folder / "kept"
    printed = shell.run("settings", "--data", data, "--port", "0").stdout
    assert f'  "data": "{data}",' in printed and '  // "host": "127.0.0.1",' in printed
    file = shell.folder / "marquee.json"
    file.write_text(printed)
    shell.environment["MARQUEE_CONFIG"] = str(file)
    shell.run("account", "add", "Ann", "--role", "administrator", entered="long enough for anybody\n")
    assert (data / "marquee.sqlite3").exists()
    assert "Ann" in shell.run("account", "list").stdout
    # A flag and a variable count before the file.
    shell.environment["MARQUEE_DATA"] = str(shell.folder / "other")
    assert "other is not a data directory" in shell.run("account", "list", status=64).stderr
    assert "third is not a data directory" in shell.run("account", "list", "--data", shell.folder / "third", status=64).stderr


@pytest.mark.parametrize("words, sentence", [
    (["settings", "--port", "70000"], '"70000" is not a whole number'), (["settings", "--prot", "1"], "did you mean --port?")])
def test_a_wrong_setting_is_refused(shell, words, sentence):
    assert sentence in shell.run(*words, status=64).stderr


def test_a_settings_file_that_cannot_be_read_is_named(shell):
    shell.environment["MARQUEE_CONFIG"] = "/nowhere/marquee.json"
    assert "/nowhere/marquee.json cannot be read" in shell.run("account", "list", status=64).stderr
    assert not (shell.folder / "marquee-data").exists()


@pytest.mark.parametrize("is_abstract", [False, True])
def test_systemd_is_told_when_the_server_accepts_connections(shell, is_abstract):
    name = f"@{shell.folder}/notify" if is_abstract else f"{shell.folder}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(name.replace("@", "\0"))
        listener.settimeout(30)
        process = subprocess.Popen(
            [shell.program, "serve", "--port", "0"], cwd=shell.folder, env=shell.environment | {"NOTIFY_SOCKET": name},
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert listener.recv(100) == b"READY=1"
            assert "http://" in process.stdout.readline()
        finally:
            process.terminate()
            assert process.wait(timeout=30) == 0
