"""What the clients of Masters of Renaissance share: their copy of the game, and when a move of theirs has arrived.

How it works. ``game`` is the rules' own state, with what is hidden imagined (``known.py``); after a message ``show``
makes the view of it. A move that was sent is answered when the game that was told agrees with the game that was
expected after it, in all that concerns our own board; protocols with an answer for every request say so themselves.

What must stay true: ``game`` is changed by what was told only; what was sent is in ``_expected`` until it was told too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from bottega.client.core import (
    Act,
    Asked,
    Enter,
    Goodbye,
    Happening,
    Happenings,
    Nonsense,
    Over,
    Refused,
    Result,
    Sitter,
    Stage,
    StreamClient,
)
from bottega.client.renaissance import known, moves
from bottega.client.renaissance.known import NO_GAPS, Gap, Gaps
from bottega.games import renaissance
from bottega.games.core import Action, AnyStep, Score
from bottega.games.renaissance.model import OVER, SETUP, STORING, Player, State
from bottega.games.renaissance.setup import KEPT
from bottega.games.renaissance.view import View
from bottega.table.events import Presence

RETRY_SECONDS = 0.3
"""After so many seconds whoever comes back says the name again that is still in use."""
MOST_TRIES = 40


class RenaissanceClient(StreamClient):
    """One player of Masters of Renaissance."""

    def __init__(self, profile: str = "", seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self.game: State | None = None
        """The game as far as it was told, what is hidden imagined."""
        self.gaps: Gaps = NO_GAPS
        """Where it may differ from what everybody may see."""
        self._expected: State | None = None
        self._sent_in = 0
        """The turn in which the move was sent that is awaited."""
        self._tries = 0
        """How often our own name was refused since we were last welcome."""

    def state(self) -> State | None:
        """The game as far as it was told, what is hidden imagined."""
        return self.game

    # -- our name -----------------------------------------------------------------------------------------------------

    @abstractmethod
    def introduce(self) -> None:
        """Say who we are, by the name that is known."""

    def unwelcome(self, reason: str) -> Happenings:
        """Our name was refused. Whoever comes back was perhaps faster than the end of the former connection."""
        self.answered()
        if self.game is not None and self.known.stage is not Stage.OVER and self._tries < MOST_TRIES:
            self._tries += 1
            self.again = self.now + RETRY_SECONDS
            return
        refused = Enter(self.known.name)
        self.learn(stage=Stage.NAME, wanted=(Enter,), name="")
        yield Refused(reason, refused)
        yield Asked(Enter)

    def left_behind(self) -> Happenings:
        """We are in a waiting room again, though we were at a table: it has gone on to its end without us."""
        if self.game is not None and self.known.stage is not Stage.OVER:
            result = Result("over", ())
            self.see(self.known.view, actors=(), stage=Stage.OVER, wanted=(), awaiting=False, result=result)
            yield Over("the game has ended while you were away")
            yield Goodbye("there is no game to come back to", back=False)

    def tick(self, now: float) -> list[Happening]:
        """Try our name again."""
        self.now = now
        if self.again is not None and now >= self.again:
            self.again = None
            self.introduce()
        return []

    # -- who is who ---------------------------------------------------------------------------------------------------

    def seat(self, name: str) -> int:
        """Where somebody sits, or Nonsense."""
        for seat, sitter in enumerate(self.known.seats):
            if sitter.name == name:
                return seat
        raise Nonsense(f"{name!r} does not sit at this table")

    @property
    def me(self) -> int:
        """Our seat, or Nonsense."""
        if self.known.me is None:
            raise Nonsense("the game has not begun")
        return self.known.me

    @property
    def playing(self) -> State:
        """The game, or Nonsense."""
        if self.game is None:
            raise Nonsense("the game has not begun")
        return self.game

    def sit(self, names: Sequence[str]) -> None:
        """Everybody has a seat."""
        self._tries = 0
        absent = {sitter.name: sitter for sitter in self.known.seats if sitter.presence is not Presence.HERE}
        seats = tuple(absent.get(name, Sitter(name)) for name in names)
        if self.known.name not in names:
            raise Nonsense(f"a game without {self.known.name!r} has begun: {', '.join(names)}")
        self.learn(
            stage=Stage.PLAYING,
            game=renaissance.NAME,
            version=renaissance.VERSION,
            seats=seats,
            size=len(seats),
            me=names.index(self.known.name),
            result=None,
            wanted=(Act,),
        )

    def is_there(self, name: str, presence: Presence, bot: str | None = None) -> None:
        """Somebody has come or gone."""
        self.learn(
            seats=tuple(
                replace(sitter, presence=presence, bot=sitter.bot if bot is None else bot)
                if sitter.name == name
                else sitter
                for sitter in self.known.seats
            )
        )

    # -- the game -----------------------------------------------------------------------------------------------------

    def show(self, state: State) -> None:
        """The game is like this now."""
        self.game = state
        seen = self.seen(renaissance.view(state, self.me))
        self.see(seen, actors=seen.actors)
        if self.known.awaiting and self.arrived():
            self.answered()

    def seen(self, view: View) -> View:
        """The view, with what was told although it does not follow from the state."""
        return view

    def own_leaders(self, state: State, hand: Sequence[int], playing: Sequence[int], before: Player | None) -> State:
        """The state with our own leaders after coming back: those not discarded, and of them those in play.

        What we have discarded, and what we did not keep, only we can know, from before.
        """
        if before is not None and set(hand) <= set(before.offered):
            state = known.with_offer(state, self.me, before.offered)
        else:
            before = None
            self.gaps |= {Gap.OFFERED}
        spare = [leader for leader in state.players[self.me].offered if leader not in hand]
        kept = list(before.leaders) if before is not None and before.leaders else [*hand, *spare[: KEPT - len(hand)]]
        if before is None or not before.leaders:
            self.gaps |= {Gap.OWN_LEADERS}
        else:
            playing = [*before.played, *(leader for leader in playing if leader not in before.played)]
        state = known.with_hand(state, self.me, kept)
        for leader in playing:
            state = known.played(state, self.me, kept.index(leader) + 1, leader)
        for position, leader in enumerate(kept, start=1):
            if leader not in hand:
                state = known.discarded(state, self.me, position)
        return state

    def lost(self) -> list[Happening]:
        """The connection is gone."""
        self._expected = None
        return super().lost()

    def answered(self) -> None:
        """What was on its way has arrived, or was refused."""
        self._expected = None
        super().answered()

    def expect(self, steps: Sequence[AnyStep]) -> None:
        """These steps are on their way."""
        self._expected = steps[-1].after
        self._sent_in = steps[0].before.turn

    def arrived(self) -> bool:
        """Whether what is on its way has been told, or is overtaken."""
        told, expected = self.game, self._expected
        if told is None or expected is None or told.phase is OVER or told.turn != self._sent_in:
            return True
        if expected.phase is OVER or expected.turn != self._sent_in:
            return False  # the end of a turn; what it brings to light is not known yet
        return _progress(told, self.me) == _progress(expected, self.me)

    def finish(self, reason: str, winners: Sequence[str], points: Iterable[tuple[str, int, int]]) -> None:
        """The game has ended: who won, and everybody's points and resources."""
        scores = tuple(Score(self.seat(name), total, (), (left,)) for name, total, left in points)
        self.show(known.ended(self.playing))
        result = Result(reason, tuple(self.seat(name) for name in winners), scores)
        self.learn(stage=Stage.OVER, result=result, options=(), awaiting=False, wanted=(), actors=())


