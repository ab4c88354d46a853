"""renaissance-events in the program's words."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from bottega.games import renaissance
from bottega.games.renaissance.cards import CARDS, LEADERS
from bottega.games.renaissance.model import SETUP
from bottega.players.renaissance_events import EventsPicture
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_events import words

OWNER = player(
    ("1 coin", "2 stone", ""), leaders=(5, 13), played=(5,), depots=(1,), box="4 shield", slots=((1, 17), (), ())
)
GAME = table(OWNER, player(leaders=(3, 4)), turn=3)
NAMES = ("ann", "bob")


def told(me: int = 0, state: renaissance.State = GAME) -> dict[str, Any]:
    """The whole game, as a seat is told it."""
    whole: dict[str, Any] = msgspec.to_builtins(words.update_game(state, NAMES, me, NAMES))
    return whole


def test_containers() -> None:
    """A shelf is bound while something lies on it, a depot always, the strongbox never; nothing is there zero times."""
    assert msgspec.to_builtins(words.containers(OWNER, 1)) == {
        4: {"id": 4, "content": {"Coin": 1}, "boundedResType": "Coin", "size": 1},
        5: {"id": 5, "content": {"Stone": 2}, "boundedResType": "Stone", "size": 2},
        6: {"id": 6, "content": {}, "size": 3},
        16: {"id": 16, "content": {"Stone": 1}, "boundedResType": "Stone", "size": 2},
        7: {"id": 7, "content": {"Shield": 4}, "size": -1},
    }


def test_the_program_of_the_time_can_read_it() -> None:
    """Its model, which wants every field and knows no nulls but one, draws the whole table from it."""
    for me, name in enumerate(NAMES):
        picture = EventsPicture(name)
        picture.read(json.loads(write_object(told(me))))
        assert picture.order == list(NAMES)


def test_all_that_is_printed_is_there() -> None:
    """Leaders and cards with those that stand for nothing, and a production for each."""
    whole = told()
    sizes = {name: len(whole[name]) for name in ("leaderCards", "developmentCards", "productions")}
    assert sizes == {"leaderCards": len(LEADERS) + 1, "developmentCards": len(CARDS) + 12, "productions": 54}
    assert "actionTokens" not in whole


def test_an_empty_pile_and_an_empty_hand() -> None:
    """A card and a leader that are none stand there; the count says the truth."""
    bare = table(player(leaders=(3, 4), discarded=(3, 4)), player(), turn=3, grid=((), *GAME.grid[1:]))
    assert words.grid(bare).topCards["Green"][:2] == [None, 48]
    assert (words.hand(bare.players[0]), words.hand_count(bare.players[0])) == ([16], 0)


def test_hands_are_their_owners() -> None:
    """Others see leaders in play, and how many there are; before the choice not even those."""
    ann, bob = told(me=1)["players"]
    assert (ann["leadersHand"], ann["leadersHandCount"]) == ([4], 2)
    assert bob["leadersHand"] == [2, 3]
    choosing = table(player(leaders=(), offered=(1, 2, 3, 4)), player(leaders=()), phase=SETUP, turn=0)
    ann, bob = told(1, choosing)["players"]
    assert (ann["leadersHand"], ann["leadersHandCount"], len(bob["leadersHand"])) == ([], 4, 4)


def test_points_without_resources_until_the_end() -> None:
    """Four shields and four others are worth a point at the end only."""
    assert words.points(OWNER, over=True) - words.points(OWNER, over=False) == 1


def test_only_the_top_card_of_a_slot() -> None:
    """One client of the time shows the first card of the list, another the last."""
    assert [words.slot(OWNER, number) for number in (1, 2)] == [[16], []]


def test_the_list_begins_with_the_current_player() -> None:
    """And says whose turn it is, who was first, and whether the receiver has acted."""
    turn = table(player(), player(), turn=4, seat=1, phase="done")
    whole = told(1, turn)
    assert [each["nickname"] for each in whole["players"]] == ["bob", "ann"]
    assert (whole["currentPlayer"], whole["inkwellPlayer"], whole["isMandatoryActionDone"]) == ("bob", "ann", True)
    assert told(0, turn)["isMandatoryActionDone"] is False


@pytest.mark.parametrize("seed", range(3))
def test_tokens_are_told_by_number(seed: int) -> None:
    """However they are stacked."""
    solo = renaissance.new(1, bytes([seed]) * 32)
    tokens = words.update_game(solo, ("ann",), 0, ("ann",)).actionTokens or []
    assert [token.id for token in tokens] == list(range(7))
