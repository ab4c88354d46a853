"""What the server tells, as the document writes it: the keys, their order, and nothing that is not there."""

from __future__ import annotations

import pytest

from bottega.wire.core.loose_json import write_object
from bottega.wire.renaissance_json.messages import (
    SHAPES,
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


@pytest.mark.parametrize(
    ("message", "text"),
    [
        (ResTurnEnd(), '{"type":"res_turn_end"}'),
        (Error("err_nickname", "no"), '{"type":"err_nickname","msg":"no"}'),
        (UpdateShelves(player="ann", update=[Shelf(0, "Coin", 1), Shelf(1, None, 0)]),
         '{"type":"update_shelves","player":"ann","update":'
         '[{"index":0,"bound_res":"Coin","amount":1},{"index":1,"bound_res":null,"amount":0}]}'),
        (UpdateLeaders(player="ann", update=LeaderFate(1, True, card_index=3)),
         '{"type":"update_leaders","player":"ann","update":{"index":1,"isActive":true,"card_index":3}}'),
        (UpdateLeaders(player="ann", update=LeaderFate(1, False, isDiscarded=True)),
         '{"type":"update_leaders","player":"ann","update":{"index":1,"isActive":false,"isDiscarded":true}}'),
        (UpdateFaithTrack(player="ann", update=Faith(3)),
         '{"type":"update_faith_track","player":"ann","update":{"position":3}}'),
        (UpdateFaithTrack(update=Faith(3, isLiM=True)),
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
    assert {word for word in told if not word.startswith("err_") and not word.endswith("_err")} == set(SHAPES)