def _progress(state: State, seat: int) -> tuple[object, ...]:
    """How far a seat has come."""
    own = state.players[seat]
    return (
        state.phase is SETUP or state.phase,
        state.market,
        own.leaders,
        own.bonus,
        own.kinds,
        own.counts,
        own.strongbox,
        own.slots,
        own.played,
        own.discarded,
        state.pending if state.phase is STORING else (),
    )


class WholeMoves(RenaissanceClient):
    """A client of a protocol in which every main action is one request."""

    def _set_options(self) -> None:
        """What the rules allow, as far as it can be said."""
        super()._set_options()
        state, me, prepared = self.game, self.known.me, self.known.prepared
        if self.known.options and state is not None and me is not None:
            after = moves.drafted(state, me, prepared)
            self.learn(
                options=tuple(action for action in self.known.options if moves.can_be_said(after, me, prepared, action))
            )

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """Say the first whole move, if there is one."""
        before = steps[0].before
        for count in range(1, len(steps) + 1):
            draft = [step.action for step in steps[:count]]
            moves.check(before, self.me, draft)
            if moves.whole(before, self.me, draft):
                for part in moves.parted(draft):
                    self.ask(before, part)
                    before = moves.drafted(before, self.me, part)
                self.expect(steps[:count])
                return count
        return 0

    def ask(self, state: State, draft: Sequence[Action]) -> None:
        """Send the request that asks for a whole move in this state."""
        raise NotImplementedError
