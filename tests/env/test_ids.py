"""Numbers of actions: every action that can be listed has one, no two the same, and they never change."""

from __future__ import annotations

from hashlib import sha256
from random import Random

import pytest

from bottega.env.ids import actions_of, ids_of, legal_ids
from bottega.games import GAMES

PINNED = {
    "splendor": (307, "take w", "pass", "07b790b80e3ebb72"),
    "sagrada": (1506, "window Kaleidoscopic Dream", "end", "009f2fb1021c5a29"),
    "renaissance": (461, "keep 1 2", "end", "26893cb7f7f9a4c8"),
}
"""How many, the first, the last, and a hash of all their notations: whoever has trained with them relies on it."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_numbers_are_what_they_were(name: str) -> None:
    """An action that is added goes to the end; nothing else may change here."""
    actions = actions_of(name)
    notations = "\n".join(map(str, actions))
    digest = sha256(notations.encode()).hexdigest()[:16]
    assert (len(actions), str(actions[0]), str(actions[-1]), digest) == PINNED[name]
    assert len(ids_of(name)) == len(actions), "no two are the same"
    assert all(actions[number] == action for action, number in ids_of(name).items())


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        *((name, seats, {}) for name, game in sorted(GAMES.items()) for seats in game.SEATS),
        ("splendor", 2, {"lenient_take": True}),
        ("splendor", 2, {"return_gold": False}),
        ("sagrada", 1, {"solo_tools": 5}),
        ("sagrada", 4, {"tools": 12}),
    ],
)
def test_whatever_is_listed_has_a_number(name: str, seats: int, options: dict[str, int]) -> None:
    """In games played at random; and the number means the same action again."""
    game, chance = GAMES[name], Random(seats)
    for number in range(3):
        state = game.new(seats, number.to_bytes(32, "big"), game.Options(**options))
        while actors := game.actors(state):
            seat = chance.choice(actors)
            ids = legal_ids(game, state, seat)
            assert [actions_of(name)[each] for each in ids] == list(game.legal(state, seat))
            state = game.apply(state, seat, actions_of(name)[chance.choice(ids)])
