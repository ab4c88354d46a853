"""Thinking ahead: a tree search over what a seat may know, with chance drawn while it searches.

How it works. A node is a state with somebody on turn; its actions are tried in the order in which they come to mind
(their priors), each as often as it promises (PUCT). What hidden cards, dice and decks may bring is not looked up in
the state: an action of the root is played on a state whose hidden parts are dealt anew, and an action that reveals
something is played on one whose next draw is drawn anew. Such an action leads to several outcomes; the more often it
is tried, the more of them there are. A new node is appraised, not played out, as if nothing had turned up on the way
to it, and its worth to every seat is added along the way: each seat prefers what is best for itself (max-n). What did
turn up is drawn only when somebody looks further.

What must stay true:

1. Nothing but the given state's view decides the answer: whoever calls deals the hidden parts first
   (``bots.choose``).
2. Worth is counted in whole numbers and what is computed in floating point is one expression of correctly rounded
   operations, so the same budget and seed give the same answer on every machine.
3. Actions are tried in the order of their priors, so the tried ones, which have an edge, are always the first ones.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import inf, sqrt
from typing import Any, Protocol

from bottega.bots.dice import Dice
from bottega.games.core import AnyGame

DOUBT = 0.03
"""How much less than its node an action is thought to be worth before it is tried."""
ONE = 1 << 16
"""What a seat can win, in whole numbers."""
WORLDS = 4
"""So many deals of what others hide are thought about, if they hide anything."""
MOST_OUTCOMES = 1 << 30
RELUCTANCE = 3
"""An action is tried so many times more for every further outcome, squared."""
LOOK_AT_CLOCK = 16
"""The clock is looked at every so many simulations."""


class Sight(Protocol):
    """How a game looks to a searcher."""

    curiosity: float
    """How much priors count beside what was found."""

    def appraise(self, state: Any) -> tuple[Sequence[int], Any]:
        """What the state is worth to each seat, out of ONE, and what ``moves`` wants to know again."""

    def moves(self, state: Any, seat: int, known: Any) -> tuple[list[Any], list[int]]:
        """The actions of a seat that may act, and how much each comes to mind; known is None if nobody appraised."""

    def glance(self, state: Any, seat: int, dice: Dice) -> tuple[list[Any], list[int]]:
        """The actions of a seat that may act, and what each is worth to it, out of ONE, at first sight."""

    def shaken(self, state: Any, action: Any, dice: Dice) -> Any:
        """The state with what the action will reveal drawn anew."""

    def covered(self, state: Any, action: Any) -> Any:
        """The state in which the action turns up nothing, None if it is the same: luck is no merit of the action's."""

    def carried_on(self, state: Any) -> Any:
        """The state after what follows by itself, without chance and without a choice."""

    def secretive(self, state: Any, seat: int) -> bool:
        """Whether others hide something from the seat that it should reckon with."""

    def points(self, state: Any) -> Sequence[float]:
        """Everybody's points at the end, as they are expected."""

    def fancied(self, state: Any, seat: int, action: Any) -> bool:
        """Whether somebody with a liking would like the action."""


class Edge:
    """An action that was tried: how often, what it brought, and the nodes it led to."""

    __slots__ = ("most", "nodes", "total", "visits")

    def __init__(self, most: int) -> None:
        self.visits = 0
        self.total = 0
        self.nodes: list[Node] = []
        self.most = most
        """To how many different states it may lead."""


class Node:
    """A state, and what is known of its actions."""

    __slots__ = (
        "actions", "drawn", "edges", "known", "priors", "seat", "state", "total", "urges", "values", "visits", "worths",
    )  # fmt: skip

    def __init__(self, state: Any, seat: int, values: Sequence[int], known: Any, drawn: Any = None) -> None:
        self.state = state
        """None until somebody looks further, if chance has a part in it."""
        self.drawn = drawn
        """For that the state before, who acted, and the action."""
        self.seat = seat
        """Who is on turn; NOBODY when the game is over."""
        self.values = values
        self.known = known
        self.visits = 1
        self.total = values[seat]
        self.actions: list[Any] = []
        self.priors: list[float] = []
        self.edges: list[Edge] = []
        self.worths: list[float] = []
        """What each tried action brought on average."""
        self.urges: list[float] = []
        """Each tried action's prior, the less the more often it was tried."""


NOBODY = -1


