"""The kit's sockets."""

from __future__ import annotations

import socket
import threading

import pytest

from bottega.conform.links import SocketDoors, SocketLink, Unreachable, Wire
from bottega.wire.core.framing import Lines


def test_messages_come_whole_and_the_end_is_seen() -> None:
    """Lines are cut from the stream however it comes, blank ones are nothing, what is no text is an empty message."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SocketLink("127.0.0.1", server.getsockname()[1], Lines)
        wire = link.open()
        far, _ = server.accept()
        wire.say("hello")
        assert far.recv(100) == b"hello\n"
        far.sendall(b"one\n\ntw")
        link.poll(30)
        far.sendall(b"o\n\xff\n")
        far.close()
        while not wire.closed:
            link.poll(30)
        assert list(wire.inbox) == ["one", "two", ""]
        link.poll(0.01)
        link.close()


def test_waiting_ends() -> None:
    """Whoever says nothing is waited for no longer than told."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SocketLink("127.0.0.1", server.getsockname()[1], Lines)
        wire = link.open()
        begin = link.now()
        link.poll(0.05)
        assert link.now() - begin >= 0.04
        assert not wire.inbox
        link.close()


def test_nobody_there() -> None:
    """An address at which nobody listens is named."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(Unreachable, match=f"127.0.0.1:{port}"):
        SocketLink("127.0.0.1", port, Lines).open()


def test_saying_something_to_who_has_gone() -> None:
    """It is not heard, and no fault: the end will be seen."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SocketLink("127.0.0.1", server.getsockname()[1], Lines)
        wire = link.open()
        threading.Thread(target=lambda: server.accept()[0].close()).start()
        while not wire.closed:
            link.poll(30)
            wire.say("x")
        wire.say("y")
        link.close()


def test_doors() -> None:
    """Whoever comes is let in, heard and answered, until the doors are closed."""
    doors = SocketDoors("127.0.0.1", 0, Lines)
    client = socket.create_connection(("127.0.0.1", doors.port))
    until = doors.now() + 60
    came: list[Wire] = []
    while not came and doors.now() < until:
        doors.poll(1)
        came = doors.arrivals()
    assert doors.arrivals() == []
    (wire,) = came
    client.sendall(b"hello\n")
    while not wire.inbox and doors.now() < until:
        doors.poll(1)
    assert list(wire.inbox) == ["hello"]
    wire.say("ciao")
    assert client.recv(100) == b"ciao\n"
    client.close()
    while not wire.closed and doors.now() < until:
        doors.poll(1)
    assert wire.closed
    doors.close()


def test_an_address_that_is_taken() -> None:
    """Where nobody can be waited for, a sentence says so."""
    doors = SocketDoors("127.0.0.1", 0, Lines)
    with pytest.raises(Unreachable, match=f"nobody can be waited for at 127.0.0.1:{doors.port}"):
        SocketDoors("127.0.0.1", doors.port, Lines)
    doors.close()
