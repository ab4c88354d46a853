"""What can be chosen, as a list that is narrowed by typing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.client import core
from bottega.client.core import Known, Sitter, Stage
from bottega.games import GAMES, splendor
from bottega.games.core import Action
from bottega.table.events import Presence
from bottega.terminal.choices import Choice, beginning, choices, completed, home_games, matching, suggested
from bottega.wire.house.messages import SeatView, TableLine

MOVES = [
    Choice("take wbg", "white, blue, green", ()),
    Choice("take rr", "two red tokens", ()),
    Choice("buy 33", "red bonus, 2★; pay 3 black", ()),
    Choice("reserve 3", "black bonus; keep it", ()),
    Choice("place R5@12", "red 5 to row 3", ()),
]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("", ["take wbg", "take rr", "buy 33", "reserve 3", "place R5@12"]),
        ("take", ["take wbg", "take rr"]),
        ("red", ["take rr", "buy 33", "place R5@12"]),
        ("ta re", ["take rr"]),
        ("33", ["buy 33"]),
        ("3", ["buy 33", "reserve 3", "place R5@12"]),
        ("r5@1", ["place R5@12"]),
        ("@12", ["place R5@12"]),
        ("re", ["reserve 3"]),
        ("nothing", []),
    ],
)
def test_typing_narrows_the_list(typed: str, found: list[str]) -> None:
    """To what begins with the text; if nothing does, to what has a word for each of its words."""
    assert [choice.text for choice in matching(MOVES, typed)] == found


def test_completion_goes_as_far_as_there_is_one_way() -> None:
    """The common beginning of all notations; or the only choice that fits."""
    assert completed(MOVES, "t") == "take "
    assert completed(MOVES, "take w") == "take wbg"
    assert completed(MOVES, "black keep") == "reserve 3"
    assert completed(MOVES, "xyz") == "xyz"
    assert beginning(["buy 1", "buy 12"]) == "buy 1"


def test_the_first_choice_that_begins_so_is_suggested() -> None:
    """Nothing is suggested to an empty line."""
    assert suggested(MOVES, "take") == "take wbg"
    assert suggested(MOVES, "") is None


def _explain(action: Action) -> str:
    return f"({action})"


def test_moves_are_what_the_client_may_do() -> None:
    """Each with its notation, its words and the wish to do it."""
    options = (splendor.Take((0, 1, 2)), splendor.Pass())
    known = Known(stage=Stage.PLAYING, game="splendor", options=options, wanted=(core.Act,))
    assert choices(known, _explain)[0] == Choice("take wbg", "(take wbg)", (core.Act(options[:1]),))


def _line(table: str, started: bool, *names: str) -> TableLine:
    seats = tuple(SeatView(name, Presence.HERE, "", False) for name in names)
    return TableLine(table, "sagrada", 3, seats, started, {}, 0.0, 0)


def test_in_the_lobby_tables_are_offered() -> None:
    """Those with a free seat to sit at, others to watch, the own seat to come back to, and new ones."""
    tables = (_line("a", False, "Bo"), _line("b", True, "Cy", "Di"), _line("c", True, "Ada", "Di"))
    known = Known(
        stage=Stage.LOBBY, name="Ada", games=("sagrada",), tables=tables, wanted=(core.Sit, core.Watch, core.Open)
    )
    texts = [choice.text for choice in choices(known, _explain)]
    assert texts[:3] == ["sit a", "watch b", "back c"]
    assert texts[3:] == [f"open sagrada {seats}" for seats in (1, 2, 3, 4)]


def test_before_the_start_bots_come_and_go() -> None:
    """A free seat can be given to a bot, a bot can be sent away, and whoever suffices can start."""
    wanted = (core.Start, core.AddBot, core.RemoveBot, core.Leave)
    known = Known(
        stage=Stage.WAITING,
        game="splendor",
        bots=("random",),
        size=3,
        seats=(Sitter("Ada"), Sitter("Rob", bot="random")),
        wanted=wanted,
    )
    assert [choice.text for choice in choices(known, _explain)] == ["start", "bot random", "send away Rob", "leave"]
    full = replace(known, size=2)
    assert [choice.text for choice in choices(full, _explain)] == ["start", "send away Rob", "leave"]
    alone = replace(known, seats=known.seats[:1])
    assert "start" not in [choice.text for choice in choices(alone, _explain)]


def test_what_old_protocols_ask_can_be_answered() -> None:
    """How many shall play, whether one is ready, whether one comes back; and a rematch at the end."""
    known = Known(game="splendor", wanted=(core.Players, core.Ready, core.ComeBack, core.Rematch, core.Say))
    texts = [choice.text for choice in choices(known, _explain)]
    assert texts == ["2 players", "3 players", "4 players", "ready", "come back", "rematch"]


def test_at_home_every_game_can_be_opened_with_bots() -> None:
    """Opening, bots and start are one choice; games for one are offered, too."""
    offered = {choice.text: choice for choice in home_games(("greedy", "random"), tuple(GAMES))}
    assert offered["splendor 3 greedy"].wishes == (
        core.Open("splendor", 3),
        core.AddBot("greedy"),
        core.AddBot("greedy"),
        core.Start(),
    )
    assert offered["sagrada alone"].wishes == (core.Open("sagrada", 1), core.Start())
    assert "splendor alone" not in offered
    assert offered["splendor 3 greedy"].words == "you and 2 bots: greedy takes what looks best now"
