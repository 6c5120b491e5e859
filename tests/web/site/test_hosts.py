"""Under which names the site answers, and on which addresses: real servers, real sockets."""

import http.client
import json
import socket
from pathlib import Path

import pytest

from skerry.errors import OptionError
from skerry.web.site import hosts
from skerry.web.site.run import listen
from tests.web.conftest import START_SECONDS, Server, StartServer

REBOUND = "games.example.com"  # another site's name, led to this machine


def ask(
    server: Server, host: str, path: str = "/api/engine", by: str = "127.0.0.1"
) -> tuple[int, str]:
    """Ask an address of this machine by a host's name."""
    connection = http.client.HTTPConnection(by, server.port, timeout=START_SECONDS)
    try:
        connection.putrequest("GET", path, skip_host=True)
        connection.putheader("Host", host)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def address_on_the_network() -> str | None:
    """Another address of this machine than the loopback ones, if it has one."""
    own = hosts.own_address()
    return None if hosts.parse_address(own) is None else own


@pytest.fixture(scope="module")
def open_server(start_server: StartServer, tmp_path_factory: pytest.TempPathFactory) -> Server:
    return start_server(tmp_path_factory.mktemp("open"), host="0.0.0.0")


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "10.0.0.7:8000", "[fe80::1]:8000", "203.0.113.9", "localhost"]
)
def test_listening_to_all_it_answers_to_every_address(open_server: Server, host: str) -> None:
    assert ask(open_server, host)[0] == 200


def test_listening_to_all_it_answers_to_the_names_of_the_machine(open_server: Server) -> None:
    short = socket.gethostname().partition(".")[0]
    for name in (socket.gethostname(), f"{short}.local", f"{short}.lan:8000", short.upper()):
        assert ask(open_server, name)[0] == 200, name


def test_other_addresses_of_the_machine_are_answered(open_server: Server) -> None:
    for address in filter(None, ("127.0.0.2", address_on_the_network())):
        host = f"{address}:{open_server.port}"
        assert ask(open_server, host, by=address)[0] == 200, address
        status, page = ask(open_server, host, "/new/spry", by=address)
        assert status == 200
        assert "csrfmiddlewaretoken" in page


def test_a_game_is_begun_from_another_machine(open_server: Server) -> None:
    """The form's check of where it came from agrees with the check of the host."""
    address = f"192.168.1.5:{open_server.port}"
    connection = http.client.HTTPConnection("127.0.0.1", open_server.port, timeout=START_SECONDS)
    connection.request("GET", "/new/kitaran", headers={"Host": address})
    answer = connection.getresponse()
    token = answer.read().decode().split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    headers = {
        "Host": address,
        "Origin": f"http://{address}",
        "Cookie": str(answer.headers["Set-Cookie"]).partition(";")[0],
        "Content-Type": "application/x-www-form-urlencoded",
    }
    body = f"opponent=friend&size=3&csrfmiddlewaretoken={token}"
    connection.request("POST", "/new/kitaran", body, headers)
    assert connection.getresponse().status == 302
    connection.close()


@pytest.mark.parametrize("host", [REBOUND, f"{REBOUND}:8000", "localhost.example.com"])
def test_names_of_others_are_refused_in_a_sentence(open_server: Server, host: str) -> None:
    status, said = ask(open_server, host)
    assert status == 400
    name = host.partition(":")[0]
    assert f"SKERRY_ALLOWED_HOSTS={name}" in json.loads(said)["error"]
    status, page = ask(open_server, host, "/")
    assert status == 400
    assert "does not answer to the name" in page


@pytest.mark.parametrize("host", ["192.168.1.5", REBOUND, socket.gethostname(), "[::2]"])
def test_listening_to_itself_it_answers_to_itself_alone(server: Server, host: str) -> None:
    assert ask(server, host)[0] == 400
    assert ask(server, f"localhost:{server.port}")[0] == 200
    assert ask(server, "[::1]")[0] == 200


def test_the_address_for_other_machines_is_told(open_server: Server, server: Server) -> None:
    said = open_server.log.read_text()
    assert f"Skerry is at http://localhost:{open_server.port}/" in said
    assert f"From other machines it is at http://{hosts.own_address()}:{open_server.port}/" in said
    assert "other machines" not in server.log.read_text()


def test_chosen_names_are_answered(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SKERRY_ALLOWED_HOSTS", f"{REBOUND},.example.org")
    chosen = start_server(tmp_path, host="0.0.0.0")
    for host in (REBOUND, "a.example.org", "192.168.1.5"):
        assert ask(chosen, host)[0] == 200, host
    assert ask(chosen, "example.net")[0] == 400


def has(address: str) -> bool:
    """Whether this machine has an address of IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as tried:
            tried.bind((address, 0))
    except OSError:
        return False
    return True


def test_listening_to_all_of_ipv6_includes_ipv4(start_server: StartServer, tmp_path: Path) -> None:
    if not has("::"):
        with pytest.raises(OptionError, match=r"Nothing can listen on ::, port 0"):
            listen("::", 0, 1)
        return
    both = start_server(tmp_path, host="::")
    assert ask(both, "localhost", by="127.0.0.1")[0] == 200
    assert not has("::1") or ask(both, "[fd00::7]", by="::1")[0] == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"])
def test_loopback_addresses(host: str) -> None:
    assert hosts.is_loopback(host)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.com", ""])
def test_other_addresses(host: str) -> None:
    assert not hosts.is_loopback(host)
