"""renaissance-steps beyond its transcripts: its tables are complete, benches are private, garbage changes nothing."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bottega.games import renaissance
from bottega.games.core import apply_all
from bottega.games.renaissance.cards import COIN, SERVANT, SHIELD, STONE
from bottega.games.renaissance.model import PRODUCING, State
from bottega.table.house import Settings
from bottega.testing.renaissance import player, table
from bottega.wire.core.loose_json import Unreadable
from bottega.wire.renaissance_steps.dialect import RenaissanceSteps
from bottega.wire.renaissance_steps.requests import CLASS_NAMES, Request
from bottega.wire.renaissance_steps.words import CARD_NAMES, LEADER_NAMES
from tests.wire.stage import Peer, Stage

NAMES = ("ann", "bob", "cat")
DOCUMENT = (
    "chooseLeader",
    "chooseResourceToDeposit",
    "depositResource",
    "playLeader",
    "discardLeader",
    "buyAtMarketInterface",
    "discardResource",
    "transformWhiteIn",
    "pickUpResourceFromStrongbox",
    "toggleDiscount",
    "substituteUnknownInInputBaseProduction",
    "substituteUnknownInOutputBaseProduction",
    "substituteUnknownInInputExtraProduction",
    "substituteUnknownInOutputExtraProduction",
    "toggleExtraProd",
    "toggleCardProd",
    "pickUpResourceFromWarehouse",
    "buyCard",
    "moveResource",
    "toggleBaseProd",
    "activateProductions",
    "revertPickUp",
    "passTurn",
    "RegisterResponse",
    "PlayerNumberResponse",
)


def request(kind: str, data: object) -> Request:
    """A request as it is read."""
    return Request(json.dumps({"type": kind, "data": data}))


class TestTables:
    """The tables that the dialect is made of."""

    def test_every_command_of_the_document_is_there(self) -> None:
        """The document's methods and set-up answers, and the program's two commands that stand for several."""
        assert set(RenaissanceSteps.COMMANDS) == {*DOCUMENT, "ProductionUnknownCommand", "ToggleProductionCommand"}

    def test_every_class_name_is_a_command(self) -> None:
        """A class name leads to a command that exists."""
        assert set(CLASS_NAMES.values()) <= set(RenaissanceSteps.COMMANDS)

    @pytest.mark.parametrize("command", RenaissanceSteps.COMMANDS)
    def test_every_command_has_its_method_and_phases(self, command: str) -> None:
        """No row of the table names a method or a phase that is not there."""
        method, phases = RenaissanceSteps.COMMANDS[command]
        assert callable(getattr(RenaissanceSteps, method))
        assert phases
        assert set(phases) <= set(RenaissanceSteps.REFUSALS)

    def test_card_names(self) -> None:
        """``nD`` counts the development cards in the text order of their numbers, leaders keep theirs."""
        assert [CARD_NAMES[number] for number in (1, 10, 11, 19, 2, 20, 9)] == [
            "1D",
            "2D",
            "3D",
            "11D",
            "12D",
            "13D",
            "48D",
        ]
        assert sorted(CARD_NAMES.values(), key=lambda name: int(name[:-1])) == [f"{n}D" for n in range(1, 49)]
        assert [LEADER_NAMES[number] for number in (1, 16)] == ["1L", "16L"]


class TestRequests:
    """What may be written in which way."""

    @pytest.mark.parametrize(
        ("resource", "spellings"),
        [
            (COIN, ("coin", "COIN", "Coin", "YELLOW", "yellow")),
            (STONE, ("stone", "STONE", "GREY", "grey")),
            (SERVANT, ("servant", "Servant", "VIOLET", "violet")),
            (SHIELD, ("shield", "SHIELD", "BLUE", " blue ")),
        ],
    )
    def test_resources(self, resource: int, spellings: tuple[str, ...]) -> None:
        """Both forms, in any case, under both names of the field."""
        for spelling in spellings:
            assert request("toggleDiscount", {"res": spelling}).resource() == resource
            assert request("toggleDiscount", {"resourceType": spelling}).resource() == resource

    @pytest.mark.parametrize("name", ["3L", "3l", 3, "3", "3L.png", "1-51-1.png", "front_1-51-1.png", "cards/1-51-1"])
    def test_leaders(self, name: object) -> None:
        """A leader is known by name, number or picture."""
        assert request("chooseLeader", [{"id": name}, name]).leaders() == (3, 3)

    @pytest.mark.parametrize(
        "name", ["0L", "17L", "L", "", "3D", -3, 3.0, None, True, [], "1-48-1.png", "1-65-1.png", "٣"]
    )
    def test_no_leaders(self, name: object) -> None:
        """Anything else is none."""
        with pytest.raises(Unreadable, match="is no leader"):
            request("chooseLeader", [name]).leaders()

    def test_lines(self) -> None:
        """``index`` counts from 0 and ``position`` from 1, whatever the command is called."""
        assert request("buyAtMarketInterface", {"rc": "r", "index": 0}).line() == "r1"
        assert request("buyAtMarketInterface", {"rc": "C", "index": 3}).line() == "c4"
        assert request("BuyFromMarketCommand", {"line": "c", "position": 4}).line() == "c4"

    def test_long_values_are_cut(self) -> None:
        """An error never sends back more than is needed to recognise what was wrong."""
        with pytest.raises(Unreadable) as wrong:
            request("toggleDiscount", {"res": "x" * 5000}).resource()
        assert len(str(wrong.value)) < 200


# -- a game on the stage ----------------------------------------------------------------------------------------------


def say(peer: Peer, kind: str, data: object = None) -> list[dict[str, object]]:
    """Send a command; what comes back."""
    peer.says(json.dumps({"type": kind, "data": data or {}}))
    return heard(peer)


def heard(peer: Peer) -> list[dict[str, object]]:
    """What a peer was sent since it was asked last."""
    messages = [json.loads(message) for message in peer.inbox]
    peer.inbox.clear()
    return messages


def kinds(messages: list[dict[str, object]]) -> list[object]:
    """The types of messages."""
    return [message["type"] for message in messages]


def seated(count: int, profile: str = "") -> tuple[Stage, dict[str, Peer]]:
    """A game of so many players that has just started; players by their place in the order of play."""
    stage = Stage(Settings(turn_seconds=0, ping_seconds=0), seed=5)
    peers = {}
    for name in NAMES[:count]:
        peers[name] = stage.connect("renaissance-steps", profile)
        say(peers[name], "RegisterResponse", {"nickname": name})
        if name == NAMES[0]:
            say(peers[name], "PlayerNumberResponse", {"number": count})
    for peer in peers.values():
        peer.inbox.clear()
    return stage, peers


def in_state(state: State, profile: str = "") -> tuple[Stage, Peer, Peer]:
    """A game of two in a prepared state; the peer on seat 0 first."""
    stage, peers = seated(2, profile)
    for seat in (0, 1):
        stage.table.skip(seat)
    stage.table.move(0, "market r1")
    stage.set_state(renaissance.write_state(state))
    for peer in peers.values():
        peer.inbox.clear()
    order = [peers[seat.name] for seat in stage.table.position.seats]
    return stage, order[0], order[1]


RICH = table(
    player(("1 coin", "2 stone", "3 servant"), leaders=(3, 13), played=(3, 13), box="2 shield", slots=((1,), (), ()),
           offered=(3, 13, 1, 2)),
    player(leaders=(5, 6), offered=(5, 6, 7, 8)),
    turn=3,
)  # fmt: skip


class TestProductionsBegunElsewhere:
    """A seat whose productions were begun in a browser, then resumed step by step."""

    @staticmethod
    def begun() -> State:
        """The first production is paid, its output held back."""
        state = apply_all(renaissance, RICH, 0, [renaissance.read("produce slot 1")])[-1].after
        assert isinstance(state, State)
        return state

    def test_they_can_be_collected(self) -> None:
        """activateProductions ends them."""
        _, ann, _ = in_state(self.begun())
        assert kinds(say(ann, "activateProductions")) == ["FaithUpdate", "DepositsUpdate"]

    def test_they_can_be_taken_back(self) -> None:
        """revertPickUp undoes them, and everybody is told."""
        stage, ann, bob = in_state(self.begun())
        assert kinds(say(ann, "revertPickUp")) == ["RevertUpdate", "DepositsUpdate"]
        assert kinds(heard(bob)) == ["RevertUpdate", "DepositsUpdate"]
        assert stage.table.position.state == RICH

    def test_nothing_is_added_to_them(self) -> None:
        """Switching on more is refused with a way out."""
        _, ann, _ = in_state(self.begun())
        (answer,) = say(ann, "toggleCardProd", {"slot": 1})
        assert "revertPickUp" in str(answer)
        assert renaissance.view(self.begun(), 0).phase == PRODUCING


class TestBench:
    """What is laid out belongs to one connection."""

    def test_others_hear_nothing(self) -> None:
        """Pick-ups, switches, choices and reverts are told to the actor alone, also when the purchase fails."""
        _, ann, bob = in_state(RICH)
        for kind, data in (
            ("pickUpResourceFromWarehouse", {"id": 2}),
            ("pickUpResourceFromStrongbox", {"res": "shield"}),
            ("toggleDiscount", {"res": "stone"}),
            ("substituteUnknownInInputBaseProduction", {"res": "coin"}),
            ("toggleCardProd", {"slot": 1}),
            ("buyCard", {"row": 0, "column": 0, "slot": 2}),
            ("pickUpResourceFromWarehouse", {"id": 2}),
            ("activateProductions", {}),
            ("revertPickUp", {}),
        ):
            assert say(ann, kind, data)
            assert heard(bob) == []

    def test_the_log_knows_nothing_of_it(self) -> None:
        """Nothing is written until the move is made, then it is one entry."""
        stage, ann, _ = in_state(RICH)
        seq = stage.table.position.seq
        say(ann, "toggleCardProd", {"slot": 1})
        say(ann, "pickUpResourceFromWarehouse", {"id": 1})
        assert stage.table.position.seq == seq
        say(ann, "activateProductions")
        assert stage.table.position.seq == seq + 1

    def test_a_covered_card_is_told_as_it_was(self) -> None:
        """Buying onto a slot that is switched on forgets the production that was there, not the new card's."""
        state = replace(
            RICH, grid=tuple((*(c for c in pile if c != 29), 29) if 29 in pile else pile for pile in RICH.grid)
        )
        rich = replace(state.players[0], strongbox=(3, 0, 0, 3))
        _, ann, _ = in_state(replace(state, players=(rich, state.players[1])))
        (before,) = say(ann, "toggleCardProd", {"slot": 1})
        for resource in ["coin"] * 3 + ["shield"] * 3:
            say(ann, "pickUpResourceFromStrongbox", {"res": resource})
        reset, slot, _ = say(ann, "buyCard", {"row": 1, "column": 0, "slot": 1})
        assert (reset["type"], slot["type"]) == ("ResetProductionsUpdate", "SlotUpdate")
        assert isinstance(reset["data"], dict)
        assert isinstance(before["data"], dict)
        assert reset["data"]["before"] == before["data"]["activeProd"]


