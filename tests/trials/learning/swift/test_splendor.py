"""The C program for training plays by the rules of the games, and tells the network what the bots tell it."""

from __future__ import annotations

import ctypes
import shutil
from random import Random

import numpy as np
import pytest

from bottega.bots.duel import Duel, from_bytes, to_bytes
from bottega.bots.network import CHANCE, UNIT
from bottega.bots.sight import splendor as sight
from bottega.games import splendor
from bottega.games.splendor.actions import Action, Return
from bottega.games.splendor.model import Phase, State
from trials.learning.swift import splendor as swift

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")

HAND_AT = 2 * 6 + 2 * 5 + 2 + 2
NOBLES_AT = HAND_AT + 14 + 6 + 12
"""Where in a state of the C program the numbers of reserved cards stand, and the nobles."""
PHASES = (Phase.MAIN, Phase.RETURN, Phase.NOBLE, Phase.OVER)

SIGHT = sight.Sight()


def packed(state: State) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    """A state as the C program has it."""
    players = state.players
    numbers: list[int] = [count for player in players for count in player.tokens]
    numbers += [count for player in players for count in player.bonuses]
    numbers += [player.prestige for player in players]
    numbers += [len(player.cards) for player in players]
    numbers += [len(player.reserved) for player in players]
    numbers += [card for player in players for card in (*player.reserved, 0, 0, 0)[:3]]
    for player in players:
        numbers += [*[int(card in player.secret) for card in player.reserved], 0, 0, 0][:3]
    numbers += [*state.bank, *state.face_up, *(*state.nobles, 0, 0, 0)[:3], len(state.nobles)]
    numbers += [state.seat, PHASES.index(state.phase), state.passes, *map(len, state.decks)]
    if len(numbers) % 2:
        numbers.append(0)
    numbers += [*state.turn.to_bytes(2, "little")]
    for deck in state.decks:
        numbers += [*deck, *[0] * (40 - len(deck))]
    numbers += [0] * (swift.sizes().state - len(numbers))
    return np.array(numbers, np.int8)


def unpacked(raw: np.ndarray[tuple[int], np.dtype[np.int8]]) -> tuple[list[int], ...]:
    """All that counts of it: no places beyond the end of a list, and not the decks."""
    numbers = raw.tolist()
    ends = [numbers[HAND_AT], numbers[HAND_AT + 1]]
    hands = [numbers[at + 3 * seat :][: ends[seat]] for at in (HAND_AT + 2, HAND_AT + 8) for seat in range(2)]
    nobles = numbers[NOBLES_AT : NOBLES_AT + numbers[NOBLES_AT + 3]]
    return numbers[: HAND_AT + 2], *hands, numbers[HAND_AT + 14 : NOBLES_AT], nobles, numbers[NOBLES_AT + 4 :][:3]


def named(state: State) -> dict[int, Action]:
    """The legal actions by the C program's ids; returns by what they give, which has no id here."""
    return {sight.PLACE_OF[action]: action for action in splendor.legal(state, state.seat)}


def test_the_same_rules() -> None:
    """Through whole games: the same actions are legal, and each leads to the same state, whatever card turns up."""
    library = swift.library()
    for number in range(12):
        chance = Random(number)
        state = splendor.new(2, chance.randbytes(32))
        while not splendor.over(state):
            raw = packed(state)
            ids = (ctypes.c_int16 * swift.MOST_ACTIONS)()
            count = library.legal(raw.ctypes, ids)
            actions = splendor.legal(state, state.seat)
            assert count == len(actions), state
            if state.phase is Phase.RETURN:
                found: dict[Action, int] = {}
                for at in range(count):
                    after = raw.copy()
                    library.play(after.ctypes, ids[at], None)
                    given = tuple(raw[6 * state.seat + kind] - after[6 * state.seat + kind] for kind in range(6))
                    found[Return(given)] = ids[at]
                assert set(found) == set(actions)
                action = chance.choice(actions)
                id_ = found[action]
            else:
                known = named(state)
                assert set(ids[:count]) == set(known)
                id_, action = chance.choice([*known.items()])
            assert library.reveals(raw.ctypes, id_) == splendor.reveals(state, action)
            covered = SIGHT.covered(state, action) or state
            after = raw.copy()
            library.play(after.ctypes, id_, None)
            assert unpacked(after) == unpacked(packed(splendor.apply(covered, state.seat, action))), (state, action)
            state = splendor.apply(state, state.seat, action)


def test_the_same_rows_and_the_same_judgement() -> None:
    """The network is told the same rows; in whole numbers it thinks nearly the same as in floating point."""
    weights = swift.begun(3)
    weights *= np.float32(1.5)
    network = Duel(from_bytes(to_bytes(swift.whole(weights))))
    library, seen = swift.library(), sight.Sight(network)
    chance = Random(5)
    state = splendor.new(2, chance.randbytes(32))
    while not splendor.over(state):
        raw = packed(state)
        rows = (ctypes.c_int16 * swift.MOST_ROWS)()
        count = library.rows_of(raw.ctypes, rows)
        assert sorted(rows[:count]) == sorted(sight.features(state, state.seat, 1 - state.seat))
        judged, points, priors = ctypes.c_float(), (ctypes.c_float * 2)(), (ctypes.c_float * swift.MOST_ACTIONS)()
        ids, choices = (ctypes.c_int16 * swift.MOST_ACTIONS)(), ctypes.c_int()
        library.judge(weights.ctypes, raw.ctypes, ctypes.byref(judged), points, priors, ids, ctypes.byref(choices))
        values, known = seen.appraise(state)
        assert values[state.seat] / CHANCE == pytest.approx(judged.value, abs=0.01)
        inner = network.inner(known)
        assert network.head(1, inner) / UNIT == pytest.approx(points[0], abs=0.02)
        actions, shares = seen.moves(state, state.seat, known)
        if state.phase is Phase.MAIN:
            theirs = dict(zip(ids[: choices.value], priors[: choices.value], strict=True))
            for action, share in zip(actions, shares, strict=True):
                assert share / sum(shares) == pytest.approx(theirs[sight.PLACE_OF[action]], abs=0.03)
        state = splendor.apply(state, state.seat, chance.choice(actions))


def test_it_learns() -> None:
    """What is learned from a few games judges them better, and the same seed gives the same games."""
    weights = swift.begun(1)
    manner = swift.Manner(brief=4, simulations=8)
    lessons, turns = swift.games(weights, 7, 4, manner)
    again, _ = swift.games(weights, 7, 4, manner)
    assert turns > 4 * 20
    assert (lessons == again).all()
    learner = swift.Learner(weights)
    before = learner.learn(lessons, 1, 0.0, 1)
    learner.learn(lessons, 60, 1e-3, 1)
    after = learner.learn(lessons, 1, 0.0, 1)
    assert after[0] < before[0]
    assert after[1] < before[1]
    assert 0 <= swift.match(learner.weights, swift.begun(2), 1, 2, swift.Player(4), swift.Player(0, haze=0.2)) <= 1
