"""renaissance-events' messages as types."""

from __future__ import annotations

import pytest

from bottega.wire.core.loose_json import Unreadable, fit, write_object
from bottega.wire.renaissance_events import messages


def test_what_is_none_is_left_out() -> None:
    """The program of the time wrote no nulls; what is empty or zero stays."""
    assert write_object(messages.UpdateGameEnd()) == '{"type":"UpdateGameEnd"}'
    empty = messages.UpdateDevSlot("ann", 0, [])
    assert write_object(empty) == '{"type":"UpdateDevSlot","player":"ann","devSlot":0,"devCards":[]}'


def test_maps_of_containers() -> None:
    """Numbers are text there; an array in its place cannot be read."""
    visit = {"isRow": True, "index": 0, "replacements": {}, "shelves": {"12": {"Coin": 2}}}
    assert fit(visit, messages.TakeFromMarket).shelves == {"12": {"Coin": 2}}
    with pytest.raises(Unreadable):
        fit({**visit, "shelves": [{"Coin": 2}]}, messages.TakeFromMarket)


@pytest.mark.parametrize("missing", ["isRow", "index", "replacements", "shelves"])
def test_nothing_may_be_left_out(missing: str) -> None:
    """A field that is missing is said to be, where the program fell silent."""
    visit = {"isRow": True, "index": 0, "replacements": {}, "shelves": {}}
    del visit[missing]
    with pytest.raises(Unreadable, match=missing):
        fit(visit, messages.TakeFromMarket)


def test_a_production_may_say_less() -> None:
    """What is always empty need not be said."""
    request = {"prodRequests": [{"production": 0, "inputContainers": {}}]}
    (production,) = fit(request, messages.ActivateProductions).prodRequests
    assert (production.outputRep, production.inputNonStorableRep) == ({}, {})
