"""How the characters choose: with a network that judges positions, by looking one action ahead or by searching."""

from __future__ import annotations

import time
from typing import Any

from bottega.bots.dice import Dice
from bottega.bots.memory import Memory
from bottega.bots.names import Skill
from bottega.bots.search import ONE, Node, Search, Sight
from bottega.bots.sight import sight_of
from bottega.bots.thought import Evaluation, Line, Thought
from bottega.games.core import AnyGame

LINE_LENGTH = 6
"""So many actions of a line are told."""
CONSIDERED = 8
"""An action that was tried so many times less often than the most tried is out of the question."""
GLANCES = 1 << 10
"""How finely misjudgement is drawn."""


def think(
    game: AnyGame,
    skill: Skill,
    state: Any,
    seat: int,
    seed: bytes,
    seconds: float | None = None,
    memory: Memory | None = None,
) -> Thought:
    """What somebody of that skill does, and why; hidden parts of the state must have been dealt anew.

    What the memory knows of the position counts as thought about already, up to three quarters of the simulations.
    """
    sight, dice = sight_of(game.NAME), Dice(seed)
    actions = game.legal(state, seat)
    if len(actions) == 1 or not skill.simulations:
        return _glance(game, sight, skill, state, seat, dice)
    known = memory.recall(game, state, seat) if memory else None
    search = Search(game, sight, state, seat, dice, known)
    root = search.root
    more = max(skill.simulations - (root.visits - 1), (skill.simulations + 3) // 4)
    search.run(more, None if seconds is None else time.monotonic() + seconds)
    order = sorted(range(len(root.edges)), key=lambda at: (-root.edges[at].visits, -root.edges[at].total, at))
    lines = []
    for at in order:
        edge = root.edges[at]
        lines.append(Line(_line(root, at), edge.visits, edge.total / edge.visits / ONE))
    mine = root.total / root.visits / ONE
    evaluation = Evaluation(
        seat, _chances(root.values, seat, mine), tuple(sight.points(state)), tuple(lines), search.simulations
    )
    chosen = _felt(root, order, skill, state, seat, sight, dice)
    if memory is not None:
        memory.keep(search, chosen)
    return Thought(root.actions[chosen], evaluation)


def _felt(root: Node, order: list[int], skill: Skill, state: Any, seat: int, sight: Sight, dice: Dice) -> int:
    """The place of the action taken: the most tried, or, seen through haze, what seems best of those considered."""
    if not skill.haze and not skill.fancy:
        return order[0]
    enough = root.edges[order[0]].visits / CONSIDERED
    felt = []
    for at in order:
        edge = root.edges[at]
        if edge.visits >= enough:
            liked = skill.fancy if sight.fancied(state, seat, root.actions[at]) else 0.0
            felt.append((edge.total / edge.visits / ONE + skill.haze * _blunder(dice) + liked, at))
    return max(felt)[1]


def _blunder(dice: Dice) -> float:
    """A misjudgement, from -1 to 1, small ones more likely."""
    return (dice.below(GLANCES) + dice.below(GLANCES) - GLANCES) / GLANCES


def _chances(values: Any, seat: int, mine: float) -> tuple[float, ...]:
    """Everybody's chance: the own one as the search found it, the others in proportion to the first judgement."""
    if len(values) == 1:
        return (mine,)
    others = sum(values) - values[seat]
    share = (1 - mine) / others if others else 0.0
    return tuple(mine if other == seat else value * share for other, value in enumerate(values))


def _line(node: Node, at: int) -> tuple[str, ...]:
    line = [str(node.actions[at])]
    nodes = node.edges[at].nodes
    while len(line) < LINE_LENGTH and len(nodes) == 1 and nodes[0].edges:
        node = nodes[0]
        at = max(range(len(node.edges)), key=lambda place: (node.edges[place].visits, -place))
        line.append(str(node.actions[at]))
        nodes = node.edges[at].nodes
    return tuple(line)


def _glance(game: AnyGame, sight: Sight, skill: Skill, state: Any, seat: int, dice: Dice) -> Thought:
    """Look at what each action leads to, and no further."""
    found = []
    for place, (action, worth) in enumerate(zip(*sight.glance(state, seat, dice), strict=True)):
        liked = skill.fancy if sight.fancied(state, seat, action) else 0.0
        found.append((worth / ONE + skill.haze * _blunder(dice) + liked, -place, worth / ONE, action))
    found.sort(key=lambda each: each[:2], reverse=True)
    lines = tuple(Line((str(action),), 1, worth) for _, _, worth, action in found)
    values = sight.appraise(state)[0]
    chances = tuple(value / ONE for value in values)
    return Thought(found[0][3], Evaluation(seat, chances, tuple(sight.points(state)), lines, len(found)))
