"""What an attacker found on the open ports, done again to a real server: nobody else notices, and nothing is gained."""

from __future__ import annotations

import contextlib
import re
import resource
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from bottega.limits import MAX_LOGINS, Limits
from bottega.store.sqlite import FILE_NAME
from tests.server.harness import TIMEOUT, Closed, HouseProcess, running_house
from tests.server.house_client import Browser

pytestmark = pytest.mark.slow

PORTS = (
    "sagrada-text",
    "splendor-json",
    "sagrada-json",
    "renaissance-json",
    "renaissance-steps",
    "renaissance-events",
    "sagrada-json+original",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for those who change nothing for the others."""
    with running_house(tmp_path_factory.mktemp("attacks"), *PORTS) as house:
        yield house


def _form(body: str) -> bytes:
    """What a browser sends when a page of another site has it post a form."""
    head = f"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://evil.example\r\nContent-Length: {len(body)}\r\n\r\n"
    return (head + body).encode()


@pytest.mark.parametrize("port", PORTS)
def test_a_page_of_another_site_says_nothing(house: HouseProcess, port: str) -> None:
    """A browser that was made to post lines into a port is hung up on, and the log says why."""
    before = house.errors.count("it speaks HTTP")
    with house.connect(port) as browser:
        browser.send(_form("LOGIN alice evil\r\n"))
        assert browser.is_closed()
    assert house.complains("it speaks HTTP", times=before + 1)


def test_no_account_by_a_form(tmp_path: Path) -> None:
    """The name that a page tried to take is still its owner's to take."""
    with running_house(tmp_path, "sagrada-text") as house:
        with house.connect("sagrada-text") as browser:
            browser.send(_form("LOGIN alice evil\r\n"))
            assert browser.is_closed()
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]


def _accounts(house: HouseProcess) -> list[str]:
    with contextlib.closing(sqlite3.connect(house.data / FILE_NAME)) as database:
        return [name for (name,) in database.execute("SELECT name FROM accounts ORDER BY name")]


def test_logins_that_hang_up(tmp_path: Path) -> None:
    """Three hundred who give a password and are gone are not waited for, and no account is made for them."""
    with running_house(tmp_path, "sagrada-text") as house:
        for number in range(300):
            with house.connect("sagrada-text") as ghost:
                ghost.send_line(f"LOGIN ghost{number} secret")
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]
        assert _accounts(house) == ["alice"]


def test_logins_without_end(tmp_path: Path) -> None:
    """So many passwords wait and no more; whoever is too many is refused at once, and may try again."""
    with running_house(tmp_path, "sagrada-text") as house:
        crowd = [house.connect("sagrada-text") for _ in range(MAX_LOGINS + 40)]
        for number, each in enumerate(crowd):
            each.send_line(f"LOGIN crowd{number} secret")
        answers = [[each.read_line() for _ in range(2)][1] for each in crowd]
        assert answers.count("LOGIN ok") >= MAX_LOGINS
        refused = answers.count("LOGIN ko")
        assert refused
        assert house.complains("too much is asked for")
        numbers = httpx.get(f"http://127.0.0.1:{house.ports['http']}/metrics", timeout=TIMEOUT).text
        assert f'bottega_slow_work_refused_total{{thread="password hashing"}} {refused}.0' in numbers
        for each in crowd:
            each.close()
        with house.connect("sagrada-text") as alice:
            alice.send_line("LOGIN alice good")
            assert [alice.read_line() for _ in range(2)] == ["Connection established!", "LOGIN ok"]


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="needs Linux, which can limit another process")
def test_a_disk_that_takes_nothing(tmp_path: Path) -> None:
    """Players read that nothing can be saved, not where the data lies, and no password is called wrong; the log says
    what is wrong, and when the disk takes things again so does the house.
    """
    with running_house(tmp_path, "sagrada-text") as house:
        anna = Browser(house, "Anna")
        usual = resource.prlimit(house.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, (0, usual[1]))
        for kind, fields in (("open", {"game": "splendor"}), ("set_password", {"password": "secret"})):
            answer = anna.asks(kind, **fields)
            assert answer["code"] == "table.store"
            assert str(tmp_path) not in str(answer)
        assert house.complains("nothing can be saved")
        assert str(tmp_path) in house.errors
        web = f"http://127.0.0.1:{house.ports['http']}"
        _answers(web, 503, "nothing can be saved\n")
        assert httpx.get(f"{web}/health", timeout=TIMEOUT).text == "ok\n", (
            "it lives, though nobody should be sent to it"
        )
        assert "bottega_ready 0.0" in httpx.get(f"{web}/metrics", timeout=TIMEOUT).text
        resource.prlimit(house.pid, resource.RLIMIT_FSIZE, usual)
        anna.does("open", game="splendor")
        anna.does("set_password", password="secret")
        _answers(web, 200, "ready\n")
        anna.close()


