"""Cutting messages out of a stream: whole, byte by byte, with more behind them, and when they are broken."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.limits import MAX_MESSAGE, MAX_REMEMBERED, MAX_SKIPPED
from bottega.wire.core.framing import (
    BLANK,
    BrokenStream,
    Framing,
    JavaStrings,
    Lines,
    WriteUtf,
    from_modified_utf8,
    modified_utf8,
)

FRAMINGS: list[Callable[[], Framing]] = [Lines, WriteUtf, JavaStrings]
MESSAGES = ["{}", "zażółć gęślą jaźń", "a line with 🎲 dice", "x" * 1000]


def _stream(framing: Framing, messages: list[str]) -> bytes:
    return framing.greeting() + b"".join(map(framing.encode, messages))


@pytest.mark.parametrize("make", FRAMINGS)
def test_whole(make: Callable[[], Framing]) -> None:
    """All messages at once come out as they went in."""
    assert list(make().feed(_stream(make(), MESSAGES))) == MESSAGES


@pytest.mark.parametrize("make", FRAMINGS)
def test_byte_by_byte(make: Callable[[], Framing]) -> None:
    """It does not matter how the network cuts the stream."""
    reader = make()
    got = [message for byte in _stream(make(), MESSAGES) for message in reader.feed(bytes([byte]))]
    assert got == MESSAGES


@pytest.mark.parametrize("make", FRAMINGS)
def test_trailing_bytes(make: Callable[[], Framing]) -> None:
    """The beginning of the next message waits for its end."""
    reader = make()
    stream, following = _stream(make(), MESSAGES), make().encode("next")
    assert list(reader.feed(stream + following[:3])) == MESSAGES
    assert list(reader.feed(following[3:])) == ["next"]


@pytest.mark.parametrize("make", FRAMINGS)
def test_nothing_is_no_message(make: Callable[[], Framing]) -> None:
    """No bytes, no message."""
    assert list(make().feed(b"")) == []


@given(
    st.sampled_from(FRAMINGS),
    st.lists(st.text(st.characters(exclude_categories=("Cs", "Cc", "Z")), min_size=1), max_size=5),
    st.lists(st.integers(1, 40)),
)
@settings(max_examples=50)
def test_any_cut(make: Callable[[], Framing], messages: list[str], cuts: list[int]) -> None:
    """Any text in any pieces."""
    stream, reader, got = _stream(make(), messages), make(), []
    for cut in [*cuts, len(stream)]:
        got += list(reader.feed(stream[:cut]))
        stream = stream[cut:]
    assert got == messages


# -- lines ----------------------------------------------------------------------------------------------------------


def test_line_ends_and_blank_lines() -> None:
    """A carriage return is dropped, blank lines only count, a line without end is not yet one."""
    reader = Lines()
    assert list(reader.feed(b"one\r\n\r\n\n  \ntwo\nthr")) == ["one", BLANK, BLANK, BLANK, "two"]
    assert list(reader.feed(b"ee\n")) == ["three"]


@pytest.mark.parametrize("step", [1 << 20, 1000])
def test_a_line_too_long(step: int) -> None:
    """It is one unreadable message, however it arrives, and the next line is read as always."""
    reader = Lines()
    stream = b"x" * (3 * MAX_MESSAGE) + b"\nnext\n"
    got = [message for at in range(0, len(stream), step) for message in reader.feed(stream[at : at + step])]
    assert got == [None, "next"]


def test_the_longest_line() -> None:
    """Exactly as long as allowed is allowed."""
    assert list(Lines().feed(b"x" * MAX_MESSAGE + b"\n")) == ["x" * MAX_MESSAGE]
    assert list(Lines().feed(b"x" * (MAX_MESSAGE + 1) + b"\n")) == [None]


def test_a_line_that_never_ends() -> None:
    """Somebody who sends for ever without a line end is not listened to for ever."""
    reader = Lines()
    for _ in range(MAX_SKIPPED // 1024):
        assert list(reader.feed(b"x" * 1024)) == []
    with pytest.raises(BrokenStream, match="line"):
        list(reader.feed(b"x" * 1024))


def test_lines_are_looked_for_one_by_one() -> None:
    """Whoever is cut off after the first of a million lines has not had the others taken apart for it."""

    class Watched(bytes):
        looked = 0

        def find(self, *args: object) -> int:
            Watched.looked += 1
            return super().find(*args)  # type: ignore[arg-type]  # the same

    assert next(iter(Lines().feed(Watched(b"x\n" * 1_000)))) == "x"
    assert Watched.looked == 1


def test_a_line_that_is_not_text() -> None:
    """Bytes that are not UTF-8 are an unreadable message; the stream goes on."""
    assert list(Lines().feed(b"\xff\xfe\nok\n\xc3\n")) == [None, "ok", None]


# -- writeUTF -------------------------------------------------------------------------------------------------------


def test_write_utf_bytes() -> None:
    """The length counts bytes, not characters, and comes first."""
    assert WriteUtf().encode("zł") == b"\x00\x03z\xc5\x82"
    assert list(WriteUtf().feed(b"\x00\x00\x00\x01a")) == ["", "a"]


def test_write_utf_limits() -> None:
    """65,535 bytes fit, more do not."""
    assert list(WriteUtf().feed(WriteUtf().encode("x" * 65535))) == ["x" * 65535]
    with pytest.raises(ValueError, match="65536"):
        WriteUtf().encode("x" * 65536)


def test_write_utf_not_text() -> None:
    """A record that is not modified UTF-8 is an unreadable message; the next is read."""
    assert list(WriteUtf().feed(b"\x00\x01\xff\x00\x01a")) == [None, "a"]


@pytest.mark.parametrize(
    ("text", "raw"),
    [
        ("a", b"a"),
        ("\0", b"\xc0\x80"),
        ("é", b"\xc3\xa9"),
        ("€", b"\xe2\x82\xac"),
        ("🎲", b"\xed\xa0\xbc\xed\xbe\xb2"),
    ],
)
def test_modified_utf8(text: str, raw: bytes) -> None:
    """Java's own encoding: NUL as two bytes, a character beyond the basic plane as two surrogates."""
    assert modified_utf8(text) == raw
    assert from_modified_utf8(raw) == text


