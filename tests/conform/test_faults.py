"""Faults made from the messages themselves: every one is found in its place, but for those of which we know why not."""

from __future__ import annotations

import pytest

from bottega.wire import DIALECTS
from tests.conform.faults import (
    BLIND,
    FOUND,
    Fault,
    Record,
    blurred,
    excuse,
    leaves,
    other,
    put_together,
    taken_apart,
    verdict,
)

EVERY = [f"{name}{'+' * bool(profile)}{profile}" for name in DIALECTS for profile in DIALECTS[name].PROFILES]
ONE_IN = 6
"""All of them take minutes: the suite tries one in so many, ``python -m tests.conform.faults`` all."""


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_every_kind_of_fault_is_found(name: str) -> None:
    """A server with one field, one message or one order wrong is convicted, under the section that is about it."""
    record = Record(name, seats=2, seed=1)
    faults = list(record.faults())
    assert len(faults) > 80
    for fault in faults[EVERY.index(name) % ONE_IN :: ONE_IN]:
        found, where = verdict(record, fault)
        assert found == FOUND or excuse(name, fault), f"{fault}: {found} {where}"


def test_every_dialect_is_tried() -> None:
    """What the kit cannot see is written down for every protocol."""
    assert set(BLIND) == set(DIALECTS)


@pytest.mark.parametrize("text", ['{"a":{"b":[1,{"c":"x"}]}}', "SEND schema Via_Lux 4 D,0,RED,ONE C,3,BLUE", "PING"])
def test_messages_in_pieces(text: str) -> None:
    """What is taken apart and put together is the same."""
    assert put_together(taken_apart(text)).replace(" ", "") == text.replace(" ", "")


def test_places() -> None:
    """Every place in a message is named once, whichever element of a list and whoever's it is."""
    message = {"players": [{"nick": "annabcd", "gems": 1}, {"nick": "bobabcd", "gems": 2}], "annabcd": 3}
    found = [path for path, _ in leaves(message)]
    assert found == [
        ("players",),
        ("players", 0),
        ("players", 0, "nick"),
        ("players", 0, "gems"),
        ("NAME",),
    ]
    assert blurred(("16", "x")) == (0, "x")
    assert str(Fault("board", "lacks", ("players", 0, "nick"))) == "board: lacks players.*.nick"


@pytest.mark.parametrize("value", [True, 3, "3", "red", [1], [], {"a": 1}, None])
def test_another_value(value: object) -> None:
    """What is broken is not what it was."""
    assert other(value) != value
