"""What clients of Sagrada may know of the truth, for comparison."""

from __future__ import annotations

from msgspec.structs import replace

from bottega.client.core import Client
from bottega.games import sagrada
from bottega.games.sagrada import State, View
from bottega.table.position import AnyPosition


def compared(client: Client, position: AnyPosition) -> list[str]:
    """Where the cache differs from the truth.

    Of turns of others neither protocol tells how far they are; of tools only whether they were paid for; at the end
    not the others' private objectives; while windows are chosen not even how many choose. Nobody numbers the turns.
    """
    known, state = client.known, position.playing(State)
    view = known.view
    assert isinstance(view, View)
    if view.phase == "windows":
        return _choosing(view, sagrada.view(state, position.seat_of(known.name)), known.me)
    truth = sagrada.view(state, known.me)
    found = []
    if [seat.name for seat in known.seats] != [seat.name for seat in position.seats]:
        found.append("the seats")
    mine, theirs = _plain(view, known.me), _plain(truth, known.me)
    if known.awaiting:  # perhaps it asks just now which tools were paid for
        mine, theirs = replace(mine, tools=()), replace(theirs, tools=())
    for field in View.__struct_fields__:
        if getattr(mine, field) != getattr(theirs, field):
            found.append(f"{field}: told {getattr(mine, field)}, true {getattr(theirs, field)}")
    if not found and known.options and known.me is not None and not known.prepared:
        legal = {str(action) for action in sagrada.legal(state, known.me)}
        options = {str(action) for action in known.options}
        if not options <= legal or legal - options - {"back"}:
            found.append(f"options: {sorted(options ^ legal)}")
    return found


WHOSE_TURN = ("actors", "second_turn", "tools")
"""What sagrada-json tells only to whoever has the turn, or with the next change of the table: how the turns of others
follow each other if nothing is done in them, and (when it is asked, as the own turn begins) which tools were paid for.
"""


def compared_at_rest(client: Client, position: AnyPosition) -> list[str]:
    """The same for a client of sagrada-json, once nothing is on its way."""
    known, truth = client.known, sagrada.view(position.playing(State), client.known.me)
    view = known.view
    assert isinstance(view, View)
    if truth.phase != "rounds" or view.phase != "rounds" or known.me in truth.actors:
        return compared(client, position)
    mine, theirs = _turnless(_plain(view, known.me)), _turnless(_plain(truth, known.me))
    return [
        f"{field}: told {getattr(mine, field)}, true {getattr(theirs, field)}"
        for field in View.__struct_fields__
        if getattr(mine, field) != getattr(theirs, field)
    ]


def _turnless(view: View) -> View:
    nothing = {"first_turn_done": False, "second_turn_done": False, "drafted": False, "tool_used": False}
    players = (replace(player, **nothing) for player in view.players)
    return replace(view, **dict.fromkeys(WHOSE_TURN), players=tuple(players))


def _choosing(view: View, truth: View, me: int | None) -> list[str]:
    found = []
    if truth.phase != "windows":
        found.append("windows are chosen no longer")
    if view.offered != truth.offered:
        found.append("the windows on offer")
    if view.tools and ([tool.number for tool in view.tools], view.publics) != (
        [tool.number for tool in truth.tools],
        truth.publics,
    ):
        found.append("the cards")
    return found


def _plain(view: View, me: int | None) -> View:
    """A view without what is not told."""
    mine = view.actors == (me,)
    players = tuple(
        player
        if player.seat == me
        else replace(player, drafted=False, tool_used=False, private=(), second_turn_done=False)
        for player in view.players
    )
    return replace(
        view,
        turn=0,
        tools=tuple(replace(tool, tokens=0) for tool in view.tools),
        players=players,
        pending=view.pending if mine else None,
        obliged=view.obliged and mine,
        work=view.work if mine else None,
        scores=(),
        winners=(),
    )