@pytest.mark.parametrize("raw", [b"\xff", b"\xc3", b"\xed\xa0\xbc", b"\xed\xbe\xb2x", b"\x80"])
def test_broken_modified_utf8(raw: bytes) -> None:
    """A lone surrogate, or a character cut off, is no text."""
    assert from_modified_utf8(raw) is None


@given(st.text())
def test_modified_utf8_round_trip(text: str) -> None:
    """Every text survives."""
    assert from_modified_utf8(modified_utf8(text)) == text


# -- the Java object stream -----------------------------------------------------------------------------------------

MAGIC = b"\xac\xed\x00\x05"


def _reference(handle: int) -> bytes:
    return b"\x71" + (0x7E0000 + handle).to_bytes(4, "big")


def test_java_header_and_strings() -> None:
    """The stream begins with its header; a string is a tag, a length and modified UTF-8."""
    assert JavaStrings().greeting() == MAGIC
    assert JavaStrings().encode("zł") == b"\x74\x00\x03z\xc5\x82"


def test_java_long_strings() -> None:
    """Above 65,535 bytes the length has eight; we send such, and read them as far as messages may be long."""
    text = "x" * MAX_MESSAGE
    raw = JavaStrings().encode(text)
    assert raw[:9] == b"\x7c" + MAX_MESSAGE.to_bytes(8, "big")
    assert list(JavaStrings().feed(MAGIC + raw)) == [text]
    short = b"\x7c" + (2).to_bytes(8, "big") + b"hi"
    assert list(JavaStrings().feed(MAGIC + short)) == ["hi"]


def test_java_references() -> None:
    """The same string object written twice is sent as a reference to the first."""
    reader = JavaStrings()
    stream = MAGIC + reader.encode("one") + reader.encode("two") + _reference(0) + _reference(1)
    got = [message for byte in stream for message in reader.feed(bytes([byte]))]
    assert got == ["one", "two", "one", "two"]


def test_java_reset_and_null() -> None:
    """After a reset handles count from the beginning; null is no message, but counts."""
    encode = JavaStrings().encode
    stream = MAGIC + encode("one") + b"\x79" + b"\x70" + encode("two") + _reference(0)
    assert list(JavaStrings().feed(stream)) == ["one", BLANK, BLANK, "two", "two"]


