"""Connections of clients: how they are opened, lost and opened again, and what is said when they cannot be."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterator
from random import Random

import pytest

from bottega.client.auto import decide
from bottega.client.core import (
    Act,
    AddBot,
    Asked,
    Broken,
    Enter,
    Goodbye,
    Happening,
    Leave,
    Open,
    Refused,
    Stage,
    Start,
    Wish,
)
from bottega.client.door import link_to
from bottega.client.house import HouseClient
from bottega.client.link import (
    Down,
    GaveUp,
    Link,
    Opening,
    Silent,
    Transport,
    Unreachable,
    at_home,
    shown,
    stream,
    websocket,
)
from bottega.client.offline import Home
from bottega.games import GAMES
from bottega.table.house import Settings
from tests.client.cutting import Cutter
from tests.client.test_dialects import LISTENERS
from tests.server.harness import TIMEOUT, HouseProcess, running_house

NO_PAUSE = (0.0,)


async def first(link: Link, kind: type[Happening]) -> Happening:
    """The first happening of a kind."""
    async with contextlib.aclosing(link.happenings()) as happening:
        async for each in happening:
            if isinstance(each, kind):
                return each
    raise AssertionError(f"no {kind.__name__}")


async def answered(reply: bytes, use: Callable[[int], Awaitable[Happening]]) -> Happening:
    """What happens with a server that says this to everybody and closes."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(reply)
        with contextlib.suppress(OSError):
            await writer.drain()
            await reader.read(1)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        return await use(server.sockets[0].getsockname()[1])


def test_a_whole_game_at_home_with_the_plug_pulled_again_and_again() -> None:
    """A client plays a game in the same process; every few messages its connection is lost, and it comes back."""

    async def play() -> tuple[int, Stage]:
        home = Home(Settings(bot_seconds=0.0, per_address=0))
        link = Link(HouseClient(), at_home(home), "home", pauses=NO_PAUSE)
        drops, chance = 0, Random(1)
        wishes = [Enter("Anna"), Open("splendor", 2), AddBot("random"), Start()]
        async with contextlib.aclosing(link.happenings()) as happening:
            async for each in happening:
                assert not isinstance(each, Refused | Broken | GaveUp), each
                known = link.client.known
                if known.stage is Stage.OVER:
                    break
                if wishes and known.stage is not Stage.CONNECTING:
                    link.wish(wishes.pop(0))
                elif known.options:
                    link.wish(Act(known.options[:1]))
                    if chance.random() < 0.4:
                        drops += 1
                        link.drop()
        return drops, link.client.known.stage

    drops, stage = asyncio.run(play())
    assert stage is Stage.OVER
    assert drops > 3


def test_nobody_there() -> None:
    """One sentence, and no further attempts, when the very first one fails."""
    for opening in (stream("127.0.0.1", 1), websocket("http://127.0.0.1:1")):
        gave_up = asyncio.run(first(Link(HouseClient(), opening, "127.0.0.1:1"), GaveUp))
        assert "nobody listens at" in str(gave_up)
        assert "127.0.0.1:1" in str(gave_up)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (b'{"set_client_id": "abc"}\n', '\'{"set_client_id": "abc"}'),
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "a house is at http://"),
        (b"\x15\x03\x03\x00\x02\x02\x46", "put tls: before the address"),
    ],
)
def test_another_protocol_there(reply: bytes, said: str) -> None:
    """It is said what was received, and what to try."""

    async def use(port: int) -> Happening:
        return await first(Link(HouseClient(), stream("127.0.0.1", port), f"127.0.0.1:{port}"), GaveUp)

    gave_up = str(asyncio.run(answered(reply, use)))
    assert "does not speak house" in gave_up
    assert said in gave_up


def test_another_protocol_where_a_house_should_be() -> None:
    """The same at an http address, where it is noticed while hands are shaken."""

    async def use(port: int) -> Happening:
        return await first(Link(HouseClient(), websocket(f"http://127.0.0.1:{port}"), "there"), GaveUp)

    assert "it says 'LOGIN" in str(asyncio.run(answered(b"LOGIN please\n", use)))
    assert "there is no house at" in str(asyncio.run(answered(b"HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n", use)))


def test_a_server_without_a_word() -> None:
    """Whoever closes at once is no server of ours."""

    async def use(port: int) -> Happening:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        async with server:
            opening = stream("127.0.0.1", server.sockets[0].getsockname()[1])
            return await first(Link(HouseClient(), opening, "there"), GaveUp)

    assert "without a word" in str(asyncio.run(answered(b"", use)))


def test_patience_has_an_end() -> None:
    """A server that is gone is looked for with longer and longer pauses, and not for ever."""

    async def gone() -> list[Happening]:
        home = Home(Settings(per_address=0))
        openings: list[Opening] = [at_home(home)]

        async def opening() -> Transport:
            if not openings:
                raise Unreachable("nobody listens there")
            return await openings.pop()()

        time = [0.0]
        link = Link(HouseClient(), opening, "home", lambda: time[0], (0.0, 0.001), patience=3)
        happened = []
        async with contextlib.aclosing(link.happenings()) as happening:
            async for each in happening:
                happened.append(each)
                time[0] += 1
                if link.client.known.stage is Stage.NAME:
                    link.drop()
        return happened

    happened = asyncio.run(gone())
    waits = [each.wait for each in happened if isinstance(each, Down)]
    assert waits[:2] == [0.0, 0.001]
    assert str(happened[-1]) == "nobody listens there, and that for too long"


