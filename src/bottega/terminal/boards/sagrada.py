"""Sagrada in the terminal: windows of dice, a tile with letter and value for every die."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bottega.games import sagrada
from bottega.games.core import Action
from bottega.games.sagrada import DICE, PRIVATE_OBJECTIVES, TOOLS, WINDOWS, Stage
from bottega.terminal.boards.legend import Entry, legend_of
from bottega.terminal.boards.scene import Scene, turn_mark
from bottega.terminal.canvas import (
    EMPTY,
    Block,
    Line,
    Room,
    Span,
    beside,
    clickable,
    flowing,
    joined,
    line,
    padded,
    paragraph,
)

SagradaScene = Scene[sagrada.View]

INKS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue", "P": "purple"}
ROWS, COLUMNS, ROUNDS = 4, 5, 10
LABEL = 8
TALL = 30
"""Rows from which on windows have frames."""

_ASKS = {
    Stage.DIE: "choose a die of the pool",
    Stage.CHANGE: "turn the die up or down",
    Stage.TRACK: "choose a die of the round track",
    Stage.VALUE: "choose the value of the new die",
    Stage.MOVE: "choose a die of your window and where it goes",
    Stage.PLACE: "choose a die of the pool and where it goes",
}


def die(named: str, marked: bool = False, click: str = "") -> Span:
    """A die: its colour and value on the colour's ground."""
    return Span(named, "mark" if marked else f"tile-{INKS[named[0]]}", click)


def asked(scene: SagradaScene) -> str:
    """Who is to do what, in a few words."""
    view = scene.view
    if view.phase == "over":
        return f"the game is over: {scene.everybody(view.winners) or 'nobody'} won"
    are = "are" if scene.me in view.actors or len(view.actors) > 1 else "is"
    who = scene.everybody(view.actors)
    if view.phase == "windows":
        return f"{who} {are} to choose a window"
    turn = "second" if view.second_turn else "first"
    whose = "your" if scene.me in view.actors else "the"
    has = "have" if scene.me in view.actors else "has"
    when = f"round {view.round} of {ROUNDS}"
    if view.work is not None:
        return (
            f"{when}: {who} {'use' if are == 'are' else 'uses'} {TOOLS[view.work.tool].name}: {_ASKS[view.work.stage]}"
        )
    return f"{when}: {who} {has} {whose} {turn} turn"


def table(scene: SagradaScene, room: Room) -> Block:
    """Pool, round track, tools, objectives, and everybody's window (while they are chosen, those on offer)."""
    view = scene.view
    tall = room.height >= TALL
    drawn: Block = [*_shared(scene, room, tall)]
    if tall:
        drawn.append(EMPTY)
    if view.phase == "windows":
        drawn += _choosing(scene, room, tall)
    else:
        drawn += _windows(scene, room, tall)
    return drawn


def _shared(scene: SagradaScene, room: Room, tall: bool) -> Iterator[Line]:
    """What lies between the players."""
    view = scene.view
    if view.phase == "rounds":
        yield from flowing("pool", [line(*_pool(scene))], room.width, LABEL)
    if view.phase != "windows":
        yield from flowing("track", [*_track(scene)] or [line(Span("no dice yet", "dim"))], room.width, LABEL)
    yield from flowing("tools", [_tool(scene, tool) for tool in view.tools], room.width, LABEL)
    goals = [
        line(
            Span(card.name, "bold"), Span(f" {card.points}★", "points"), Span(f" a {_per(card)}", "dim") if tall else ""
        )
        for card in view.publics
    ]
    yield from flowing("goals", goals, room.width, LABEL)
    own = () if scene.me is None else view.players[scene.me].private
    if own:
        yield from flowing("private", [_private(own)], room.width, LABEL)
    if view.target is not None:
        yield from flowing("target", [line(Span(f"more than {view.target} points", "points"))], room.width, LABEL)
    if view.phase == "rounds":
        done = [*_done(view)]
        if done or tall:
            yield from flowing(
                "done",
                [line(Span(each)) for each in done] or [line(Span("nothing yet this turn", "dim"))],
                room.width,
                LABEL,
            )


