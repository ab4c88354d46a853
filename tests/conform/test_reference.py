"""The reference: a house that is dealt what somebody says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from bottega.conform.reference import Deal, Peer, Reference
from bottega.games import splendor
from bottega.games.core import Action
from bottega.games.splendor.model import Options
from bottega.table.house import Settings
from bottega.table.position import AnyPosition
from bottega.wire.splendor_json.dialect import OPTIONS


class Fate:
    """An oracle that has made up its mind."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.state = splendor.new(3, bytes(32), msgspec.convert(OPTIONS, Options))

    def deal(self, names: tuple[str, ...]) -> Deal | None:
        """The last is the first."""
        return Deal(names[::-1], self.state)

    def foresee(self, position: AnyPosition, seat: int, actions: Sequence[Action]) -> Any:
        """Nothing is changed."""
        self.asked.append("; ".join(map(str, actions)))
        return position.state


def _sits(reference: Reference, name: str) -> Peer:
    peer = reference.connect("splendor-json", "")
    own = json.loads(peer.inbox.popleft())["set_client_id"]
    peer.says(json.dumps({"request_type": "client_hello", "client_id": own, "nick": name}))
    peer.inbox.popleft()
    return peer


def test_the_deal_and_the_order_are_the_oracles() -> None:
    """The game begins with the state and the order of play that the oracle names."""
    fate = Fate()
    reference = Reference(Settings(seats=3, per_address=0), fate)
    peers = [_sits(reference, name) for name in ("ann", "bob", "cay")]
    board = json.loads(peers[0].inbox.popleft())
    assert [player["nick"] for player in board["players"]] == ["cay", "bob", "ann"]
    assert reference.table is not None
    assert reference.table.position.state == fate.state


def test_the_oracle_is_asked_before_every_legal_move() -> None:
    """It is told the actions; of what is refused anyway it never hears."""
    fate = Fate()
    reference = Reference(Settings(seats=3, per_address=0), fate)
    peers = [_sits(reference, name) for name in ("ann", "bob", "cay")]
    for peer in peers:
        peer.inbox.clear()
        own = next(iter(peer.dialect._ids))  # type: ignore[attr-defined]  # splendor-json's secret
        gems = {"white": 1, "green": 1, "blue": 1}
        peer.says(json.dumps({"request_type": "get_gems", "client_id": own, **gems}))
    assert fate.asked == ["take wbg"]


def test_time_passes_only_when_told() -> None:
    """What is due happens in its order, and nothing before."""
    reference = Reference(Settings(), Fate())
    peer = reference.connect("splendor-json", "")
    rung: list[float] = []
    peer.later(5, lambda: rung.append(reference.now()))
    peer.later(9, lambda: rung.append(reference.now())).cancel()
    begin = reference.now()
    reference.wait(4)
    assert rung == []
    reference.wait(10)
    assert rung == [begin + 5]


def test_who_is_dropped_hears_nothing() -> None:
    """A connection that is gone is sent nothing more."""
    reference = Reference(Settings(), Fate())
    peer = reference.connect("splendor-json", "")
    peer.inbox.clear()
    peer.drops()
    peer.says("{}")
    assert not peer.inbox
