"""Somebody at a terminal, whatever shows the table: names, plans, what is typed, and pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from bottega.client.core import Enter, Known, Open, Refused, Stage, Watch
from bottega.client.house import HouseClient
from bottega.client.link import Link, at_home
from bottega.client.offline import Home
from bottega.table.house import Settings
from bottega.terminal.canvas import Room, lettering
from bottega.terminal.pages import Page
from bottega.terminal.session import NotThat, Session
from bottega.terminal.witness import Witness
from tests.terminal.driver import PATIENCE

ROOM = Room(80, 20)


async def until(session: Session, condition: Callable[[Known], object]) -> None:
    """Let the session go on until something is known."""
    async with asyncio.timeout(PATIENCE):
        while not condition(session.known):
            await asyncio.sleep(0.005)
            session.go_on()


def with_a_session(use: Callable[[Session], object], choice: str = "splendor 2 greedy") -> None:
    """Do something with a session that has chosen a game at home."""

    async def go() -> None:
        home = Home(Settings(per_address=0, bot_seconds=0.0, first_seed=bytes(32)))
        session = Session(Link(HouseClient(), at_home(home), "home"), "Ada", home=True)
        following = asyncio.create_task(_follow(session))
        await until(session, lambda known: known.stage is Stage.LOBBY)
        session.choose(next(each for each in session.offers() if each.text == choice))
        await until(session, lambda known: known.options)
        use(session)
        session.link.close()
        await following

    asyncio.run(go())


async def _follow(session: Session) -> None:
    async for _ in session.link.happenings():
        session.go_on()


def test_a_choice_stands_for_several_wishes() -> None:
    """A table is opened, filled and started, each step when the one before it is done; then nothing is left."""

    def use(session: Session) -> None:
        assert [seat.name for seat in session.known.seats if not seat.bot] == ["Ada"]
        assert session.known.view is not None
        assert not session.busy
        assert not session.introduces_itself

    with_a_session(use)


def test_what_is_typed() -> None:
    """Notation is read by the game's own reader; what the rules refuse now is not sent."""

    def use(session: Session) -> None:
        known = session.known
        (action,) = session.read("take wbg")
        assert str(action) == "take wbg"
        with pytest.raises(NotThat, match="names no action"):
            session.read("tkae")
        with pytest.raises(NotThat, match="refused: "):
            session.act(session.read("take w"))
        assert session.known is known
        session.act((action,))
        assert session.known is not known

    with_a_session(use)


def test_what_is_prepared_is_shown_without_guessing() -> None:
    """While there is no connection a move is shown as made, but never a card that only the server knows."""

    def use(session: Session) -> None:
        view = session.known.view
        reserve = next(action for action in session.known.options if str(action).startswith("reserve"))
        session.link.client.lost()
        session.act(session.read("take wbg"))
        assert session.known.prepared
        assert session.scene().view != view
        session.command("forget", "")
        session.act((reserve,))
        assert session.known.prepared
        assert session.scene().view == view

    with_a_session(use)


def test_a_line_is_heard_when_it_makes_sense() -> None:
    """Nothing is typed for the player while something is unanswered, nor where there is nothing to choose."""

    def use(session: Session) -> None:
        assert session.hears("take wbg")
        session.act(session.read("take wbg"))
        assert session.busy
        assert not session.hears("take wbg")
        assert not session.hears("/say hello")
        session.link.client.lost()
        assert not session.hears("take wbg")

    with_a_session(use)


def test_commands_with_a_slash() -> None:
    """The beginning of a word is enough where there is one such word; some are about the table, others about pages."""

    def use(session: Session) -> None:
        assert session.slash("say  hello ") == ("say", "hello")
        assert session.slash("sc") == ("scores", "")
        for nothing in ("", "s", "purple"):
            with pytest.raises(NotThat, match="there is no /"):
                session.slash(nothing)
        assert session.command("help", "") is None
        assert session.command("forget", "") == []
        assert session.seat("ada") == session.known.me
        with pytest.raises(NotThat, match="nobody here is called zoe"):
            session.seat("zoe")
        assert session.verify() == ["there is no log to be fetched here: verify is for games at a house on the web"]

    with_a_session(use)


@pytest.mark.parametrize("choice", ["splendor 2 greedy", "sagrada 2 greedy", "renaissance 2 greedy"])
def test_every_page_has_something_to_show(choice: str) -> None:
    """Also without colours: a page is text."""

    def use(session: Session) -> None:
        for page in Page:
            assert lettering(session.page(page, ROOM)).strip(), page
        assert "Ada" in lettering(session.page(Page.BOARD, ROOM, session.known.me or 0))
        assert session.asked()

    with_a_session(use, choice)


def test_a_refusal_ends_a_plan() -> None:
    """What was to follow something that was refused is not wished for."""

    def use(session: Session) -> None:
        session.refused()
        assert not session.busy

    with_a_session(use)


def test_an_invitation_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes with a table's link looks at its seal, sits down there and gives a word."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    async def go() -> None:
        home = Home(Settings(per_address=0, bot_seconds=0.0))
        host = Session(Link(HouseClient(), at_home(home), "home"), "Ada", home=True)
        tasks = [asyncio.create_task(_follow(host))]
        await until(host, lambda known: known.stage is Stage.LOBBY)
        host.wish(Open("splendor", 3))
        await until(host, lambda known: known.table)
        guest = Session(
            Link(HouseClient(), at_home(home), "home"),
            "Bob",
            witness=Witness("http://home.test"),
            table=host.known.table,
        )
        tasks.append(asyncio.create_task(_follow(guest)))
        await until(guest, lambda known: known.me == 1 and known.words[1])
        assert guest.known.table == host.known.table
        for session in (host, guest):
            session.link.close()
        await asyncio.gather(*tasks)

    asyncio.run(go())


def test_a_name_with_a_password() -> None:
    """Behind a colon; before there is a connection nothing is entered."""
    session = Session(Link(HouseClient(), at_home(Home()), "home"))
    (refused,) = session.enter("zoe : secret")
    assert isinstance(refused, Refused)
    assert refused.wish == Enter("zoe", "secret")
    assert session.wish(Watch("c0ffee")) != []
