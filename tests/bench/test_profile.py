"""A sample belongs to one layer, and the layers of a thread share its time."""

from __future__ import annotations

from collections import Counter

import pytest

from bench.profile import by_layer, layer_of, read_samples, table

MAIN = "thread (7): MainThread"
TELL = "Table._tell (bottega/table/table.py)"


@pytest.mark.parametrize(
    ("stack", "layer"),
    [
        ((MAIN, "Runner.run (asyncio/runners.py)"), "kernel: waiting and reading"),
        (
            (MAIN, "Runner.run (asyncio/runners.py)", "Shell.flush (bottega/server/shell.py)"),
            "kernel: writing to sockets",
        ),
        ((MAIN, "Shell._go_on (bottega/server/shell.py)"), "shell: limits and queues"),
        ((MAIN, TELL, "Dialect.told (bottega/wire/core/dialect.py)"), "telling"),
        ((MAIN, "Dialect.run (bottega/wire/core/dialect.py)"), "dialect"),
        ((MAIN, TELL, "write_object (bottega/wire/core/loose_json.py)"), "JSON"),
        ((MAIN, "apply (bottega/games/splendor/rules.py)", "sum (elsewhere.py)"), "rules"),
        (("thread (8)", "Writer._commit (bottega/store/writer.py)"), "log: the commit"),
        (("thread (8)", "Writer._lend (bottega/store/writer.py)"), "log: the commit"),
        ((MAIN, "Writer._do (bottega/store/writer.py)"), "log: writing a group"),
        ((MAIN, "main (elsewhere.py)"), "other"),
    ],
)
def test_a_sample_belongs_to_its_innermost_layer(stack: tuple[str, ...], layer: str) -> None:
    """What is called from a layer and belongs to none counts for it."""
    assert layer_of(stack) == layer


def test_line_numbers_do_not_tell_functions_apart() -> None:
    """Two lines of a function are one function."""
    text = "thread (7): MainThread;f (a.py:1) 2\nthread (7): MainThread;f (a.py:9) 3\n"
    assert read_samples(text) == [((MAIN, "f (a.py)"), 5)]


def test_every_thread_shares_its_own_time() -> None:
    """However often a thread was seen, its layers take what the kernel says it took."""
    samples = [
        ((MAIN, "Shell.flush (bottega/server/shell.py)"), 1),
        ((MAIN, "apply (bottega/games/splendor/rules.py)"), 3),
        (("thread (8)", "Writer._commit (bottega/store/writer.py)"), 500),
    ]
    took = by_layer(samples, {"7": 4.0, "8": 1.0})
    assert took == {"kernel: writing to sockets": 1_000_000, "rules": 3_000_000, "log: the commit": 1_000_000}
    assert table(took, 100_000)[1].split() == ["rules", "60.0%", "30.0"]
    assert table(Counter(took), 100_000)[-1].split() == ["all", "100.0%", "50.0"]
