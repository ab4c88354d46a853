"""The table that every dialect is: rows found, messages known, ways promised, a diagram drawn."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

import pytest

from bottega.wire.core.machine import BadRequest, Handling, Machine, Nothing, on


class Door(Enum):
    """The states of a door."""

    OPEN = auto()
    SHUT = auto()
    LOCKED = auto()


class Keeper:
    """Whoever minds a door."""

    def push(self, _: Nothing) -> Handling:
        """Shut or open it."""
        yield "creak"

    def turn(self, _: Nothing) -> Handling:
        """Lock it."""
        yield "click"


@pytest.fixture
def machine() -> Machine[Door]:
    """A door that can be pushed, locked, and blown open by the wind."""
    return Machine(
        Door.OPEN,
        [
            on(Door.OPEN, "push", Nothing, Keeper.push, Door.SHUT),
            on(Door.SHUT, "push", Nothing, Keeper.push, Door.OPEN),
            on((Door.SHUT, Door.LOCKED), "turn", Nothing, Keeper.turn, Door.SHUT, Door.LOCKED),
            on(Door.LOCKED, "knock", Nothing, Keeper.push),
        ],
        changes=[((Door.SHUT, Door.LOCKED), "wind", Door.OPEN)],
        aliases={"shove": "push"},
    )


def test_a_row_is_found_by_state_and_message(machine: Machine[Door]) -> None:
    """A message has a row in the states that have a use for it, and none in the others."""
    row = machine.row(Door.SHUT, "push")
    assert row is not None
    assert row.then == (Door.OPEN,)
    assert machine.row(Door.LOCKED, "push") is None


def test_an_alias_is_the_message(machine: Machine[Door]) -> None:
    """Another name for a message finds the message's row."""
    assert machine.row(Door.OPEN, "shove") is machine.row(Door.OPEN, "push")
    assert machine.knows("shove")
    assert not machine.knows("kick")


def test_without_a_next_state_it_stays(machine: Machine[Door]) -> None:
    """A row that names no next state leads nowhere else."""
    row = machine.row(Door.LOCKED, "knock")
    assert row is not None
    assert row.then == (Door.LOCKED,)


@pytest.mark.parametrize(
    ("state", "then", "leads"),
    [
        (Door.OPEN, Door.OPEN, True),
        (Door.OPEN, Door.SHUT, True),
        (Door.OPEN, Door.LOCKED, False),
        (Door.LOCKED, Door.OPEN, True),
    ],
)
def test_ways_are_rows_and_changes(machine: Machine[Door], state: Door, then: Door, leads: bool) -> None:
    """There is a way between two states if a row or a change makes one; staying is always possible."""
    assert machine.leads(state, then) is leads


def test_the_diagram_has_an_arrow_for_every_way(machine: Machine[Door]) -> None:
    """One arrow from state to state, with all that leads there; what the table does by itself is in brackets."""
    assert machine.diagram().splitlines() == [
        "stateDiagram-v2",
        "    [*] --> open",
        "    open --> shut: push",
        "    shut --> open: push, (wind)",
        "    shut --> shut: turn",
        "    shut --> locked: turn",
        "    locked --> shut: turn",
        "    locked --> locked: turn",
        "    locked --> open: (wind)",
    ]


def test_the_diagram_draws_once_what_a_group_has_in_common() -> None:
    """What leads out of all states of a group, or into any, is one arrow, what leads from all to one a note; answers
    are none.
    """
    rows = [
        on(Door.OPEN, "close", Nothing, Keeper.push, Door.SHUT, Door.LOCKED),
        on(Door.OPEN, "push", Nothing, Keeper.push, Door.SHUT),
        on((Door.SHUT, Door.LOCKED), "kick", Nothing, Keeper.push, Door.OPEN),
        on(Door.SHUT, "push", Nothing, Keeper.push, Door.OPEN, Door.SHUT),
        on(Door.SHUT, "turn", Nothing, Keeper.turn, Door.LOCKED),
        on((Door.SHUT, Door.LOCKED), "slam", Nothing, Keeper.push, Door.LOCKED),
        on(Door, "knock", Nothing, Keeper.push),
    ]
    assert Machine(Door.OPEN, rows, groups={"closed": (Door.SHUT, Door.LOCKED)}).diagram().splitlines() == [
        "stateDiagram-v2",
        "    [*] --> open",
        "    state closed {",
        "        shut",
        "        locked",
        "    }",
        "    closed --> open: kick",
        "    open --> closed: close",
        "    note right of closed",
        "        from any to locked: slam",
        "    end note",
        "    open --> shut: push",
        "    shut --> open: push",
        "    shut --> shut: push",
        "    shut --> locked: turn",
    ]


def test_a_message_carries_the_same_everywhere(machine: Machine[Door]) -> None:
    """What a message carries can be known before its row is."""
    assert machine.payloads == {"push": Nothing, "turn": Nothing, "knock": Nothing}


def test_a_bad_request_says_why_and_may_have_the_dialects_word() -> None:
    """The reason is for people, the error is the dialect's own word for it."""
    bad = BadRequest("there is no such door", "err_door")
    assert (str(bad), bad.error, BadRequest("why").error) == ("there is no such door", "err_door", "")


def test_handlers_are_generators() -> None:
    """A handler can be run by hand: it yields what is to be said."""
    handling = Keeper().push(Nothing())
    assert isinstance(handling, Iterator)
    assert list(handling) == ["creak"]
