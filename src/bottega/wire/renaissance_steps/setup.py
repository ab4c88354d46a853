"""renaissance-steps: the set-up, told seat by seat.

How it works. The rules let all seats choose at once; this protocol goes round the table, and each player ends their
set-up turn with ``passTurn``. A :class:`SetupRound` is how far one connection has been told of it. A seat that chose
early (a whole-move client) is told when the round reaches it.

What must stay true: the round waits for seats that have not chosen, and for its own player's ``passTurn``, but the game
never waits for the round: once somebody makes a move the pass is taken as given, and is no mistake should it come
after all.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.core import AnyStep
from bottega.games.renaissance.actions import Bonus, Keep
from bottega.games.renaissance.model import NO_KIND, SETUP
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.messages import LABELS
from bottega.wire.renaissance_steps.shapes import BonusResourceMessage, DepositUpdate, Names, Update
from bottega.wire.renaissance_steps.states import State
from bottega.wire.renaissance_steps.updates import typed

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.profile import Profile


class SetupRound:
    """How far a player has been told of the set-up."""

    def __init__(self, seat: int = 0, passed: bool = False) -> None:
        self.seat = seat
        """Whose set-up turn it is; the number of seats when all have had theirs."""
        self.passed = passed
        """Whether the player has ended their own set-up turn."""
        self.owed = False
        """Whether that was taken as given and the player, who does not know it, may still say so."""
        self.untold = False
        """Whether the player's choices were made for them and not told yet."""
        self.skipped: set[int] = set()
        """The others who were skipped before the round came to them: it is told when it does."""

    @classmethod
    def joined(cls, game: renaissance.State, me: int) -> SetupRound:
        """The round for somebody who comes back: it is at the first seat that has not chosen."""
        seats = len(game.players)
        first = next((seat for seat in range(seats) if not game.players[seat].ready), seats)
        return cls(first, passed=game.players[me].ready)

    def over(self, game: renaissance.State) -> bool:
        """Whether all seats have had their set-up turn."""
        return self.seat == len(game.players)

    def state(self, game: renaissance.State, me: int) -> State:
        """What the player may do while the round goes on."""
        if self.seat != me:
            return State.WAITING
        return State.ENDSETUPTURN if game.players[me].ready else State.STARTSETUPTURN

    def go_on(self, game: renaissance.State, names: Names, me: int, profile: Profile) -> Iterator[Update]:
        """Tell the set-up of one seat after the other as far as it is done."""
        while self.seat < len(names):
            seat = self.seat
            if not game.players[seat].ready or (seat == me and not self.passed):
                return
            if seat == me and self.untold:
                yield words.leaders_in_hand(game.players[me])
            if seat in self.skipped:
                yield words.skipped(names[seat])
            if seat != me or self.untold:
                yield from bonuses(game, seat, names, profile)
            self.seat += 1
            if self.seat < len(names):
                yield words.new_turn(names[self.seat], words.SETUP_PHASE)
            elif game.solo:
                yield words.lorenzo(game, profile, drawn=False)
            else:
                yield words.new_turn(names[game.seat], words.game_phase(game, profile))

    def take_pass_as_given(self, game: renaissance.State, names: Names, me: int, profile: Profile) -> Iterator[Update]:
        """Somebody plays already: tell what is left of the set-up."""
        self.owed = self.seat == me and not self.passed
        self.passed = True
        yield from self.go_on(game, names, me, profile)

    def shown(self, game: renaissance.State, me: int) -> renaissance.State:
        """The game as far as the player has been told of it: seats that the round has not reached own nothing."""
        if game.phase != SETUP:
            return game
        players = (
            player if seat < self.seat or seat == me else replace(player, kinds=(NO_KIND,) * 5, counts=(0,) * 5)
            for seat, player in enumerate(game.players)
        )
        return replace(game, players=tuple(players))


def bonuses(game: renaissance.State, seat: int, names: Names, profile: Profile) -> Iterator[Update]:
    """The bonus resources that a seat has placed at set-up."""
    player = game.players[seat]
    for place, (kind, count) in enumerate(zip(player.kinds, player.counts, strict=True), start=1):
        yield from [DepositUpdate(place, LABELS[kind], names[seat])] * count
    if profile.tells_storage and any(player.counts):
        yield words.storage(player, names[seat], State.ENDSETUPTURN.name)


def own_choice(step: AnyStep, names: Names, profile: Profile) -> Iterator[Update]:
    """A set-up choice, as the one who made it is told."""
    _, after, action = typed(step)
    player = after.players[step.seat]
    if isinstance(action, Keep):
        yield words.leaders_in_hand(player)
        yield BonusResourceMessage(player.bonus)
    elif isinstance(action, Bonus):
        yield DepositUpdate(action.shelf, LABELS[action.resource], names[step.seat])
        if profile.tells_storage and player.ready:
            yield words.storage(player, names[step.seat], State.ENDSETUPTURN.name)
