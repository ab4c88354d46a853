"""The table on a whole screen: Textual's pilot sits at the keyboard."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bottega.client import core
from bottega.client.core import Happening, Stage
from bottega.client.house import HouseClient
from bottega.client.link import Link, stream
from bottega.games import GAMES
from bottega.terminal.pages import Page
from bottega.terminal.paint import Look
from bottega.terminal.table import Choices, CommandLine, TableApp
from tests.terminal.driver import LARGE, SMALL, Driver, at_a_home_table, link_home, seated

Play = Callable[[Driver], Awaitable[None]]


def at_table(choice: str, play: Play, size: tuple[int, int] = SMALL, look: Look = Look.DARK) -> None:
    """Let somebody do something at a table at home."""

    async def go() -> None:
        async with at_a_home_table(choice, size, look) as driver:
            await play(driver)

    asyncio.run(go())


WHOLE_GAMES = [
    ("splendor 2 greedy", SMALL),
    ("sagrada 2 greedy", SMALL),
    ("renaissance 2 greedy", LARGE),
    ("sagrada alone", LARGE),
    ("renaissance alone", SMALL),
]


@pytest.mark.slow
@pytest.mark.parametrize(("choice", "size"), WHOLE_GAMES, ids=[choice for choice, _ in WHOLE_GAMES])
def test_a_whole_game_at_home(choice: str, size: tuple[int, int]) -> None:
    """Every game is played from the first choice to the score sheet and a rematch with nothing but the keyboard."""

    async def play(driver: Driver) -> None:
        await driver.plays_out()
        await driver.pilot.press("f7")
        known = driver.app.known
        assert known.result is not None
        assert "★" in driver.screen()
        if len(known.seats) > 1:
            assert " won" in driver.screen()
        await driver.enters("rematch")
        await driver.until(lambda: driver.app.known.stage is Stage.WAITING)

    at_table(choice, play, size)


def test_typing_narrows_and_enter_plays() -> None:
    """A few letters leave a few choices; Enter plays the one that is meant, or writes down the first of several."""

    async def play(driver: Driver) -> None:
        everything = len(driver.listed)
        await driver.types("take")
        await driver.pilot.pause()
        assert 0 < len(driver.listed) < everything
        assert [each for each in driver.listed if not each.startswith("take ")] == []
        await driver.enters("")
        first = driver.app.query_one(CommandLine).value
        assert driver.listed[0].startswith(first)
        log = driver.app.known.log
        await driver.enters("")
        await driver.until(lambda: driver.app.known.log != log)
        assert any(first in each for each in driver.app.known.log)
        assert driver.app.query_one(CommandLine).value == ""

    at_table("splendor 2 greedy", play)


def test_what_the_rules_refuse_stays_in_the_line() -> None:
    """A notation that is complete is taken at its word: nothing else is played in its place, and the reason is told."""

    async def play(driver: Driver) -> None:
        log = driver.app.known.log
        await driver.enters("take w")
        assert "refused: " in driver.screen()
        assert driver.app.query_one(CommandLine).value == "take w"
        assert driver.app.known.log == log

    at_table("splendor 2 greedy", play)


def test_enter_on_an_untouched_line_plays_nothing() -> None:
    """What nobody typed or pointed at is written down only; a second Enter, which is asked for, plays it."""

    async def play(driver: Driver) -> None:
        log = driver.app.known.log
        await driver.pilot.press("enter")
        assert driver.app.query_one(CommandLine).value == str(driver.app.known.options[0])
        await driver.pilot.pause(0.1)
        assert "Enter again does it" in driver.screen()
        assert driver.app.known.log == log
        await driver.pilot.press("enter")
        await driver.until(lambda: driver.app.known.log != log)

    at_table("splendor 2 greedy", play)


def test_tab_completes_and_arrows_point() -> None:
    """Tab goes as far as there is one way; the arrows mark on the board what a choice is about."""

    async def play(driver: Driver) -> None:
        await driver.types("res", "tab")
        await driver.pilot.pause()
        assert driver.app.query_one(CommandLine).value == "reserve "
        await driver.pilot.press("escape", "down", "down")
        assert driver.app.query_one(Choices).highlighted == 1
        mark = driver.app.mark()
        assert mark == driver.app.known.options[1]
        await driver.pilot.press("up", "up")
        assert driver.app.query_one(Choices).highlighted == len(driver.listed) - 1

    at_table("splendor 2 greedy", play)


def test_a_wrong_notation_is_told_with_a_hint() -> None:
    """What names no action is not sent; what the rules refuse is told with the reason."""

    async def play(driver: Driver) -> None:
        await driver.enters("tkae wbg")
        assert "names no action of Splendor" in driver.screen()
        await driver.pilot.press("escape")
        await driver.enters("buy 89")
        await driver.until(lambda: "refused" in driver.screen())

    at_table("splendor 2 greedy", play)


def test_what_was_chosen_beforehand_is_typed_first() -> None:
    """Each line of ``--choose`` is typed as soon as it makes sense; one that may mean several waits for the player."""

    async def go() -> None:
        link, _ = link_home()
        chosen = ("splendor 2 greedy", "take wbg", "/say hello", "take")
        async with seated(link, home=True, opening=chosen) as driver:
            line = driver.app.query_one(CommandLine)
            await driver.until(lambda: line.value.startswith("take"))
            known = driver.app.known
            assert "Ada: take wbg" in known.log
            assert [each.text for each in known.chat] == ["hello"]
            assert line.value == str(known.options[0])

    asyncio.run(go())


def test_what_was_chosen_is_typed_also_on_a_screen_that_was_just_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever draws the screen first when something has happened (a window that changes its size), lines are typed."""
    told = TableApp.told

    def drawn_at_once(table: TableApp, happening: Happening) -> None:
        told(table, happening)
        table.show()

    monkeypatch.setattr(TableApp, "told", drawn_at_once)

    async def go() -> None:
        link, _ = link_home()
        async with seated(link, home=True, opening=("splendor 2 greedy", "take wbg")) as driver:
            await driver.until(lambda: "Ada: take wbg" in driver.app.known.log)

    asyncio.run(go())


