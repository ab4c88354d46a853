"""What clients may say: every message of every machine has its section, and its fields are the document's."""

from __future__ import annotations

import pytest

from bottega.conform.clients import CLIENT_KITS
from bottega.conform.command import SERVER_KITS
from bottega.wire import DIALECTS
from tests.conform.hall import client_kit


def test_every_protocol_has_a_kit() -> None:
    """Clients of every protocol over TCP can be examined, as servers can."""
    assert set(CLIENT_KITS) == set(SERVER_KITS) == set(DIALECTS)


@pytest.mark.parametrize("name", CLIENT_KITS)
def test_every_message_has_its_section(name: str) -> None:
    """Whatever a machine listens to falls under a section that there is, and nothing else does."""
    kit = client_kit(name)
    assert set(kit.requests) == set(DIALECTS[name].machine.messages)
    sections = {section.id for section in kit.sections}
    named = {form.section for form in kit.requests.values()} | {form.order for form in kit.requests.values()} - {""}
    assert named | {kit.order, kit.refusals, kit.forms, *kit.checked} <= sections
    assert kit.server.ping_section in sections | {""}
    assert bool(kit.pong) == bool(kit.server.ping_section)


@pytest.mark.parametrize(
    ("name", "text", "kind", "amiss"),
    [
        ("splendor-json", '{"request_type":"claim_card","card_id":3,"client_id":"x"}', "claim_card", ""),
        ("splendor-json", '{"request_type":"claim_card","card":3}', "claim_card", "claim_card: card_id is missing"),
        (
            "splendor-json",
            '{"request_type":"claim_card","card_id":3,"place":"table"}',
            "claim_card",
            "claim_card: the document has no field place there",
        ),
        ("splendor-json", '{"request_type":"get-gems","white":1}', "get_gems", ""),
        ("sagrada-text", "GET schema draft", "GET schema", ""),
        ("sagrada-text", "GET tool", "GET", ""),
        ("sagrada-json", '{"id":"toolcardC","num":4,"x":0,"y":0,"a":1,"b":1}', "toolcardC", ""),
        (
            "renaissance-json",
            '{"type":"buy_dev_card","choice":{"row_index":0,"col_index":1}}',
            "req_buy_dev_card",
            "req_buy_dev_card: slot_index is missing",
        ),
        ("renaissance-json", '{"type":"req_resources_choice","choice":{"coin":1}}', "req_resources_choice", ""),
        ("renaissance-steps", '{"type":"chooseLeader","data":[{"id":"1L"},{"id":"2L"}]}', "chooseLeader", ""),
        (
            "renaissance-steps",
            '{"type":"buyAtMarketInterface","data":{"rc":"r"}}',
            "buyAtMarketInterface",
            "buyAtMarketInterface: index or position is missing",
        ),
        ("renaissance-events", '{"type":"ReqEndTurn"}', "ReqEndTurn", ""),
    ],
)
def test_fields(name: str, text: str, kind: str, amiss: str) -> None:
    """A request is known by its name, in whichever of the document's spellings, and looked at field by field."""
    kit = client_kit(name)
    assert kit.kind(text) == kind
    assert kit.amiss(text) == amiss


@pytest.mark.parametrize("text", ["", "no JSON", "[1]", "3", '{"type":3}', "{"])
@pytest.mark.parametrize("name", CLIENT_KITS)
def test_what_is_no_message(name: str, text: str) -> None:
    """Whatever somebody sends, it is no message rather than an error of the kit."""
    assert client_kit(name).kind(text) not in client_kit(name).requests


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('{"type":"passTurn","data":{}}', False),
        ('{"type":"PassCommand","data":{}}', True),
        ('{"type":"it.polimi.ingsw.PassCommand","data":{}}', True),
        ('{"type":"passTurn","data":{},"id":3}', True),
    ],
)
def test_names_of_commands(text: str, wrong: bool) -> None:
    """In the document's profile commands have the document's names, and nothing besides their data."""
    kit = client_kit("renaissance-steps")
    assert (kit.wrong(kit.kind(text), text, "") is not None) == wrong
