"""renaissance-steps beyond its transcripts: whoever comes back is told everything, garbage changes nothing."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games.renaissance.model import State
from bottega.limits import ANSWER_SECONDS
from bottega.table.house import Settings
from bottega.wire.renaissance_steps import RenaissanceSteps
from tests.wire.renaissance_steps.staging import RICH, heard, in_state, kinds, say, seated
from tests.wire.stage import SlowLog, Stage

MACHINE = RenaissanceSteps.machine


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
    assert said[1]["data"]["currNickname"] == following


# -- time limits ---------------------------------------------------------------------------------------------------


def test_a_nickname_in_the_last_moment() -> None:
    """A nickname that is on its way to the disk when the time for it is over came in time."""
    log = SlowLog()
    stage = Stage(Settings(ping_seconds=0), log=log)
    ann = stage.connect("renaissance-steps")
    heard(ann)
    stage.wait(ANSWER_SECONDS - 1)
    say(ann, "RegisterResponse", {"nickname": "ann"})
    stage.wait(2)
    log.commit()
    assert kinds(heard(ann)) == ["GenericMessage", "PlayerNumberRequest"]
    assert ann.closed is None


def test_a_number_in_the_last_moment() -> None:
    """So did a number of players; but a refused one must be followed by a better one in time."""
    log = SlowLog()
    stage = Stage(Settings(ping_seconds=0), log=log)
    ann = stage.connect("renaissance-steps")
    say(ann, "RegisterResponse", {"nickname": "ann"})
    log.commit()
    heard(ann)
    stage.wait(ANSWER_SECONDS - 1)
    say(ann, "PlayerNumberResponse", {"number": 2})
    stage.wait(2)
    log.commit()
    assert kinds(heard(ann)) == ["GenericMessage"]
    stage.wait(2 * ANSWER_SECONDS)
    assert ann.closed is None


def test_a_number_that_is_never_said() -> None:
    """Whoever is asked and only says nonsense is not waited for any longer than whoever says nothing."""
    stage = Stage(Settings(ping_seconds=0))
    ann = stage.connect("renaissance-steps")
    say(ann, "RegisterResponse", {"nickname": "ann"})
    stage.wait(ANSWER_SECONDS - 1)
    assert kinds(say(ann, "PlayerNumberResponse", {"number": 9})) == ["ErrorMessage", "PlayerNumberRequest"]
    stage.wait(1)
    assert ann.closed == "waited too long"


# -- garbage ----------------------------------------------------------------------------------------------------------

FIELDS = ("id", "res", "rc", "index", "slot", "row", "column", "id1", "id2", "resourceType", "target", "chosenLeaders")
PLAIN = st.none() | st.booleans() | st.integers(-3, 70) | st.text(max_size=8) | st.sampled_from(["coin", "r", "3L"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(FIELDS), inner, max_size=4),
    max_leaves=6,
)
KINDS = st.sampled_from([*sorted(MACHINE.messages), *MACHINE.aliases, "x.y.PassCommand", "PingResponse", ""]) | st.text(
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
