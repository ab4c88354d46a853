"""The smallest scene, or the smallest input, that still goes wrong in the same way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from bottega.wire import DIALECTS
from trials.fuzz.failures import Failure
from trials.fuzz.scene import Doors, Recording, Send, replay

T = TypeVar("T")

SHOWN, WIDE = 40, 400
"""So many steps are printed, and so much of each."""
ATTEMPTS = 400
"""So often a smaller scene is tried."""


class Attempts:
    """How many tries are left, and whether what is tried goes wrong."""

    def __init__(self, fails: Callable[[T], bool], most: int) -> None:
        self._fails = fails
        self.left = most

    def fails(self, tried: object) -> bool:
        """Whether it goes wrong; no if nobody may try any more."""
        self.left -= 1
        return self.left >= 0 and self._fails(tried)  # type: ignore[arg-type]  # of whatever kind it was made for


def fewer(items: Sequence[T], fails: Callable[[list[T]], bool]) -> list[T]:
    """As few of the items as still fail, in their order."""
    kept = list(items)
    size = max(1, len(kept) // 2)
    while True:
        at, before = 0, len(kept)
        while at < len(kept):
            tried = kept[:at] + kept[at + size :]
            if fails(tried):
                kept = tried
            else:
                at += size
        if size > 1:
            size = max(1, size // 2)
        elif len(kept) == before:
            return kept


def shorter(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    """As few of the bytes as still fail, in their order."""
    return bytes(fewer(data, lambda tried: fails(bytes(tried)))) if data else data


def smallest(recording: Recording, failure: Failure, dialects: Doors = DIALECTS, most: int = ATTEMPTS) -> Recording:
    """The scene with as little in it as still fails in the same way; unchanged if it does not fail again."""
    at_the_end = failure.kind == "left"

    def same(steps: Sequence[object]) -> bool:
        tried = msgspec.structs.replace(recording, steps=tuple(steps))
        try:
            replay(tried, dialects, to_the_end=at_the_end)
        except Failure as other:
            return other.signature == failure.signature
        return False

    if not same(recording.steps):
        return recording
    attempts = Attempts(same, most if failure.kind != "hang" else most // 16)  # each takes as long as is allowed
    steps = fewer(recording.steps, attempts.fails)
    for number in reversed(range(len(steps))):
        step = steps[number]
        if isinstance(step, Send) and attempts.left > 0:
            who = step.who

            def fails(data: bytes, number: int = number, who: int = who) -> bool:
                return attempts.fails([*steps[:number], Send(who, data), *steps[number + 1 :]])

            steps[number] = Send(who, shorter(step.data, fails))
    return msgspec.structs.replace(recording, steps=tuple(steps))


def _short(text: str) -> str:
    return text if len(text) <= WIDE else f"{text[: WIDE // 2]} … {text[-WIDE // 2 :]}"


def told(recording: Recording) -> str:
    """A scene as lines that can be read."""
    lines = [f"plan: seed {recording.plan.seed}, {'slow, ' if recording.plan.slow else ''}{recording.plan.settings}"]
    if len(recording.steps) > SHOWN:
        lines.append(f"  … {len(recording.steps) - SHOWN} steps before")
    for step in recording.steps[-SHOWN:]:
        fields = [_short(repr(value)) for value in msgspec.structs.astuple(step)]
        lines.append(f"  {type(step).__name__.lower()} {' '.join(fields)}")
    return "\n".join(lines)
