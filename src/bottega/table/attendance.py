"""Who of those who sit at a table is here: connected to this node, to another, suspended, or away since when.

Everything goes by name, since seats are renumbered when somebody leaves before the start and when the order of play is
drawn. It is the only thing about a table that is not in its log. Who is told of it, and what the clock makes of it, is
the table's affair (``table.py``).

What must stay true:

1. A seat is kept by one connection: whoever ``comes`` to it takes it over from who kept it, here or elsewhere.
2. ``presences``, once handed out, does not change: it is made anew after somebody came or went.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from bottega.table.events import Presence, Presences, Viewer


class Attendance:
    """Who is at one table."""

    __slots__ = ("_now", "_presences", "_seen", "_since", "elsewhere", "keepers", "silent", "suspended")

    def __init__(self, now: Callable[[], float]) -> None:
        self.keepers: dict[str, Viewer] = {}
        """Who keeps a seat here, and on which connection."""
        self.elsewhere: dict[str, Presence] = {}
        """Who keeps a seat here on another node."""
        self.suspended: set[str] = set()
        """Who is connected here and passed over until they ask to come back."""
        self.silent: set[str] = set()
        """Who has no word to ask for the start."""
        self._now = now
        self._since = now()
        self._seen: dict[str, float] = {}
        """When those who are away were here last."""
        self._presences: Presences | None = None

    @property
    def presences(self) -> Presences:
        """Who is connected, as of now."""
        if self._presences is None:
            here = {name: Presence.SUSPENDED if name in self.suspended else Presence.HERE for name in self.keepers}
            self._presences = MappingProxyType({**self.elsewhere, **here} if self.elsewhere else here)
        return self._presences

    def present(self, name: str) -> bool:
        """Whether the player is connected and playing (suspended players are not)."""
        if name in self.keepers:
            return name not in self.suspended
        return self.elsewhere.get(name) is Presence.HERE

    def keeps(self, name: str) -> bool:
        """Whether somebody keeps the name's seat, here or on another node."""
        return name in self.keepers or name in self.elsewhere

    @property
    def anybody(self) -> bool:
        """Whether any seat is kept."""
        return bool(self.keepers or self.elsewhere)

    def gone_for(self, name: str) -> float:
        """For how many seconds somebody has been away, as far as is known here; 0 for whoever is here."""
        return 0.0 if self.present(name) else self._now() - self._seen.get(name, self._since)

    def comes(self, name: str, viewer: Viewer) -> Viewer | None:
        """Somebody keeps their seat on this connection from now on; who kept it until now."""
        former = self.keepers.get(name)
        self.keepers[name] = viewer
        self.elsewhere.pop(name, None)
        self.suspended.discard(name)
        self._seen.pop(name, None)
        self._presences = None
        return former

    def goes(self, name: str) -> None:
        """Nobody keeps the name's seat any more."""
        if self.keepers.pop(name, None) is not None or self.elsewhere.pop(name, None) is not None:
            self.was_here(name)
        self.elsewhere.pop(name, None)
        self.suspended.discard(name)
        self._presences = None

    def moves_on(self, name: str) -> Viewer | None:
        """Somebody keeps their seat on another node from now on; who kept it here."""
        former = self.keepers.pop(name, None)
        if former is not None:
            self.suspended.discard(name)
            self.elsewhere[name] = Presence.HERE
            self._presences = None
        return former

    def was_here(self, name: str) -> None:
        """Somebody was here at this very moment, and may be gone now."""
        self._seen[name] = self._now()

    def suspends(self, name: str) -> bool:
        """Pass over somebody who is connected here; whether they were not already."""
        if name not in self.keepers or name in self.suspended:
            return False
        self.suspended.add(name)
        self.was_here(name)
        self._presences = None
        return True

    def place_elsewhere(self, names: Mapping[str, Presence]) -> dict[str, Presence]:
        """These keep their seats on other nodes, and nobody else does; who keeps one here too does so still.

        For whom that is news, and where they are.
        """
        names = {name: presence for name, presence in names.items() if name not in self.keepers}
        if names == self.elsewhere:
            return {}
        former, self.elsewhere = self.elsewhere, names
        self._presences = None
        news = {}
        for name in sorted(former.keys() | names.keys()):
            presence = names.get(name, Presence.AWAY)
            if name not in self.keepers and presence is not former.get(name, Presence.AWAY):
                news[name] = presence
                if presence is not Presence.HERE:
                    self.was_here(name)
        return news
