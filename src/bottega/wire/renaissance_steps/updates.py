"""renaissance-steps: what happened at the table, told in updates.

Every action of anybody, whatever dialect it came in, becomes the updates that the program of the time would have sent
for it; then, in the document's profile, one ``DepositsUpdate`` with the whole storage of whoever moved, so that no
picture can drift. Only ``PendingResourcesUpdate`` and ``LeadersInHandUpdate`` are for the actor alone. Everything here
comes from what all may see, and from the viewer's own leaders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from bottega.games.core import Action, AnyStep, Skip
from bottega.games.renaissance.actions import (
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Market,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.model import DONE, OVER, START, STORING, Player, State
from bottega.games.renaissance.setup import KEPT
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS
from bottega.wire.renaissance_steps.shapes import (
    BoardState,
    DepositUpdate,
    DiscardLeaderUpdate,
    DiscardResourceUpdate,
    EndGameMessage,
    FaithUpdate,
    MarketUpdate,
    MoveResourceUpdate,
    Names,
    PlayLeaderUpdate,
    ReconnectUpdate,
    RevertUpdate,
    SlotUpdate,
    Update,
)
from bottega.wire.renaissance_steps.states import turn_phase
from bottega.wire.renaissance_steps.words import CARD_NAMES, LEADER_NAMES

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.profile import Profile

_PAYING = (Buy, ProduceBasic, ProduceCard, ProduceLeader, Collect, Revert, Skip)
"""After these the whole storage is told even where it is not told after every move."""

_END_GAME = EndGameMessage()
"""The last round is called (solo: the game ends)."""


def told(steps: Sequence[AnyStep], names: Names, me: int, profile: Profile) -> Iterator[Update]:
    """The updates for moves in the game proper (what happens at set-up is told by ``setup``)."""
    unsaid = False
    for step in steps:
        before, after, action = typed(step)
        unsaid |= _tells_storage(before, after, step.seat, action, profile)
        if isinstance(action, EndTurn | Skip):
            if unsaid:
                yield _storage(after, step.seat, names)
            unsaid = False
            yield from _turn_over(before, after, names, profile)
        else:
            yield from _played(before, after, step.seat, action, names, me, profile)
    if steps and unsaid and after.phase != STORING:
        yield _storage(after, steps[-1].seat, names)


def typed(step: AnyStep) -> tuple[State, State, Action]:
    """The states around a step of this game, and its action."""
    assert isinstance(step.before, State)
    assert isinstance(step.after, State)
    assert isinstance(step.action, Action)
    return step.before, step.after, step.action


def _tells_storage(before: State, after: State, seat: int, action: Action, profile: Profile) -> bool:
    old, new = before.players[seat], after.players[seat]
    changed = (old.kinds, old.counts, old.strongbox) != (new.kinds, new.counts, new.strongbox)
    if profile.tells_storage:
        return changed or (before.phase != DONE and after.phase == DONE)
    return changed and isinstance(action, _PAYING)


def _storage(state: State, seat: int, names: Names) -> Update:
    return words.storage(state.players[seat], names[seat], turn_phase(state, seat).name)


def _turn_over(before: State, after: State, names: Names, profile: Profile) -> Iterator[Update]:
    if after.reports > before.reports:
        yield words.report(after, names, profile)
    if after.solo:
        yield words.lorenzo(after, profile)
    elif after.phase != OVER:
        yield words.new_turn(names[after.seat], words.game_phase(after, profile))
    if after.phase == OVER and after.solo and not before.ending:
        yield _END_GAME


def _played(
    before: State, after: State, seat: int, action: Action, names: Names, me: int, profile: Profile
) -> Iterator[Update]:
    report = [words.report(after, names, profile)] if after.reports > before.reports else []
    early = isinstance(action, Discard) and profile.reports_first
    if early:
        yield from report
    if not (early and after.phase == OVER):
        yield from _worded(before, after, seat, action, names, me, profile)
    if not early:
        yield from report
    if after.ending and not before.ending:
        yield _END_GAME


def _worded(
    before: State, after: State, seat: int, action: Action, names: Names, me: int, profile: Profile
) -> Iterator[Update]:
    """One action in the program's words."""
    name = names[seat]
    player = after.players[seat]
    waiting = [words.pending(after)] if seat == me and before.phase in (START, STORING) else []
    match action:
        case Market():
            yield FaithUpdate(player.faith, name)
            yield MarketUpdate(words.marbles(after), name)
            yield from waiting
        case White():
            yield from waiting
        case Store(resource, place):
            yield DepositUpdate(place, LABELS[resource], name)
            yield from waiting
        case Discard(resources):
            discards = [_discarded(before, after, count, names, seat) for count in range(1, len(resources) + 1)]
            yield from [*waiting, *discards] if profile.reports_first else [*discards, *waiting]
        case Swap(first, second) | Move(first, second):
            yield _moved(player, first, second, name)
        case Buy(pile, slot):
            card = CARD_NAMES[player.slots[slot - 1][-1]]
            row, column = words.pile_spot(pile)
            yield SlotUpdate(slot, row, column, name, card, words.matrix(after, False))
        case Collect():
            if player.faith != before.players[seat].faith:
                yield FaithUpdate(player.faith, name)
        case Revert():
            yield RevertUpdate(name)
        case PlayLeader(position):
            leader = player.leaders[position - 1]
            index = before.players[seat].hand.index(leader)
            yield PlayLeaderUpdate(index, LEADER_NAMES[leader], name)
        case DiscardLeader(position):
            index = before.players[seat].hand.index(player.leaders[position - 1])
            yield DiscardLeaderUpdate(index, name)
            yield FaithUpdate(player.faith, name)


