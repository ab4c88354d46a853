"""Text with ink: widths, flowing lines, blocks side by side."""

from __future__ import annotations

from bottega.terminal.canvas import (
    Span,
    beside,
    boxed,
    clickable,
    flowing,
    inked,
    joined,
    lettering,
    line,
    name,
    padded,
    paragraph,
    text,
    width,
)


def test_a_line_is_made_of_texts_spans_and_lines() -> None:
    """What is put together keeps its inks."""
    made = line("a", Span("b", "bold"), line("c"))
    assert made == (Span("a"), Span("b", "bold"), Span("c"))
    assert text(inked(made, "dim")) == "abc"
    assert [span.ink for span in inked(made, "dim")] == ["dim", "bold", "dim"]
    assert {span.click for span in clickable(made, "x")} == {"x"}


def test_width_counts_columns_not_characters() -> None:
    """A Chinese character takes two columns of a terminal."""
    assert width(line("山a")) == 3


def test_padding_fills_up_and_never_cuts_silently() -> None:
    """What is longer than its place ends in an ellipsis."""
    assert text(padded(line("ab"), 4)) == "ab  "
    assert text(padded(line("abcd"), 4)) == "abcd"
    assert text(padded(line("abc", "def"), 4)) == "abc…"


def test_a_name_cannot_move_the_cursor() -> None:
    """Names are other people's text: control characters are shown, not done; long ones end in an ellipsis."""
    assert name("Ada\x1b[2J") == "Ada\\x1b[2J"
    assert name("Bartholomäus", 6) == "Barth…"
    assert name("Bo", 4) == "Bo  "


def test_blocks_stand_side_by_side() -> None:
    """Shorter blocks are filled up, so that what is right of them stays in its column."""
    left, right = [line("ab"), line("c")], [line("x"), line("y"), line("z")]
    assert lettering(beside(left, right, gap=1)) == "ab x\nc  y\n   z"


def test_parts_flow_into_the_next_line() -> None:
    """A part that does not fit begins a new line under the first; none is broken."""
    parts = [line("aaa"), line("bbb"), line("ccc")]
    assert lettering(flowing("it", parts, 12)) == "it aaa  bbb\n   ccc"


def test_a_paragraph_is_wrapped_between_words() -> None:
    """No word is broken, no line is longer than asked for."""
    assert lettering(paragraph("one two three", 8, indent=1)) == " one two\n three"


def test_a_box_is_as_wide_as_asked_for() -> None:
    """Frame included."""
    assert lettering(boxed([line("a")], 5)) == "╭───╮\n│a  │\n╰───╯"


def test_joined_lines_have_something_between_them() -> None:
    """And nothing before the first or after the last."""
    assert text(joined([Span("a"), line("b", "c")], "+")) == "a+bc"
