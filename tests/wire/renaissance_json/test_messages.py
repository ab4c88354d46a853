"""What the server tells, as the document writes it: the keys, their order, and nothing that is not there."""

from __future__ import annotations

import msgspec
import pytest
from msgspec import UNSET

from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_json import messages
from bottega.wire.renaissance_json.messages import (
    Activity,
    Error,
    Faith,
    LeaderFate,
    Message,
    ResTurnEnd,
    Shelf,
    UpdateFaithTrack,
    UpdateLeaders,
    UpdatePlayerStatus,
    UpdateShelves,
)
from tests.wire.transcript import TRANSCRIPTS, VOCABULARY

TAGGED = [
    shape
    for shape in vars(messages).values()
    if isinstance(shape, type) and issubclass(shape, Message) and shape is not Message
]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (ResTurnEnd(), '{"type":"res_turn_end"}'),
        (Error("err_nickname", "no"), '{"type":"err_nickname","msg":"no"}'),
        (UpdateShelves("ann", [Shelf(0, "Coin", 1), Shelf(1, None, 0)]),
         '{"type":"update_shelves","player":"ann","update":'
         '[{"index":0,"bound_res":"Coin","amount":1},{"index":1,"bound_res":null,"amount":0}]}'),
        (UpdateLeaders("ann", LeaderFate(1, True, card_index=3)),
         '{"type":"update_leaders","player":"ann","update":{"index":1,"isActive":true,"card_index":3}}'),
        (UpdateLeaders("ann", LeaderFate(1, False, isDiscarded=True)),
         '{"type":"update_leaders","player":"ann","update":{"index":1,"isActive":false,"isDiscarded":true}}'),
        (UpdateFaithTrack("ann", Faith(3)), '{"type":"update_faith_track","player":"ann","update":{"position":3}}'),
        (UpdateFaithTrack(UNSET, Faith(3, isLiM=True)),
         '{"type":"update_faith_track","update":{"position":3,"isLiM":true}}'),
        (UpdatePlayerStatus("ann", Activity(True), "back"),
         '{"type":"update_player_status","player":"ann","update":{"isActive":true},"msg":"back"}'),
    ],
)  # fmt: skip
def test_as_the_document_writes_it(message: Message | Error, text: str) -> None:
    """``type`` comes first; a key that says nothing is not there."""
    assert write_object(message) == text


def test_every_message_is_in_the_vocabulary() -> None:
    """No message is sent that the vocabulary (and so some transcript) does not have, and every one of it has a type."""
    rows = (TRANSCRIPTS / "renaissance-json" / VOCABULARY).read_text().splitlines()
    told = {row.split('"')[1] for row in rows if row.startswith("<")}
    shapes = [msgspec.inspect.type_info(shape) for shape in TAGGED]
    tags = {str(shape.tag) for shape in shapes if isinstance(shape, msgspec.inspect.StructType)}
    assert {word for word in told if not word.startswith("err_") and not word.endswith("_err")} == tags
