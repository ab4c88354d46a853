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
from bottega.store.log import Charter, Entry
from bottega.store.memory import MemoryLog
from bottega.table.position import Position, Seat, advance, opened
from bottega.table.table import News, Table
from bottega.wire.house.words import encoded, snapshot, step
from tests.wire.house.stage import HouseStage

SEATS = 3
STEPS = 150


def _started(game: AnyGame, number: int) -> Position:
    """A table whose game has just begun."""
    seed = number.to_bytes(SEED_BYTES, "big")
    position = opened(Charter("t", game.NAME, game.VERSION, "{}", seed, "c" * 64, 0))
    seats = tuple(Seat(f"p{seat}") for seat in range(SEATS))
    return msgspec.structs.replace(position, size=SEATS, seats=seats, state=game.new(SEATS, seed))


def _game(game: AnyGame, number: int) -> Iterator[News]:
    """The news of a game played by bots."""
    position = _started(game, number)
    table = Table(position, MemoryLog(), lambda: 0.0)
    for count in range(STEPS):
        actors = game.actors(position.state)
        if not actors:
            return
        seat = actors[count % len(actors)]
        action = choose("random", game, position.state, seat, count.to_bytes(4, "big"))
        entry = Entry(position.seq + 1, None, seat, "move", game.write(action), 0)
        before = position
        position, steps = advance(before, entry, [action])
        table.position = table.head = position
        yield News(table, entry, before, position, steps, {})


def _redealt(position: Position, seat: int | None, number: int) -> Position:
    state = position.game.redeal(position.state, seat, number.to_bytes(SEED_BYTES, "big"))
    return msgspec.structs.replace(position, state=state)


def _another(game: AnyGame, news: News, seat: int | None) -> News:
    """The same news with another secret choice in it, if it is somebody else's."""
    if news.entry.seat == seat:
        return msgspec.structs.replace(news, words={})
    steps = []
    for each in news.steps:
        action = each.action
        if isinstance(action, Keep):
            action = Keep((1, 2))
        elif isinstance(action, Choose):
            action = Choose(7)
        steps.append(msgspec.structs.replace(each, action=action))
    return msgspec.structs.replace(news, steps=steps, words={})


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.NAME)
def test_steps_and_snapshots_tell_only_what_the_viewer_may_know(game: AnyGame) -> None:
    """For each seat and a spectator, at every entry of a game: permute what is hidden, compare the bytes."""
    compared = 0
    for news in _game(game, 3):
        if news.after.finished:
            continue
        for seat in (None, *range(SEATS)):
            other = _another(game, news, seat)
            other = msgspec.structs.replace(
                other, before=_redealt(news.before, seat, 1), after=_redealt(news.after, seat, 2)
            )
            assert step(other, seat) == step(news, seat)
            shown = encoded(snapshot(news.table, seat, True, None, ()))
            news.table.position = other.after
            assert encoded(snapshot(news.table, seat, True, None, ())) == shown
            news.table.position = news.after
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
        players[actors[0]].does("act", table=stage.table.id, actions=[rules.write(action)])
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
