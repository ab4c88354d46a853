"""An action as the commands of renaissance-steps."""

from __future__ import annotations

import json
from typing import Any

import pytest

from bottega.client.renaissance.commands import commands
from bottega.games.renaissance.actions import Action
from bottega.games.renaissance.cards import CARDS
from bottega.testing.renaissance import player, table
from bottega.wire.renaissance_steps.profile import PROFILES

OWNER = player(leaders=(1, 13), played=(1, 13), box="9 coin 9 stone 9 servant 9 shield", slots=((1,), (), ()))
GAME = table(OWNER, player(), turn=3)


def spoken(*texts: str, profile: str = "", discounts: frozenset[int] = frozenset()) -> list[tuple[str, Any]]:
    """The requests for these actions, as they are written."""
    draft = [Action.from_text(text) for text in texts]
    found = []
    for command in commands(GAME, 0, draft, discounts, bool(PROFILES[profile].commands)):
        request = json.loads(PROFILES[profile].ask(command.kind, command.payload))
        found.append((request["type"].removeprefix("it.polimi.ingsw.network.messages."), request["data"]))
    return found


@pytest.mark.parametrize(
    ("text", "document", "program"),
    [
        ("market c2", ("buyAtMarketInterface", {"rc": "c", "index": 1}),
         ("commands.BuyFromMarketCommand", {"line": "c", "position": 2})),
        ("keep 3 13", ("chooseLeader", [{"id": "3L"}, {"id": "13L"}]),
         ("commands.ChooseLeadersCommand", {"chosenLeaders": ["3L", "13L"]})),
        ("bonus coin@1", ("chooseResourceToDeposit", {"res": "coin", "id": 1}),
         ("commands.ChooseBonusResourceCommand", {"res": "YELLOW", "id": 1})),
        ("store stone 2", ("depositResource", {"res": "stone", "id": 2}),
         ("commands.DepositResourceCommand", {"resourceType": "GREY", "id": 2})),
        ("discard shield", ("discardResource", {"res": "shield"}),
         ("commands.DiscardResourceCommand", {"resourceType": "BLUE"})),
        ("white servant", ("transformWhiteIn", {"res": "servant"}),
         ("commands.TransformWhiteCommand", {"resourceType": "VIOLET"})),
        ("swap 1 3", ("moveResource", {"id1": 1, "id2": 3}),
         ("commands.MoveResourceCommand", {"source": 1, "destination": 3})),
        ("end", ("passTurn", {}), ("commands.PassCommand", {})),
    ],
)  # fmt: skip
def test_an_action_in_both_profiles(text: str, document: Any, program: Any) -> None:
    """In the document's words, and in the classes of the program."""
    assert spoken(text) == [document]
    assert spoken(text, profile="original") == [program]


def test_a_purchase_is_paid_step_by_step() -> None:
    """The discount is switched on unless it is, everything is picked up, then the card is bought."""
    pile = next(at for at, cards in enumerate(GAME.grid) if CARDS[cards[-1]].level == 1 and CARDS[cards[-1]].cost[2])
    text = f"buy {'GBYP'[pile % 4]}1 slot 2"
    kinds = [kind for kind, _ in spoken(text)]
    assert kinds[0] == "toggleDiscount"
    assert kinds[-1] == "buyCard"
    assert set(kinds[1:-1]) == {"pickUpResourceFromStrongbox"}
    assert [kind for kind, _ in spoken(text, discounts=frozenset({2}))] == kinds[1:]


def test_productions() -> None:
    """What "?" stand for, each production switched on and paid for, then all at once."""
    texts = ("produce basic coin+coin>stone", "produce leader 1>coin", "collect")
    assert [kind for kind, _ in spoken(*texts)] == [
        *["substituteUnknownInInputBaseProduction"] * 2,
        "substituteUnknownInOutputBaseProduction",
        "toggleBaseProd",
        *["pickUpResourceFromStrongbox"] * 2,
        "substituteUnknownInOutputExtraProduction",
        "toggleExtraProd",
        "pickUpResourceFromStrongbox",
        "activateProductions",
    ]
    program = spoken(*texts, profile="original")
    assert program[0] == (
        "commands.ProductionUnknownCommand",
        {"target": "input", "index": -1, "resourceType": "YELLOW"},
    )
    assert program[3] == ("commands.ToggleProductionCommand", {"slot": 0})
    assert program[7] == ("commands.ToggleExtraProductionCommand", {"index": 0})
