"""renaissance-events: what happened at the table, told in updates.

An entry of the log is cut into the program's actions: a visit to the market with all that is stored and discarded, a
purchase, all productions of a turn, and so on, whoever made them and in whatever steps. For each, what has changed is
told first and ``UpdateAction`` last: that is what a client waits for. An action that is not complete yet tells its
changes without it.

What must stay true:

1. Which leaders a hand holds is told to its owner alone.
2. ``UpdateCurrentPlayer`` comes before the ``END_TURN``, also when a turn was skipped; after ``UpdateGameEnd`` comes no
   ``UpdateAction`` any more.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bottega.games.core import AnyStep, Skip
from bottega.games.renaissance.actions import (
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    PlayLeader,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.model import OVER, SETUP, STORING, State
from bottega.games.renaissance.queries import reports
from bottega.table.entries import EndReason
from bottega.table.position import Result
from bottega.wire.renaissance_events import words
from bottega.wire.renaissance_events.messages import (
    Message,
    UpdateAction,
    UpdateActionToken,
    UpdateActivateLeader,
    UpdateCurrentPlayer,
    UpdateDevCardGrid,
    UpdateDevSlot,
    UpdateFaithPoints,
    UpdateGameEnd,
    UpdateLastRound,
    UpdateLeadersHand,
    UpdateLeadersHandCount,
    UpdateMarket,
    UpdateResourceContainer,
    UpdateSetupDone,
    UpdateVaticanSection,
    UpdateVictoryPoints,
)
from bottega.wire.renaissance_events.numbering import leader_number, token_number
from bottega.wire.renaissance_events.words import Names

CHOOSE_LEADERS, CHOOSE_RESOURCES = "CHOOSE_LEADERS", "CHOOSE_RESOURCES"
TAKE_MARKET_RESOURCES, BUY_DEVELOPMENT_CARD = "TAKE_MARKET_RESOURCES", "BUY_DEVELOPMENT_CARD"
ACTIVATE_PRODUCTION, SWAP_SHELVES = "ACTIVATE_PRODUCTION", "SWAP_SHELVES"
ACTIVATE_LEADER, DISCARD_LEADER, END_TURN = "ACTIVATE_LEADER", "DISCARD_LEADER", "END_TURN"

_KINDS: dict[type[object], str] = {
    Keep: CHOOSE_LEADERS,
    Bonus: CHOOSE_RESOURCES,
    Market: TAKE_MARKET_RESOURCES,
    White: TAKE_MARKET_RESOURCES,
    Store: TAKE_MARKET_RESOURCES,
    Discard: TAKE_MARKET_RESOURCES,
    Buy: BUY_DEVELOPMENT_CARD,
    Collect: ACTIVATE_PRODUCTION,
    Swap: SWAP_SHELVES,
    Move: SWAP_SHELVES,
    PlayLeader: ACTIVATE_LEADER,
    DiscardLeader: DISCARD_LEADER,
    EndTurn: END_TURN,
    Skip: END_TURN,
}
"""What the program calls an action that these complete; nothing that is not here completes one."""


def told(steps: Sequence[AnyStep], names: Names, me: int, result: Result | None) -> Iterator[Message]:
    """What a seat is told of an entry."""
    begun: State | None = None
    for number, step in enumerate(steps):
        before, after = _typed(step)
        begun = begun if begun is not None else before
        kind = _completed(step, after, steps[number + 1 :])
        last = number == len(steps) - 1
        if kind or last:
            yield from _changes(begun, after, step.seat, names, me)
            if kind and after.phase is not OVER:
                yield action(kind, names[step.seat])
            begun = None
    if result is not None and steps:
        yield from end(_typed(steps[-1])[1], names, result)


def _typed(step: AnyStep) -> tuple[State, State]:
    assert isinstance(step.before, State)
    assert isinstance(step.after, State)
    return step.before, step.after


def _completed(step: AnyStep, after: State, rest: Sequence[AnyStep]) -> str:
    """The program's action that this step completes, nothing if there is more to come."""
    kind = _KINDS.get(type(step.action), "")
    following = _KINDS.get(type(rest[0].action), "") if rest else ""
    if kind == TAKE_MARKET_RESOURCES and after.phase is STORING:
        return ""
    if kind == CHOOSE_RESOURCES and not after.players[step.seat].ready:
        return ""
    if kind == SWAP_SHELVES == following:
        return ""  # several pieces, one exchange
    return kind


