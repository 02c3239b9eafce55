"""A port that another program has: what is said names it and the flag that chooses another."""
import socket

import pytest


@pytest.mark.parametrize("command", [("demo",), ("serve", "--lab", "open")], ids=lambda words: words[0])
@pytest.mark.parametrize("flag, other", [("--port", "--content-port"), ("--content-port", "--port")])
def test_a_port_in_use_is_named_with_its_flag(shell, command, flag, other):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        result = shell.run(*command, flag, str(port), other, "0", status=1)
    said = f"cannot listen on 127.0.0.1:{port}: another program uses this port; choose another with {flag}"
    # Alone: what else fails because of it is no news.
    assert [line for line in result.stderr.splitlines() if "the control plane" not in line] == [f"Error: {said}"]
    assert result.stdout == ""


def test_a_demo_checks_its_ports_before_it_makes_anything(shell):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        shell.run("demo", "--port", "0", "--content-port", str(holder.getsockname()[1]), "--data", "kept", status=1)
    assert not (shell.folder / "kept").exists()
