"""What updates of renaissance-steps say, as the rules' own values."""

from __future__ import annotations

import pytest

from bottega.client.core import Nonsense
from bottega.client.renaissance import readings
from bottega.games.renaissance.cards import CARDS, RESOURCES
from bottega.games.renaissance.model import DONE, PRODUCING, START, STORING, TILE_DOWN, TILE_UP
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS
from bottega.wire.renaissance_steps.shapes import Deposit, Token, TokenEffect
from bottega.wire.renaissance_steps.words import CARD_NAMES, COLOURS, HIDDEN, MARBLES, TILES

GAME = table(player(leaders=(3, 4)), player(leaders=(5, 6)), turn=3)


def test_names() -> None:
    """Leaders, marbles and piles are read back from what they are called; a covered card is nobody's business."""
    assert readings.leader_of("7L") == 7
    assert readings.marbles_of(MARBLES) == tuple(range(len(MARBLES)))
    first, second = sorted(CARDS)[:2]
    assert readings.piles_of([[[HIDDEN, CARD_NAMES[first]], [CARD_NAMES[second]]]]) == [[None, first], [second]]


def test_what_is_stored() -> None:
    """A depot holds as many as are listed; an empty shelf has no kind."""
    full = readings.stored(
        GAME.players[0],
        [Deposit([LABELS[1]], 1), Deposit([], 2), Deposit([LABELS[2]] * 3, 3)],
        dict.fromkeys(LABELS, 2),
    )
    assert (full.kinds[0], full.counts[:3]) == (1, (1, 0, 3))
    assert full.strongbox == (2,) * len(RESOURCES)


def test_tiles() -> None:
    """A report is over when anybody's tile of it is no longer face down."""
    down, up = TILES[TILE_DOWN], TILES[TILE_UP]
    favours = {0: {"1": up, "2": down, "3": down}, 1: {"1": down, "2": down, "3": down}}
    state = readings.favoured(GAME, favours)
    assert state.reports == 1
    assert state.players[0].tiles[0] is TILE_UP


def test_how_far_a_turn_is() -> None:
    """Resources that wait are being stored; where none are told, the main action is done."""
    waiting = readings.waiting(GAME, [ENUMS[0], ENUMS[0], "WHITE"])
    assert waiting.phase is STORING
    assert waiting.pending[0] == 2
    assert readings.waiting(waiting, []).phase is DONE
    assert readings.waiting(GAME, []).phase is START
    assert readings.at_phase(GAME, STORING).phase is DONE
    assert readings.at_phase(GAME, PRODUCING).production is not None


def test_leaders_at_their_places() -> None:
    """Where the program of the time told the places of leaders, they lie there."""
    state = readings.placed(GAME, 0, [3], [], ({"1": "3L"}, {"0": "4L"}))
    assert state.players[0].played == (3,)
    assert state.players[0].leaders[1] == 3
    assert len(state.players[0].discarded) == 1


def test_tokens() -> None:
    """Of two equal tokens it is the one that was not seen; a discarding one is known by its colour."""
    solo = table(player(), turn=3)
    assert readings.token_of(Token("x.TokenPushShuffle", TokenEffect(quantity=1)), solo) == SHUFFLE
    assert readings.token_of(Token("x.TokenPush", TokenEffect(quantity=1)), solo) in FORWARD_TWO
    assert readings.token_of(Token("x.TokenDiscard", TokenEffect(color=COLOURS[2], quantity=2)), solo) == 2
    with pytest.raises(Nonsense):
        readings.token_of(Token("x.TokenDiscard", TokenEffect(quantity=1)), solo)
