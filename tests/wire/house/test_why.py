"""``why``: the reason against a move, for whoever could make it, without making it."""

from __future__ import annotations

import random

import pytest

from bottega.bots import choose
from bottega.games import GAMES
from tests.wire.house.stage import HouseStage


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_played_is_ok_and_not_played(game: str, stage: HouseStage) -> None:
    """Every legal action is answered with ``ok``, and the table stays at the same entry."""
    anna = stage.playing(game)[0]
    position = stage.table.position
    rules = GAMES[game]
    for action in rules.legal(position.state, 0):
        assert anna.does("why", table=stage.table.id, actions=[str(action)])["seq"] == position.seq
    assert stage.table.position is position
    assert not anna.heard()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_answer_is_that_of_the_move(game: str, stage: HouseStage) -> None:
    """All through a game: what ``why`` refuses, ``act`` refuses with the same code, parameters and sentence."""
    players = stage.playing(game)
    rules, draw, seen = GAMES[game], random.Random(game), set[str]()
    known = [str(action) for action in rules.legal(stage.table.position.state, 0)]
    for count in range(60):
        position = stage.table.position
        if position.finished:
            break
        seat = rules.actors(position.state)[0]
        known += [str(action) for action in rules.legal(position.state, seat)]
        for actions in ([draw.choice(known)] for _ in range(8)):
            who = draw.choice(players)
            why = who.asks("why", table=stage.table.id, actions=actions)
            if why["type"] == "ok":
                continue
            act = who.asks("act", table=stage.table.id, actions=actions)
            assert {**why, "cmd_id": ""} == {**act, "cmd_id": ""}
            seen.add(why["code"])
        assert stage.table.position is position
        action = choose("random", rules, position.state, seat, count.to_bytes(4, "big"))
        players[seat].does("act", table=stage.table.id, actions=[str(action)])
    assert len(seen) > 2, seen
    assert all(code.startswith(f"{game}.") for code in seen)


def test_what_a_refusal_says(stage: HouseStage) -> None:
    """A refusal has its code, the numbers it is about, and the English sentence."""
    anna = stage.playing("splendor")[0]
    answer = anna.asks("why", table=stage.table.id, actions=["take w"])
    assert answer["code"] == "splendor.take-more"
    assert answer["params"] == {"needs": 3, "left": 5}
    assert answer["reason"] == "take 3 tokens of different colours: 5 colours are left in the bank"


def test_nothing_is_looked_at_behind_what_is_revealed(stage: HouseStage) -> None:
    """What follows an action that turns up a card is not judged, whatever the card is: the answer stays the same."""
    anna = stage.playing("splendor")[0]
    following = ("pass", "return w1", "buy 1", "reserve deck1")
    answers = [anna.asks("why", table=stage.table.id, actions=["reserve deck3", action]) for action in following]
    assert {answer["code"] for answer in answers} == {"table.reveals-midway"}
    anna.does("why", table=stage.table.id, actions=["reserve deck3"])


def test_several_actions_are_judged_in_order(stage: HouseStage) -> None:
    """The second of two actions is judged after the first."""
    anna = stage.playing("sagrada")[0]
    window = str(stage.table.position.game.legal(stage.table.position.state, 0)[0])
    assert anna.fails("why", "sagrada.window-chosen", table=stage.table.id, actions=[window, window])


def test_only_for_the_own_seat(stage: HouseStage) -> None:
    """Spectators, people without a name and those who wait for their turn are told that, and no more."""
    _, bob = stage.playing("splendor")
    table, eve = stage.table.id, stage.guest("Eve")
    eve.does("watch", table=table)
    eve.fails("why", "house.not-seated", table=table, actions=["take wbg"])
    stage.visitor().fails("why", "house.hello-first", table=table, actions=["take wbg"])
    bob.fails("why", "splendor.not-your-turn", table=table, actions=["take wbg"])
    bob.fails("why", "house.no-such-table", table="nowhere", actions=["take wbg"])


def test_before_and_after_the_game(stage: HouseStage) -> None:
    """A table that has not started, or is over, says so."""
    anna = stage.guest("Anna")
    table = anna.does("open", game="splendor")["table"]
    anna.fails("why", "table.not-started", table=table, actions=["take wbg"])
    bob = stage.guest("Bob")
    bob.does("sit", table=table)
    anna.does("start", table=table)
    bob.does("quit", table=table)
    anna.fails("why", "table.finished", table=table, actions=["take wbg"])


@pytest.mark.parametrize(
    ("actions", "code"),
    [(["take the lot"], "table.notation"), ([";".join(["take wbg"] * 20)] * 20, "table.too-many-actions")],
)
def test_what_is_no_move(actions: list[str], code: str, stage: HouseStage) -> None:
    """What cannot be read, or is too much, is refused as in a move."""
    anna = stage.playing("splendor")[0]
    anna.fails("why", code, table=stage.table.id, actions=actions)
    anna.fails("act", code, table=stage.table.id, actions=actions)