def _per(card: sagrada.ObjectiveView) -> str:
    return sagrada.PUBLIC_OBJECTIVES[card.number].per


def _private(colours: Sequence[str]) -> Line:
    marks = joined([Span(f" {colour} ", f"tile-{INKS[colour]}") for colour in colours])
    words = " and ".join(INKS[colour] for colour in colours)
    return line(marks, Span(f" values of {words} dice", "dim"))


def _pool(scene: SagradaScene) -> Iterator[Span]:
    view, mark = scene.view, scene.mark
    place = mark.place if isinstance(mark, sagrada.PickDie) else -1
    wanted = DICE[mark.die] if isinstance(mark, sagrada.Place | sagrada.PickDie) else ""
    for number, named in enumerate(view.pool):
        marked = number == place if place >= 0 else named == wanted
        if marked and place < 0:
            wanted = ""
        yield die(named, marked, f" {named}")
        yield Span("! " if number == view.pending else " ")


def _track(scene: SagradaScene) -> Iterator[Line]:
    index = scene.mark.index if isinstance(scene.mark, sagrada.PickTrack) else -1
    at = 0
    for number, space in enumerate(scene.view.track, 1):
        dice = []
        for named in space:
            dice.append(die(named, at == index, f"track {at}"))
            at += 1
        if dice:
            yield line(Span(f"{number}:", "dim"), joined(dice))


def _tool(scene: SagradaScene, tool: sagrada.ToolView) -> Line:
    pointed = isinstance(scene.mark, sagrada.UseTool) and scene.mark.number == tool.number
    working = scene.view.work is not None and scene.view.work.tool == tool.number
    ink = "mark" if pointed else "turn" if working else "key"
    return clickable(
        line(Span(f"#{tool.number}", ink), " ", tool.name, " ", _price(scene, tool)), f"tool {tool.number}"
    )


def _price(scene: SagradaScene, tool: sagrada.ToolView) -> Span:
    if len(scene.view.players) > 1:
        return Span(f"●{tool.cost}", "points")
    return Span("used", "dim") if tool.used else Span(f" {tool.colour} ", f"tile-{INKS[tool.colour]}")


def _done(view: sagrada.View) -> Iterator[str]:
    """What has happened on the turn under way."""
    player = view.players[view.actors[0]]
    if view.work is not None:
        moved = f", moved {view.work.moved[0]}>{view.work.moved[1]}" if view.work.moved else ""
        yield f"in use: {TOOLS[view.work.tool].name}{moved}"
    elif view.pending is not None:
        yield f"{view.pool[view.pending]} is the die to place"
    if player.drafted:
        yield "a die drafted"
    if player.tool_used:
        yield "a tool used"


# -- windows ---------------------------------------------------------------------------------------------------------


def _choosing(scene: SagradaScene, room: Room, tall: bool) -> Block:
    view = scene.view
    drawn: Block = []
    for player in view.players:
        chosen = player.window.name if player.window else "has chosen" if player.chosen else "is choosing"
        acting = player.seat in view.actors
        drawn.append(line(turn_mark(acting), scene.whose(player.seat, 14), " ", Span(chosen, "dim")))
    if view.offered:
        pointed = WINDOWS[scene.mark.window].name if isinstance(scene.mark, sagrada.Choose) else ""
        blocks = [
            [
                clickable(
                    line(Span(window.name, "mark" if window.name == pointed else "bold")), f"window {window.name}"
                ),
                line(Span(f"difficulty {window.difficulty} ", "dim"), Span(f"●{window.difficulty}", "points")),
                *_cells(window.cells, (), (), tall and len(view.offered) < 3, 3),
            ]
            for window in view.offered
        ]
        drawn += [EMPTY, *beside(*blocks, gap=2 if room.width >= 84 else 1)]
    return drawn