def test_what_is_shown_of_bytes() -> None:
    """Whatever it is, it is a line."""
    assert shown(b"") == "nothing"
    assert shown(b"\x00\n\xff") == "'\\x00\\n\\\\xff'"


# -- a server, a network that fails, and clients that come back --------------------------------------------------------


class Seat:
    """A client that a bot plays, and its link."""

    def __init__(self, link: Link, name: str, *wishes: Wish) -> None:
        self.link, self.name = link, name
        self.happened: list[Happening] = []
        self._wishes = [Enter(name, f"{name}-secret" if "text" in link.client.DIALECT else ""), *wishes]
        self._chance = Random(name)

    async def plays(self) -> None:
        """Play until the game is over, or the server has no more to say to us."""
        async with contextlib.aclosing(self.link.happenings()) as happenings:
            async for happening in happenings:
                self.happened.append(happening)
                client = self.link.client
                if client.known.stage is Stage.OVER:
                    return
                asked = isinstance(happening, Asked) and happening.wish not in (Act, Enter)
                if self._wishes and isinstance(self._wishes[0], client.known.wanted) and not client.waits:
                    self.link.wish(self._wishes.pop(0))
                elif asked and (wish := decide(client, "greedy", self._chance)) is not None:
                    self.link.wish(wish)
                while client.known.options and (wish := decide(client, "greedy", self._chance)) is not None:
                    self.link.wish(wish)  # several actions may make one message

    @property
    def failed(self) -> list[Happening]:
        """What should not have happened."""
        return [each for each in self.happened if isinstance(each, Broken | GaveUp)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with every dialect in every profile."""
    options = ("--bot-seconds", "0", "--lobby-seconds", "1", "--seats", "2", "--per-address", "0")
    with running_house(tmp_path_factory.mktemp("house"), *LISTENERS, options=options) as house:
        yield house


@pytest.mark.slow
@pytest.mark.parametrize("listener", LISTENERS)
def test_it_comes_back_from_wherever_it_is_cut_off(house: HouseProcess, listener: str) -> None:
    """A proxy cuts the connection at any message, again and again; the game is played to its end all the same."""

    async def play() -> None:
        chance = Random(listener)
        fates: tuple[int, ...] = (2, 3, 4, 5, 8, 13, 21)
        if "text" in listener:  # whoever comes back asks for some twenty things before it can act
            fates = (2, 3, 5, 8, 13, 21, 34, 55, 89)
        async with Cutter(house.ports[listener], lambda: chance.choice(fates)) as cutter:
            anna = Seat(_link(listener, cutter.port), f"anna{LISTENERS.index(listener)}")
            bob = Seat(_link(listener, house.ports[listener]), f"bob{LISTENERS.index(listener)}")
            async with asyncio.timeout(TIMEOUT), asyncio.TaskGroup() as playing:
                playing.create_task(anna.plays())
                playing.create_task(bob.plays())
            assert cutter.cuts  # how often depends on how the bytes fall into portions
        assert bob.link.client.known.stage is Stage.OVER
        assert anna.link.client.known.stage is Stage.OVER, anna.happened[-8:]
        assert not anna.failed + bob.failed

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("listener", ["sagrada-json", "sagrada-text", "sagrada-text+original", "renaissance-events"])
def test_whoever_has_left_does_not_come_back(house: HouseProcess, listener: str) -> None:
    """Who leaves for good is told so, whether the server closes the connection then or not, and is gone."""

    async def leaves() -> list[Happening]:
        link, left = _link(listener, house.ports[listener]), False
        happened: list[Happening] = []
        async with contextlib.aclosing(link.happenings()) as happenings:
            async for happening in happenings:
                happened.append(happening)
                if isinstance(happening, Asked) and happening.wish is Enter:
                    link.wish(Enter(f"lea{LISTENERS.index(listener)}", "secret"))
                if not left and link.client.known.stage in (Stage.WAITING, Stage.PLAYING):
                    left = True
                    link.wish(Leave())
        return happened

    happened = asyncio.run(asyncio.wait_for(leaves(), TIMEOUT))
    assert happened[-1] == Goodbye("you have left", back=False)
    assert not [each for each in happened if isinstance(each, Down)]


def _link(listener: str, port: int) -> Link:
    link = link_to(f"{listener}@127.0.0.1:{port}", lambda: pytest.fail("nothing is encrypted here"))
    link._pauses = (0.02,)
    return link


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_it_comes_back_to_a_house(house: HouseProcess, game: str) -> None:
    """The same over the WebSocket, in the three games."""

    async def play() -> None:
        chance = Random(game)
        async with Cutter(house.ports["http"], lambda: chance.choice((2, 3, 4, 5, 6, 8, 13, 21, 34, 55))) as cutter:
            link = link_to(f"http://127.0.0.1:{cutter.port}", lambda: pytest.fail("nothing is encrypted here"))
            link._pauses = (0.02,)
            anna = Seat(link, f"anna-{game}", Open(game, 2), AddBot("greedy"), Start())  # each is wished for once
            async with asyncio.timeout(TIMEOUT):
                await anna.plays()
            assert cutter.cuts > 2
        assert link.client.known.result is not None
        assert not anna.failed

    asyncio.run(play())


def test_whoever_says_nothing_is_mentioned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that takes connections and never says a word: after a while it is asked whether that is our protocol."""
    monkeypatch.setattr("bottega.client.link.SILENCE_SECONDS", 0.05)

    async def go() -> Happening:
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            return await first(Link(HouseClient(), stream("127.0.0.1", port), "there"), Silent)

    assert "there has said nothing" in str(asyncio.run(go()))
