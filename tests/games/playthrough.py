"""Golden playthroughs: whole games as text that a person who knows the rules can check.

A file ``tests/playthroughs/<game>-<name>.txt`` opens with a header (game, seats, seed, options, and the version of
the rules if it is a former one), then shows every step: the state's notation, what has become known to all and to
single seats, each actor's legal actions, and the action taken, in a line ``> seat action``. Those lines are the script:
the test plays them again from the header and compares the whole text verbatim.

    python -m tests.games.playthrough splendor 2 --seed 7          prints a random game
    python -m tests.games.playthrough splendor 2 --prefer buy      one that buys whenever it can
    python -m tests.games.playthrough FILE                         prints the file's own game anew
"""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from bottega.games.core import AnyGame, ranking
from tests.games.play import LONGEST_GAME, Setup, as_seed

FOLDER = Path(__file__).parents[1] / "playthroughs"
WIDTH = 118

Move = tuple[int, str]
Player = Callable[[AnyGame, Any], Move | None]


def facts(value: object, name: str = "") -> Iterator[tuple[str, str]]:
    """A view as flat facts, ``players[0].tokens`` and its value; lists of plain values stay whole."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from facts(part, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and any(isinstance(part, dict | list) for part in value):
        yield f"{name}.length", str(len(value))
        for index, part in enumerate(value):
            yield from facts(part, f"{name}[{index}]")
    else:
        yield name, msgspec.json.encode(value).decode()


def view_facts(game: AnyGame, state: Any, seat: int | None) -> dict[str, str]:
    """All that a seat may know, as flat facts."""
    return dict(facts(msgspec.json.decode(msgspec.json.encode(game.view(state, seat)))))


def news(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """What changed from one view to the next."""
    changed = [f"{name} = {value}" for name, value in new.items() if old.get(name) != value]
    return changed + [f"{name} is gone" for name in old if name not in new]


def by_number(text: str) -> list[tuple[bool, int, str]]:
    """A key that sorts numbers in texts by their value."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split(r"(\d+)", text)]


def paragraph(title: str, parts: Sequence[str], separator: str) -> str:
    """A title and its parts, wrapped between the parts."""
    glued = [part.replace(" ", "\x00") for part in parts]
    text = f"{title}: " + f"{separator} ".join(glued)
    lines = textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace("\x00", " ")


def render(setup: Setup, seed: bytes, player: Player) -> str:
    """The whole playthrough of a game in which ``player`` chooses every move, until it returns None."""
    game, state = setup.game, setup.new(seed)
    viewers = [None, *range(setup.seats)]
    known: dict[int | None, dict[str, str]] = {viewer: {} for viewer in viewers}
    out = [f"game: {setup.name}", f"seats: {setup.seats}", f"seed: {seed.hex()}", f"options: {setup.options}"]
    if setup.version:
        out.append(f"version: {setup.version}")
    for number in range(LONGEST_GAME):
        out += ["", f"step {number}, turn {game.turn(state)}", f"state: {state.to_text()}"]
        seen = {viewer: view_facts(game, state, viewer) for viewer in viewers}
        fresh = {viewer: news(known[viewer], seen[viewer]) for viewer in viewers}
        known = seen
        out.append(paragraph("all see", fresh[None] or ["nothing new"], ";"))
        for seat in range(setup.seats):
            own = [fact for fact in fresh[seat] if fact not in fresh[None]]
            if own:
                out.append(paragraph(f"seat {seat} sees", own, ";"))
        for seat in game.actors(state):
            legal = sorted(map(str, game.legal(state, seat)), key=by_number)
            out.append(paragraph(f"seat {seat} may ({len(legal)})", legal, ","))
        move = player(game, state)
        if move is None:
            break
        seat, text = move
        action = game.Action.from_text(text)
        out.append(f"> {seat} {text}")
        if action.public() != text:
            out.append(f"told to the others: {action.public()}")
        state = game.apply(state, seat, action)
    return "\n".join([*out, "", *closing(game, state)]) + "\n"


def closing(game: AnyGame, state: Any) -> Iterator[str]:
    """The score sheets, best first, and the winners."""
    yield "the game is over" if game.over(state) else "the game is not over"
    for score in ranking(game.scores(state)):
        yield f"seat {score.seat}: {score.total} points, tie-break {list(score.tie_break)}"
        for line in score.lines:
            yield f"    {line.points:>4}  {line.what}" + (f" ({line.detail})" if line.detail else "")
    if game.over(state):
        yield f"winners: {list(game.winners(state))}"


def scripted(moves: Sequence[Move]) -> Player:
    """A player that makes these moves and stops."""
    remaining = iter(moves)
    return lambda game, state: next(remaining, None)


def whimsical(number: int, preferred: Sequence[str] = (), most: int = LONGEST_GAME) -> Player:
    """A random player that takes actions with the preferred beginnings, first ones first, where it can."""
    random, made = Random(number), 0

    def player(game: AnyGame, state: Any) -> Move | None:
        nonlocal made
        actors = game.actors(state)
        if not actors or made == most:
            return None
        made += 1
        seat = random.choice(actors)
        legal = sorted(map(str, game.legal(state, seat)))
        for beginning in preferred:
            liked = [text for text in legal if text.startswith(beginning)]
            if liked:
                return seat, random.choice(liked)
        return seat, random.choice(legal)

    return player


def again(text: str) -> str:
    """The playthrough that a file's header and moves give now."""
    header = dict(re.findall(r"^(game|seats|seed|options|version): (.*)$", text, re.MULTILINE))
    setup = Setup(header["game"], int(header["seats"]), header["options"], int(header.get("version", 0)))
    moves = [(int(seat), move) for seat, move in re.findall(r"^> (\d+) (.*)$", text, re.MULTILINE)]
    return render(setup, bytes.fromhex(header["seed"]), scripted(moves))


def main() -> None:
    """Print a playthrough: a new random one, or a file's own one anew."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("game", help="a game's name, or a playthrough file to play again")
    parser.add_argument("seats", type=int, nargs="?", default=2)
    parser.add_argument("--seed", type=int, default=1, help="the table's seed and the players' whims")
    parser.add_argument("--options", default="{}", help="options as JSON")
    parser.add_argument("--prefer", action="append", default=[], help="beginning of actions to prefer")
    parser.add_argument("--steps", type=int, default=LONGEST_GAME, help="stop after so many steps")
    given = parser.parse_args()
    if Path(given.game).is_file():
        print(again(Path(given.game).read_text()), end="")
        return
    setup = Setup(given.game, given.seats, given.options)
    player = whimsical(given.seed, given.prefer, given.steps)
    print(render(setup, as_seed(given.seed), player), end="")


if __name__ == "__main__":
    main()
