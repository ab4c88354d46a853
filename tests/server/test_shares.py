"""One address, one name: a real server, real sockets, and every limit of ``Shares`` that a peer can run into.

The server trusts this machine as a proxy, so that peers come from wherever a test says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from itertools import count
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from bottega.limits import WRONG_PASSWORDS, Shares
from tests.server.harness import TIMEOUT, Client, Closed, HouseProcess, running_house
from tests.server.house_client import Browser

pytestmark = pytest.mark.slow

SHARES = Shares()
_hosts = count(1)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for all."""
    listeners = ("splendor-json", "sagrada-text", "sagrada-json", "renaissance-json", "renaissance-steps")
    options = ("--trust-proxy", "127.0.0.1")
    with running_house(tmp_path_factory.mktemp("shares"), *listeners, options=options) as house:
        yield house


@pytest.fixture
def host() -> str:
    """An address that nobody has come from yet."""
    return f"198.51.100.{next(_hosts)}"


def coming(house: HouseProcess, port: str, host: str) -> Client:
    """A TCP client that a proxy connects for."""
    client = house.connect(port)
    client.send(f"PROXY TCP4 {host} 192.0.2.1 4711 2000\r\n".encode())
    return client


def browser(house: HouseProcess, host: str, name: str = "", token: str = "") -> Browser:
    """A browser that a proxy connects for."""
    return Browser(house, name, token, additional_headers={"X-Forwarded-For": host})


def asks(house: HouseProcess, path: str = "/metrics", **headers: str) -> tuple[int, str, dict[str, str]]:
    """One HTTP request."""
    connection = HTTPConnection("127.0.0.1", house.ports["http"], timeout=TIMEOUT)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(), dict(answer.headers)
    finally:
        connection.close()


def hits(house: HouseProcess, limit: str) -> int:
    """How often somebody ran into a limit, as Prometheus is told."""
    found = re.search(rf'^bottega_limits_hit_total{{limit="{limit}"}} (\S+)$', asks(house)[1], re.MULTILINE)
    return int(float(found[1])) if found else 0


def greeted(client: Client) -> bool:
    """Whether the server says hello."""
    try:
        return bool(client.read_line())
    except Closed:
        return False


def test_arrivals(house: HouseProcess, host: str) -> None:
    """Whoever connects again and again is kept out after so many; others are not, and neither is another address."""
    with ExitStack() as open_ones:
        for _ in range(2 * SHARES.arrivals_per_address.burst):
            client = open_ones.enter_context(coming(house, "splendor-json", host))
            if not greeted(client):
                break
        else:
            pytest.fail("nobody is ever kept out")
    with coming(house, "splendor-json", "203.0.113.1") as other:
        assert greeted(other)
    assert hits(house, "arrivals_per_address") or hits(house, "connections_per_address")


def test_a_flood_makes_the_next_wait(house: HouseProcess, host: str) -> None:
    """Each connection that floods counts as many: ten of them, and the address has to wait."""
    for _ in range(100):
        with coming(house, "splendor-json", host) as client:
            if not greeted(client):
                break
            client.send(b"\n" * 4096)
            assert client.is_closed()
    else:
        pytest.fail("it may flood for ever")
    assert hits(house, "arrivals_per_address")


def test_websockets(house: HouseProcess, host: str) -> None:
    """A WebSocket too many is answered 429, with a sentence."""
    refused: InvalidStatus | None = None
    with ExitStack() as open_ones:
        while refused is None:
            try:
                open_ones.callback(browser(house, host).connection.close)
            except InvalidStatus as status:
                refused = status
    assert refused.response.status_code == 429
    assert refused.response.body == b"too many connections from this address\n"
    browser(house, "203.0.113.2").connection.close()


def test_requests(house: HouseProcess, host: str) -> None:
    """Requests too many are answered 429 with when to try again; ``/health`` always answers."""
    connection = HTTPConnection("127.0.0.1", house.ports["http"], timeout=TIMEOUT)
    for _ in range(20 * SHARES.requests_per_address.burst):
        connection.request("GET", "/nowhere", headers={"X-Forwarded-For": host})
        answer = connection.getresponse()
        answer.read()
        if answer.status == 429:
            break
    assert answer.status == 429
    assert int(answer.headers["Retry-After"]) >= 1
    assert answer.headers["Connection"] == "close"
    connection.request("GET", "/health", headers={"X-Forwarded-For": host})
    assert connection.getresponse().status == 200
    connection.close()
    assert asks(house, "/nowhere", **{"X-Forwarded-For": "203.0.113.3"})[0] == 404
    assert hits(house, "requests_per_address")


