"""What both Sagrada protocols need: dice and windows as they are told, and dice that fall as they were told to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from bottega.conform.kit import Impossible
from bottega.games import sagrada
from bottega.games.chance import Chance
from bottega.games.core import Action, AnyGame
from bottega.games.sagrada.actions import PickDie, UseTool
from bottega.games.sagrada.bag import returned
from bottega.games.sagrada.cards import COLOURS, DIE_NUMBER, WINDOWS
from bottega.games.sagrada.model import CHOOSING, OVER, State
from bottega.games.sagrada.tools import FLUX_REMOVER, in_use
from bottega.wire.shared.sagrada import COLOUR_WORDS

LETTERS = {word: letter for letter, word in COLOUR_WORDS.items()}
GAME = cast(AnyGame, sagrada)
SEED = bytes(32)


class ToldChance(Chance, frozen=True):
    """Chance that brings these numbers first."""

    told: tuple[int, ...] = ()

    def below(self, limit: int) -> tuple[int, Chance]:
        """The next number that was told."""
        if not self.told:
            return super().below(limit)
        return self.told[0] % limit, ToldChance(self.seed, self.drawn + 1, self.told[1:])


def die_of(colour: str, value: int) -> int:
    """A die by the protocols' word for its colour, and its value; KeyError if there is none."""
    return DIE_NUMBER[f"{LETTERS[colour]}{value}"]


def window_of(cells: Sequence[str], tokens: int) -> int:
    """The pattern with these marks (a colour's letter, a digit, or '.'), row by row; ValueError if there is none."""
    wanted = "".join(cells)
    for window in WINDOWS:
        if window.cells == wanted and window.difficulty == tokens:
            return window.number
    raise ValueError(f"there is no window with {wanted} and {tokens} favour tokens")


def revealing(state: State, seat: int, actions: Sequence[Action]) -> tuple[Action, State] | None:
    """The action that brings something to light, and the state just before it; None if none does."""
    for action in actions:
        if GAME.reveals(state, action):
            after = GAME.apply(state, seat, action)
            return None if after.round == OVER else (action, state)
        state = GAME.apply(state, seat, action)
    return None


def foreseen(state: State, seat: int, actions: Sequence[Action], pool: Sequence[int]) -> State:
    """The state from which these actions lead to that pool, as far as chance decides it."""
    found = revealing(state, seat, actions)
    if found is None:
        return state
    action, before = found
    if isinstance(action, UseTool):
        numbers = [die % 6 for die in pool]
    elif isinstance(action, PickDie):
        at = before.pool.index(action.die) if action.place < 0 else action.place
        die = pool[at] if at < len(pool) else before.pool[at]
        if in_use(before).tool == FLUX_REMOVER:
            numbers = _draws(returned(before.bag, before.pool[at]), [die])
        else:
            numbers = [die % 6]
    else:
        numbers = _draws(before.bag, pool)
    chance = state.chance
    return msgspec.structs.replace(state, chance=ToldChance(chance.seed, chance.drawn, tuple(numbers)))


def drawn(state: State, seat: int, actions: Sequence[Action], colour: int) -> State:
    """The state from which tool 11 draws a die of that colour."""
    found = revealing(state, seat, actions)
    if found is None:
        return state
    action, before = found
    if not isinstance(action, PickDie):
        return state
    at = before.pool.index(action.die) if action.place < 0 else action.place
    numbers = _draws(returned(before.bag, before.pool[at]), [colour * 6])
    chance = state.chance
    return msgspec.structs.replace(state, chance=ToldChance(chance.seed, chance.drawn, tuple(numbers)))


def _draws(bag: tuple[int, ...], dice: Sequence[int]) -> list[int]:
    """What chance must bring so that these dice come out of the bag."""
    left, numbers = list(bag), []
    for die in dice:
        colour, face = divmod(die, 6)
        if not left[colour]:
            raise Impossible(f"a die of {COLOUR_WORDS[COLOURS[colour]]} is drawn, but none is left in the bag")
        numbers.append(6 * sum(left[:colour]) + face)
        left[colour] -= 1
    return numbers


def with_die(state: State, index: int, die: int) -> State:
    """The state with another die of the bag at that place of the pool."""
    old = state.pool[index]
    bag = list(returned(state.bag, old))
    if not bag[die // 6]:
        raise Impossible(f"a die of {COLOUR_WORDS[COLOURS[die // 6]]} is drawn, but none is left in the bag")
    bag[die // 6] -= 1
    pool = (*state.pool[:index], die, *state.pool[index + 1 :])
    return msgspec.structs.replace(state, pool=pool, bag=tuple(bag))


def with_offer(state: State, seat: int, windows: Sequence[int]) -> State:
    """The state in which a seat chooses from these windows."""
    return with_player(state, seat, offered=tuple(windows))


def with_player(state: State, seat: int, **fields: object) -> State:
    """The state with some things of a seat replaced."""
    player = msgspec.structs.replace(state.players[seat], **fields)
    return msgspec.structs.replace(state, players=(*state.players[:seat], player, *state.players[seat + 1 :]))


def last_choice(state: State) -> bool:
    """Whether one seat only has still to choose a window."""
    return state.round == CHOOSING and sum(player.window < 0 for player in state.players) == 1
