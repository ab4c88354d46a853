"""The table in plain lines: what is printed, what a typed line does, and whole games through pipes."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest

from bottega.client.core import Asked, Enter, Known, Refused, Stage
from bottega.client.house import HouseClient
from bottega.client.link import Link, stream
from bottega.terminal.lines import Lines, NotPlayed, read_lines
from bottega.terminal.session import Session
from tests.client.test_dialects import LISTENERS
from tests.server.harness import EVENING, TIMEOUT, HouseProcess, command, running_house
from tests.terminal.driver import link_home
from tests.terminal.pipes import Typist, auto

SHEET = " won   ("
"""What the heading of the score sheet has, whatever the game and the protocol."""


def played(
    typed: Sequence[str],
    *,
    auto: str | None = None,
    name: str = "Ada",
    patient: bool = True,
    opening: Sequence[str] = (),
) -> tuple[list[str], Known]:
    """What is printed while these lines are typed at home, and what is known at the end."""
    said: list[str] = []

    async def go() -> Known:
        link, _ = link_home()
        lines = Lines(
            Session(link, name, home=True), said.append, patient=True, opening=opening, auto=auto, chance=Random(1)
        )
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        for line in (*typed, None):
            queue.put_nowait(line)
        await lines.play(queue)
        return link.client.known

    return said, asyncio.run(go())


def test_numbers_notation_and_beginnings() -> None:
    """A choice is typed as its number, its text or how it begins; several that fit are listed with their numbers."""
    said, known = played(["splendor 2 gr", "take", "1", "take wbg", "take xyz", "reserve deck3", "99"])
    assert any(line.endswith(" fit:") for line in said)
    assert "  1 take wbg - white, blue, green" in said
    assert sum(line == "Ada: take wbg" for line in said) == 2
    assert "Ada: reserve deck3" in said
    assert any("take xyz" in line or "xyz" in line for line in said)
    assert any(line.startswith("there is no choice 99; there are 1 to ") for line in said)
    assert known.stage is Stage.PLAYING


def test_what_the_rules_refuse_is_told_with_the_reason() -> None:
    """Nothing is sent, and the choices are offered again."""
    said, _ = played(["splendor 2 greedy", "take w", "buy 89"])
    assert sum(line.startswith("refused: ") for line in said) == 2


def test_enter_alone_shows_the_table() -> None:
    """The table and the choices, in lines without frames; a slash shows other pages."""
    said, _ = played(["sagrada 2 greedy", "", "/board 2", "/help", "/log", "/scores", "/seal", "/light", "/nonsense"])
    assert any(line.startswith("private") for line in said)
    assert not any("╭" in line for line in said)
    assert any("/all: every choice" in line for line in said)
    assert any(line.startswith("there is no /nonsense") for line in said)
    assert "there are no colours here" in said


def test_a_long_list_is_summed_up_for_somebody_at_a_keyboard() -> None:
    """How choices begin, with their numbers; /all lists all. Whoever reads from a pipe is given everything at once."""

    async def go() -> None:
        link, _ = link_home()
        said: list[str] = []
        lines = Lines(Session(link, "Ada", home=True), said.append, opening=["splendor 2 greedy"])
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        playing = asyncio.create_task(lines.play(queue))
        while not any(" take …" in line for line in said):
            await asyncio.sleep(0.01)
        assert not any(" take wbg" in line for line in said)
        queue.put_nowait("/all")
        queue.put_nowait(None)
        await playing
        assert sum(line.startswith("  1 take ") for line in said) == 1

    asyncio.run(go())


def test_a_move_is_prepared_and_dropped() -> None:
    """Somebody at a keyboard is heard at once: a move waits for its time, or is dropped."""

    async def go() -> None:
        link, _ = link_home(bot_seconds=3600.0)
        said: list[str] = []
        lines = Lines(Session(link, "Ada", home=True), said.append, opening=["splendor 2 greedy"])
        queue: asyncio.Queue[str | None] = asyncio.Queue()
        playing = asyncio.create_task(lines.play(queue))
        while link.client.known.stage is not Stage.PLAYING:
            await asyncio.sleep(0.01)
        if link.client.known.my_turn:
            queue.put_nowait("take wbg")
            while link.client.known.my_turn:
                await asyncio.sleep(0.01)
        queue.put_nowait("take wbr")
        while not link.client.known.prepared:
            await asyncio.sleep(0.01)
        queue.put_nowait("/forget")
        queue.put_nowait(None)
        await playing
        assert "prepared: take wbr (/forget drops it)" in said
        assert link.client.known.prepared == ()

    asyncio.run(go())


def test_a_name_is_asked_for_and_another_if_it_is_refused() -> None:
    """The first lines are names until one is taken."""
    said, known = played(["", "x" * 200, "Zoe", "/exit", "never read"], name="")
    assert "what is your name?" in said
    assert any(line.startswith("refused: ") for line in said)
    assert known.name == "Zoe"


def test_a_refused_name_is_no_game() -> None:
    """Without another name to try, the reason is the last word; the exit code says so too."""
    for bot in (None, "greedy"):
        with pytest.raises(NotPlayed, match="name"):
            played([], name="x" * 200, auto=bot)


def test_a_bot_plays_by_itself() -> None:
    """What was chosen beforehand is opened, else a table with a bot; it ends with the score sheet."""
    for opening, game in ((["sagrada alone"], "sagrada"), ([], "splendor")):
        said, known = played([], auto="greedy", opening=opening)
        assert (known.game, known.stage) == (game, Stage.OVER)
        assert any("★" in line for line in said[-6:])
        assert not any(line.startswith("refused") for line in said)


def test_a_bot_is_not_asked_twice() -> None:
    """What the server asks besides moves is answered once, and again only when it asks again."""

    async def go() -> None:
        link, _ = link_home()
        lines = Lines(Session(link, "Ada"), lambda line: None, auto="random")
        lines.told(Asked(Enter))
        lines.told(Refused("no", Enter("Ada")))
        assert not lines.over

    asyncio.run(go())


def test_nobody_there_is_a_sentence() -> None:
    """And it is the exit code's."""

    async def go() -> None:
        link = Link(HouseClient(), stream("127.0.0.1", 1), "127.0.0.1:1")
        await Lines(Session(link, "Ada"), lambda line: None).play(asyncio.Queue())

    with pytest.raises(NotPlayed, match=r"nobody listens at 127\.0\.0\.1:1"):
        asyncio.run(go())


