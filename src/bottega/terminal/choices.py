"""What somebody can choose now, as a list: moves at the table, tables in the lobby, bots, a rematch.

Every choice has a text that can be typed (a move's is its notation), words that explain it, and the wishes it stands
for. What is typed narrows the list: to the choices that begin with it or, if none does, to those of which each typed
word begins a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from bottega.bots.names import CHARACTERS
from bottega.client import core
from bottega.client.core import Known, Stage, Wish
from bottega.games import GAMES
from bottega.games.core import Action
from bottega.plain import plain

MOST_SEATS = 4


class Choice(NamedTuple):
    """Something that can be chosen: how it is typed, what it means, and what is wished for then, in this order."""

    text: str
    words: str
    wishes: tuple[Wish, ...]


MANNERS = {
    **{character.name: character.manner for character in CHARACTERS},
    "random": "takes anything by chance",
    "greedy": "takes what looks best now",
}
"""How bots play."""

Explain = Callable[[Action], str]
Offers = Callable[[Known, Explain], Iterator[Choice]]


def choices(known: Known, explain: Explain) -> list[Choice]:
    """Everything that can be chosen now, what the server waits for first."""
    return [choice for kind in known.wanted if kind in _OFFERS for choice in _OFFERS[kind](known, explain)]


def matching(offered: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that what is typed may mean: those that begin with it or, if none does, those that have its words."""
    wanted = typed.casefold().strip()
    starting = [choice for choice in offered if choice.text.casefold().startswith(wanted)]
    return starting or [choice for choice in offered if _fits(choice, wanted.split())]


_BETWEEN = re.compile(r"[\s@>+#,;:()]+")


def _fits(choice: Choice, words: Sequence[str]) -> bool:
    text = choice.text.casefold()
    tokens = _BETWEEN.split(f"{text} {choice.words.casefold()}")
    return all(word in text if _BETWEEN.search(word) else any(map(_beginning(word), tokens)) for word in words)


def _beginning(word: str) -> Callable[[str], bool]:
    return lambda token: token.startswith(word)


def completed(offered: Sequence[Choice], typed: str) -> str:
    """What is typed, completed as far as there is only one way to go on."""
    starting = [choice.text for choice in offered if choice.text.casefold().startswith(typed.casefold())]
    if not starting:
        found = matching(offered, typed)
        return found[0].text if len(found) == 1 else typed
    common = beginning(starting)
    return common if len(common) >= len(typed) else typed