class Search:
    """One thought, which can go on."""

    def __init__(
        self, game: AnyGame, sight: Sight, state: Any, seat: int, dice: Dice, begun: Node | None = None
    ) -> None:
        self._game, self._sight, self._dice = game, sight, dice
        self.seat = seat
        self._curious = sight.curiosity * ONE
        self._worlds = WORLDS if sight.secretive(state, seat) else 1
        self.simulations = 0
        if begun is None:
            values, known = sight.appraise(state)
            begun = Node(state, seat, values, known)
        self.root = begun
        """Where the thought begins; what is known of it from before counts."""

    def run(self, simulations: int, deadline: float | None = None, only: int | None = None) -> None:
        """Think so many simulations, fewer if the time is over, one where nothing is to be decided; but always one.

        ``only`` about one of the actions.
        """
        simulate = self._simulate
        for count in range(simulations):
            if deadline is not None and count and count % LOOK_AT_CLOCK == 0 and time.monotonic() >= deadline:
                break
            simulate(only)
            self.simulations += 1
            if len(self.root.actions) == 1:
                break

    def best(self) -> int:
        """The place of the action that was tried most often; of several, the one that brought most."""
        edges = self.root.edges
        return max(range(len(edges)), key=lambda at: (edges[at].visits, edges[at].total, -at))

    def _simulate(self, only: int | None) -> None:
        node = self.root
        path: list[tuple[Node, int, Edge]] = []
        while True:
            if not node.edges:
                self._open(node)
            at = self._select(node) if only is None or node is not self.root else only
            edge = node.edges[at]
            path.append((node, at, edge))
            nodes, visits = edge.nodes, edge.visits
            if len(nodes) >= edge.most or RELUCTANCE * len(nodes) * len(nodes) > visits:
                node = nodes[visits % len(nodes)]
                if node.seat >= 0:
                    continue
            else:
                node = self._grown(node, node.actions[at], edge)
            break
        values = node.values
        for passed, at, edge in path:
            worth = values[passed.seat]
            edge.visits = visits = edge.visits + 1
            edge.total = total = edge.total + worth
            passed.worths[at] = total / visits
            passed.urges[at] = passed.priors[at] / (1 + visits)
            passed.visits += 1
            passed.total += worth

    def _open(self, node: Node) -> None:
        """Have a node's actions come to mind; what chance has to say about it is drawn now."""
        if node.drawn is not None:
            before, seat, action = node.drawn
            sight = self._sight
            node.state = sight.carried_on(self._game.apply(sight.shaken(before, action, self._dice), seat, action))
            node.drawn = None
        actions, weights = self._sight.moves(node.state, node.seat, node.known)
        node.known = None
        order = sorted(range(len(actions)), key=weights.__getitem__, reverse=True)
        total = sum(weights)
        node.actions = [actions[place] for place in order]
        node.priors = [weights[place] / total for place in order]

    def _select(self, node: Node) -> int:
        """The action that promises most; a new edge if it is one that was not tried yet."""
        edges, priors = node.edges, node.priors
        curious = self._curious * sqrt(node.visits)
        scores = [worth + curious * urge for worth, urge in zip(node.worths, node.urges, strict=True)]
        best = max(scores, default=-inf)
        tried = len(edges)
        if tried < len(priors) and node.total / node.visits - DOUBT * ONE + curious * priors[tried] > best:
            most = MOST_OUTCOMES if self._game.reveals(node.state, node.actions[tried]) else 1
            edges.append(Edge(max(most, self._worlds) if node is self.root else most))
            node.worths.append(0.0)
            node.urges.append(0.0)
            return tried
        return scores.index(best)

    def _grown(self, node: Node, action: Any, edge: Edge) -> Node:
        """A new node where the action leads this time."""
        game, sight, state = self._game, self._sight, node.state
        drawn = None
        if edge.most > 1:
            if node is self.root and edge.nodes and self._worlds > 1:
                state = game.redeal(state, self.seat, self._dice.seed())
            covered = sight.covered(state, action)
            if covered is None:
                state = sight.shaken(state, action, self._dice)
            else:
                drawn, state = (state, node.seat, action), covered
        after = sight.carried_on(game.apply(state, node.seat, action))
        actors = game.actors(after)
        values, known = sight.appraise(after)
        seat = actors[0] if actors else NOBODY
        if drawn is None:
            grown = Node(after, seat, values, known)
        else:
            grown = Node(None, seat, values, None, drawn)
        edge.nodes.append(grown)
        return grown