def test_every_page_is_a_key_away() -> None:
    """Boards, cards, log, chat, score and help; Esc leads back to the table."""

    async def play(driver: Driver) -> None:
        table = driver.screen()
        for key, sign in (
            ("f3", "cards bought"),
            ("f4", "On the table"),
            ("f5", "greedy"),
            ("f6", "Nobody has said anything"),
            ("f7", "The game is not over"),
            ("f1", "On the board"),
        ):
            await driver.pilot.press(key)
            assert sign in driver.screen(), key
        await driver.pilot.press("escape")
        assert driver.screen() == table
        turned = []
        for key in ("question_mark", "f1"):
            await driver.pilot.press(key)
            turned.append(driver.page)
        assert turned == [Page.HELP, Page.TABLE]

    at_table("splendor 3 greedy", play)


def test_boards_of_others_come_one_after_the_other() -> None:
    """F3 begins with the next player; a name or a number leads there, too."""

    async def play(driver: Driver) -> None:
        names = [seat.name for seat in driver.app.known.seats]
        me = driver.app.known.me
        assert me is not None
        for step in range(1, len(names) + 1):
            await driver.pilot.press("f3")
            assert names[(me + step) % len(names)] in driver.screen().splitlines()[1]
        await driver.enters("/board 1")
        assert names[0] in driver.screen().splitlines()[1]
        await driver.enters("/board zoe")
        assert "nobody here is called zoe" in driver.screen()

    at_table("sagrada 3 greedy", play)


def test_what_does_not_fit_scrolls_and_says_so() -> None:
    """A long page has a hint, and Page Down shows the rest."""

    async def play(driver: Driver) -> None:
        await driver.pilot.press("f1")
        assert "PgDn ▼ more" in driver.screen()
        first = driver.screen()
        await driver.pilot.press("pagedown")
        await driver.pilot.pause()
        assert driver.screen() != first
        await driver.pilot.press("f2")
        assert "PgDn" not in driver.screen()

    at_table("splendor 2 greedy", play)


def test_chat_and_commands_with_a_slash() -> None:
    """Something can be said from anywhere, and on the chat's page just by typing it."""

    async def play(driver: Driver) -> None:
        await driver.enters("/say good luck to all")
        await driver.until(lambda: driver.app.known.chat)
        await driver.pilot.press("f6")
        await driver.enters("and have fun")
        await driver.until(lambda: len(driver.app.known.chat) == 2)
        assert "Ada: and have fun" in driver.screen()
        await driver.enters("/nonsense")
        assert "there is no /nonsense" in driver.screen()
        await driver.types("/he", "tab")
        await driver.pilot.pause()
        assert driver.app.query_one(CommandLine).value == "/help "
        await driver.enters("")
        assert driver.page is Page.HELP

    at_table("splendor 2 greedy", play)


def test_a_move_can_be_prepared_and_dropped() -> None:
    """What is typed while others think waits for its time; Esc drops it."""

    async def go() -> None:
        link, home = link_home(bot_seconds=3600.0)
        del home
        async with seated(link, home=True) as driver:
            await driver.until(lambda: driver.app.known.stage is Stage.LOBBY and driver.listed)
            await driver.enters("splendor 2 greedy")
            await driver.until(lambda: driver.app.known.stage is Stage.PLAYING)
            if driver.app.known.my_turn:
                await driver.moves_once()
                await driver.until(lambda: not driver.app.known.my_turn)
            await driver.enters("take wbg")
            assert "prepared: take wbg" in driver.screen()
            await driver.pilot.press("escape")
            await driver.pilot.pause()
            assert driver.app.known.prepared == ()

    asyncio.run(go())


