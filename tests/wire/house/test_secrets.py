"""What must not leave: with everything dealt anew that a viewer cannot know, the bytes sent to it are the same."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from bottega.bots import choose
from bottega.games import GAMES
from bottega.games.chance import SEED_BYTES
from bottega.games.core import AnyGame
from bottega.games.renaissance.actions import Keep
from bottega.games.sagrada import Choose
from bottega.store.log import Charter
from bottega.table.entries import Entry, Moved
from bottega.table.events import Event
from bottega.table.position import AnyPosition, Seat, advance, opened
from bottega.wire.house.words import encoded, snapshot, step
from tests.wire.house.stage import HouseStage

SEATS = 3
STEPS = 150


def _started(game: AnyGame, number: int) -> AnyPosition:
    """A table whose game has just begun."""
    seed = number.to_bytes(SEED_BYTES, "big")
    position = opened(Charter("t", game.NAME, game.VERSION, "{}", seed, "c" * 64, 0))
    seats = tuple(Seat(f"p{seat}") for seat in range(SEATS))
    return msgspec.structs.replace(position, size=SEATS, seats=seats, state=game.new(SEATS, seed))


def _game(game: AnyGame, number: int) -> Iterator[Event]:
    """The events of a game played by bots."""
    position = _started(game, number)
    for count in range(STEPS):
        actors = game.actors(position.state)
        if not actors:
            return
        seat = actors[count % len(actors)]
        action = choose("random", game, position.state, seat, count.to_bytes(4, "big"))
        entry = Entry(position.seq + 1, 0, Moved(seat, (action,)))
        before = position
        position, steps = advance(before, entry)
        yield Event(entry, before, position, steps)


def _redealt(position: AnyPosition, seat: int | None, number: int) -> AnyPosition:
    state = position.game.redeal(position.state, seat, number.to_bytes(SEED_BYTES, "big"))
    return msgspec.structs.replace(position, state=state)


def _another(game: AnyGame, event: Event, seat: int | None) -> Event:
    """The same event with another secret choice in it, if it is somebody else's."""
    if event.entry.fact.seat == seat:
        return event
    steps = []
    for each in event.steps:
        action = each.action
        if isinstance(action, Keep):
            action = Keep((1, 2))
        elif isinstance(action, Choose):
            action = Choose(7)
        steps.append(msgspec.structs.replace(each, action=action))
    return msgspec.structs.replace(event, steps=steps)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_steps_and_snapshots_tell_only_what_the_viewer_may_know(game: AnyGame) -> None:
    """For each seat and a spectator, at every entry of a game: permute what is hidden, compare the bytes."""
    compared = 0
    for event in _game(game, 3):
        if event.after.finished:
            continue
        for seat in (None, *range(SEATS)):
            other = _another(game, event, seat)
            other = msgspec.structs.replace(
                other, before=_redealt(event.before, seat, 1), after=_redealt(event.after, seat, 2)
            )
            assert step(other, seat) == step(event, seat)
            assert encoded(snapshot(other.after, seat)) == encoded(snapshot(event.after, seat))
            compared += 1
    assert compared > 100


@pytest.mark.parametrize("game", GAMES)
def test_neither_seed_nor_token_leaves(game: str) -> None:
    """All that went to players and a spectator before the end holds no seed, no key and nobody else's token."""
    stage = HouseStage(seed=0x1234567890ABCDEF1234567890ABCDEF)
    players = stage.playing(game)
    eve = stage.guest("Eve")
    eve.does("watch", table=stage.table.id)
    rules = GAMES[game]
    for count in range(60):
        position = stage.table.position
        actors = rules.actors(position.state)
        if not actors:
            break
        action = choose("random", rules, position.state, actors[0], count.to_bytes(2, "big"))
        players[actors[0]].does("act", table=stage.table.id, actions=[str(action)])
    charter = stage.table.position.charter
    secrets = [charter.seed.hex()[-16:], *(seat.key for seat in stage.table.position.seats)]
    for guest in (*players, eve):
        others = [other.token for other in (*players, eve) if other is not guest]
        for secret in [*secrets, *others]:
            assert secret.encode() not in guest.bytes
        assert charter.commitment.encode() in guest.bytes or guest is not eve


def test_the_seed_comes_with_the_end_and_not_before() -> None:
    """A spectator's last step has it; it is the one that was promised."""
    stage = HouseStage()
    anna, _ = stage.playing()
    eve = stage.guest("Eve")
    eve.does("watch", table=stage.table.id)
    assert eve.latest("snapshot")["seed"] is None
    anna.does("quit", table=stage.table.id)
    quit_, end = (message for message in eve.heard() if message["type"] == "step")
    assert quit_["seed"] is None
    assert end["seed"] == stage.table.position.charter.seed.hex()