class TestSetup:
    """The set-up as each connection is told it."""

    def test_the_first_player_must_pass_before_playing(self) -> None:
        """Seat 0 whose set-up is done, and everybody else's too, still ends its set-up turn with passTurn."""
        stage, peers = seated(2)
        first = peers[stage.table.position.seats[0].name]
        stage.table.skip(1)
        offered = stage.table.position.state
        assert isinstance(offered, State)
        say(first, "chooseLeader", [{"id": f"{leader}L"} for leader in offered.players[0].offered[:2]])
        assert kinds(say(first, "buyAtMarketInterface", {"rc": "r", "index": 0})) == ["ErrorMessage"]
        told = say(first, "passTurn")
        assert told[-1]["data"] == {"currNickname": stage.table.position.seats[0].name, "gamePhase": "ONGOING"}
        assert "MarketUpdate" in kinds(say(first, "buyAtMarketInterface", {"rc": "r", "index": 0}))

    def test_nobody_waits_for_a_pass(self) -> None:
        """Seat 1 never passes its set-up turn; once seat 0 plays, its pass is taken as given."""
        stage, peers = seated(2)
        first, second = (peers[seat.name] for seat in stage.table.position.seats)
        stage.table.move(0, "keep " + " ".join(map(str, stage.table.position.state.players[0].offered[:2])))  # type: ignore[attr-defined]
        say(first, "passTurn")
        heard(second)
        offered = stage.table.position.state
        assert isinstance(offered, State)
        say(second, "chooseLeader", [{"id": leader} for leader in offered.players[1].offered[2:]])
        say(second, "chooseResourceToDeposit", {"id": 1, "res": "coin"})
        heard(second)
        heard(first)
        say(first, "buyAtMarketInterface", {"rc": "r", "index": 0})
        assert kinds(heard(second))[:3] == ["NewTurnUpdate", "FaithUpdate", "MarketUpdate"]


