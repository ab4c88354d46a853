"""What renaissance-steps sends to a viewer does not depend on anything that the viewer must not know."""

from __future__ import annotations

from random import Random

import pytest

from bottega.games import renaissance
from bottega.games.core import apply_all
from bottega.games.renaissance.actions import Action, Buy, PlayLeader
from bottega.games.renaissance.model import State
from bottega.wire.renaissance_steps import updates, words
from bottega.wire.renaissance_steps.profile import PROFILES

NAMES = ("ann", "bob", "cat")


def random_game(seats: int, number: int) -> list[tuple[State, State, int, Action]]:
    """The moves of a random game: before, after, who, what."""
    random, state = Random(number), renaissance.new(seats, number.to_bytes(32, "big"))
    moves: list[tuple[State, State, int, Action]] = []
    while actors := renaissance.actors(state):
        seat = random.choice(actors)
        action = random.choice(renaissance.legal(state, seat))
        after = renaissance.apply(state, seat, action)
        moves.append((state, after, seat, action))
        state = after
    return moves


def _told(state: State, seat: int, action: Action | None, viewer: int) -> list[str]:
    profile = PROFILES[""]
    said = [
        updates.whole_table(state, NAMES, viewer, state.seat, NAMES, profile),
        words.start(state, NAMES, viewer, profile),
    ]
    if action is not None and state.turn:
        said += updates.told(apply_all(renaissance, state, seat, [action]), NAMES, viewer, profile)
    return [profile.write(update) for update in said]


@pytest.mark.parametrize("number", range(3))
def test_secrets_stay_secret(number: int) -> None:
    """Deal anew what a viewer must not know: the bytes it is sent stay the same (unless the move reveals something)."""
    for state, after, seat, action in random_game(3, number)[::7]:
        for viewer in range(3):
            other = renaissance.redeal(state, viewer, bytes([number]) * 32)
            reveals = isinstance(action, Buy) or (isinstance(action, PlayLeader) and seat != viewer)
            shown = None if reveals or after.phase == "over" else action
            assert _told(state, seat, shown, viewer) == _told(other, seat, shown, viewer)
