"""Whole games of the clients of Masters of Renaissance against the server, without sockets."""

from __future__ import annotations

from collections import Counter

import pytest

from bottega.client.core import Act, Forget, Over, Refused, Stage
from bottega.games.renaissance.actions import Action
from tests.client.renaissance.match import EVENTS, JSON, ORIGINAL, STEPS, Match

DIALECTS = (JSON, EVENTS, STEPS, ORIGINAL)
MIXES = ((JSON, EVENTS, STEPS, ORIGINAL), (ORIGINAL, STEPS, EVENTS), (STEPS, JSON))


def _ended(match: Match) -> None:
    result = match.stage.table.position.result
    assert result is not None
    for sitting in match.sittings:
        known = sitting.client.known
        assert known.stage is Stage.OVER
        assert known.result is not None
        assert any(isinstance(each, Over) for each in sitting.happened)
        assert set(known.result.winners) <= set(result.winners)
        assert bool(known.result.winners) == bool(result.winners)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_the_cache_is_the_servers_view(dialect: str, seats: int, number: int) -> None:
    """All through random games, whoever has heard everything knows all that its seat may know, and is never refused."""
    match = Match([dialect] * seats, number)
    match.play()
    _ended(match)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("mix", MIXES, ids="-".join)
def test_several_protocols_at_one_table(mix: tuple[str, ...], number: int) -> None:
    """The caches are as true when others move in other protocols."""
    match = Match(mix, number)
    match.play()
    _ended(match)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(10, 13))
@pytest.mark.parametrize("seats", [1, 2, 3])
@pytest.mark.parametrize("dialect", DIALECTS)
def test_it_comes_back_at_any_message_and_goes_on(dialect: str, seats: int, number: int) -> None:
    """Connections break at any message, some clients forget everything: they are told enough to play to the end."""
    match = Match([dialect] * seats, number)
    match.play(dropping=0.01)
    _ended(match)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_game_alone(dialect: str) -> None:
    """A solo game is played to its end, with every kind of main action."""
    done: Counter[str] = Counter()
    for number in range(4):
        match = Match([dialect], number)
        match.play()
        _ended(match)
        done.update(line.partition(" ")[2][:9] for line in match.sittings[0].client.known.log)
    assert done


@pytest.mark.parametrize("dialect", [JSON, EVENTS])
def test_a_visit_is_drafted_and_can_be_forgotten(dialect: str) -> None:
    """Nothing is sent before all that was taken has its place; what cannot be said in between is refused here."""
    match = Match([dialect], 0)
    (sitting,) = match.sittings
    match.settle()
    sitting.wish(Act((sitting.client.known.options[0],)))
    match.settle()
    before = match.stage.table.position.seq
    market = next(option for option in sitting.client.known.options if str(option).startswith("market"))
    sitting.wish(Act((market,)))
    match.settle()
    known = sitting.client.known
    assert known.prepared == (market,)
    assert match.stage.table.position.seq == before
    assert all(str(option).startswith(("store", "discard", "white", "swap")) for option in known.options)
    if len([option for option in known.options if str(option).startswith("discard")]):
        refused = sitting.wish(Act((Action.from_text("end"),)))
        assert isinstance(refused[0], Refused)
    sitting.wish(Forget())
    assert sitting.client.known.prepared == ()
    assert market in sitting.client.known.options
