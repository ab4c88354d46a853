"""Taking back over the house protocol: what may be done is told beforehand, what was done is a step like any other."""

from __future__ import annotations

import pytest

from bottega.limits import GONE_SECONDS, Shares
from bottega.table.house import Settings
from tests.wire.house.stage import HouseStage


def test_free(stage: HouseStage) -> None:
    """Each step says whether its viewer may take back; the entry tells where the game stands again."""
    anna, bob = stage.playing()
    table = stage.table.id
    before = stage.table.position
    anna.does("act", table=table, actions=["take wbg"])
    assert (anna.latest("step")["undo"], bob.latest("step")["undo"]) == ("free", None)
    bob.fails("undo", "table.cannot-undo", table=table)
    anna.does("undo", table=table)
    step = bob.latest("step")
    assert (step["kind"], step["seat"], step["about"]) == ("undo", 0, str(before.seq))
    assert step["undo"] is None
    assert stage.table.position.state is before.state
    assert anna.latest("step")["legal"]


def test_by_consent(stage: HouseStage) -> None:
    """After somebody else's move it takes their consent: asked for, agreed to, done, each a step with its ballot."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("act", table=table, actions=["take wbg"])
    bob.does("act", table=table, actions=["take rkb"])
    assert anna.latest("step")["undo"] == "ask"
    anna.fails("undo", "table.undo-needs-consent", table=table)
    anna.does("undo", table=table, ask=True)
    ballot = bob.latest("step")["ballot"]
    asked = {"by": 0, "what": "undo", "to": 3, "asked": [1], "agreed": [], "seq": 6}
    assert ballot == {**asked, "seat": None, "bot": "", "name": ""}
    eve = stage.visitor()
    eve.does("watch", table=table)
    assert eve.latest("snapshot")["ballot"] == ballot
    bob.does("vote", table=table, yes=True)
    kinds = [step["kind"] for step in anna.heard() if step["type"] == "step"]
    assert kinds == ["propose", "vote", "undo"]
    assert stage.table.position.trail == ()


def test_nobody_asks_without_end(stage: HouseStage) -> None:
    """Each question is kept in the log for good: whoever asks for one thing after the other has to wait, whatever it
    is that they ask for; others may ask meanwhile, and what was asked for can still be answered.
    """
    anna, bob = stage.playing()
    table, motions = stage.table.id, Shares().motions_per_name
    for _ in range(motions.burst):
        anna.does("propose", table=table, what="pause")
        anna.does("vote", table=table, yes=False)
    assert "10 seconds" in anna.fails("propose", "house.asked-too-fast", table=table, what="pause")
    anna.fails("undo", "house.asked-too-fast", table=table, ask=True)
    bob.does("propose", table=table, what="pause")
    anna.does("vote", table=table, yes=False)
    stage.wait(motions.seconds)
    anna.does("propose", table=table, what="pause")
    assert stage.house.limits_hit == {"motions_per_name": 2}


def test_what_is_free_is_not_counted(stage: HouseStage) -> None:
    """Taking back one's own move asks nobody for anything."""
    anna, _ = stage.playing()
    table = stage.table.id
    for _ in range(Shares().motions_per_name.burst + 1):
        anna.does("act", table=table, actions=["take wbg"])
        anna.does("undo", table=table)


def test_a_pause_and_the_end(stage: HouseStage) -> None:
    """While the game is paused nothing is legal; the end that all agreed to is a result without a winner."""
    anna, bob = stage.playing()
    table = stage.table.id
    bob.does("propose", table=table, what="pause")
    anna.does("vote", table=table, yes=True)
    step = anna.latest("step")
    assert (step["kind"], step["about"], step["paused"], step["legal"]) == ("pause", "on", True, [])
    anna.fails("act", "table.paused", table=table, actions=["take wbg"])
    bob.does("play_on", table=table)
    assert anna.latest("step")["legal"]
    anna.does("propose", table=table, what="end")
    bob.does("vote", table=table, yes=True)
    assert anna.latest("step")["result"]["reason"] == "agreed"


def test_a_bot_for_who_is_away() -> None:
    """Whoever is away is played by a bot if those who are here agree, and plays again when back."""
    stage = HouseStage(Settings())
    anna, bob, cyd = stage.playing(names=("Anna", "Bob", "Cyd"), absent="skip")
    table = stage.table.id
    anna.fails("propose", "table.is-here", table=table, what="replace", name=cyd.name, bot="greedy")
    anna.fails("propose", "table.empty-seat", table=table, what="replace", name="Nobody", bot="greedy")
    anna.fails("propose", "house.no-such-bot", table=table, what="replace", name=cyd.name, bot="deep")
    cyd.drops()
    anna.fails("propose", "table.just-left", table=table, what="replace", name=cyd.name, bot="greedy")
    stage.wait(GONE_SECONDS)
    anna.does("propose", table=table, what="replace", name=cyd.name, bot="greedy")
    bob.does("vote", table=table, yes=True)
    seat = stage.table.position.seat_of(cyd.name)
    assert seat is not None
    assert stage.table.position.seats[seat].bot == "greedy"
    back = stage.visitor()
    back.does("hello", name=cyd.name, token=cyd.token)
    back.does("watch", table=table)
    assert stage.table.position.seats[seat].bot == ""


def test_a_vote_answers_one_question(stage: HouseStage) -> None:
    """A yes that was meant for something else is refused: between reading and answering the question may change."""
    anna, bob = stage.playing()
    table = stage.table.id
    anna.does("propose", table=table, what="pause")
    meant = bob.latest("step")["ballot"]["seq"]
    anna.does("vote", table=table, yes=False)
    bob.fails("vote", "table.other-question", table=table, yes=True, ballot=meant)
    anna.does("propose", table=table, what="end")
    bob.fails("vote", "table.other-question", table=table, yes=True, ballot=meant)
    assert stage.table.position.result is None
    bob.does("vote", table=table, yes=True, ballot=bob.latest("step")["ballot"]["seq"])
    assert stage.table.position.result is not None


@pytest.mark.parametrize("kind", ["undo", "propose", "vote", "play_on"])
def test_only_who_plays(stage: HouseStage, kind: str) -> None:
    """Who only watches takes nothing back, and is not asked."""
    stage.playing()
    eve = stage.guest("Eve")
    eve.does("watch", table=stage.table.id)
    needed: dict[str, dict[str, object]] = {"propose": {"what": "end"}, "vote": {"yes": True}}
    fields = needed.get(kind, {})
    eve.fails(kind, "house.not-seated", table=stage.table.id, **fields)
