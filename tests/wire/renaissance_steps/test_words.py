"""Names of things in renaissance-steps, and what is said with them."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games.renaissance import rules
from bottega.games.renaissance.actions import DiscardLeader, Keep, PlayLeader
from bottega.games.renaissance.cards import PILES
from bottega.games.renaissance.model import SETUP
from bottega.table.entries import EndReason
from bottega.table.events import Presence
from bottega.table.position import Result
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.profile import PROFILES
from bottega.wire.renaissance_steps.shapes import EndGameResultUpdate, ReconnectMessage, Results, Token, TokenEffect
from bottega.wire.renaissance_steps.words import CARD_NAMES, LEADER_NAMES

DOCUMENT, ORIGINAL = PROFILES[""], PROFILES["original"]
BOARD = table(
    player(("1 coin", "", "2 stone"), leaders=(3, 13), discarded=(13,), box="4 shield", offered=(3, 13, 1, 2)),
    player(leaders=(5, 6), offered=(5, 6, 7, 8)),
    turn=3,
)


def test_card_names() -> None:
    """``nD`` counts the development cards in the text order of their numbers, leaders keep theirs."""
    assert [CARD_NAMES[number] for number in (1, 10, 11, 19, 2, 20, 9)] == [
        "1D",
        "2D",
        "3D",
        "11D",
        "12D",
        "13D",
        "48D",
    ]
    assert sorted(CARD_NAMES.values(), key=lambda name: int(name[:-1])) == [f"{n}D" for n in range(1, 49)]
    assert [LEADER_NAMES[number] for number in (1, 16)] == ["1L", "16L"]


def test_storage() -> None:
    """Shelves one by one, with the words for what lies in storage; the strongbox in the program's order."""
    said = words.storage(BOARD.players[0], "ann", "STARTTURN")
    assert msgspec.to_builtins(said)["deposits"] == [
        {"resources": ["COIN"], "id": 1},
        {"resources": [], "id": 2},
        {"resources": ["STONE", "STONE"], "id": 3},
    ]
    assert said.strongbox == {"STONE": 0, "SERVANT": 0, "COIN": 0, "SHIELD": 4}
    assert said.nickname == "ann"


@pytest.mark.parametrize(("opened", "below"), [(False, {"?"}), (True, set(CARD_NAMES.values()))])
def test_piles(opened: bool, below: set[str]) -> None:
    """The top card is last; those below are hidden unless the profile opens the piles."""
    piles = [pile for row in words.matrix(BOARD, opened) for pile in row]
    assert [pile[-1] for pile in piles] == [CARD_NAMES[cards[-1]] for cards in BOARD.grid]
    assert all(card in below for pile in piles for card in pile[:-1])


def test_where_a_pile_lies() -> None:
    """Rows are levels, columns colours, both from 0."""
    assert [words.pile_spot(pile) for pile in (PILES[0], PILES[3], PILES[11])] == [(0, 0), (0, 3), (2, 3)]


def test_phases_of_the_game() -> None:
    """Set-up, then turns, then the last round, which the program called nothing else."""
    last = table(player(), player(), turn=3, ending=True)
    for profile in (DOCUMENT, ORIGINAL):
        assert words.game_phase(table(player(), player(), phase=SETUP), profile) == "SETUP"
        assert words.game_phase(BOARD, profile) == "ONGOING"
    assert words.game_phase(last, DOCUMENT) == "ENDGAME"
    assert words.game_phase(last, ORIGINAL) == "ONGOING"


def test_tokens_have_their_package() -> None:
    """A token is named as a class of the program where that is spoken."""
    assert words.token(0, DOCUMENT) == Token("TokenDiscard", TokenEffect(color="GREEN", quantity=2))
    assert words.token(0, ORIGINAL).type == "it.polimi.ingsw.model.TokenDiscard"


def test_leaders_in_refusals_are_called_by_name() -> None:
    """The rules count the kept leaders from 1; here the hand is counted from 0, so their names are used."""
    spellings = words.spellings(BOARD.players[0])
    discarded = rules.why_not(BOARD, 0, DiscardLeader(2))
    assert discarded is not None
    assert discarded.told(**spellings) == "13L has been discarded"
    poor = rules.why_not(BOARD, 0, PlayLeader(1))
    assert poor is not None
    assert poor.told(**spellings).startswith("to play 3L you must own")
    fresh = table(player(leaders=(), offered=(3, 13, 1, 2)), player(), phase=SETUP)
    wrong = rules.why_not(fresh, 0, Keep((5, 6)))
    assert wrong is not None
    told = wrong.told(**words.spellings(fresh.players[0]))
    assert told == "leader 5L was not offered to you; choose among 3L, 13L, 1L, 2L"


def test_everybody_who_comes_or_goes_is_told_of() -> None:
    """There are words for whatever can become of somebody's presence."""
    assert set(words.PRESENCE) == set(Presence)
    assert words.PRESENCE[Presence.HERE]("ann") == ReconnectMessage("ann", "ann is back", "ann")


@pytest.mark.parametrize(
    ("solo", "winners", "reason", "told"),
    [
        (False, (1,), EndReason.PLAYED, ["bob"]),
        (True, (), EndReason.PLAYED, ["Lorenzo"]),
        (True, (), EndReason.ABANDONED, []),
    ],
)
def test_results(solo: bool, winners: tuple[int, ...], reason: EndReason, told: list[str]) -> None:
    """Lorenzo has won a game against him that was played out and lost."""
    said = words.results(Result(reason, winners, ()), ("ann", "bob"), solo)
    assert said == EndGameResultUpdate(Results({}, told))