def _windows(scene: SagradaScene, room: Room, tall: bool) -> Block:
    view = scene.view
    seats = _mine_first(scene)
    if tall:
        drawn: Block = []
        across = 3 if len(seats) == 3 else 2
        for first in range(0, len(seats), across):
            drawn += beside(*(_window(scene, seat, True, 4) for seat in seats[first : first + across]), gap=1)
        return drawn
    columns = 3 if len(view.players) > 3 else 4
    labels: Block = [*[EMPTY] * 4, *(line(Span(f"{first:>2}", "dim")) for first in range(0, ROWS * COLUMNS, COLUMNS))]
    return beside(labels, *(_window(scene, seat, False, columns) for seat in seats), gap=2)


def _mine_first(scene: SagradaScene) -> list[int]:
    seats = [player.seat for player in scene.view.players]
    return seats if scene.me is None else [*seats[scene.me :], *seats[: scene.me]]


def _window(scene: SagradaScene, seat: int, framed: bool, columns: int) -> Block:
    """One player's window under name, pattern and tokens."""
    view = scene.view
    player = view.players[seat]
    acting = seat in view.actors
    broad = columns * COLUMNS if not framed else 26
    cells = player.window.cells if player.window else "." * ROWS * COLUMNS
    dice = view.work.dice if view.work is not None and acting else player.dice
    tokens = f"●{player.tokens}" if len(view.players) > 1 else ""
    private = joined([Span(f" {colour} ", f"tile-{INKS[colour]}") for colour in player.private]) or (
        Span("private ?", "dim"),
    )
    head = [
        padded(line(turn_mark(acting), scene.whose(seat, min(broad - 2, 14))), broad),
        padded(line(Span(player.window.name if player.window else "?", "dim")), broad),
        padded(line(Span(tokens, "points"), " " if tokens else "", private, Span(_turns(player), "dim")), broad),
    ]
    if not framed:
        head.append(
            padded(line(*(Span(f"+{column}".rjust(columns - 1) + " ", "dim") for column in range(COLUMNS))), broad)
        )
    return [*head, *_cells(cells, dice, _pointed(scene, seat), framed, columns, seat == scene.me)]


def _turns(player: sagrada.PlayerView) -> str:
    return "" if not player.first_turn_done else " ✓✓" if player.second_turn_done else " ✓"


def _pointed(scene: SagradaScene, seat: int) -> tuple[int, ...]:
    if seat != scene.me:
        return ()
    match scene.mark:
        case sagrada.Place(_, cell):
            return (cell,)
        case sagrada.Move(source, target):
            return (source, target)
    return ()


def _cells(
    cells: str, dice: Sequence[str | None], pointed: Sequence[int], framed: bool, columns: int, own: bool = False
) -> Block:
    """The twenty spaces, four rows of five; in frames they have their numbers."""
    drawn: Block = []
    for row in range(ROWS):
        numbers = range(row * COLUMNS, (row + 1) * COLUMNS)
        spans: list[Span] = []
        for cell in numbers:
            span = _cell(cells[cell], dice[cell] if dice else None, cell in pointed)
            span = span._replace(click=f"@{cell}" if own else "")
            if framed:
                spans += [Span("│", "frame"), span._replace(text=f" {span.text} ")]
            elif columns > 3:
                spans += [span._replace(text=f" {span.text}"), Span(" ")]
            else:
                spans += [span, Span(" ")]
        if framed:
            drawn.append(_rule(row, numbers))
            spans.append(Span("│", "frame"))
        drawn.append(line(*spans))
    if framed:
        drawn.append(line(Span("└────┴────┴────┴────┴────┘", "frame")))
    return drawn


def _rule(row: int, numbers: Sequence[int]) -> Line:
    """The frame above a row, with the numbers of its spaces."""
    left, middle, right = "┌┬┐" if row == 0 else "├┼┤"
    edges = [left, *[middle] * (COLUMNS - 1)]
    spans: list[Span] = []
    for edge, number in zip(edges, numbers, strict=True):
        spans += [Span(edge, "frame"), Span(f"{number}", "dim"), Span("─" * (4 - len(str(number))), "frame")]
    return line(*spans, Span(right, "frame"))