def beginning(texts: Sequence[str]) -> str:
    """What all these texts begin with.

    >>> beginning(["take wbg", "take wbr"])
    'take wb'
    """
    first, last = min(texts), max(texts)
    return first[: next((at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def suggested(offered: Sequence[Choice], typed: str) -> str | None:
    """The first choice that begins with what is typed."""
    return next((choice.text for choice in offered if typed and choice.text.startswith(typed)), None)


# -- what each kind of wish offers -----------------------------------------------------------------------------------


def _moves(known: Known, explain: Explain) -> Iterator[Choice]:
    for action in known.options:
        yield Choice(str(action), explain(action), (core.Act((action,)),))


def _players(known: Known, explain: Explain) -> Iterator[Choice]:
    for count in GAMES[known.game].SEATS if known.game in GAMES else range(1, MOST_SEATS + 1):
        yield Choice(f"{count} players" if count > 1 else "1 player", "so many shall play", (core.Players(count),))


def _ready(known: Known, explain: Explain) -> Iterator[Choice]:
    yield Choice("ready", "begin when everybody is", (core.Ready(),))


def _come_back(known: Known, explain: Explain) -> Iterator[Choice]:
    yield Choice("come back", "play again; you are passed over until then", (core.ComeBack(),))


def _sit(known: Known, explain: Explain) -> Iterator[Choice]:
    if known.stage is Stage.WAITING and known.table:
        yield Choice("sit", "take a free seat at this table", (core.Sit(known.table),))
    for line in known.tables:
        free = line.size - len(line.seats)
        if not line.started and free > 0:
            names = ", ".join(plain(seat.name) for seat in line.seats) or "nobody"
            yield Choice(f"sit {line.table}", f"{line.game}: {names} waits, {free} free", (core.Sit(line.table),))


def _watch(known: Known, explain: Explain) -> Iterator[Choice]:
    for line in known.tables:
        names = ", ".join(plain(seat.name) for seat in line.seats)
        if any(seat.name == known.name for seat in line.seats):
            yield Choice(f"back {line.table}", f"{line.game} with {names}: your seat", (core.Watch(line.table),))
        elif line.started:
            yield Choice(f"watch {line.table}", f"{line.game}: {names} play", (core.Watch(line.table),))


def _open(known: Known, explain: Explain) -> Iterator[Choice]:
    for game in known.games or tuple(GAMES):
        for seats in GAMES[game].SEATS if game in GAMES else ():
            words = "a table for you alone" if seats == 1 else f"a table for {seats}"
            yield Choice(f"open {game} {seats}", words, (core.Open(game, seats),))


def _bots(known: Known, explain: Explain) -> Iterator[Choice]:
    if known.size is None or len(known.seats) < known.size:
        for bot in known.bots:
            yield Choice(f"bot {bot}", f"a bot takes a free seat: {manner(bot)}", (core.AddBot(bot),))


def _no_bots(known: Known, explain: Explain) -> Iterator[Choice]:
    for seat in known.seats:
        if seat.bot:
            yield Choice(f"send away {plain(seat.name)}", "this bot leaves", (core.RemoveBot(seat.name),))


def _start(known: Known, explain: Explain) -> Iterator[Choice]:
    if known.game in GAMES and len(known.seats) in GAMES[known.game].SEATS:
        yield Choice("start", f"begin with {', '.join(plain(seat.name) for seat in known.seats)}", (core.Start(),))


def _rematch(known: Known, explain: Explain) -> Iterator[Choice]:
    yield Choice("rematch", "another game with the same people", (core.Rematch(),))


def _leave(known: Known, explain: Explain) -> Iterator[Choice]:
    if known.stage is Stage.WAITING:
        yield Choice("leave", "give up your seat", (core.Leave(),))
    elif known.stage is Stage.OVER:
        yield Choice("leave", "back to the lobby", (core.Leave(),))


_OFFERS: dict[type[Wish], Offers] = {
    core.Act: _moves,
    core.Players: _players,
    core.Ready: _ready,
    core.ComeBack: _come_back,
    core.Start: _start,
    core.Sit: _sit,
    core.Watch: _watch,
    core.Open: _open,
    core.AddBot: _bots,
    core.RemoveBot: _no_bots,
    core.Rematch: _rematch,
    core.Leave: _leave,
}
"""What is offered of each kind of wish; what takes words of one's own (a name, a chat) is typed."""


def manner(bot: str) -> str:
    """How a bot plays, in a few words.

    >>> manner("nina")
    'nina plays for the first time'
    """
    return re.split("[:;,]", f"{bot} {MANNERS.get(bot, 'is a bot')}")[0]


def home_games(bots: Sequence[str], games: Sequence[str]) -> list[Choice]:
    """The games that can be opened at home: against one, two or three bots, the gentlest first, or alone."""
    offered = []
    for game in games:
        for seats in (*(count for count in GAMES[game].SEATS if count > 1), *(n for n in GAMES[game].SEATS if n == 1)):
            if seats == 1:
                offered.append(Choice(f"{game} alone", "the game for one", (core.Open(game, 1), core.Start())))
                continue
            for bot in bots:
                others = [core.AddBot(bot)] * (seats - 1)
                words = f"you and {seats - 1} bot{'s' * (seats > 2)}: {manner(bot)}"
                offered.append(Choice(f"{game} {seats} {bot}", words, (core.Open(game, seats), *others, core.Start())))
    return offered
