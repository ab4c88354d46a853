"""Peers that send what says nothing, over and over: every bit of it counts, and nobody else waits for them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from tests.server.harness import TIMEOUT, Client, Closed, HouseProcess, running_house
from tests.server.house_client import address

pytestmark = pytest.mark.slow

PORTS = ("splendor-json", "splendor-json+original", "sagrada-json+original")

NOTHINGS = {
    "blank lines": ("splendor-json", b"", b"\n"),
    "lines of blanks": ("splendor-json", b"", b" \t \r\n"),
    "nulls of a Java stream": ("splendor-json+original", b"\xac\xed\x00\x05", b"\x70"),
    "resets of a Java stream": ("splendor-json+original", b"\xac\xed\x00\x05", b"\x79"),
    "empty records": ("sagrada-json+original", b"", b"\0\0"),
}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """One server for all."""
    with running_house(tmp_path_factory.mktemp("floods"), *PORTS) as house:
        yield house


def floods(client: Client, raw: bytes) -> None:
    """Send until the server has had enough."""
    with contextlib.suppress(Closed, OSError):
        client.send(raw)


@pytest.mark.parametrize("what", NOTHINGS)
def test_a_flood_of_nothing_is_cut_off(house: HouseProcess, what: str) -> None:
    """A megabyte of what says nothing is a flood like any other, and the next visitor is greeted all the same."""
    port, opening, nothing = NOTHINGS[what]
    before = house.errors.count("floods")
    with house.connect(port) as client:
        floods(client, opening + nothing * ((1 << 20) // len(nothing)))
        assert client.is_closed()
    assert house.complains("floods", times=before + 1)
    with house.connect("splendor-json") as honest:
        assert honest.read_json()["answer_type"] == "server_hello"


@pytest.mark.parametrize(
    ("opcode", "fin"),
    [(Opcode.PING, True), (Opcode.PONG, True), (Opcode.CONT, False)],
    ids=["pings", "pongs", "empty continuations"],
)
def test_a_flood_of_control_frames_is_cut_off(house: HouseProcess, opcode: Opcode, fin: bool) -> None:
    """Pings, pongs and the empty parts of a message that never ends count like messages."""
    before = house.errors.count("floods")
    with connect(address(house)) as peer:
        raw = Frame(opcode, b"", fin).serialize(mask=True)
        first = Frame(Opcode.TEXT, b"", False).serialize(mask=True) if opcode is Opcode.CONT else b""
        with contextlib.suppress(OSError):
            peer.socket.sendall(first + raw * 100_000)
        with contextlib.suppress(Exception):
            while True:
                peer.recv(timeout=TIMEOUT)
    assert house.complains("floods", times=before + 1)


def test_a_client_that_pings_at_leisure_stays(tmp_path: Path) -> None:
    """A few pings, and messages in many parts, are nobody's flood."""
    with running_house(tmp_path, "splendor-json") as house, connect(address(house)) as peer:
        peer.recv(timeout=TIMEOUT)
        for _ in range(20):
            assert peer.ping().wait(TIMEOUT)
        peer.send(iter(['{"type":"lobby",', '"cmd_id":', '"1"}']))
        assert '"ok"' in str(peer.recv(timeout=TIMEOUT))
