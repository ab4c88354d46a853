"""Where the document and the program of its time differ."""

from __future__ import annotations

from bottega.table.events import Presence
from bottega.wire.core.framing import Lines, WriteUtf
from bottega.wire.sagrada_json.messages import NOT_SUSPENDED
from bottega.wire.sagrada_json.profile import PROFILES


def test_the_document_speaks_json_from_the_first_line() -> None:
    """Lines of JSON, and the document's own error."""
    document = PROFILES[""]
    assert isinstance(document.framing(), Lines)
    assert (document.preface, document.not_suspended) == ((), NOT_SUSPENDED)


def test_the_program_of_the_time_began_with_text() -> None:
    """Records, two plain texts that its client waits for, and another error for a reconnect in vain."""
    original = PROFILES["original"]
    assert isinstance(original.framing(), WriteUtf)
    assert original.preface[-1] == "\nGame ready\n"
    assert original.not_suspended == 5


def test_the_program_of_the_time_had_its_own_word() -> None:
    """Its client shows ``suspend`` and knows no ``suspended``; all else is called the same."""
    document, original = PROFILES[""].events, PROFILES["original"].events
    assert document.keys() == original.keys()
    assert {presence: word for presence, word in original.items() if document[presence] != word} == {
        Presence.SUSPENDED: "suspend"
    }