def test_the_whole_table_comes_first() -> None:
    """What the house does because somebody is back is not told before the ReconnectUpdate, which has it already."""
    stage, peers = seated(3)
    for seat in range(3):
        stage.table.skip(seat)
    order = [seat.name for seat in stage.table.position.seats]
    for peer in peers.values():
        peer.drops()
    state = stage.table.position.state
    assert isinstance(state, State)
    stage.table.quit(order[state.seat])
    following = order[(state.seat + 1) % 3]
    back = stage.connect("renaissance-steps")
    heard(back)
    said = say(back, "RegisterResponse", {"nickname": following})
    assert kinds(said) == ["GenericMessage", "ReconnectUpdate"]
    assert said[1]["data"]["currNickname"] == following  # type: ignore[index]


# -- garbage ----------------------------------------------------------------------------------------------------------

FIELDS = ("id", "res", "rc", "index", "slot", "row", "column", "id1", "id2", "resourceType", "target", "chosenLeaders")
PLAIN = st.none() | st.booleans() | st.integers(-3, 70) | st.text(max_size=8) | st.sampled_from(["coin", "r", "3L"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=6,
)
KINDS = st.sampled_from([*RenaissanceSteps.COMMANDS, *CLASS_NAMES, "x.y.PassCommand", "PingResponse", ""]) | st.text(
    max_size=9
)
LINES = (
    st.none()
    | st.text(max_size=30)
    | st.builds(lambda kind, data: json.dumps({"type": kind, "data": data}), KINDS, VALUES)
    | VALUES.map(json.dumps)
)


@given(st.lists(LINES, min_size=1, max_size=12), st.sampled_from(["", "original"]))
@settings(max_examples=50, deadline=None)
def test_garbage(lines: list[str | None], profile: str) -> None:
    """Whatever is sent, the connection lives on; what is answered with an error alone has changed nothing."""
    stage, ann, bob = in_state(RICH, profile)
    for line in lines:
        before = stage.table.position
        ann.says(line)
        answers = kinds(heard(ann))
        assert ann.closed is None
        if answers and str(answers[0]).endswith("ErrorMessage"):
            assert stage.table.position is before
            assert heard(bob) == []
        heard(bob)


@given(st.lists(LINES.filter(lambda line: line is None or "RegisterResponse" not in line), min_size=1, max_size=8))
@settings(max_examples=30, deadline=None)
def test_garbage_before_the_nickname(lines: list[str | None]) -> None:
    """Before the nickname is given everything else is an error, or nothing at all (a PingResponse)."""
    stage = Stage(Settings(ping_seconds=0))
    ann = stage.connect("renaissance-steps")
    heard(ann)
    for line in lines:
        ann.says(line)
        assert kinds(heard(ann)) in (["ErrorMessage"], [])
    assert ann.closed is None
    assert stage.house.tables == {}
