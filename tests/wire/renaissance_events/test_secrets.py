"""What renaissance-events sends to a viewer does not depend on anything that the viewer must not know."""

from __future__ import annotations

import pytest

from bottega.games import renaissance
from bottega.games.core import apply_all
from bottega.games.renaissance.actions import Action, Buy, EndTurn, Keep, PlayLeader
from bottega.games.renaissance.model import State
from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_events import updates, words
from bottega.wire.renaissance_events.messages import Message
from tests.wire.renaissance_steps.test_secrets import random_game

NAMES = ("ann", "bob", "cat")


def _told(state: State, names: tuple[str, ...], seat: int, action: Action | None, viewer: int) -> list[str]:
    said: list[Message] = [words.update_game(state, names, viewer, names)]
    if action is not None:
        said += updates.told(apply_all(renaissance, state, seat, [action]), names, viewer, None)
    return [write_object(update) for update in said]


@pytest.mark.parametrize(("seats", "number"), [(3, 0), (3, 1), (3, 2), (1, 3), (1, 4)])
def test_secrets_stay_secret(seats: int, number: int) -> None:
    """Deal anew what a viewer must not know: the bytes it is sent stay the same (unless the move reveals something)."""
    names = NAMES[:seats]
    for state, after, seat, action in random_game(seats, number)[::5]:
        for viewer in range(seats):
            other = renaissance.redeal(state, viewer, bytes([number]) * 32)
            reveals = isinstance(action, Buy) or (isinstance(action, PlayLeader) and seat != viewer)
            reveals |= seats == 1 and isinstance(action, EndTurn)
            reveals |= isinstance(action, Keep) and seat != viewer  # (others were dealt other leaders to keep)
            shown = None if reveals or after.phase == "over" else action
            assert _told(state, names, seat, shown, viewer) == _told(other, names, seat, shown, viewer)
