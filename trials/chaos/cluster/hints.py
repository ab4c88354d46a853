"""A bad line to the bus: hints are lost, doubled, late and in another order; everything else arrives.

What Valkey sends is a sequence of values (RESP): three texts for a message that was published. A
:class:`Gossip` cuts the stream of one connection into its values and plays its tricks on those alone.
"""

from __future__ import annotations

from random import Random

_LINE = b"\r\n"
_MESSAGE = b"3\r\n$7\r\nmessage\r\n"


def end_of_value(raw: bytes, at: int = 0) -> int | None:
    """Where the value ends that begins there, None if not all of it is there."""
    line = raw.find(_LINE, at)
    if line < 0:
        return None
    kind, end = raw[at : at + 1], line + len(_LINE)
    if kind == b"$":
        length = int(raw[at + 1 : line])
        end += length + len(_LINE) if length >= 0 else 0
        return end if end <= len(raw) else None
    if kind in b"*>":
        for _ in range(int(raw[at + 1 : line])):
            found = end_of_value(raw, end)
            if found is None:
                return None
            end = found
    return end


class Gossip:
    """How badly messages are carried, on all connections."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.bad = False
        """Whether it plays tricks now."""
        self.tricks = 0
        """How many it has played."""

    def listener(self) -> Carrier:
        """What alters the messages of a new connection."""
        return Carrier(self, Random(self._chance.random()))


class Carrier:
    """One connection."""

    def __init__(self, gossip: Gossip, chance: Random) -> None:
        self._gossip, self._chance = gossip, chance
        self._rest = b""
        self._late: list[bytes] = []

    def __call__(self, raw: bytes) -> bytes:
        """What arrives of the next bytes."""
        self._rest += raw
        carried = []
        while (end := end_of_value(self._rest)) is not None:
            value, self._rest = self._rest[:end], self._rest[end:]
            carried += self._carry(value)
        return b"".join(carried)

    def _carry(self, value: bytes) -> list[bytes]:
        if not value.startswith(_MESSAGE, 1):
            return [value]
        late, self._late = self._late, []
        if not self._gossip.bad or (trick := self._chance.randrange(6)) > 2:
            return [value, *late]
        self._gossip.tricks += 1
        if trick == 0:
            return late
        if trick == 1:
            return [value, value, *late]
        self._late = [value]
        return late
