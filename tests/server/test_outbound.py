"""What the house asks of others, by addresses that anybody may have given it."""

from __future__ import annotations

import asyncio
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from bottega.limits import MAX_ANSWER
from bottega.server import outbound
from bottega.server.outbound import Forbidden, Unreachable, post, why_not
from tests.server.certificates import Certificates
from tests.server.receivers import receiving


@pytest.mark.parametrize(
    ("url", "trusted", "good"),
    [
        ("https://push.example.net/x?y=1", False, True),
        ("https://push.example.net:443/x", False, True),
        ("https://8.8.8.8/x", False, True),
        ("http://push.example.net/x", False, False),
        ("https://push.example.net:8443/x", False, False),
        ("https://user:secret@push.example.net/x", False, False),
        ("https://push.example.net/x#y", False, False),
        ("https://localhost/x", False, False),
        ("https://intranet/x", False, False),
        ("https://127.0.0.1/x", False, False),
        ("https://10.0.0.1/x", False, False),
        ("https://169.254.169.254/latest", False, False),
        ("https://100.64.0.1/x", False, False),
        ("https://0.0.0.0/x", False, False),
        ("https://224.0.0.1/x", False, False),
        ("https://[::1]/x", False, False),
        ("https://[fe80::1%25eth0]/x", False, False),
        ("https://[fd00::1]/x", False, False),
        ("https://[::ffff:10.0.0.1]/x", False, False),
        ("https://[2001:4860:4860::8888]/x", False, True),
        ("https://127.1/x", False, False),
        ("https://127.0.0.1./x", False, False),
        ("https://8.8.8.8./x", False, False),
        ("https://0x7f.0.0.1/x", False, False),
        ("https://push.example.0x7f/x", False, False),
        ("https://017700000001/x", False, False),
        ("https://push.example.net./x", False, True),
        ("https://push.example..net/x", False, False),
        ("https://push.example.net../x", False, False),
        ("https://3.example.net/x", False, True),
        ("https://[fec0::1]/x", False, False),
        ("https://[::127.0.0.1]/x", False, False),
        ("https://[64:ff9b::7f00:1]/x", False, False),
        ("https://[64:ff9b::8.8.8.8]/x", False, True),
        ("https://[64:ff9b:1::8.8.8.8]/x", False, False),
        ("https://[2002:7f00:1::]/x", False, False),
        ("https://[2002:808:808::1]/x", False, True),
        ("https://[2001:0:808:808::80ff:fffe]/x", False, False),
        ("https://[::ffff:0:127.0.0.1]/x", False, False),
        ("ftp://push.example.net/x", False, False),
        ("file:///etc/passwd", False, False),
        ("https://", False, False),
        ("https://[broken/x", False, False),
        ("https://push.example.net:99999/x", False, False),
        ("https://push.example.net/a b", False, False),
        ("https://push.example.net/a\r\nX: y", False, False),
        ("https://püsh.example.net/", False, False),
        ("", False, False),
        ("http://127.0.0.1:8080/hook", True, True),
        ("https://ntfy.sh", True, True),
        ("ftp://127.0.0.1/", True, False),
        ("http://user@127.0.0.1/", True, False),
    ],
)
def test_where_anything_may_be_sent(url: str, trusted: bool, good: bool) -> None:
    """Only https, on the usual port, in the public internet; what whoever runs the house names may be anywhere."""
    assert (why_not(url, trusted=trusted) == "") is good


def _named(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> None:
    """Let every name stand for these addresses."""

    def found(host: str, port: int, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", found)


@pytest.mark.parametrize("addresses", [("127.0.0.1",), ("8.8.8.8", "10.0.0.1"), ("::ffff:127.0.0.1",)])
def test_a_name_that_stands_for_this_network(monkeypatch: pytest.MonkeyPatch, addresses: tuple[str, ...]) -> None:
    """Nothing is sent if any of its addresses is not in the public internet."""
    _named(monkeypatch, *addresses)

    async def never(*_: Any, **__: Any) -> Any:
        raise AssertionError("it was connected to")

    monkeypatch.setattr(asyncio, "open_connection", never)
    with pytest.raises(Forbidden):
        asyncio.run(post("https://push.example.net/x", {}, b""))


def test_the_name_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection goes to the address that was looked at, and its certificate has to be the name's."""
    _named(monkeypatch, "93.184.216.34")
    seen: list[Any] = []

    async def noted(host: str, port: int, **how: Any) -> Any:
        seen.append((host, port, how["server_hostname"], how["ssl"].check_hostname))
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncio, "open_connection", noted)
    with pytest.raises(Unreachable):
        asyncio.run(post("https://push.example.net/x", {}, b""))
    assert seen == [("93.184.216.34", 443, "push.example.net", True)]


def test_what_is_posted() -> None:
    """Body and headers arrive whole, the status comes back, and the house says who it is."""
    with receiving() as box:
        box.answers.extend((201, 500))
        for expected in (201, 500):
            status = asyncio.run(post(f"{box.site}/a?b=c", {"TTL": "5"}, b"body", trusted=True))
            assert status == expected
        first = box.got[0]
    assert (first.path, first.body, first.headers["TTL"]) == ("/a?b=c", b"body", "5")
    assert first.headers["User-Agent"].startswith("bottega/")


def test_no_redirect_is_followed() -> None:
    """Where an answer points to is nobody's business."""
    with receiving() as box:
        box.answers.append(307)
        assert asyncio.run(post(f"{box.site}/a", {}, b"", trusted=True)) == 307
        assert [posted.path for posted in box.got] == ["/a"]


def test_a_certificate_has_to_be_trusted(tmp_path: Path) -> None:
    """By TLS to somebody whom this machine does not trust nothing is sent; to somebody whom it does, all is."""
    made = Certificates(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(made.chain, made.key)
    with receiving(context) as box:
        with pytest.raises(Unreachable, match="certificate"):
            asyncio.run(post(f"{box.site}/a", {}, b"", trusted=True))
        assert asyncio.run(post(f"{box.site}/a", {}, b"", trusted=True, trust=made.trust)) == 200
        assert len(box.got) == 1


@pytest.mark.parametrize(
    "answer",
    [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nX: " + b"y" * (2 * MAX_ANSWER)],
    ids=["none", "odd", "long"],
)
def test_answers_that_are_none(answer: bytes) -> None:
    """Whoever answers nothing, nonsense, or without end counts as unreachable."""

    async def asked() -> int:
        async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        server = await asyncio.start_server(answers, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await post(f"http://127.0.0.1:{port}/", {}, b"", trusted=True)

    with pytest.raises(Unreachable):
        asyncio.run(asked())


def test_somebody_who_never_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Is waited for only so long."""
    monkeypatch.setattr(outbound, "SEND_SECONDS", 0.05)

    async def asked() -> int:
        async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.read()
            writer.close()

        async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await post(f"http://127.0.0.1:{port}/", {}, b"", trusted=True)

    with pytest.raises(Unreachable, match="no answer"):
        asyncio.run(asked())