def test_headers_that_contradict_each_other(house: HouseProcess) -> None:
    """Are a bad request, over HTTP and for a WebSocket."""
    both = {"X-Forwarded-For": "203.0.113.4", "Forwarded": "for=203.0.113.5"}
    assert asks(house, "/", **both)[0] == 400
    with pytest.raises(InvalidStatus) as refused:
        Browser(house, additional_headers=both)
    assert refused.value.response.status_code == 400


def test_a_trusted_proxy_must_say_for_whom(house: HouseProcess) -> None:
    """On the TCP ports: whatever else it sends, it is hung up on, and the log says why."""
    with house.connect("splendor-json") as client:
        client.send(b'{"request_type":"client_hello"}\n')
        assert client.is_closed()
    assert house.complains("it does not say for whom it connects")


@pytest.mark.parametrize("header", [b"PROXY UNKNOWN\r\n", b"\r\n\r\n\0\r\nQUIT\n\x20\0\0\0"])
def test_a_proxy_that_connects_for_itself(house: HouseProcess, header: bytes) -> None:
    """Is welcome, as when it looks whether the house is well."""
    with house.connect("splendor-json") as client:
        client.send(header)
        assert greeted(client)


# -- tables, bots, chat, passwords ------------------------------------------------------------------------------------


def refused(answers: Iterator[dict[str, Any]], most: int) -> dict[str, Any]:
    """The first answer that is a refusal; it must come before so many."""
    for number, answer in enumerate(answers):
        if answer["type"] == "refused":
            return answer
        assert number < most, "nothing is ever refused"
    raise AssertionError


def test_tables(house: HouseProcess, host: str) -> None:
    """One person has so many tables open; a thousand are not to be had by one address either."""
    anna = browser(house, host, "Anna T")
    answers = (opened(anna) for _ in count())
    assert refused(answers, 100)["code"] in ("table.tables-enough", "table.tables-too-fast")

    def by_many() -> Iterator[dict[str, Any]]:
        for number in count():
            guest = browser(house, host, f"Guest {number} T")
            for _ in range(20):
                yield opened(guest)

    assert refused(by_many(), 1000)["code"] in ("table.tables-enough", "table.tables-too-fast")
    assert opened(browser(house, "203.0.113.6", "Bob T"))["type"] == "ok"
    assert hits(house, "tables_per_address")


def opened(guest: Browser) -> dict[str, Any]:
    """What is said to somebody who opens a table, looks at it, and looks away."""
    answer = guest.asks("open", game="splendor", sit=False)
    if answer["type"] == "ok":
        guest.does("unwatch", table=answer["table"])
    return answer


def test_bots(house: HouseProcess, host: str) -> None:
    """A thousand bots are not to be had by one person: the refusal says when the next is, and no bot sits down."""
    anna = browser(house, host, "Anna B")

    def asked() -> Iterator[dict[str, Any]]:
        while True:
            table = anna.does("open", game="splendor", seats=4, start="asked", sit=False)["table"]
            for _ in range(4):
                yield anna.asks("add_bot", table=table, bot="random")
            anna.does("unwatch", table=table)

    answer = refused(asked(), 300)
    assert answer["code"] == "house.bots-too-fast"
    assert answer["params"]["wait"] >= 1
    assert hits(house, "bots_per_name")


def test_guessing_locks_out_the_guesser_alone(house: HouseProcess, host: str) -> None:
    """Over sagrada-text and the house protocol together; the owner gets in from elsewhere, and by their token here."""
    owner = browser(house, host, "Carla")
    owner.does("set_password", password="a good one")
    owner.connection.close()
    for _ in range(100):  # (however slow this machine is, at some time it guesses faster than it may)
        for number in range(WRONG_PASSWORDS):
            with coming(house, "sagrada-text", host) as guesser:
                guesser.read_line()
                guesser.send_line(f"LOGIN Carla guess{number}")
                assert guesser.read_line() == "LOGIN ko"
        answer = browser(house, host).asks("hello", name="Carla", password="a good one")
        if answer["type"] == "refused":
            break
    assert answer["code"] == "table.locked-out", "the right password is not even looked at"
    assert browser(house, host).does("hello", name="Carla", token=owner.token)["name"] == "Carla"
    assert browser(house, "203.0.113.7").does("hello", name="Carla", password="a good one")["name"] == "Carla"
    assert hits(house, "WRONG_PASSWORDS")
