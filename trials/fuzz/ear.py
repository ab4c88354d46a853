"""Listens in on one dialect: what every message led to, and whether that was right.

The rules that hold for each message a dialect is given:

1. A refused message changes nothing: no entry, no table, no seat, no queue, nobody's presence, and not the state of
   the connection. Whatever a machine promises otherwise is listed in ``EXCUSED``.
2. A change of state is one that the machine has a way for.
3. Every command of the house protocol has exactly one answer.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import TYPE_CHECKING, Any

from bottega.games.refusal import Refusal
from bottega.wire.core.dialect import Dialect
from bottega.wire.core.machine import BadRequest, Handling, Row
from trials.fuzz.failures import Failure

if TYPE_CHECKING:
    from trials.fuzz.scene import Line, Scene

EXCUSED = {
    ("splendor-json", "move pass"): "whoever can do nothing is passed over, which the document has no request for",
}
"""Dialect and first entry of changes that come with a refusal."""
STATES_EXCUSED = {
    ("renaissance-steps", "PICKUPPHASE"): "a purchase or an activation that fails empties the bench",
    ("renaissance-json", "OVER"): "whoever asks for another game has left the last one",
}
"""Dialect and state that may be left by a refusal."""

MESSAGES_EXCUSED = {
    ("sagrada-text", "GAME end_turn"): "to the program's own client a turn that cannot end yet is announced once more",
}
"""Dialect and message that may lead elsewhere though it is refused."""

_ANSWER = re.compile(rb'\{"type":"(ok|refused)","cmd_id":')
_CODE = re.compile(rb'"code":"([^"]*)"')


class Ear:
    """On one connection's dialect."""

    def __init__(self, scene: Scene, line: Line) -> None:
        self._scene = scene
        self._line = line
        self._dialect: Dialect[Any] = line.dialect
        self.state: Enum = self._dialect.state
        """Where the connection stood when something last happened to it."""
        self._away = False
        self._kind = ""
        self._codes: list[str] = []
        dialect: Any = self._dialect
        self._received, self._told, self._noticed = dialect.received, dialect.told, dialect.noticed
        self._refuse, self._answer, self._handle = dialect.refuse, dialect._answer, dialect.handle
        for name in ("received", "told", "noticed", "refuse", "handle"):
            setattr(dialect, name, getattr(self, name))
        dialect._answer = self.answer

    # -- in place of the dialect's own --------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """A message comes."""
        scene, dialect, out = self._scene, self._dialect, self._line.shell._out
        scene.messages += 1
        self._look()
        state, count = self.state, len(out)
        self._kind, self._codes = "", []
        before = self._fingerprint()
        scene.log.written.clear()
        self._received(message)
        self._look()
        answers = [raw for raw in out[count:] if _ANSWER.search(raw, 0, 40)] if dialect.NAME == "house" else []
        for raw in answers:
            if code := _CODE.search(raw):
                self._codes.append(code[1].decode())
        if self._codes:
            self._check_unchanged(message, state, before)
        if dialect.NAME == "house" and not scene.plan.slow and len(answers) != 1 and not dialect.gone:
            raise Failure("answers", f"{len(answers)} answers to {message!r}")
        outcome = self._codes[0] if self._codes else "ok"
        scene.reached.add((self._line.door, state.name, self._kind, outcome))

    def told(self, event: Any) -> None:
        """Something has happened at the table."""
        self._look()
        self._told(event)
        self._look()

    def noticed(self, notice: Any) -> None:
        """Somebody came or went."""
        self._look()
        self._noticed(notice)
        self._look()

    def refuse(self, bad: BadRequest) -> Handling:
        """A message makes no sense."""
        self._codes.append(f"{type(bad).__name__} {bad.error} {' '.join(str(bad).split(None, 3)[:3])}")
        handling: Handling = self._refuse(bad)
        return handling

    def answer(self, handling: Handling, outcome: Any, waited: bool) -> None:
        """A command has its outcome."""
        if isinstance(outcome, Refusal):
            self._codes.append(outcome.code)
        self._answer(handling, outcome, waited)

    def handle(self, row: Row[Any], payload: Any) -> Handling:
        """A message has a row."""
        self._kind = row.message
        handling: Handling = self._handle(row, payload)
        return handling

    def look_away(self) -> None:
        """States may change in ways in which no player would change them, until ``look_again``."""
        self._away = True

    def look_again(self) -> None:
        """From here on the machine's ways hold."""
        self._away, self.state = False, self._dialect.state

    # -- what is held against what ------------------------------------------------------------------------------------

    def _look(self) -> None:
        """See that the state is one that the machine promises after the last."""
        state = self._dialect.state
        if state is not self.state:
            if not self._away and not self._dialect.machine.leads(self.state, state):
                was, self.state = self.state, state
                raise Failure(
                    "state",
                    f"{self._line.door}: nothing leads from {was.name} to {state.name}",
                    f"{was.name} {state.name}",
                )
            self.state = state

    def _fingerprint(self) -> tuple[object, ...]:
        """All that a refused message must leave as it is, but for the log."""
        house = self._scene.house
        tables = tuple(house.tables.values())
        return (
            *map(id, tables),
            *[id(table.head) for table in tables],
            *[id(table.position) for table in tables],
            *[tuple(table.attendance.keepers.items()) for table in tables],
            *[frozenset(table.attendance.suspended) for table in tables],
            frozenset(house.holdings.names()),
            *[tuple(map(id, queue)) for queue in house.reception.queues.values()],
            len(house.reception.seating),
            *[(name, key, _count(who)) for name, keys in house.identity._guests.items() for key, who in keys.items()],
            len(house.identity._logins),
        )

    def _excused(self, state: Enum) -> bool:
        """Whether a refusal may lead away from that state."""
        name = self._dialect.NAME
        return (name, state.name) in STATES_EXCUSED or (name, self._kind) in MESSAGES_EXCUSED or self._dialect.gone

    def _check_unchanged(self, message: str | None, state: Enum, before: tuple[object, ...]) -> None:
        scene, name = self._scene, self._dialect.NAME
        written = scene.log.written
        if written and (name, written[0]) in EXCUSED:
            return
        changed = ""
        if written:
            changed = f"wrote {written[:4]}"
        elif scene.plan.slow:  # what was on its way may have arrived meanwhile
            return
        elif before != (after := self._fingerprint()):
            changed = f"changed {[(a, b) for a, b in zip(before, after, strict=False) if a != b][:2] or 'tables'}"
        elif self.state is not state and not self._excused(state):
            changed = f"led from {state.name} to {self.state.name}"
        if changed:
            raise Failure(
                "changed",
                f"{self._line.door} refused {message!r} in {state.name} ({self._codes}), which {changed}",
                f"{name} {state.name} {self._kind}",
            )


def _count(value: Any) -> int:
    return value if isinstance(value, int) else len(value)
