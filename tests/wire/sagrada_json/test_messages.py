"""sagrada-json's messages as types."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bottega.games.sagrada.cards import WINDOWS
from bottega.wire.core.loose_json import Unreadable, fit, write_object
from bottega.wire.sagrada_json.messages import (
    LOGIN,
    ChooseWindow,
    Error,
    GameOver,
    Login,
    Notification,
    PlaceDie,
    ToolcardA,
    ToolcardC,
    ToolcardE,
)


@pytest.mark.parametrize(
    ("fields", "payload"),
    [
        ({"username": "ann"}, Login("ann")),
        ({"windowName": "Virtus"}, ChooseWindow("Virtus")),
        ({"x": 1, "y": 2, "index": 0, "more": []}, PlaceDie(1, 2, 0)),
        ({"num": 6, "dieIndex": 0, "action": 0}, ToolcardA(6, 0, 0)),
        ({"num": 12, "x": 0, "y": 1, "a": 2, "b": 3}, ToolcardC(12, 0, 1, 2, 3, -1, -1, -1, -1)),
        ({"num": 7}, ToolcardE(7)),
    ],
)
def test_requests_are_read_by_their_fields(fields: dict[str, Any], payload: msgspec.Struct) -> None:
    """Names are the document's, unknown fields are ignored, a second move may be left out."""
    assert fit(fields, type(payload)) == payload


@pytest.mark.parametrize(
    ("fields", "shape"),
    [({}, Login), ({"username": 7}, Login), ({"x": 1, "y": 2}, PlaceDie), ({"x": "1", "y": 2, "index": 0}, PlaceDie)],
)
def test_what_is_missing_or_of_another_type_is_unreadable(fields: dict[str, Any], shape: type[msgspec.Struct]) -> None:
    """A request has all its fields, and numbers are numbers."""
    with pytest.raises(Unreadable):
        fit(fields, shape)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("Virtus", "Virtus"),
        ("  virtus ", "Virtus"),
        ("Ripples of Lights", "Ripples of Light"),
        ("Fulgor del Ciel", "Fulgor del Cielo"),
        ("Water of Light", "Water of Life"),
        ("Water of Life", "Water of Life"),
    ],
)
def test_windows_have_the_names_of_the_time_too(name: str, printed: str) -> None:
    """Printed names and those of the program of the time, in any case and with blanks around."""
    number = ChooseWindow(name).number
    assert number is not None
    assert WINDOWS[number].name == printed


def test_a_window_that_does_not_exist() -> None:
    """Any other name is none."""
    assert ChooseWindow("Vetrata").number is None


@pytest.mark.parametrize("said", [LOGIN, Error(2), GameOver("ann"), Notification("ann", "disconnect")])
def test_the_id_comes_first(said: msgspec.Struct) -> None:
    """Clients of the time look only at the first key to find out what a message is."""
    assert write_object(said).startswith('{"id":"')
