"""What every message of a protocol means: its name, a sentence, and the section of its page that describes it.

How it works. ``guides/NAME.txt`` is the one place where that is written, for both directions. Its head says how
messages are named (``key``: the JSON keys that hold the name, of what clients say and of what the server says, or
``words``), what belongs to the name for a reader (``detail``), and what nobody else should read (``secret``). The wire
page and the sequence diagrams ask here; the suite holds every message of every transcript against it.

What must stay true: :meth:`Guide.masked` hides secrets in whatever a client may send, also in what cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from bottega.wire import DIALECTS
from bottega.wire.core.loose_json import Object, Unreadable, read_object, write_object
from bottega.wire.core.machine import Machine
from bottega.wire.house.dialect import HouseDialect

SAID, TOLD = ">", "<"
"""From a client; from the server."""
HIDDEN = "…"
"""What stands where a secret stood; in a transcript it matches anything."""
WORDS = "words"
"""The key of protocols whose messages are lines of words."""
HOUSE = HouseDialect.NAME


class Entry(msgspec.Struct, frozen=True):
    """One message: a sentence about it and the section of the page that describes it."""

    sentence: str
    section: str


class Guide:
    """What the messages of one protocol mean."""

    def __init__(self, text: str, aliases: Mapping[str, str] | None = None) -> None:
        self.entries: dict[tuple[str, str], Entry] = {}
        self._aliases = aliases or {}
        head: dict[str, list[str]] = {}
        section = ""
        for line in text.splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif line.startswith((SAID, TOLD)):
                name, _, sentence = line[1:].partition(": ")
                self.entries[line[0], name.strip()] = Entry(sentence, section)
            elif line and not line.startswith("#"):
                key, _, values = line.partition(": ")
                head[key] = values.split()
        keys = head["key"]
        self._keys = {SAID: keys[0], TOLD: keys[-1]}
        self._details = head.get("detail", [])
        self.secrets = tuple(head.get("secret", []))
        """What nobody else should read: keys, or the names of messages made of words."""
        names = "|".join(map(re.escape, self.secrets))
        self._secret = re.compile(rf'"({names})"(\s*:\s*)"(?:[^"\\]|\\.)*"?', re.DOTALL)

    def name(self, way: str, message: str) -> str:
        """What a message is called, empty if it has no name."""
        if self._keys[way] == WORDS:
            return self._named_by_words(way, message)
        fields = _object(message)
        if fields is None:
            return message.strip() if (way, message.strip()) in self.entries else ""
        name = fields.get(self._keys[way])
        return name.rpartition(".")[2] if isinstance(name, str) else ""

    def label(self, way: str, message: str) -> str:
        """The name with what a reader wants to know besides: ``end_of_round discard_gems``."""
        fields = _object(message) or {}
        details = [str(fields[key]) for key in self._details if isinstance(fields.get(key), str | int)]
        return " ".join([self.name(way, message), *details])

    def about(self, way: str, name: str) -> Entry | None:
        """What is known of a message of that name."""
        return self.entries.get((way, self._aliases.get(name, name)))

    def masked(self, way: str, message: str) -> str:
        """The message without its secrets."""
        if not self.secrets:
            return message
        if self._keys[way] == WORDS:
            return self._masked_words(way, message)
        fields = _object(message)
        if fields is not None and "\\u" in message and any(key in fields for key in self.secrets):
            message = write_object(fields)  # a key can be spelt in many ways
        return self._secret.sub(rf'"\1"\2"{HIDDEN}"', message)

    def _named_by_words(self, way: str, message: str) -> str:
        words = message.split()
        for count in (2, 1):
            if (way, name := " ".join(words[:count])) in self.entries:
                return name
        return ""

    def _masked_words(self, way: str, message: str) -> str:
        """Without all that follows the name in a message with a password, or in one that may have been meant as one."""
        words = message.split()
        name = self._named_by_words(way, message)
        if way == SAID and len(words) > 2 and (not name or name in self.secrets):
            return " ".join([*words[:2], HIDDEN])
        return message


def _object(message: str) -> Object | None:
    try:
        return read_object(message)
    except Unreadable:
        return None


@cache
def guide(name: str) -> Guide:
    """The guide to the protocol of that name."""
    text = (files("bottega.wire") / "guides" / f"{name}.txt").read_text("utf-8")
    return Guide(text, DIALECTS[name].machine.aliases if name in DIALECTS else {})


# -- for other programs ------------------------------------------------------------------------------------------------


class StateGuide(msgspec.Struct, frozen=True):
    """A state of a protocol: the messages that are heard in it, and where it may lead."""

    state: str
    takes: tuple[str, ...]
    leads: tuple[str, ...]


class ProtocolGuide(msgspec.Struct, frozen=True):
    """What a page needs to explain a protocol: its messages of both directions, its states, and the keys of secrets."""

    said: dict[str, Entry]
    told: dict[str, Entry]
    states: tuple[StateGuide, ...]
    secrets: tuple[str, ...]


class WireGuide(msgspec.Struct, frozen=True):
    """Every protocol by its name, and where the house listens: ports by protocol and profile."""

    protocols: dict[str, ProtocolGuide]
    ports: dict[str, int]


def wire_guide(ports: Mapping[str, int]) -> WireGuide:
    """All guides, with the machines of their protocols."""
    machines = {**{name: dialect.machine for name, dialect in DIALECTS.items()}, HOUSE: HouseDialect.machine}
    return WireGuide({name: _protocol_guide(guide(name), machine) for name, machine in machines.items()}, dict(ports))


def _protocol_guide(known: Guide, machine: Machine[Any]) -> ProtocolGuide:
    messages = {
        way: {name: entry for (other, name), entry in known.entries.items() if other == way} for way in (SAID, TOLD)
    }
    messages[SAID] |= {alias: messages[SAID][name] for alias, name in machine.aliases.items()}
    states = type(machine.start)
    return ProtocolGuide(
        messages[SAID],
        messages[TOLD],
        tuple(
            StateGuide(
                state.name.lower(),
                tuple(message for (where, message) in machine.rows if where is state),
                tuple(then.name.lower() for then in states if then is not state and machine.leads(state, then)),
            )
            for state in states
        ),
        known.secrets,
    )
