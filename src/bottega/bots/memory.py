"""What a bot remembers between its own turns: the tree of its last thought, in which it can think on.

How it works. After a choice the tree is kept. While the others move, ``ponder`` thinks on about what follows the
action that was chosen. At the next turn ``recall`` looks for a node in which the seat would see what it sees now, and
the new thought begins with what is known there. Nothing else is carried over, and nothing that the seat may not know
takes part: positions are compared by what the seat sees of them.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from bottega.games.core import AnyGame

if TYPE_CHECKING:
    from bottega.bots.search import Node, Search

MOST_PLIES = 24
"""So many actions may have been made since the tree was kept."""


class Memory:
    """One seat's memory at one table; not to be shared."""

    def __init__(self) -> None:
        self._search: Search | None = None
        self._chosen = 0

    def keep(self, search: Search, chosen: int) -> None:
        """Remember a thought, and which of its actions was chosen."""
        self._search, self._chosen = search, chosen

    def ponder(self, simulations: int, seconds: float | None = None) -> int:
        """Think on while others move, about what follows the last choice: how many simulations were made."""
        search = self._search
        if search is None:
            return 0
        before = search.simulations
        search.run(simulations, None if seconds is None else time.monotonic() + seconds, only=self._chosen)
        return search.simulations - before

    def recall(self, game: AnyGame, state: Any, seat: int) -> Node | None:
        """What is known of the position from before, None if nothing is."""
        search, self._search = self._search, None
        if search is None or search.seat != seat or not search.root.edges:
            return None
        seen, turn = game.view(state, seat), game.turn(state)
        nodes = list(search.root.edges[self._chosen].nodes)
        for _ in range(MOST_PLIES):
            following: list[Node] = []
            for node in nodes:
                if node.state is None or not node.edges:
                    continue
                if game.turn(node.state) > turn:
                    continue
                if node.seat == seat and game.turn(node.state) == turn and game.view(node.state, seat) == seen:
                    return node
                following += [after for edge in node.edges for after in edge.nodes]
            nodes = following
            if not nodes:
                break
        return None