@pytest.mark.parametrize(
    "stream",
    [
        b"{}\n{}\n",
        MAGIC + b"\x73",
        MAGIC + b"\x77\x01a",
        MAGIC + _reference(0),
        MAGIC + JavaStrings().encode("a") + _reference(1),
        MAGIC + JavaStrings().encode("a") + b"\x79" + _reference(0),
        MAGIC + b"\x7c" + (1 << 62).to_bytes(8, "big"),
        MAGIC + b"\x7c" + (MAX_MESSAGE + 1).to_bytes(8, "big"),
    ],
    ids=["lines", "object", "block", "no handle", "later handle", "after reset", "huge", "too long"],
)
def test_a_broken_java_stream(stream: bytes) -> None:
    """What is no stream of strings cannot be read on: the connection ends."""
    with pytest.raises(BrokenStream):
        list(JavaStrings().feed(stream))


def test_a_java_string_that_is_not_text() -> None:
    """It is an unreadable message, also when it is referred to."""
    stream = MAGIC + b"\x74\x00\x01\xff" + _reference(0) + JavaStrings().encode("a")
    assert list(JavaStrings().feed(stream)) == [None, None, "a"]


def test_java_memory_is_bounded() -> None:
    """Old strings are forgotten when they fill the memory; referring to one then ends the stream."""
    reader, encode = JavaStrings(), JavaStrings().encode
    list(reader.feed(MAGIC))
    count = 2 * MAX_REMEMBERED // 60000
    for number in range(count):
        assert len(list(reader.feed(encode(f"{number}" + "x" * 60000)))) == 1
    assert [text and text[:3] for text in reader.feed(_reference(count - 1))] == [f"{count - 1}x"[:3]]
    with pytest.raises(BrokenStream, match="forgotten"):
        list(reader.feed(_reference(0)))


@pytest.mark.parametrize(
    ("make", "stream"),
    [(Lines, b"\n" * 300_000), (WriteUtf, b"\0\0" * 300_000), (JavaStrings, MAGIC + b"\x70" * 300_000)],
    ids=["lines", "writeUTF", "java"],
)
def test_a_flood_of_nothing_is_cut_in_linear_time(make: Callable[[], Framing], stream: bytes) -> None:
    """Whoever sends what says nothing is counted for each, and a stream of it is gone through once."""
    reader = make()
    assert sum(message == BLANK for message in reader.feed(stream)) == 300_000


# -- HTTP, which pages of other sites can make a browser send ----------------------------------------------------------

_POST = b"POST / HTTP/1.1\r\nHost: here:3000\r\nContent-Length: 17\r\n\r\n"
REQUESTS = {
    "a form": _POST,
    "a long address": b"GET /" + b"a" * (MAX_MESSAGE + 1000) + b" HTTP/1.1\r\n",
    "a question first": b"OPTIONS * HTTP/1.1\r\n",
    "by a proxy": b"get http://here:3000/ HTTP/1.1\r\n",
    "TLS with lines in its ticket": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\nLOGIN alice evil\n",
    "the newer HTTP": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "blank lines before it": b"\r\n \n" + _POST,
}


def _given_on(reader: Framing, stream: bytes, piece: int) -> list[str | None]:
    """What is made of a request that comes in such pieces, until the stream is given up."""
    got: list[str | None] = []
    try:
        for at in range(0, len(stream), piece):
            got += list(reader.feed(stream[at : at + piece]))
    except BrokenStream:
        return got
    raise AssertionError(f"it was read as {got}")


@pytest.mark.parametrize("piece", [1 << 20, 4096, 7])
@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_nothing_of_a_request_is_a_line(request_: bytes, piece: int) -> None:
    """Of an HTTP request no line is given on, however it is cut: the stream is given up at its first."""
    assert set(_given_on(Lines(), request_ + b"LOGIN alice evil\n", piece)) <= {BLANK}


def test_nothing_of_a_request_is_a_record() -> None:
    """The first two letters of a request would be the length of a record, and what follows the page's choice."""
    for piece in (1, 1 << 20):
        assert _given_on(WriteUtf(), _POST + b"x" * 30_000, piece) == []


@pytest.mark.parametrize("line", ["GET players", "POST", "GETTING /there", '{"GET /": "HTTP/1.1"}'])
def test_what_only_looks_like_a_request(line: str) -> None:
    """Words of our protocols that HTTP knows too are lines like any other."""
    assert list(Lines().feed(line.encode() + b"\n")) == [line]
