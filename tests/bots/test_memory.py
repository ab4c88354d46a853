"""A bot's memory: the tree of the last thought is taken up where the seat sees what it saw coming."""

from __future__ import annotations

from bottega.bots import Memory, choose, think
from bottega.bots.dice import Dice
from bottega.bots.search import Search
from bottega.bots.sight import sight_of
from bottega.games import GAMES, splendor

GAME = GAMES["splendor"]


def kept(memory: Memory, simulations: int = 300) -> Search:
    """The opening, thought about by the first seat, whose best action is chosen."""
    state = splendor.new(2, seed=bytes(32))
    search = Search(GAME, sight_of("splendor"), state, 0, Dice(b"seed"))
    search.run(simulations)
    memory.keep(search, search.best())
    return search


def follow(search: Search) -> splendor.State:
    """A position that was seen coming after the chosen action and an answer, with all that is hidden dealt anew."""
    answers = [edge for node in search.root.edges[search.best()].nodes for edge in node.edges]
    seen = [node for edge in answers for node in edge.nodes if node.edges]
    return splendor.redeal(seen[0].state, 0, bytes([3]) * 32)


def test_what_was_seen_coming_is_known() -> None:
    """The node in which the seat sees what it sees now is found, with all that was thought about it."""
    memory = Memory()
    after = follow(kept(memory))
    node = memory.recall(GAME, after, 0)
    assert node is not None
    assert splendor.view(node.state, 0) == splendor.view(after, 0)
    assert node.visits > 1


def test_what_was_not_seen_coming_is_not() -> None:
    """Another position, another seat, or nothing kept: nothing is known, and nothing is remembered any more."""
    memory = Memory()
    assert memory.recall(GAME, splendor.new(2, seed=bytes(32)), 0) is None
    search = kept(memory)
    assert memory.recall(GAME, splendor.new(2, seed=bytes([7]) * 32), 0) is None
    assert memory.recall(GAME, follow(search), 0) is None
    search = kept(memory)
    assert memory.recall(GAME, follow(search), 1) is None


def test_thinking_while_others_move() -> None:
    """It goes on about what follows the chosen action, and nothing else; without a memory there is nothing to do."""
    assert Memory().ponder(10) == 0
    memory = Memory()
    search = kept(memory, 60)
    at = search.best()
    before = [edge.visits for edge in search.root.edges]
    assert memory.ponder(50) == 50
    after = [edge.visits for edge in search.root.edges]
    assert after[at] == before[at] + 50
    assert sum(after) == sum(before) + 50


def test_a_game_with_a_memory() -> None:
    """Every choice is legal; what is remembered is thought about no second time; the same seeds, the same game."""

    def played() -> tuple[list[str], int]:
        memory, state, spared = Memory(), splendor.new(2, seed=bytes(32)), 0
        actions: list[str] = []
        while splendor.actors(state) and len(actions) < 44:
            seat, seed = state.seat, bytes([len(actions)])
            if seat == 0:
                thought = think("elettra", GAME, state, seat, seed, simulations=200, memory=memory)
                spared += 200 - thought.evaluation.simulations if len(thought.evaluation.lines) > 1 else 0
                action = thought.action
            else:
                action = choose("greedy", GAME, state, seat, seed)
            assert action in splendor.legal(state, seat)
            actions.append(str(action))
            state = splendor.apply(state, seat, action)
        return actions, spared

    first = played()
    assert first == played()
    assert first[1] > 0
