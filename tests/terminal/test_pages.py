"""The pages beside the boards."""

from __future__ import annotations

from bottega.client.core import Known, Line, Result, Sitter, Stage
from bottega.games import GAMES
from bottega.games.core import Score
from bottega.table.events import Presence
from bottega.terminal import pages
from bottega.terminal.canvas import Room, lettering, width
from bottega.wire.house.messages import SeatView, TableLine

ROOM = Room(80, 14)


def test_the_lobby_lists_tables() -> None:
    """Each with its game, who sits there and how many seats are free."""
    table = TableLine("abc", "sagrada", 3, (SeatView("Bo", Presence.HERE, "", False),), False, {}, 0.0, 0)
    shown = lettering(pages.lobby(Known(name="Ada", tables=(table,)), ROOM, home=False))
    assert "abc" in shown
    assert "2 free" in shown
    assert "Bo" in shown
    assert "Nobody is here yet" in lettering(pages.lobby(Known(), ROOM, home=False))


def test_at_home_the_games_are_introduced() -> None:
    """All of them, and how to come to a house with people."""
    shown = lettering(pages.lobby(Known(games=tuple(GAMES)), ROOM, home=True))
    assert all(game in shown for game in GAMES)
    assert "bottega play http://" in shown


def test_the_waiting_room_shows_seats_and_seal() -> None:
    """Who is there, who is a bot, who is away; and what is kept to prove the deal."""
    seats = (Sitter("Ada"), Sitter("Rob", bot="greedy"), Sitter("Cy", Presence.AWAY))
    known = Known(game="splendor", table="t1", size=4, seats=seats, me=0, commitment="c0ffee", words=("", "w"))
    shown = lettering(pages.waiting(known, ROOM))
    assert "bot: greedy" in shown
    assert str(Presence.AWAY) in shown
    assert shown.count("free seat") == 1
    assert "c0ffee" in shown


def test_what_others_write_moves_no_cursor() -> None:
    """Names, chat and log are shown with their control characters spelled out."""
    evil = "Eve\x1b[2J"
    known = Known(log=(f"{evil}: take",), chat=(Line(evil, f"hello\n{evil}"),), seats=(Sitter(evil),), game="splendor")
    for page in (
        pages.log(known, ROOM),
        pages.chat(known, ROOM),
        pages.waiting(known, ROOM),
        pages.tail([evil], 3, 20),
    ):
        assert "\x1b" not in lettering(page)
        assert "Eve" in lettering(page)


def test_long_lines_are_wrapped() -> None:
    """Nothing that was said or done is cut."""
    known = Known(log=("word " * 50,), chat=(Line("Ada", "word " * 50),))
    for page in (pages.log(known, ROOM), pages.chat(known, ROOM)):
        assert all(width(one) <= ROOM.width for one in page)
        assert lettering(page).count("word") == 50


def test_empty_pages_say_so() -> None:
    """Nobody looks at a blank screen."""
    for page in (pages.log(Known(), ROOM), pages.chat(Known(), ROOM), pages.seal(Known(), ROOM)):
        assert lettering(page)


def test_the_score_sheet_has_every_line() -> None:
    """Totals first to last; lines where they were told."""
    result = Result("played", (1,), (Score(0, 12, ()), Score(1, 15, ())))
    known = Known(seats=(Sitter("Ada"), Sitter("Bo")), me=0, result=result)
    shown = lettering(pages.scores(known, ROOM)).splitlines()
    assert shown[0].startswith("Bo won")
    assert shown[2].strip() == "15★ Bo"
    assert shown[3].strip() == "12★ Ada"


def test_before_the_end_points_are_shown_as_they_stand() -> None:
    """Where the view tells them."""
    view = GAMES["splendor"].view(GAMES["splendor"].new(2, bytes(32)), 0)
    known = Known(stage=Stage.PLAYING, game="splendor", seats=(Sitter("Ada"), Sitter("Bo")), view=view)
    assert "0★ Ada" in lettering(pages.scores(known, ROOM))


def test_help_explains_keys_commands_and_the_game() -> None:
    """Every key of the bottom line and every command with a slash is there, and the game's own legend first."""
    shown = lettering(pages.help_page(Known(game="sagrada", version=2), ROOM))
    assert shown.startswith("Sagrada")
    assert all(f"  {key} " in shown for key, _, _ in pages.KEYS)
    assert all(f"/{command}" in shown for command in pages.COMMANDS)
    assert all(len(one) <= ROOM.width for one in shown.splitlines())


def test_the_clock_has_minutes_and_seconds() -> None:
    """A turn that is over has nothing left; a table without a clock shows none."""
    assert pages.clock(75.4) == "1:15"
    assert pages.clock(-3) == "0:00"
    assert pages.clock(None) == ""


def test_the_clock_of_a_game_over_days() -> None:
    """It has days and hours, then hours and minutes, and minutes and seconds in the last hour."""
    assert pages.clock(2 * 86400 + 3 * 3600 + 59) == "2d 3h"
    assert pages.clock(86400) == "1d 0h"
    assert pages.clock(5 * 3600 + 20 * 60) == "5h 20m"
    assert pages.clock(3599) == "59:59"


def test_seats_are_found_by_number_and_name() -> None:
    """From one on; a name may be cut short."""
    names = ("Ada", "Bruno")
    assert pages.find_seat(names, "2") == 1
    assert pages.find_seat(names, "br") == 1
    assert pages.find_seat(names, "3") is None
    assert pages.find_seat(names, "zoe") is None


def test_the_bottom_line_fits_into_eighty_columns() -> None:
    """All keys are seen at once on the smallest screen."""
    assert len(" " + "".join(f"{key} {word} " for key, word, _ in pages.KEYS)) <= 80
