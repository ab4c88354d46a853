"""The client side of splendor-json, against the server side, without a socket."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bottega.client.core import Client
from bottega.client.splendor_json import SplendorJsonClient
from bottega.games import splendor
from bottega.games.splendor import State, View
from bottega.games.splendor.model import Phase
from bottega.table.position import AnyPosition
from tests.client.rigs import Differences, Match


def _plain(view: View, phase: Phase) -> View:
    """A view without what no board tells: in which slots cards lie; in the middle of a turn, which one was dealt."""
    rows = tuple(
        replace(row, face_up=tuple(sorted(card for card in row.face_up if card is not None)), deck=row.deck)
        for row in view.rows
    )
    players = tuple(
        replace(each, cards=tuple(sorted(each.cards)), nobles=tuple(sorted(each.nobles))) for each in view.players
    )
    return replace(view, rows=rows, players=players)


def compared(client: Client, position: AnyPosition, missed: bool = False, counted: bool = True) -> list[str]:
    """Where the cache differs from the truth; whoever has missed boards knows neither the turn nor others' cards.

    No board tells the number of the turn: it is ``counted``, which goes wrong when a turn is taken back.
    """
    known, truth = client.known, splendor.view(position.playing(State), client.known.me)
    view = known.view
    assert isinstance(view, View)
    found = []
    if [seat.name for seat in known.seats] != [seat.name for seat in position.seats]:
        found.append("the seats")
    mine, theirs = _plain(view, view.phase), _plain(truth, truth.phase)
    if view.phase in (Phase.RETURN, Phase.NOBLE):
        rows = zip(mine.rows, theirs.rows, strict=True)
        if not all(set(told.face_up) <= set(true.face_up) for told, true in rows):
            found.append("the rows")
        mine = replace(mine, rows=theirs.rows)
    if missed or not counted:
        mine = replace(mine, turn=theirs.turn)
    if missed:
        if theirs.phase is Phase.NOBLE and mine.phase is Phase.MAIN:  # what is asked of others no board tells
            mine = replace(mine, phase=theirs.phase, guests=theirs.guests)
        rows_too = zip(mine.rows, theirs.rows, strict=True)
        mine = replace(mine, rows=tuple(replace(told, deck=true.deck) for told, true in rows_too))
        both = zip(mine.players, theirs.players, strict=True)
        mine = replace(mine, players=tuple(replace(told, cards=true.cards, nobles=true.nobles) for told, true in both))
    for field in View.__struct_fields__:
        if getattr(mine, field) != getattr(theirs, field):
            found.append(f"{field}: told {getattr(mine, field)}, true {getattr(theirs, field)}")
    if (
        not found
        and known.options
        and not missed
        and tuple(splendor.legal(position.playing(State), known.me or 0)) != known.options
    ):
        listed = {str(action) for action in splendor.legal(position.playing(State), known.me or 0)}
        if listed != {str(action) for action in known.options}:
            found.append("the options")
    return found


def _missed(client: Client, position: AnyPosition) -> list[str]:
    return compared(client, position, missed=True)


def _players(
    *profiles: str, differences: Differences = compared
) -> list[tuple[type[SplendorJsonClient], str, Differences]]:
    return [(SplendorJsonClient, profile, differences) for profile in profiles]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("profiles", [("", ""), ("original", "original"), ("", "original", ""), ("",) * 4], ids=str)
def test_the_cache_is_the_servers_view_after_every_message(profiles: tuple[str, ...], number: int) -> None:
    """Whole random games of either profile, and of both at one table."""
    match = Match(_players(*profiles), number)
    match.play()
    for sitting in match.sittings:
        assert sitting.compared > 40
        result = sitting.client.known.result
        position = match.witness.positions[-1]
        assert result is not None
        assert position.result is not None
        assert result.winners == position.result.winners
        assert [score.total for score in result.scores] == [score.total for score in position.result.scores]


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("profile", ["", "original"])
def test_it_comes_back_and_goes_on(profile: str, number: int) -> None:
    """Connections are lost at any message; what is known afterwards is what the server knows."""
    match = Match(_players(profile, profile, differences=_missed), number)
    match.play(dropping=0.1)