def test_the_mouse_types_and_chooses() -> None:
    """A click on a card narrows the choices to it, one on a choice plays it, one on the bottom line is a key."""

    async def play(driver: Driver) -> None:
        row = next(at for at, text in enumerate(driver.screen().splitlines()) if text.startswith("level 1"))
        await driver.pilot.click("#board", offset=(12, row - 1))
        typed = driver.app.query_one(CommandLine).value
        assert typed.isdecimal()
        assert driver.listed
        assert all(typed in each for each in driver.listed)
        await driver.pilot.click("#keys", offset=(2, 0))
        assert driver.page is Page.HELP
        await driver.pilot.press("f2")
        log = driver.app.known.log
        await driver.pilot.click("#choices", offset=(3, 0))
        await driver.until(lambda: driver.app.known.log != log)

    at_table("splendor 2 greedy", play)


@pytest.mark.parametrize("game", GAMES)
def test_without_colours_nothing_is_coloured(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR no colour leaves the program, and what is pointed at can still be seen."""
    monkeypatch.setenv("NO_COLOR", "1")

    async def play(driver: Driver) -> None:
        await driver.pilot.press("down")
        for strip in driver.app.screen._compositor.render_strips():
            for part in strip:
                assert part.style is None or all(
                    colour is None or colour.is_default for colour in (part.style.color, part.style.bgcolor)
                )
        row = driver.app.query_one(Choices).render_line(0)
        assert any(part.style is not None and part.style.reverse for part in row)
        await driver.pilot.press("f9")
        assert "no colours here" in driver.screen()

    at_table(f"{game} 2 greedy", play, look=Look.PLAIN)


def test_light_and_dark() -> None:
    """F9 changes the look at any time."""

    async def play(driver: Driver) -> None:
        looks = []
        for _ in range(2):
            await driver.pilot.press("f9")
            looks.append(driver.app.look)
        await driver.enters("/light")
        assert [*looks, driver.app.look] == [Look.LIGHT, Look.DARK, Look.LIGHT]

    at_table("splendor 2 greedy", play)


def test_wide_screens_have_log_and_chat_beside_the_board() -> None:
    """From 112 columns on; narrower ones have them on a key."""

    async def play(driver: Driver) -> None:
        assert driver.app.query_one("#log").display
        await driver.pilot.resize_terminal(*SMALL)
        await driver.until(lambda: not driver.app.query_one("#log").display)
        assert len(driver.screen().splitlines()) == SMALL[1]

    at_table("splendor 2 greedy", play, LARGE)


def test_a_house_that_is_not_there_is_told_in_a_sentence() -> None:
    """The words are the client's; the program stays until the player closes it."""

    async def go() -> None:
        link = Link(HouseClient(), stream("127.0.0.1", 1), "127.0.0.1:1")
        async with seated(link) as driver:
            await driver.until(lambda: "nobody listens" in driver.screen())
            await driver.pilot.press("f10")

    asyncio.run(go())


def test_a_lost_connection_is_shown_and_comes_back() -> None:
    """The top line says that there is none; afterwards the game goes on."""

    async def play(driver: Driver) -> None:
        driver.app.session.link.drop()
        await driver.until(lambda: not driver.app.known.connected)
        await driver.until(lambda: driver.app.known.connected and driver.app.known.options)
        await driver.moves_once()

    at_table("splendor 2 greedy", play)


def test_a_name_is_asked_for() -> None:
    """Without a name the command line takes it; behind a colon a password."""

    async def go() -> None:
        link, _ = link_home()
        async with seated(link, name="", home=True) as driver:
            await driver.until(lambda: "What is your name?" in driver.screen())
            await driver.enters("Zoe:secret")
            await driver.until(lambda: driver.app.known.stage is Stage.LOBBY)
            assert driver.app.known.name == "Zoe"

    asyncio.run(go())


def test_leaving_the_program_closes_the_connection() -> None:
    """F10 ends it at once; the seat is the house's to keep."""

    async def go() -> None:
        link, _ = link_home()
        async with seated(link, home=True) as driver:
            await driver.until(lambda: driver.app.known.stage is Stage.LOBBY)
            await driver.pilot.press("f10")
        assert link.closed

    asyncio.run(go())


def test_wishes_of_a_choice_follow_each_other() -> None:
    """A game at home is opened, filled with bots and started by one Enter."""

    async def play(driver: Driver) -> None:
        assert len(driver.app.known.seats) == 4
        assert isinstance(driver.app.session.link.client, HouseClient)
        assert core.Act in driver.app.known.wanted

    at_table("renaissance 4 random", play)
