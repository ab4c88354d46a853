"""The transcripts' own machinery: what it lets pass and what it does not."""

from __future__ import annotations

import pytest

from tests.wire.matching import Names, matches
from tests.wire.transcript import TRANSCRIPTS, Conversation, Mismatch

START = (TRANSCRIPTS / "splendor-json" / "start.txt").read_text()


@pytest.mark.parametrize(
    ("expected", "actual", "same"),
    [
        ('{"a": 1, "b": [2]}', '{"b":[2],"a":1}', True),
        ('{"a": 1}', '{"a":1,"b":2}', False),
        ('{"a": 1, …}', '{"a":1,"b":2}', True),
        ('{"a": 2, …}', '{"a":1,"b":2}', False),
        ('{"a": …}', '{"a":{"b":2}}', True),
        ('{"a": [1, …]}', '{"a":[1,2,3]}', True),
        ('{"a": [2, …]}', '{"a":[1,2,3]}', False),
        ('{"a": 1}', '{"a":true}', False),
        ('{"a": "there is no …"}', '{"a":"there is no card"}', True),
        ('{"a": "there is no …"}', '{"a":"there is a card"}', False),
        ("OK …", "OK 1 2", True),
        ("OK", "OK 1", False),
        ("{", "{", True),
    ],
)
def test_expectation(expected: str, actual: str, same: bool) -> None:
    """Values are compared, not bytes; … stands for anything where it stands and for nothing elsewhere."""
    assert matches(expected, actual, {}) is same


def test_names_are_settled_once() -> None:
    """A name takes the first value it meets and keeps it."""
    names: Names = {}
    assert matches('{"id":"${ann}"}', '{"id":"x1"}', names)
    assert names == {"ann": "x1"}
    assert not matches('{"id":"${ann}"}', '{"id":"x2"}', names)


@pytest.mark.parametrize(
    "spoilt",
    [
        START.replace('"connected_players":0', '"connected_players":7'),
        "\n".join(START.splitlines()[:-1]),
        START + "ann< {…}\n",
        START + "ann is closed\n",
        START + "ann jumps\n",
    ],
    ids=["wrong value", "unexpected message", "missing message", "not closed", "no line"],
)
def test_a_wrong_transcript_fails(spoilt: str) -> None:
    """What the server does not say, says besides, or does not do, is a failure."""
    with pytest.raises(Mismatch):
        Conversation(spoilt, "splendor-json").play()


def test_recording_fills_in_the_server() -> None:
    """A transcript whose server lines are deleted is restored by recording it."""
    mute = "\n".join(line for line in START.splitlines() if "< " not in line) + "\n"
    recorded = Conversation(mute, "splendor-json").record()
    Conversation(recorded, "splendor-json").play()
    assert recorded.count("< ") == START.count("< ")
