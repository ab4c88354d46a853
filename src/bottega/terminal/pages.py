"""The pages beside the boards: lobby, waiting room, log, chat, the score sheet at the end, and help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from bottega.client.core import Known, Stage
from bottega.games.core import ranking
from bottega.plain import plain
from bottega.table.events import Presence
from bottega.terminal.boards.legend import COMMAND, explained
from bottega.terminal.boards.scene import board
from bottega.terminal.canvas import EMPTY, Block, Line, Room, Span, clickable, flowing, line, name, padded, paragraph


class Page(StrEnum):
    """What can be looked at."""

    TABLE = "table"
    BOARD = "board"
    CARDS = "cards"
    LOG = "log"
    CHAT = "chat"
    SCORES = "scores"
    SEAL = "seal"
    HELP = "help"


KEYS = (
    ("F1", "help", "this page"),
    ("F2", "table", "the table; again with Esc"),
    ("F3", "boards", "a player's board; again for the next player's"),
    ("F4", "cards", "the cards on the table in words"),
    ("F5", "log", "everything that has happened"),
    ("F6", "chat", "what was said; what you type is said, too"),
    ("F7", "score", "how the game stands, or ended"),
    ("F9", "light", "light or dark"),
    ("F10", "exit", "close this program (Ctrl+Q too); your seat is kept for a while"),
)
"""The keys, what stands on the bottom line, and what they do."""

TYPING = (
    ("letters", "narrow the list of what you can do; every word you type must begin a word there"),
    ("↑ ↓", "point at a choice; the board marks what it is about"),
    ("Enter", "do what you typed or pointed at; where it may mean several, a second Enter does the first of them"),
    ("Tab, →", "complete what you typed, as far as there is one way"),
    ("Esc", "clear the line, then: drop what you had prepared, back to the table"),
    ("PgUp PgDn", "scroll the page; the mouse wheel does it too"),
    ("a; b", "several actions at once, all or nothing"),
)

COMMANDS = {
    "help": "explain the game, its signs and all commands (also: ?)",
    "table": "the table",
    "board": "a player's board: /board, /board 2, /board Bruno",
    "cards": "the cards on the table in words",
    "log": "everything that has happened",
    "chat": "what was said",
    "scores": "how the game stands, or ended",
    "say": "say something to everybody: /say good game",
    "word": "add a word of your own to the seed, before the game starts",
    "seal": "the seal of the table and everybody's words for the seed",
    "verify": "after a game: fetch its log and check the seal, every card and every move",
    "forget": "drop what you had prepared",
    "quit": "give up a running game for good",
    "leave": "leave the table; before the start your seat is free again",
    "light": "light or dark",
    "exit": "close this program; your seat is kept for a while",
}
"""What can be typed with a slash, everywhere."""


def lobby(known: Known, room: Room, home: bool) -> Block:
    """The tables of the house, newest first."""
    if home:
        return [
            line(Span("Bottega", "title"), "   a house of your own, with bots, without a network"),
            EMPTY,
            *paragraph("Choose a game below: type its name, or point at it with the arrow keys; Enter.", room.width),
            EMPTY,
            *(_game_line(game) for game in known.games),
            EMPTY,
            *paragraph("A house with people: bottega play http://HOST:PORT. An old protocol: bottega play "
                       "sagrada-text@HOST:PORT.", room.width, "dim"),
        ]  # fmt: skip
    drawn: Block = [line(Span("Tables", "title"), Span(f"   you are {name(known.name)}", "dim")), EMPTY]
    for each in known.tables:
        names = ", ".join(name(seat.name) for seat in each.seats) or "nobody yet"
        state = Span("playing", "dim") if each.started else Span(f"{each.size - len(each.seats)} free", "good")
        drawn.append(
            clickable(
                line(
                    Span(f"{name(each.table, 12)} ", "key"),
                    padded(line(each.game), 13),
                    padded(line(state), 9),
                    padded(line(names), max(10, room.width - 36)),
                ),
                each.table,
            )
        )
    if not known.tables:
        drawn.append(line(Span("Nobody is here yet. Open a table, and share its name.", "dim")))
    return drawn


_GAMES = {
    "splendor": "gems and nobles, two to four players, half an hour",
    "sagrada": "windows of dice, alone or up to four, forty minutes",
    "renaissance": "markets, cards and faith, alone or up to four, an hour",
}


def _game_line(game: str) -> Line:
    return clickable(line("  ", padded(line(Span(game, "key")), 14), _GAMES.get(game, "")), f"{game} ")


def waiting(known: Known, room: Room) -> Block:
    """The table before its game."""
    where = f" at table {name(known.table)}" if known.table else ""
    drawn: Block = [line(Span(known.game.capitalize() or "Waiting", "title"), Span(f"   waiting{where}", "dim")), EMPTY]
    drawn += [_sitter(known, seat) for seat in range(len(known.seats))]
    free = 0 if known.size is None else known.size - len(known.seats)
    drawn += [line(Span("    free seat", "dim")) for _ in range(free)]
    drawn.append(EMPTY)
    if known.commitment:
        drawn += seal(known, room)
    return drawn


def _sitter(known: Known, seat: int) -> Line:
    sitter = known.seats[seat]
    what = (
        f"   bot: {sitter.bot}" if sitter.bot else "" if sitter.presence is Presence.HERE else f"   {sitter.presence}"
    )
    ink = "you" if seat == known.me else "bold"
    return line(f"  {seat + 1} ", Span(name(sitter.name), ink), Span(what, "dim"))


def seal(known: Known, room: Room) -> Block:
    """What proves afterwards that nobody chose the deal."""
    if not known.commitment:
        return [line(Span("This table has no seal.", "dim"))]
    drawn = flowing("seal", [line(Span(name(known.commitment), "dim"))], room.width)
    words = [line(Span(name(word) or "none", "dim")) for word in known.words]
    return drawn + (flowing("words", words, room.width) if words else [])


def log(known: Known, room: Room) -> Block:
    """Everything that has happened, oldest first."""
    drawn: Block = []
    for entry in known.log:
        drawn += paragraph(plain(entry), room.width)
    return drawn or [line(Span("Nothing has happened yet.", "dim"))]


def chat(known: Known, room: Room) -> Block:
    """What was said, oldest first."""
    drawn: Block = []
    for said in known.chat:
        words = paragraph(plain(said.text) or " ", max(10, room.width - len(said.name) - 2))
        drawn.append(line(Span(f"{name(said.name)}: ", "bold"), words[0]))
        drawn += [line("  ", rest) for rest in words[1:]]
    return drawn or [line(Span("Nobody has said anything yet.", "dim"))]


def scores(known: Known, room: Room) -> Block:
    """The score sheet: of the end, or as it stands where the view tells."""
    result = known.result
    if result is None:
        return [line(Span("The game is not over.", "title")), EMPTY, *_standing(known)]
    winners = " and ".join(name(known.who(seat)) for seat in result.winners) or "nobody"
    drawn: Block = [
        line(Span(f"{winners} won", "title"), Span(f"   ({plain(result.reason)})", "dim")),
        EMPTY,
    ]
    for score in ranking(result.scores):
        ink = "you" if score.seat == known.me else "bold"
        drawn.append(line(Span(f"{score.total:>4}★ ", "points"), Span(name(known.who(score.seat)), ink)))
        parts = [line(Span(f"{plain(each.what)} {each.figure}")) for each in score.lines]
        if parts:
            drawn += flowing("", parts, room.width, 7, " · ")
    return drawn


def _standing(known: Known) -> Block:
    points = [
        getattr(player, "points", getattr(player, "prestige", None)) for player in getattr(known.view, "players", ())
    ]
    return [
        line(Span(f"{point:>4}★ ", "points"), Span(name(known.who(seat)), "you" if seat == known.me else "bold"))
        for seat, point in enumerate(points)
        if point is not None
    ]


def help_page(known: Known, room: Room) -> Block:
    """The game, its signs and commands; then keys, typing, and what a slash does."""
    drawn: Block = []
    if known.game:
        drawn += [*board(known.game).legend(room), EMPTY]
    drawn += [line(Span("Keys", "title"))]
    for key, _, meaning in KEYS:
        drawn += explained(line(Span(key, "key")), meaning, 12, room)
    drawn += [EMPTY, line(Span("The command line", "title"))]
    for key, meaning in TYPING:
        drawn += explained(line(Span(key, "key")), meaning, 12, room)
    drawn += [EMPTY, line(Span("With a slash", "title"))]
    for command, meaning in COMMANDS.items():
        drawn += explained(line(Span(f"/{command}", "key", f"/{command}")), meaning, COMMAND, room)
    return drawn


def clock(left: float | None) -> str:
    """What is left of a turn, in minutes and seconds; of a game over days in days and hours, or hours and minutes."""
    if left is None:
        return ""
    seconds = max(0, round(left))
    days, hours, minutes = seconds // 86400, seconds // 3600, seconds // 60
    if days:
        return f"{days}d {hours % 24}h"
    if hours:
        return f"{hours}h {minutes % 60:02}m"
    return f"{seconds // 60}:{seconds % 60:02}"


def tail(lines: Iterable[str], rows: int, columns: int) -> Block:
    """The newest lines that fit into a panel, each wrapped."""
    drawn: Block = []
    for each in lines:
        drawn += paragraph(plain(each) or " ", columns)
    return drawn[-rows:]


def waits_for_name(known: Known) -> bool:
    """Whether the server wants to know who we are."""
    return known.stage is Stage.NAME


def names_of(known: Known) -> tuple[str, ...]:
    """Everybody at the table, seat by seat."""
    return tuple(sitter.name for sitter in known.seats)


def find_seat(names: Sequence[str], wanted: str) -> int | None:
    """The seat of that number (from 1) or name, or of the name that begins so."""
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    folded = wanted.casefold()
    return next((seat for seat, each in enumerate(names) if folded and each.casefold().startswith(folded)), None)