def _answers(web: str, status: int, text: str) -> None:
    """Wait until ``/ready`` says so: what it found holds for a moment."""
    until = time.monotonic() + TIMEOUT
    while (found := httpx.get(f"{web}/ready", timeout=TIMEOUT)).status_code != status and time.monotonic() < until:
        time.sleep(0.1)
    assert (found.status_code, found.text) == (status, text)


# -- the HTTP port -----------------------------------------------------------------------------------------------------


def test_requests_that_never_end(tmp_path: Path) -> None:
    """More half-sent requests than the port has places keep nobody out, and are counted."""
    most = Limits().http_connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < most + 500:
        pytest.skip(f"this test needs {most + 500} open files, and {hard} are allowed: raise ulimit -Hn")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most + 500), hard))
    try:
        with running_house(tmp_path, "splendor-json") as house, contextlib.ExitStack() as stack:
            for _ in range(most + 100):
                stack.enter_context(house.connect("http")).send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
            url = f"http://127.0.0.1:{house.ports['http']}"
            assert httpx.get(f"{url}/health", timeout=TIMEOUT).text == "ok\n"
            numbers = httpx.get(f"{url}/metrics", timeout=TIMEOUT).text
            (counted,) = re.findall(r'bottega_connections{listener="http"} (\d+)', numbers)
            assert int(counted) <= most
            assert int(re.findall(r"bottega_cut_off_total (\d+)", numbers)[0]) >= 100
            anna = Browser(house, "Anna")
            anna.does("open", game="splendor")
            anna.close()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_few_files(tmp_path: Path) -> None:
    """Where the system allows fewer files than connections, fewer are let in, and there is a file for those who are."""
    most = 100
    code = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({most}, {most}))"
    house = HouseProcess(tmp_path, "splendor-json")
    house.command = (sys.executable, "-c", f"{code}; from bottega.cli import main; main()")
    with contextlib.ExitStack() as stack:
        stack.callback(house.stop)
        house.start()
        assert house.complains("fewer connections than usual")
        crowd = [stack.enter_context(house.connect("splendor-json")) for _ in range(most)]
        assert crowd[0].read_json()["answer_type"] == "server_hello"
        assert crowd[-1].is_closed()
        crowd[0].close()
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            with house.connect("splendor-json") as late, contextlib.suppress(Closed):
                assert late.read_json()["answer_type"] == "server_hello"
                break
        assert "Too many open files" not in house.errors


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example"])
def test_a_site_that_gives_its_name_our_address(house: HouseProcess, host: str) -> None:
    """Who asks by a name that is not ours gets neither pages nor the WebSocket, and is told why."""
    url = f"127.0.0.1:{house.ports['http']}"
    for path in ("/", "/api/tables", "/metrics"):
        answer = httpx.get(f"http://{url}{path}", headers={"Host": host}, timeout=TIMEOUT)
        assert answer.status_code == 421
        assert f"--allow-host {host}" in answer.text
        assert "content-security-policy" in answer.headers
    assert httpx.get(f"http://{url}/health", headers={"Host": host}, timeout=TIMEOUT).text == "ok\n"
    assert _shaken(house, f"Host: {host}", f"Origin: http://{host}").startswith("HTTP/1.1 421 ")


def test_names_that_were_allowed(tmp_path: Path) -> None:
    """A name given with --allow-host, or the host of an allowed origin, is as good as our own."""
    options = ("--allow-host", "games.example.org", "--allow-origin", "https://friends.example")
    with running_house(tmp_path, "splendor-json", options=options) as house:
        for host in ("games.example.org", "GAMES.example.org:8000", "friends.example", "livingroom.local:8000"):
            url = f"http://127.0.0.1:{house.ports['http']}/api/tables"
            assert httpx.get(url, headers={"Host": host}, timeout=TIMEOUT).status_code == 200
            assert " 101 " in _shaken(house, f"Host: {host}", f"Origin: http://{host}")


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]", "null", "", "//", "http://a@b@c:d:e"])
def test_an_origin_that_is_none(house: HouseProcess, origin: str) -> None:
    """A page from nowhere may not connect, and nothing goes wrong with it."""
    assert _shaken(house, "Host: localhost", f"Origin: {origin}").startswith("HTTP/1.1 403 ")
    assert "Traceback" not in house.errors


def _shaken(house: HouseProcess, *headers: str) -> str:
    """How a WebSocket handshake with these headers is answered."""
    with house.connect("http") as peer:
        lines = (
            "GET /ws HTTP/1.1",
            *headers,
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        peer.send("\r\n".join([*lines, "", ""]).encode())
        return peer.read_line()
