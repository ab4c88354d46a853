"""What begins and ends around an action, in the order in which it is told."""

from __future__ import annotations

from bottega.games import sagrada
from bottega.games.core import SKIP, Step
from bottega.store.log import Charter
from bottega.table.entries import Entry, Moved
from bottega.table.events import Event
from bottega.table.position import opened
from bottega.testing.sagrada import play, situation
from bottega.wire.sagrada_text.passages import Passage, between, passages, turn_end, turn_start


def told(before: sagrada.State, after: sagrada.State) -> list[str]:
    """The passages between two states, as words."""
    return [passage.what for passage in between(before, after)]


def test_an_action_within_a_turn_is_no_passage() -> None:
    """As long as the turn goes on, nothing begins and nothing ends."""
    state = situation()
    assert told(state, play(state, "place Y2@0")) == []


def test_a_turn_ends_and_the_next_begins() -> None:
    """The end comes before the beginning, each with its own turn."""
    before = situation()
    after = play(before, "end")
    assert list(between(before, after)) == [turn_end(before), turn_start(after)]
    assert turn_end(before) == Passage("turn_end", 1, before.turn, 0, second=False)
    assert turn_start(after) == Passage("turn_start", 1, after.turn, 1, second=False)


def test_a_round_ends_between_two_turns() -> None:
    """The last turn of a round ends before the round, and the next round begins before its first turn."""
    before = situation(second=True)
    after = play(before, "end")
    assert told(before, after) == ["turn_end", "round_end", "round_start", "turn_start"]


def test_the_first_round_begins_with_the_last_window() -> None:
    """Choosing windows is no round: when the last is chosen a round begins, and none ends."""
    before = sagrada.new(2, bytes(32))
    before = sagrada.apply(before, 0, sagrada.legal(before, 0)[0])
    after = sagrada.apply(before, 1, sagrada.legal(before, 1)[0])
    assert told(before, after) == ["round_start", "turn_start"]


def test_nothing_begins_after_the_last_round() -> None:
    """With the last turn of the game its round ends, and that is all."""
    before = situation(track=["R1"] * 9, second=True)
    while (after := play(before, "end", seat=sagrada.actors(before)[0])).round == before.round:
        before = after
    assert told(before, after) == ["turn_end", "round_end"]


def test_a_batch_is_told_action_by_action() -> None:
    """All steps of an event are looked at, in their order."""
    before = situation()
    middle = play(before, "place Y2@0")
    after = play(middle, "end")
    steps = [Step(0, SKIP, before, middle), Step(0, SKIP, middle, after)]
    position = opened(Charter("t", "sagrada", 1, "{}", bytes(32), "c" * 64, 0))
    event = Event(Entry(1, 0, Moved(0, ())), position, position, steps)
    assert list(passages(event)) == [turn_end(middle), turn_start(after)]