def _cell(printed: str, placed: str | None, pointed: bool) -> Span:
    """A space: its die, or what is printed on it."""
    if placed:
        return die(placed, pointed)
    shown = f"{printed.lower()}·" if printed in INKS else "··" if printed == "." else f"·{printed}"
    ink = f"pane-{INKS[printed]}" if printed in INKS else "dim" if printed == "." else "pane-grey"
    return Span(shown, "mark" if pointed else ink)


def seat(scene: SagradaScene, seat: int, room: Room) -> Block:
    """One player's window in full, with what it counts for."""
    view = scene.view
    player = view.players[seat]
    side: Block = [EMPTY, EMPTY]
    if player.window:
        side.append(
            line(
                Span("window      ", "label"),
                player.window.name,
                Span(f", difficulty {player.window.difficulty}", "dim"),
            )
        )
    if len(view.players) > 1:
        side.append(line(Span("favour      ", "label"), Span(f"{player.tokens} ●", "points")))
    private = [_private(player.private)] if player.private else [line(Span("private objective unknown", "dim"))]
    side += flowing("private", private, room.width - 29, 12)
    free = sum(placed is None for placed in player.dice)
    side.append(line(Span("free spaces ", "label"), f"{free}"))
    turns = (
        "both turns of the round done"
        if player.second_turn_done
        else "one turn done"
        if player.first_turn_done
        else "no turn yet"
    )
    if view.phase == "rounds":
        side.append(line(Span("this round  ", "label"), turns))
    return beside(_window(scene, seat, True, 4), side, gap=3)


def cards(scene: SagradaScene, room: Room) -> Block:
    """Tools, objectives and the bag in words."""
    view = scene.view
    drawn: Block = [
        line(
            Span("Tools", "title"),
            Span(
                "   one a turn; the first use costs ●1, later ones ●2"
                if len(view.players) > 1
                else "   each once, for a die of its colour",
                "dim",
            ),
        )
    ]
    for tool in view.tools:
        drawn.append(_tool(scene, tool))
        drawn += paragraph(tool.text, room.width, indent=4)
        drawn += paragraph(TOOLS[tool.number].when, room.width, "dim", indent=4)
    drawn += [EMPTY, line(Span("Objectives", "title"))]
    for card in view.publics:
        drawn.append(line(Span(card.name, "bold"), Span(f"  {card.points}★", "points")))
        drawn += paragraph(card.text, room.width, indent=4)
    for colour in () if scene.me is None else view.players[scene.me].private:
        own = PRIVATE_OBJECTIVES["RYGBP".index(colour)]
        drawn.append(line(Span(own.name, "bold"), Span("  yours alone", "dim")))
        drawn += paragraph(own.description, room.width, indent=4)
    bag = joined(
        [line(Span(f" {colour[0].upper()} ", f"tile-{colour}"), f" {count}") for colour, count in view.bag.items()],
        "  ",
    )
    drawn += [EMPTY, line(Span("In the bag  ", "title"), bag)]
    return drawn


# -- actions ---------------------------------------------------------------------------------------------------------


def _where(cell: int) -> str:
    return f"row {cell // COLUMNS + 1} column {cell % COLUMNS + 1}"


def _named_die(number: int) -> str:
    named = DICE[number]
    return f"{INKS[named[0]]} {named[1]}"


