"""renaissance-steps: what one connection is told of an entry of a running game.

Moves at set-up belong to the connection's :class:`~bottega.wire.renaissance_steps.setup.SetupRound`; those after it are
the same for all but the actor, so they are made and framed once (``updates.told``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bottega.games import renaissance
from bottega.games.core import AnyStep
from bottega.games.renaissance.model import SETUP, STORING
from bottega.table.entries import EndReason, Moved, Skipped
from bottega.table.events import Event
from bottega.table.position import AnyPosition
from bottega.wire.core.dialect import Framed
from bottega.wire.core.machine import Handling
from bottega.wire.renaissance_steps import laying_out, setup, updates, words
from bottega.wire.renaissance_steps.shapes import Update
from bottega.wire.shared.renaissance import game, names

if TYPE_CHECKING:
    from bottega.wire.renaissance_steps.dialect import RenaissanceSteps


def start(steps: RenaissanceSteps, position: AnyPosition) -> Handling:
    """The game begins."""
    yield words.text("Game starting . . .")
    yield words.text("Game started!")
    yield words.start(game(position), names(position), steps.seat, steps.profile)
    if steps.profile.announces_first:
        yield words.new_turn(position.seats[0].name, words.SETUP_PHASE)


def moves(steps: RenaissanceSteps, event: Event, fact: Moved | Skipped) -> Handling:
    """Somebody has played, or was skipped."""
    made, played = _parted(event)
    if played and not made:
        yield from _set_up_is_over(steps, event, played)
    if isinstance(fact, Skipped):
        yield from _skipped(steps, event, fact.seat)
    if made:
        yield from _setup(steps, event, fact.seat, made)
    if played:
        yield from _turn(steps, event, fact.seat, played)


def _parted(event: Event) -> tuple[Sequence[AnyStep], Sequence[AnyStep]]:
    """What was chosen at set-up, and what was played afterwards."""
    if game(event.before).phase != SETUP:
        return (), event.steps
    made = [step for step in event.steps if updates.typed(step)[0].phase == SETUP]
    return made, event.steps[len(made) :]


def _skipped(steps: RenaissanceSteps, event: Event, seat: int) -> Handling:
    if seat != steps.seat:
        if game(event.before).phase == SETUP and seat > steps.setup.seat:
            steps.setup.skipped.add(seat)
        else:
            yield words.skipped(event.after.seats[seat].name)
        return
    steps.setup.passed = True
    # (This first: what is switched off next would look like the answer to a command that was on its way.)
    yield words.text("your time is over: the house has gone on without you")
    yield from laying_out.clear(steps)
    if game(event.before).phase == STORING:
        yield words.pending(game(event.after))


def _setup(steps: RenaissanceSteps, event: Event, seat: int, made: Sequence[AnyStep]) -> Handling:
    table_names, after = names(event.after), updates.typed(made[-1])[1]
    if seat == steps.seat == steps.setup.seat:
        for step in made:
            yield from setup.own_choice(step, table_names, steps.profile)
    elif seat == steps.seat:  # the choice was made for us, or while we were coming back
        steps.setup.passed |= after.players[seat].ready
        if steps.profile.whole_again:
            yield whole_table(steps, after)
        else:
            steps.setup.untold = True
    yield from steps.setup.go_on(after, table_names, steps.seat, steps.profile)


def _set_up_is_over(steps: RenaissanceSteps, event: Event, played: Sequence[AnyStep]) -> Handling:
    """Whoever has not ended their set-up turn yet hears of the rest before anybody's move."""
    before = updates.typed(played[0])[0]
    if not steps.setup.over(before):
        yield from steps.setup.take_pass_as_given(before, names(event.after), steps.seat, steps.profile)


def _turn(steps: RenaissanceSteps, event: Event, seat: int, played: Sequence[AnyStep]) -> Handling:
    before, mine = updates.typed(played[0])[0], seat == steps.seat
    yield from _set_up_is_over(steps, event, played)
    over = before.turn != game(event.after).turn
    steps.setup.owed &= not mine
    if mine and (over or steps.bench.picked):  # picks are left only if a former connection made the move
        yield from laying_out.clear(steps)
    yield _turn_told(steps, event, played, mine)


def of_others(steps: RenaissanceSteps, event: Event) -> Framed | None:
    """A move of somebody else in the middle of the game (so the most part of all news); None if it is not one."""
    fact = event.entry.fact
    if type(fact) is not Moved or fact.seat == steps.seat or event.after.result is not None:
        return None
    return _turn_told(steps, event, event.steps, False) if steps.setup.over(game(event.before)) else None


def _turn_told(steps: RenaissanceSteps, event: Event, played: Sequence[AnyStep], mine: bool) -> Framed:
    """Moves after the set-up, as the actor or everybody else is told them."""
    return steps.shared_all(
        event,
        (steps.profile, mine),
        lambda event: updates.told(played, names(event.after), steps.seat, steps.profile),
    )


def whole_table(steps: RenaissanceSteps, playing: renaissance.State) -> Update:
    """The whole table as far as the set-up has been told."""
    assert steps.table is not None
    table, position, known = steps.table, steps.position, steps.setup
    here = [seat.name for seat in position.seats if seat.bot or table.present(seat.name)]
    current = playing.seat if known.over(playing) else known.seat
    shown = known.shown(playing, steps.seat)
    return steps.profile.whole_table(shown, names(position), steps.seat, current, here, steps.profile)


def taken_back(steps: RenaissanceSteps, position: AnyPosition, seat: int) -> Handling:
    """Something was taken back."""
    yield from _afresh(steps, position, f"{position.seats[seat].name} has taken back a move")


def handed_on(steps: RenaissanceSteps, position: AnyPosition, former: str, name: str) -> Handling:
    """A seat is somebody else's."""
    yield from _afresh(steps, position, f"{name} plays on for {former}")


def _afresh(steps: RenaissanceSteps, position: AnyPosition, why: str) -> Handling:
    """What was laid out is put back, and the whole table told as to somebody who returns."""
    playing = game(position)
    yield from laying_out.clear(steps)
    yield words.text(why)
    steps.setup = setup.SetupRound.joined(playing, steps.seat)
    yield whole_table(steps, playing)


def results(position: AnyPosition) -> Handling:
    """The game is over."""
    result = position.result
    assert result is not None
    if result.reason is not EndReason.PLAYED:
        yield words.text(f"the game ends early: {result.reason}")
    yield words.results(result, names(position), game(position).solo)
