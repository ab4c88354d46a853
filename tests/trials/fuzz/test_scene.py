"""Scenes: the whole server without sockets, the same every time."""

from __future__ import annotations

from random import Random

import pytest

from trials.fuzz.clockwork import Loop, NoRest
from trials.fuzz.corpus import Corpus, prepared, spoken
from trials.fuzz.failures import Failure
from trials.fuzz.forms import Form, WebSocketReader, tag, tags_of
from trials.fuzz.frames import websocket_frame
from trials.fuzz.scene import Connect, Drop, Plan, Recording, Scene, Send, Step, Wait, replay

HELLO = b'{"type":"hello","cmd_id":"1","name":"ann"}'


def _heard(steps: list[Step], who: int) -> list[str]:
    with Scene(Plan(5)) as scene:
        for step in steps:
            scene.perform(step)
        return list(scene.lines[who].heard)


def test_a_protocol_over_lines() -> None:
    """Bytes go in through the framing, in whatever pieces, and answers come out."""
    steps: list[Step] = [Connect(0, "sagrada-text"), Send(0, b"LOGIN an"), Send(0, b"n pw\nGET tool\n")]
    assert _heard(steps, 0) == ["Connection established!", "LOGIN ok", "LOBBY 1", "INVALID message"]


def test_the_house_protocol_over_frames() -> None:
    """A WebSocket is a door like the others; a replay draws the same tokens."""
    steps: list[Step] = [Connect(0, "house"), Send(0, websocket_frame(Random(1), 0x81, HELLO))]
    welcome, hello = _heard(steps, 0)
    assert welcome.startswith('{"type":"welcome"')
    assert hello.startswith('{"type":"ok","cmd_id":"1"')
    assert _heard(steps, 0) == [welcome, hello]


def test_time_passes_when_told() -> None:
    """Timers are due when the clock gets there: who never gives a name is cut off."""
    with Scene(Plan(1)) as scene:
        scene.perform(Connect(0, "splendor-json"))
        scene.perform(Wait(100.0))
        assert scene.lines[0].open
        scene.perform(Wait(30.0))
        assert not scene.lines[0].open


def test_a_house_that_everybody_has_left_is_empty() -> None:
    """At the end of a scene nothing is left but what the log holds; what is left is a failure."""
    steps = (Connect(0, "sagrada-json"), Send(0, b'{"id":"login","username":"ann"}\n'), Drop(0))
    replay(Recording(Plan(1), steps))
    with Scene(Plan(1)) as scene:
        for step in steps:
            scene.perform(step)
        scene.house.set_aside["x"] = "for this test"
        with pytest.raises(Failure, match=r"1 entries are left in House\.set_aside"):
            scene.close()


def test_a_loop_that_never_rests() -> None:
    """Calls that always make another are noticed."""
    loop = Loop(0.0)

    def again() -> None:
        loop.call_soon(again)

    again()
    with pytest.raises(NoRest):
        loop.settle()


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ('{"answer_type":"game_board","x":1}', "answer_type game_board"),
        ('{"type":"it.polimi.ingsw.PingRequest","data":{}}', "type PingRequest"),
        ("GAME turn_start 0 1", "GAME turn_start"),
        ("LOBBY 1", "LOBBY"),
        ("\nGame ready\n", "Game ready"),
    ],
)
def test_messages_have_tags(message: str, kind: str) -> None:
    """A message is known by how it begins."""
    assert tag(message) == kind


def test_forms_are_learned_from_transcripts() -> None:
    """What no transcript shows is not a dialect's own, nor is what cannot be read."""
    form = Form(tags_of("splendor-json"))
    assert form.fault('{"answer_type":"game_board"}') == ""
    assert "oops" in form.fault('{"answer_type":"oops"}')
    assert form.fault('{"answer_type":"game_board"') != ""
    assert Form(None).fault('{"type":"ok"}') != ""


def test_a_websocket_is_read_as_a_client_reads_it() -> None:
    """The answer to the handshake, then texts; control frames are no texts, and others should not come."""
    reader = WebSocketReader()
    assert list(reader.feed(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x81\x02hi\x8a\x00\x82\x00")) == ["hi", None]
    assert list(reader.feed(b"\x88\x00")) == []
    assert reader.closed
    refused = WebSocketReader()
    assert list(refused.feed(b"HTTP/1.1 404 Not Found\r\n\r\nno")) == []
    assert refused.refused == "HTTP/1.1 404 Not Found"


def test_a_corpus_keeps_what_reaches_something_new() -> None:
    """It begins with what clients say in transcripts, and grows by what leads somewhere new."""
    corpus = Corpus(spoken("sagrada-text"))
    assert b"GET_DICE_LIST" in corpus.messages
    count = len(corpus.messages)
    for message in (b"one", b"two"):
        corpus.learn(Random(1), message, [("door", "STATE", "message", "ok")])
    assert corpus.messages[count:] == [b"one"]
    assert prepared("sagrada")