def explain(action: Action, scene: SagradaScene) -> str:
    """An action in words, for somebody who chooses among several."""
    view = scene.view
    match action:
        case sagrada.Choose(window):
            pattern = WINDOWS[window]
            return f"difficulty {pattern.difficulty}: {pattern.difficulty} favour tokens"
        case sagrada.Place(number, cell):
            return f"{_named_die(number)}: {_where(cell)}{_printed(scene, cell)}"
        case sagrada.UseTool(number, payment):
            cost = next((tool.cost for tool in view.tools if tool.number == number), 1)
            paid = f"pay {_named_die(payment)}" if payment >= 0 else f"pay ●{cost}"
            return f"{TOOLS[number].name} ({paid}): {TOOLS[number].effect}"
        case sagrada.PickDie(number):
            return f"{_named_die(number)} of the pool"
        case sagrada.Change(up):
            return "its value goes up by one" if up else "its value goes down by one"
        case sagrada.PickTrack(index):
            dice = [named for space in view.track for named in space]
            return f"{dice[index]} of the round track" if index < len(dice) else ""
        case sagrada.SetValue(value):
            return f"the new die shows {value}"
        case sagrada.Move(source, target):
            held = _held(scene, source)
            return f"{held} from {_where(source)} to {_where(target)}{_printed(scene, target)}"
        case sagrada.Back():
            return "leave the tool; what is complete stays, what it cost is gone"
        case sagrada.End():
            return "end your turn"
    return ""


def _printed(scene: SagradaScene, cell: int) -> str:
    window = scene.view.players[scene.me].window if scene.me is not None else None
    if window is None or window.cells[cell] == ".":
        return ""
    printed = window.cells[cell]
    return f", printed {INKS.get(printed, printed)}"


def _held(scene: SagradaScene, cell: int) -> str:
    if scene.me is None:
        return "the die"
    work = scene.view.work
    dice = work.dice if work is not None else scene.view.players[scene.me].dice
    return dice[cell] or "the die"


_SIGNS = (
    Entry((Span("R5", "tile-red"),), "a die: R red, Y yellow, G green, B blue, P purple, and its value"),
    Entry(
        (Span("r·", "pane-red"), Span(" "), Span("·5", "pane-grey")),
        "a free space that takes only red dice, or only fives",
    ),
    Entry((Span("··", "dim"),), "a free space that takes any die"),
    Entry(
        (Span("10", "dim"), Span(" … "), Span("+3", "dim")),
        "spaces are numbered 0 to 19 from the top left: the number at the row plus the one above the column (here 13)",
    ),
    Entry((Span("●3", "points"),), "favour tokens: what a player has, or what a tool costs now"),
    Entry((Span("#4", "key"),), "a tool and its number"),
    Entry((Span("3:", "dim"), Span("B2", "tile-blue")), "dice left over in round 3, on the round track"),
    Entry((Span("✓", "dim"),), "a turn of this round is done (two are ✓✓)"),
    Entry((Span("!", "bold"),), "behind a die of the pool: this one alone may be placed now"),
    Entry((Span("▶", "turn"),), "who is to act"),
)
_RULES = (
    "Ten rounds; in each everybody has two turns, the second in reverse order. On a turn you may draft "
    "one die from the "
    "pool and place it, and use one tool, in any order.",
    "The first die lies on an edge or corner; every other touches an earlier one, also by a corner. Dice "
    "that lie side by side "
    "must differ in colour and in value, and a printed colour or value must be kept.",
    "Points: the public objectives, the values of your private colour, a point for every favour token "
    "left; every empty "
    "space costs one.",
)
_COMMANDS = (
    ("window Virtus", "choose this window"),
    ("place R5@12", "draft a red five and place it on space 12"),
    ("tool 4", "pay for tool 4 and begin to use it (alone: tool 4 Y2 pays with a die)"),
    ("die R5", "the die of the pool that the tool acts on (R5#3: the one at place 3, from 0)"),
    ("up, down", "turn that die by one"),
    ("track 0", "a die of the round track, counted from 0"),
    ("value 6", "the value of a new die"),
    ("move 3>12", "move a die of your window"),
    ("back", "leave the tool"),
    ("end", "end your turn"),
)


def legend(room: Room) -> Block:
    """What every sign on the board means, how the game goes and what can be typed."""
    return legend_of("Sagrada", _RULES, _SIGNS, _COMMANDS, room)
