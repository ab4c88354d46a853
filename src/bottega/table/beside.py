"""Slow work, done beside those who play: hashing a password, reading an old game from its first entry to its last.

The table layer has no thread and no event loop, so it asks for such work by a port, :class:`Run`. The server fills it
with a thread and a bounded queue, tests and tools with :func:`at_once`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
Wanted = Callable[[], bool]
"""Whether whoever asked is still there to hear it."""


def always() -> bool:
    """Somebody who does not go away."""
    return True


class Unfound(Exception):
    """Looking for something has failed; the key says for what."""

    def __init__(self, key: str) -> None:
        super().__init__(f"looking for {key!r} has failed")
        self.key = key


class Run(Protocol):
    """Does work beside the caller and gives what came of it to ``then``, always on the caller's thread.

    Work that nobody wants any more when its turn comes is not begun, nor is that of whoever asks for most when others
    need the room; then, and if it failed, ``then`` gets None. ``asker`` is the address it is asked from.
    """

    def __call__(
        self, work: Callable[[], T], then: Callable[[T | None], None], wanted: Wanted = always, asker: str = ""
    ) -> bool:
        """Whether it will be done: False if too much waits already, and ``then`` is not called."""


def at_once(work: Callable[[], T], then: Callable[[T | None], None], wanted: Wanted = always, asker: str = "") -> bool:
    """Do the work here and now: for tests and tools."""
    then(work())
    return True


class Once(Generic[T]):
    """What takes long to find, by key: looked for once however many ask meanwhile, and kept for those who ask later.

    Of what was found the last ``most`` asked for are kept; what is not worth ``keeping`` is looked for again.
    """

    def __init__(self, find: Callable[[str], T], run: Run, most: int, keeping: Callable[[T], bool]) -> None:
        self._find = find
        self._run = run
        self._most = most
        self._keeping = keeping
        self._kept: OrderedDict[str, T] = OrderedDict()
        self._asking: dict[str, list[tuple[Callable[[T | None], None], Wanted]]] = {}
        self._outdated: set[str] = set()
        """What was begun to be looked for before it was to be forgotten."""

    def ask(self, key: str, then: Callable[[T | None], None], wanted: Wanted = always, asker: str = "") -> None:
        """Give what belongs to the key to ``then``, now or later; None if it cannot be found at the moment."""
        if key in self._kept:
            self._kept.move_to_end(key)
            then(self._kept[key])
        elif key in self._asking:
            self._asking[key].append((then, wanted))
        else:
            asking = self._asking[key] = [(then, wanted)]
            found, awaited = partial(self._found, key), lambda: any(wants() for _, wants in asking)
            if not self._run(partial(self._look, key), found, awaited, asker):
                del self._asking[key]
                then(None)

    def forget(self, _: object = None) -> None:
        """Look for everything anew: what was found is no longer what is there."""
        self._kept.clear()
        self._outdated.update(self._asking)

    def _look(self, key: str) -> T:
        try:
            return self._find(key)
        except Exception as failure:
            raise Unfound(key) from failure

    def _found(self, key: str, found: T | None) -> None:
        outdated = key in self._outdated
        self._outdated.discard(key)
        if found is not None and not outdated and self._keeping(found):
            self._kept[key] = found
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        for then, _ in self._asking.pop(key):
            then(found)