def _discarded(before: State, after: State, count: int, names: Names, seat: int) -> Update:
    """One of several resources discarded at once: where everybody stands after so many of them."""
    positions = {
        name: min(old.faith + count, new.faith)
        for name, old, new in zip(names, before.players, after.players, strict=True)
    }
    cross = min(before.cross + count, after.cross)
    return DiscardResourceUpdate(names[seat], positions, cross)


def _moved(player: Player, first: int, second: int, name: str) -> Update:
    one, other = (words.contents(player, place, ENUMS) for place in (first, second))
    return MoveResourceUpdate(one, other, first, second, name)


def whole_table(state: State, names: Names, me: int, current: int, present: Names, profile: Profile) -> Update:
    """Everything that somebody who comes back may know; ``current`` is the seat whose turn it is."""
    own = state.players[me]
    return ReconnectUpdate(
        playerOrder=names,
        currNickname=names[current],
        gamePhase=words.game_phase(state, profile),
        turnPhase=turn_phase(state, current).name,
        cards=[] if own.leaders else words.leaders(own.offered),
        leadersInHand=words.leaders(own.hand),
        bonusRes=own.bonus,
        pending=words.waiting(state) if state.phase == STORING and state.seat == me else [],
        marbles=words.marbles(state),
        cardMatrix=words.matrix(state, profile.open_piles),
        faithPaths=words.positions(state, names),
        popeFavors=words.favours(state, names),
        lorenzoPos=state.cross,
        lastUsedToken=None if state.token is None else words.token(state.token, profile),
        connected=present,
        boards={names[seat]: _board(player, seat == me) for seat, player in enumerate(state.players)},
    )


def _board(player: Player, own: bool) -> BoardState:
    """What lies before a player; nothing tells when others choose their leaders, so they hold two from the start."""
    return BoardState(
        words.deposits(player),
        words.strongbox(player),
        [[CARD_NAMES[card] for card in slot] for slot in player.slots],
        words.leaders(player.played),
        len(player.hand) if player.leaders or own else KEPT,
    )