def test_lines_are_read_however_they_arrive() -> None:
    """Byte by byte, several at once, and the last one without an end."""

    async def go() -> list[str | None]:
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        reading, writing = os.pipe()
        read_lines(lines, reading)
        for part in (b"ta", b"ke w\n\xc3", b"\xa9\nlast"):
            os.write(writing, part)
        os.close(writing)
        return [await lines.get() for _ in range(4)]

    assert asyncio.run(go()) == ["take w", "é", "last", None]


# -- processes --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with every dialect in every profile."""
    options = ("--bot-seconds", "0", "--lobby-seconds", "1", "--seats", "2")
    with running_house(tmp_path_factory.mktemp("house"), *LISTENERS, options=options) as house:
        yield house


@pytest.mark.slow
@pytest.mark.parametrize("listener", LISTENERS)
def test_a_whole_game_through_a_pipe(house: HouseProcess, listener: str) -> None:
    """Somebody who types numbers plays somebody whom a bot plays, in the same dialect, to the end of the game."""
    where = f"{listener}@127.0.0.1:{house.ports[listener]}"
    with Typist(where, "tina") as tina:
        tina.reads_until("connected to")
        bob = auto(where, "bob")
        try:
            tina.plays(SHEET)
            assert tina.moves > 15
            told, _ = bob.communicate(timeout=EVENING)
        finally:
            bob.kill()
        assert bob.returncode == 0, told
        assert tina.leaves() == 0
    for line in (*tina.said, *told.splitlines()):
        assert not line.startswith(("refused", "the server broke")), line


@pytest.mark.slow
@pytest.mark.parametrize("game", ["splendor", "sagrada", "renaissance"])
def test_a_whole_game_at_a_house_through_a_pipe(
    house: HouseProcess, game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table is opened and a bot added, numbers are typed; afterwards the game is compared with what was kept."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with Typist(f"http://127.0.0.1:{house.ports['http']}", "ann") as ann:
        for line in (f"open {game} 2", "bot greedy", "start"):
            ann.types(line)
        ann.reads_until("the table: start")
        ann.plays("the game is over")
        ann.types("/verify")
        ann.reads_until("verified")
        assert ann.leaves() == 0
    assert ann.moves >= 15
    assert sum(line.startswith("fair? ") for line in ann.said) == 3
    assert not any("ALARM" in line or line.startswith("refused") for line in ann.said)
    assert any("the one you kept" in line for line in ann.said)


@pytest.mark.slow
def test_an_invitation_is_an_address(house: HouseProcess) -> None:
    """The link to a table leads to a seat there."""
    address = f"http://127.0.0.1:{house.ports['http']}"
    with Typist(address, "host") as host:
        host.types("open splendor 2")
        host.reads_until("seal ")
        table = next(line for line in host.said if line.startswith("table ")).split()[1].rstrip(":")
        guest = auto(f"{address}/table/{table}", "guest")
        try:
            host.reads_until("guest: sit")
            host.types("start")
            host.plays("the game is over")
            assert guest.wait(EVENING) == 0
        finally:
            guest.kill()
            guest.communicate()


@pytest.mark.slow
def test_what_goes_wrong_is_a_sentence(house: HouseProcess) -> None:
    """Nobody there, another protocol there, an odd address, no such bot: exit code 1, one line, no traceback."""
    text, http = house.ports["sagrada-text"], house.ports["http"]
    for where, options, said in (
        ("http://127.0.0.1:1", (), "nobody listens at http://127.0.0.1:1"),
        ("sagrada-text@127.0.0.1:1", (), "nobody listens at 127.0.0.1:1"),
        (f"splendor-json@127.0.0.1:{text}", (), "does not speak splendor-json: it says 'Connection established!"),
        (f"http://127.0.0.1:{text}", (), "there is no house at"),
        (f"renaissance-json@127.0.0.1:{http}", (), ": is that renaissance-json?"),
        ("chess@127.0.0.1:1", (), "there is no client of 'chess'"),
        ("http://127.0.0.1:1", ("--auto", "deep"), "there is no bot 'deep'; there are"),
    ):
        done = subprocess.run(
            command("play", where, *options, "--name", "eve"),
            input="",
            capture_output=True,
            text=True,
            timeout=TIMEOUT,
            check=False,
        )
        assert said in done.stderr
        assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
