"""What holds in every state of every game."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games import sagrada
from bottega.games.core import AnyStep
from bottega.games.sagrada.cards import COLOURS, NO_DIE, TOOLS, WINDOWS
from bottega.games.sagrada.model import State
from tests.games.play import Setup
from tests.games.playthrough import whimsical
from tests.games.sagrada.played import typed
from tests.strategies import games

ALL_TOOLS = '{"tools": 12, "solo_tools": 5}'


def dice_of(state: State) -> Counter[str]:
    """How many dice of each colour there are, wherever they lie."""
    count = Counter(dict(zip(COLOURS, state.bag, strict=True)))
    boards = [die for player in state.players for die in player.board if die != NO_DIE]
    count.update(COLOURS[die // 6] for die in (*state.pool, *state.track_dice, *state.removed, *boards))
    return count


@settings(max_examples=25, deadline=None)
@given(games("sagrada"))
def test_ninety_dice(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """Eighteen dice of each colour exist at every moment, whatever players and tools do."""
    for step in typed(game[1]):
        assert dice_of(step.after) == dict.fromkeys(COLOURS, 18)


@settings(max_examples=25, deadline=None)
@given(games("sagrada"))
def test_tokens_are_spent_never_lost(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """Among several players tokens go from their owners to the tools and nowhere else."""
    setup, steps = game
    for step in typed(steps):
        if setup.seats > 1 and step.before.round:
            before, after = (sum(p.tokens for p in s.players) + sum(s.paid) for s in (step.before, step.after))
            assert before == after


def violations(state: State, seat: int) -> set[str]:
    """The rules that the dice of a window break where they lie, found without the engine's masks."""
    player = state.players[seat]
    found = set()
    for cell, die in enumerate(player.board):
        if die == NO_DIE:
            continue
        mark = WINDOWS[player.window].cells[cell]
        if mark in COLOURS and mark != COLOURS[die // 6]:
            found.add("colour print")
        if mark.isdigit() and int(mark) != die % 6 + 1:
            found.add("value print")
        for other in (cell + 1 if cell % 5 < 4 else cell, cell + 5 if cell < 15 else cell):
            neighbour = player.board[other]
            if other != cell and neighbour != NO_DIE:
                if neighbour // 6 == die // 6:
                    found.add("colour beside")
                if neighbour % 6 == die % 6:
                    found.add("value beside")
    return found


@settings(max_examples=25, deadline=None)
@given(games("sagrada"))
def test_windows_keep_the_rules(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """No window ever breaks a rule of placement, except print that tools 2 and 3 may disregard."""
    setup, steps = game
    excused: list[set[str]] = [set() for _ in range(setup.seats)]
    for step in typed(steps):
        used = step.before.used
        if isinstance(step.action, sagrada.Move):
            excused[step.seat] |= {2: {"colour print"}, 3: {"value print"}}.get(used, set())
        if step.after.round:
            for seat in range(setup.seats):
                assert violations(step.after, seat) <= excused[seat]


@settings(max_examples=15, deadline=None)
@given(games("sagrada"))
def test_a_step_touches_one_window_by_one_die(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """Nobody's dice are touched but the actor's, who places one or moves at most two."""
    for step in typed(game[1]):
        for seat, (old, new) in enumerate(zip(step.before.players, step.after.players, strict=True)):
            changed = sum(a != b for a, b in zip(old.board, new.board, strict=True))
            assert changed <= (4 if seat == step.seat else 0)


@settings(max_examples=10, deadline=None)
@given(st.integers(1, 4), st.integers(0, 500))
def test_games_that_love_tools_end(seats: int, number: int) -> None:
    """A table that begins a tool whenever it can still plays its ten rounds, and only legal tools are used."""
    setup = Setup("sagrada", seats, ALL_TOOLS)
    state, player = setup.new(number), whimsical(number, ["tool"])
    used = set()
    while move := player(setup.game, state):
        state = sagrada.apply(state, move[0], sagrada.Action.from_text(move[1]))
        used.add(state.used)
    assert sagrada.over(state)
    assert used - {0} <= set(TOOLS)
    assert len(used) > 1
