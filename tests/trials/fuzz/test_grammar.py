"""Messages made from what a dialect listens to, and harm done to them."""

from __future__ import annotations

import json
from random import Random

import pytest

from bottega.wire import DIALECTS
from bottega.wire.core.machine import BadRequest
from tests.wire.stage import Stage
from trials.fuzz.frames import JavaWriter, LineWriter, UtfWriter, WebSocketWriter, writer_of
from trials.fuzz.grammar import Grammar, Memory
from trials.fuzz.mutation import MUTATIONS, bent, mutated


@pytest.mark.parametrize("name", DIALECTS)
def test_most_messages_are_understood(name: str) -> None:
    """What a grammar makes for a state has, more often than not, a row there and a payload that can be read."""
    random, dialect = Random(1), Stage().connect(name).dialect
    grammar, memory = Grammar(DIALECTS[name]), Memory("ann")
    understood = 0
    for state in grammar.states:
        for _ in range(20):
            try:
                kind, body = dialect.read(grammar.message(random, memory, state))
                row = dialect.machine.row(state, kind)
                if row is not None and "client_id" not in row.payload.__struct_fields__:
                    dialect.payload(body, row.payload)
                understood += row is not None
            except BadRequest:
                pass
    listening = [state for state in grammar.states if any(row.state == state for row in dialect.machine.rows.values())]
    assert understood > 10 * len(listening)


def test_what_the_server_said_is_given_back() -> None:
    """A field that is called like something the server has said gets its value."""
    memory = Memory("ann")
    memory.learn('{"answer_type":"server_hello","set_client_id":"abc","nested":[{"table":"t1"}]}')
    assert memory.recall(Random(1), "client_id") == "abc"
    assert memory.recall(Random(1), "table") == "t1"
    assert memory.recall(Random(1), "colour") is None


@pytest.mark.parametrize("mutation", MUTATIONS)
def test_every_mutation_takes_everything(mutation: object) -> None:
    """Nothing is too short to be harmed, and nothing gets too long."""
    assert callable(mutation)
    random = Random(2)
    for data in (b"", b"x", b'{"a":[1,2]}', b"\xff" * 100):
        for _ in range(20):
            assert len(mutation(random, data, [data])) < 300_000


def test_json_is_bent_as_a_value() -> None:
    """It stays JSON, and is another value; what is no JSON stays as it is."""
    random, text = Random(3), '{"type":"x","data":{"a":[1,2,3]}}'
    made = {bent(random, text) for _ in range(200)}
    assert len(made) > 50
    assert all(json.loads(each) is not None for each in made)
    assert bent(random, "no JSON") == "no JSON"
    assert len({mutated(random, text.encode(), [b"y"]) for _ in range(200)}) > 150


def test_every_framing_has_its_writer() -> None:
    """What a writer frames the framing reads."""
    random = Random(4)
    for writer, door in (
        (LineWriter, "sagrada-text"),
        (JavaWriter, "splendor-json+original"),
        (UtfWriter, "sagrada-json+original"),
    ):
        name, _, profile = door.partition("+")
        framing = DIALECTS[name].framing(profile)
        made = writer_of(framing)
        assert isinstance(made, writer)
        stream = made.opening() + made.frame(random, b"one") + made.frame(random, b"two")
        assert list(framing.feed(stream)) == ["one", "two"]
        assert made.odd(random)
    assert isinstance(writer_of(None), WebSocketWriter)