def _changes(before: State, after: State, seat: int, names: Names, me: int) -> Iterator[Message]:
    """All that is different, in the order in which the program told it."""
    yield from _containers(before, after)
    yield from _faith(before, after, seat, names)
    if before.market != after.market:
        yield UpdateMarket(market=words.market(after))
    if after.ending and not before.ending:
        yield UpdateLastRound()
    for number, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if words.points(old, False) != words.points(new, False):
            yield UpdateVictoryPoints(player=names[number], victoryPoints=words.points(new, False))
    yield from _cards(before, after, names)
    yield from _leaders(before, after, names, me)
    for report in reports(before, after):
        keepers = [names[keeper] for keeper in report.keepers]
        yield UpdateVaticanSection(vaticanSection=report.section, bonusGivenPlayers=keepers)
    if after.tokens != before.tokens and after.token is not None:
        yield UpdateActionToken(actionToken=token_number(after.token))
    if before.phase is SETUP and after.phase is not SETUP:
        yield UpdateSetupDone()
    elif before.turn != after.turn and after.phase is not OVER:
        yield UpdateCurrentPlayer(player=names[after.seat])


def _containers(before: State, after: State) -> Iterator[Message]:
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        if (old.kinds, old.counts, old.strongbox) == (new.kinds, new.counts, new.strongbox):
            continue
        known = words.containers(old, seat)
        for number, container in words.containers(new, seat).items():
            if known.get(number) != container:
                yield UpdateResourceContainer(resContainer=container)


def _faith(before: State, after: State, seat: int, names: Names) -> Iterator[Message]:
    """Where everybody stands who moved: the others first."""
    moved = [
        number
        for number, (old, new) in enumerate(zip(before.players, after.players, strict=True))
        if old.faith != new.faith
    ]
    if after.cross != before.cross:
        yield UpdateFaithPoints(isBlackCross=True, faithPoints=after.cross)
    for number in sorted(moved, key=lambda number: number == seat):
        yield faith(names[number], after.players[number].faith)


def faith(name: str, space: int) -> Message:
    """Where somebody stands on the track."""
    return UpdateFaithPoints(player=name, isBlackCross=False, faithPoints=space)


def _cards(before: State, after: State, names: Names) -> Iterator[Message]:
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for slot in (1, 2, 3):
            if old.slots[slot - 1] != new.slots[slot - 1]:
                cards = words.slot(new, slot)
                yield UpdateDevSlot(player=names[seat], devSlot=slot - 1, devCards=cards)
    if before.grid != after.grid:
        yield UpdateDevCardGrid(devCardGrid=words.grid(after))


def _leaders(before: State, after: State, names: Names, me: int) -> Iterator[Message]:
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        for leader in new.played[len(old.played) :]:
            yield UpdateActivateLeader(leader=leader_number(leader))
        if (old.leaders, old.discarded) != (new.leaders, new.discarded):
            if seat == me:
                yield UpdateLeadersHand(player=names[seat], leaders=words.hand(new))
            yield UpdateLeadersHandCount(player=names[seat], leadersHandCount=words.hand_count(new))


def action(kind: str, name: str) -> Message:
    """Somebody's action is complete."""
    return UpdateAction(action=kind, player=name)


def end(state: State, names: Names, result: Result) -> Iterator[Message]:
    """The game is over; there is room for one winner, and none is named where Lorenzo has won."""
    if not (state.solo and not result.winners and result.reason is EndReason.PLAYED):
        for name, player in zip(names, state.players, strict=True):
            yield UpdateVictoryPoints(player=name, victoryPoints=words.points(player, True))
    yield UpdateGameEnd(winner=names[result.winners[0]] if result.winners else None)
