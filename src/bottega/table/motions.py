"""What can be taken back, and what the others are asked for: values, and what becomes of them.

A :class:`Past` is kept for every move since something hidden was last revealed: whose it was, and the state before it.
It is all that can ever be taken back: what somebody has seen cannot be unseen, and chance is part of the state, so
whatever is drawn after going back is what would have been drawn before.

Taking back is free, so and so often, while all moves since are one's own, and where nobody else plays who could mind:
bots do not, but whoever a bot plays for until they are back does. Otherwise the others are asked: a :class:`Ballot`
stands until all have agreed, one has not, or who asked takes it back. A ballot may also be about somebody who watches
and asks for a seat that has fallen free: then ``by`` is nobody's seat.

What must stay true: nothing that was revealed, to whomever, lies between two states of a trail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from bottega.games.core import AnyGame, AnyStep
from bottega.limits import MAX_UNDO
from bottega.table.entries import Motion, Sitting

S_co = TypeVar("S_co", covariant=True)
S = TypeVar("S")


class Past(msgspec.Struct, Generic[S_co], frozen=True, gc=False):
    """The state after entry ``seq``, from which a seat (or for it the table: not ``moved``) went on."""

    seq: int
    seat: int
    moved: bool
    state: S_co


Trail = tuple[Past[S_co], ...]
"""What can be taken back, the oldest first."""


def further(
    game: AnyGame, trail: Trail[S], seq: int, seat: int, moved: bool, state: S, steps: Sequence[AnyStep]
) -> Trail[S]:
    """The trail after some steps, played at a state that stood after entry ``seq``."""
    for step in steps:
        if game.reveals(step.before, step.action) or game.shows(step.before, step.action):
            return ()
    past = Past(seq, seat, moved, state)
    return (*trail, past) if len(trail) < MAX_UNDO else (*trail[1:], past)


def back_to(trail: Trail[S], to: int) -> int | None:
    """The place in the trail from which the game would go on after entry ``to``, None if it cannot."""
    return next((place for place, past in enumerate(trail) if past.seq == to), None)


def own(trail: Trail[S], place: int, seat: int) -> bool:
    """Whether all that would be taken back from there on are the seat's own moves."""
    return all(past.seat == seat and past.moved for past in trail[place:])


def last_of(trail: Trail[S], seat: int) -> int | None:
    """The entry to which the seat's last move can be taken back, None if it cannot."""
    for past in reversed(trail):
        if past.seat == seat and past.moved:
            return past.seq
    return None


class Ballot(msgspec.Struct, frozen=True):
    """Something that was asked for: by whom, what, whom, and who has agreed."""

    by: int
    motion: Motion
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    sitting: Sitting | None = None
    """Who asks for a seat, and would be its owner."""
    seq: int = 0
    """The entry that asked."""

    @property
    def carried(self) -> bool:
        """Whether all who were asked have agreed."""
        return set(self.asked) <= set(self.agreed)

    def without(self, seat: int) -> Ballot | None:
        """The same when somebody is no longer to be asked; None if it was theirs."""
        if seat == self.by or seat == self.motion.seat:
            return None
        asked = tuple(each for each in self.asked if each != seat)
        if self.sitting is not None and not asked:
            return None  # nobody is left who could give a seat away
        return msgspec.structs.replace(self, asked=asked)

    def wants(self, what: str, seat: int) -> bool:
        """Whether it is that which all agreed to for that seat."""
        return self.carried and self.motion.what == what and seat == (self.by if what == "undo" else self.motion.seat)
