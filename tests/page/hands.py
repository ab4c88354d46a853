"""How each action is done on the boards: from its notation to what is pressed, one after the other.

The tables use the hooks that the boards document: ``data-piece``, ``data-place`` and ``data-testid``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from tests.page.visitor import Message, Visitor

LETTERS = "wbgrk*"
SEND = ".tray .primary"

Presses = Callable[[str, int], list[str]]


def _piles(words: str) -> list[int]:
    """Colours, one entry a token, of `w1 *2`."""
    return [LETTERS.index(pile[0]) for pile in words.split() for _ in range(int(pile[1:]))]


def _testids(*names: str) -> list[str]:
    """By their names for tests; what begins with `?` is pressed only where it is shown, as on a phone."""
    return [f'{"?" * (name[0] == "?")}[data-testid="{name.removeprefix("?")}"]' for name in names]


def _splendor(action: str, seat: int) -> list[str]:
    verb, _, rest = action.partition(" ")
    card = f'[data-piece="card-{rest}"]'
    return {
        "take": lambda: [f'[data-place="bank-{LETTERS.index(letter)}"]' for letter in rest] + [SEND],
        "buy": lambda: [card, SEND],
        "reserve": lambda: (
            [f'[data-place="deck-{rest[4:]}"]', SEND] if rest.startswith("deck") else [card, ".tray .plain + .plain"]
        ),
        "return": lambda: [f'.mine [data-place="tokens-{seat}-{colour}"]' for colour in _piles(rest)] + [SEND],
        "noble": lambda: [f'[data-piece="noble-{rest}"]'],
        "pass": lambda: [SEND],
    }[verb]()


def _sagrada(action: str, seat: int) -> list[str]:
    verb, _, rest = action.partition(" ")
    die, _, cell = rest.partition("@")
    start, _, goal = rest.partition(">")
    tool, _, payment = rest.partition(" ")
    return {
        "window": lambda: _testids(f"choose-{rest}", "take"),
        "place": lambda: [_pooled(die), *_testids(f"cell-{cell}")],
        "tool": lambda: _testids(f"tool-{tool}", f"pay-{payment}" if payment else "use"),
        "die": lambda: [_pooled(rest)],
        "track": lambda: _testids(f"track-{rest}"),
        "value": lambda: _testids(f"value-{rest}"),
        "move": lambda: _testids(f"cell-{start}", f"cell-{goal}"),
        "end": lambda: _testids("end", "?end-early"),
    }.get(verb, lambda: _testids(verb))()


def _pooled(die: str) -> str:
    """A die of the pool; of equal ones, one that may be taken."""
    return f'[data-testid^="pool-"][data-die="{die}"]:not([aria-disabled="true"])'


def _renaissance(action: str, seat: int) -> list[str]:
    verb, _, rest = action.partition(" ")
    words = rest.split()
    resource, _, shelf = rest.partition("@")
    return {
        "keep": lambda: _testids(*(f"offer-{leader}" for leader in words), "keep"),
        "bonus": lambda: _testids(f"pending-{resource}", f"place-{shelf}"),
        "market": lambda: _testids("?view-market", f"market-{rest}", "take"),
        "white": lambda: _testids(f"white-{rest}"),
        "store": lambda: _testids(f"pending-{words[0]}", f"place-{words[1]}"),
        "discard": lambda: (
            _testids(f"leader-{words[1]}", "discard-leader")
            if words[0] == "leader"
            else _testids(f"pending-{words[0]}", "discard")
            if len(words) == 1
            else _testids("discard-all")
        ),
        "buy": lambda: _testids("?view-cards", f"pile-{words[0]}", f"buy-{words[2]}"),
        "produce": lambda: _production(words),
        "play": lambda: _testids(f"leader-{words[1]}", "play-leader"),
        "swap": lambda: _testids("?rearrange", f"place-{words[0]}", f"place-{words[1]}"),
        "move": lambda: _testids("?rearrange", f"place-{words[0]}", f"place-{words[1]}"),
    }.get(verb, lambda: _testids(verb))()


def _production(words: list[str]) -> list[str]:
    """`basic coin+stone>shield`, `slot 1`, `leader 1>coin`."""
    if words[0] == "slot":
        return _testids(f"slot-{words[1]}")
    number, _, output = words[1].partition(">")
    if words[0] == "basic":
        return _testids("basic", *(f"choose-{resource}" for resource in number.split("+")), f"choose-{output}")
    return [".played.lit" if number == "1" else ".played.lit ~ .played.lit", *_testids(f"choose-{output}")]


HANDS: dict[str, Presses] = {"splendor": _splendor, "sagrada": _sagrada, "renaissance": _renaissance}

RANKS = {
    "splendor": ("noble", "buy", "return", "take", "pass", "reserve"),
    "sagrada": ("window", "place", "die", "value", "up", "down", "track", "move", "tool", "end"),
    "renaissance": (
        "keep",
        "bonus",
        "play",
        "buy",
        "white",
        "collect",
        "produce slot",
        "produce leader",
        "market",
        "store",
        "discard",
        "end",
    ),
}
"""What is rather played, so that a game comes to its end."""

IDLE = re.compile(r"swap|move \d \d$|revert|back|discard leader")
"""What leads nowhere."""


def choice(game: str, legal: list[str], draw: random.Random, whim: float = 0.15) -> str:
    """One of the legal actions: the best by rank, now and then any that leads on."""
    leading = [action for action in legal if not IDLE.match(action)] or legal
    if draw.random() < whim:
        return draw.choice(leading)
    for verb in RANKS[game]:
        if found := [action for action in leading if action.startswith(verb)]:
            longest = max(map(len, found)) if verb == "take" else 0
            return draw.choice([action for action in found if len(action) >= longest])
    return draw.choice(leading)


def plays(visitor: Visitor, game: str, action: str) -> None:
    """Do an action on the board, and see that it is what the page asks for and what the server takes."""
    said = len(visitor.acts)
    visitor.waits(lambda: visitor.drawn >= visitor.now["seq"], "the page to draw what it was told")
    for target in HANDS[game](action, visitor.now["you"]):
        if not target.startswith("?") or visitor.page.is_visible(target := target[1:]):
            visitor.presses(target)
    is_played(visitor, action, said)


def is_played(visitor: Visitor, action: str, said: int) -> None:
    """After so many requests the page asks for this action and no other, and the server takes it."""
    visitor.waits(lambda: visitor.acts[said:], f"the page to ask for {action}")
    (act,) = visitor.acts[said:]
    assert act["actions"] == [action], f"{act['actions']} instead of {action}"
    answer = visitor.waits(lambda: visitor.answer(act), f"an answer to {action}")
    assert answer["type"] == "ok", answer
    visitor.hears(answer["seq"])


def play_on(players: list[Visitor], game: str, draw: random.Random, most: int = 1000, whim: float = 0.15) -> Message:
    """Everybody plays on their page until the game is over, or so many actions were played; the table then."""
    for _ in range(most):
        _hear(players)
        if players[0].now["result"]:
            break
        mover = next(player for player in players if player.now["legal"])
        plays(mover, game, choice(game, mover.now["legal"], draw, whim))
    _hear(players)
    return players[0].now


def _hear(players: list[Visitor]) -> None:
    """Wait until all know the same."""
    latest = max(player.now["seq"] for player in players)
    for player in players:
        player.hears(latest)
