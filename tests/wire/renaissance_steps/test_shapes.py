"""What a renaissance-steps server says, as types."""

from __future__ import annotations

import pytest

from bottega.players.renaissance_steps_original import CLASSES, LATER, ONLY_ALONE
from bottega.wire.renaissance_steps import shapes
from bottega.wire.renaissance_steps.shapes import SHAPES, OriginalReconnectUpdate, Update

DOCUMENT_ONLY = {"GenericMessage": {"nicknamesList", "num", "nickname", "reconnectedNickname"}}
"""Fields that the document's use of a message has for what the program had other messages for."""


@pytest.mark.parametrize("name", CLASSES)
def test_the_programs_fields(name: str) -> None:
    """A shape has exactly the fields that the program's class had, besides those that are marked as added."""
    kind = name.rpartition(".")[2]
    shape: type[Update] = OriginalReconnectUpdate if kind == OriginalReconnectUpdate.KIND else SHAPES[kind]
    fields = set(shape.__struct_fields__) - shape.MORE - DOCUMENT_ONLY.get(kind, set())
    assert fields | {ONLY_ALONE, LATER} == CLASSES[name] | {ONLY_ALONE, LATER}


def test_what_is_added_can_be_left_out() -> None:
    """Everything that the program did not send has a default, so that its messages can be read."""
    for shape in SHAPES.values():
        fields = shape.__struct_fields__
        optional = set(fields[len(fields) - len(shape.__struct_defaults__) :])
        assert set(shape.MORE) <= optional, shape
    assert shapes.ErrorMessage(error="no").message is not None
