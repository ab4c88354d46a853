"""A contest: who meets whom on which deals, and one game from its deal to its result."""

from __future__ import annotations

from typing import Any

import pytest

from bottega.arena import contest as contests
from bottega.arena.contest import Contest, Fixture, companies, fixtures, options_of, play
from bottega.fault import Fault
from bottega.games import GAMES
from bottega.games.core import AnyGame
from bottega.outside.entrants import HouseBot
from bottega.outside.program import Forfeit

RANDOM = Contest("splendor", 1, 2)


class Seen:
    """Plays at random and remembers what it was asked."""

    def __init__(self, fails_at: int | None = None) -> None:
        self.seats: list[int] = []
        self.first: Any = None
        self._fails_at = fails_at

    def choose(self, game: AnyGame, state: Any, seat: int, seed: bytes) -> Any:
        """The first legal action, or nothing when its time has come."""
        self.first = self.first or state
        self.seats.append(seat)
        if self._fails_at is not None and len(self.seats) > self._fails_at:
            raise Forfeit("no more")
        return game.legal(state, seat)[seed[0] % len(game.legal(state, seat))]

    def close(self) -> None:
        """Nothing to let go of."""


def test_every_choice_of_bots_is_a_company() -> None:
    """As many of the bots as there are seats, in their order; a company that is named twice plays once."""
    assert companies(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert companies(["a", "b", "b"], 3) == [("a", "b", "b")]
    assert companies(["a", "b", "b"], 2) == [("a", "b"), ("b", "b")]
    assert companies(["a", "b"], 1) == [("a",), ("b",)]
    with pytest.raises(Fault, match="3 seats take 3 bots, and 2 are named"):
        companies(["a", "b"], 3)


def test_every_deal_is_played_in_every_rotation_by_everybody() -> None:
    """Deal by deal, so that whoever stops early has played the same deals with all companies."""
    assert list(fixtures([("a", "b"), ("a", "c")], 2)) == [
        Fixture(company, deal, shift) for deal in range(2) for company in (("a", "b"), ("a", "c")) for shift in range(2)
    ]


def test_seats_rotate_and_the_deal_stays() -> None:
    """The first of the company has another seat in every rotation, and all of them find the same table."""
    first, second = Seen(), Seen()
    play(RANDOM, Fixture(("a", "b"), 3, 0), [first, second])
    swapped, begins = Seen(), Seen()
    play(RANDOM, Fixture(("a", "b"), 3, 1), [swapped, begins])
    assert set(first.seats) == set(begins.seats) == {0}
    assert set(second.seats) == set(swapped.seats) == {1}
    assert first.first == begins.first
    other = Seen()
    play(RANDOM, Fixture(("a", "b"), 4, 0), [other, Seen()])
    assert other.first != first.first


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_fixture_decides_everything(name: str) -> None:
    """The same game again is the same game, and so is one with the same bots swapped; another deal is another game."""
    contest = Contest(name, GAMES[name].VERSION, 2)
    bots = [HouseBot("random")] * 2
    played = [play(contest, Fixture(("random", "random"), deal, 0), bots) for deal in (1, 1, 2)]
    assert played[0] == played[1]
    assert played[0].points != played[2].points or played[0].actions != played[2].actions
    swapped = play(contest, Fixture(("random", "random"), 1, 1), bots)
    assert swapped.points == played[0].points[::-1]
    assert min(played[0].places) == 1
    assert {place for place in (0, 1) if played[0].places[place] == 1} == set(played[0].winners)


@pytest.mark.parametrize("name", ["sagrada", "renaissance"])
def test_alone(name: str) -> None:
    """A solo game has one place, and nobody wins a lost one."""
    contest = Contest(name, GAMES[name].VERSION, 1)
    lost = play(contest, Fixture(("random",), 0, 0), [HouseBot("random")])
    assert (lost.winners, lost.places) == ((), (1,))
    assert lost.share(0) == 0.0


def test_shares_of_a_victory() -> None:
    """Who wins alone has all of it, who shares it a part."""
    one = play(RANDOM, Fixture(("a", "b"), 0, 0), [Seen(), Seen()])
    assert sum(one.share(place) for place in (0, 1)) == 1.0


@pytest.mark.parametrize("seats", [2, 3])
def test_who_cannot_play_on_loses(seats: int) -> None:
    """Its turns are skipped, the others play to the end, and it comes last whatever its points."""
    contest = Contest("splendor", 1, seats)
    quitter, others = Seen(fails_at=2), [Seen() for _ in range(seats - 1)]
    company = tuple("abc"[:seats])
    ended = play(contest, Fixture(company, 0, 1), [quitter, *others])
    assert ended.forfeits == {0: "no more"}
    assert ended.places[0] == seats
    assert ended.winners
    assert 0 not in ended.winners
    assert len(quitter.seats) == 3, "nobody asks it again"


def test_alone_a_forfeit_is_a_loss() -> None:
    """Even if its points would do."""
    contest = Contest("sagrada", GAMES["sagrada"].VERSION, 1)
    ended = play(contest, Fixture(("a",), 0, 0), [Seen(fails_at=0)])
    assert (ended.winners, ended.forfeits) == ((), {0: "no more"})


def test_a_game_without_end_is_a_defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits for such a game is told which one it was."""
    monkeypatch.setattr(contests, "MOST_ACTIONS", 3)
    with pytest.raises(AssertionError, match="splendor, deal 7: no end after 3 actions"):
        play(RANDOM, Fixture(("a", "b"), 7, 0), [Seen(), Seen()])


def test_options() -> None:
    """They are what the game's own struct allows, and come out as values."""
    sagrada = GAMES["sagrada"]
    assert options_of(sagrada, ["solo_tools=1"]) == {"solo_tools": 1}
    assert options_of(GAMES["splendor"], ["blind_reserve=false"]) == {"blind_reserve": False}
    for wrong, said in (
        ("solo_tools", "NAME=VALUE"),
        ("colour=red", "sagrada has no option 'colour'; its options: tools, solo_tools"),
        ("solo_tools=9", "solo_tools"),
    ):
        with pytest.raises(Fault, match=said):
            options_of(sagrada, [wrong])
