"""What a seat may know."""

from __future__ import annotations

import msgspec
import pytest

from bottega.games import sagrada
from bottega.games.sagrada.cards import COLOURS
from bottega.games.sagrada.tools import FLUX_REMOVER, GROZING_PLIERS
from bottega.testing.sagrada import KD, SEED, play, situation
from tests.games.play import Setup
from tests.games.sagrada.played import played


def test_private_objectives_are_their_owners_until_the_end() -> None:
    """Each seat sees its own colour; a spectator none; after the game everybody sees all."""
    state = situation()
    own = [tuple(COLOURS[colour] for colour in player.private) for player in state.players]
    assert [player.private for player in sagrada.view(state, 0).players] == [own[0], ()]
    assert [player.private for player in sagrada.view(state, 1).players] == [(), own[1]]
    assert [player.private for player in sagrada.view(state, None).players] == [(), ()]
    ended = played(Setup("sagrada", 2))[-1].after
    assert all(player.private for player in sagrada.view(ended, None).players)
    assert sagrada.view(ended, None).scores == sagrada.scores(ended)


def test_windows_stay_secret_until_all_have_chosen() -> None:
    """Others see that a seat has chosen, not what, and only one's own four patterns are shown."""
    state = sagrada.new(2, SEED)
    state = sagrada.apply(state, 0, sagrada.legal(state, 0)[3])
    other, own = sagrada.view(state, 1), sagrada.view(state, 0)
    assert (other.players[0].chosen, other.players[0].window, other.players[0].tokens) == (True, None, 0)
    assert own.players[0].window is not None
    assert own.players[0].window in own.offered
    assert len(other.offered) == 4
    assert not set(own.offered) & set(other.offered)
    assert sagrada.view(state, None).offered == ()
    done = sagrada.apply(state, 1, sagrada.legal(state, 1)[0])
    assert sagrada.view(done, 1).players[0].window == own.players[0].window
    assert sagrada.view(done, 1).offered == ()


def test_the_window_is_shown_with_its_dice() -> None:
    """Any window, the first of the list too, is shown with its print and its dice once the rounds have begun."""
    seen = sagrada.view(situation(KD, "B3@1"), 1)
    assert seen.players[0].chosen
    assert seen.players[0].window is not None
    assert (seen.players[0].window.name, seen.players[0].window.difficulty) == (KD, 4)
    assert [die for die in seen.players[0].dice if die] == ["B3"]
    assert not seen.second_turn
    assert sagrada.view(situation(second=True), 1).second_turn
    assert not sagrada.view(played(Setup("sagrada", 2))[-1].after, 1).second_turn


def test_flags_of_the_turn() -> None:
    """Die placed and tool used on this turn; first and second turn of the round done."""
    state = play(situation(KD, "B3@1", pool="G1 R6 P4", tools=[2]), "place G1@2", "tool 2")
    mine = sagrada.view(state, 0).players[0]
    assert (mine.drafted, mine.tool_used, mine.first_turn_done, mine.second_turn_done) == (
        True, True, False, False,
    )  # fmt: skip
    state = play(play(state, "back", "end"), "end", "end", seat=1)
    flags = [
        (player.first_turn_done, player.second_turn_done, player.drafted, player.tool_used)
        for player in sagrada.view(state, 0).players
    ]
    assert flags == [(True, False, False, False), (True, True, False, False)]


def test_a_seat_that_gave_its_second_turn_has_done_it() -> None:
    """After Running Pliers both turns of the round are done."""
    state = play(situation(pool="B3 G1 R6", tools=[8]), "place B3@1", "tool 8", "place G1@2", "end")
    assert sagrada.view(state, 1).players[0].second_turn_done


def test_a_tool_in_use_shows_its_half_done_move() -> None:
    """Everybody sees the tool in use and the window in hand; the board itself waits for the second move."""
    state = play(situation(KD, "B3@1 R5@7 R2@3", tools=[4]), "tool 4", "move 3>11")
    seen = sagrada.view(state, 1)
    assert seen.work is not None
    assert (seen.work.tool, seen.work.stage, seen.work.moved) == (4, "move", (3, 11))
    assert (seen.work.dice[3], seen.work.dice[11]) == (None, "R2")
    assert (seen.players[0].dice[3], seen.players[0].dice[11]) == ("R2", None)


def test_tools_show_their_price() -> None:
    """A used tool shows its tokens and costs two."""
    state = play(situation(KD, "B3@1", tools=[2, 3]), "tool 2", "back")
    assert [(tool.tokens, tool.used, tool.cost) for tool in sagrada.view(state, None).tools] == [
        (1, True, 2),
        (0, False, 1),
    ]


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_view_is_json(seats: int) -> None:
    """Every view of a game encodes and decodes as the same value."""
    for step in played(Setup("sagrada", seats))[::7]:
        for seat in (None, *range(seats)):
            view = sagrada.view(step.after, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=sagrada.View) == view


def test_a_redeal_changes_only_secrets() -> None:
    """Dealt anew for seat 0: the other's colour changes for some seed, one's own never."""
    state = situation()
    colours = {sagrada.redeal(state, 0, bytes([seed] * 32)).players[1].private for seed in range(20)}
    assert len(colours) == 4
    assert state.players[0].private not in colours


def test_a_redeal_of_windows() -> None:
    """While windows are chosen the others' offers and choices are dealt anew from the cards not in one's hand."""
    state = sagrada.new(3, SEED)
    state = sagrada.apply(state, 1, sagrada.legal(state, 1)[0])
    offers = set()
    for seed in range(10):
        dealt = sagrada.redeal(state, 0, bytes([seed] * 32))
        assert dealt.players[0] == state.players[0]
        assert dealt.players[1].window in dealt.players[1].offered
        assert dealt.players[2].window == -1
        hands = [window for player in dealt.players for window in player.offered]
        assert len(set(hands)) == 12
        offers.add(dealt.players[1].offered)
    assert len(offers) > 5


def test_whether_a_changed_die_must_be_placed_is_told() -> None:
    """Flux Remover's die may be left, that of Grozing Pliers not: who has the view alone knows which it is."""
    state = sagrada.State.from_text(
        "rules=2 round=3.2.11 bag=14.14.13.17.17 pool=Y2.Y4.G3.G3.P6 track=Y4/G4 publics=3.7.8 tools=1.9.11 "
        "paid=9.0.1 turn=11.0.0 work=- skipping=- removed=- "
        "seed=6ea687766eacfb9cf05e915ffceb6244aa5177230732a72f55ffd6dd5e8338ad:51 "
        "seat=14:B:0:-:........../B5......../G3R5....../R5........ "
        "seat=6:R:0:-:Y1R4....../G5......../R6......../.........."
    )
    (seat,) = sagrada.actors(state)
    for used in (FLUX_REMOVER, GROZING_PLIERS):
        told = sagrada.view(msgspec.structs.replace(state, used=used), seat)
        assert told.obliged is (used == GROZING_PLIERS)
        assert sagrada.legal(sagrada.imagine(told, bytes(32)), seat) == sagrada.legal(
            msgspec.structs.replace(state, used=used), seat
        )
