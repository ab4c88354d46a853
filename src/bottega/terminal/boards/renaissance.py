"""Masters of Renaissance in the terminal: market, card grid, faith track, and everybody's warehouse.

Resources are tiles of two letters, co(in), st(one), se(rvant), sh(ield); ``f`` is faith and ``wh`` a white marble.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bottega.games import renaissance
from bottega.games.core import Action
from bottega.games.renaissance import CARDS, COLOURS, LEADERS, RESOURCES, Phase
from bottega.games.renaissance.cards import LEVELS, Ability, LeaderCard
from bottega.games.renaissance.faith import LAST_SPACE, POPE_SPACES, SECTION_STARTS, TILE_POINTS, TRACK_POINTS
from bottega.games.renaissance.model import Loss
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
    text,
)

RenaissanceScene = Scene[renaissance.View]

SHORT = dict(zip(RESOURCES, ("co", "st", "se", "sh"), strict=True))
INKS = {"co": "yellow", "st": "grey", "se": "purple", "sh": "blue", "f": "red", "wh": "white"}
MARBLES = {"yellow": "co", "grey": "st", "purple": "se", "blue": "sh", "red": "f", "white": "wh"}
LABEL, CARD = 9, 15
TALL = 30
"""Rows from which on everybody's board is shown in full."""

_LOST = {
    Loss.COLUMN_GONE: "lost: a whole colour of cards is gone",
    Loss.CROSS_FIRST: "lost: the black cross was first",
}


def tile(short: str, count: int = 1) -> Span:
    """So much of a resource: ``2co``."""
    return Span(f"{count if count > 1 else ''}{short}", f"tile-{INKS[short]}")


def tiles(amounts: Iterable[int], faith: int = 0) -> Line:
    """Amounts in the order of the resources, and faith."""
    named = [*zip(amounts, SHORT.values(), strict=True), (faith, "f")]
    return joined([tile(short, count) for count, short in named if count], " ") or (Span("-", "dim"),)


def _stock(amounts: Mapping[str, int]) -> Line:
    return joined([tile(SHORT[name], count) for name, count in amounts.items() if count]) or (Span("-", "dim"),)


def _tight(amounts: Iterable[int], faith: int = 0) -> Line:
    """The same with a plus in between."""
    named = [*zip(amounts, SHORT.values(), strict=True), (faith, "f")]
    return joined(
        [Span(f"{count if count > 1 else ''}{short}", f"on-{INKS[short]}") for count, short in named if count], "+"
    )


def _production(number: int) -> Line:
    card = CARDS[number]
    return line(_tight(card.inputs), Span("›", "bold"), _tight(card.outputs, card.faith))


def asked(scene: RenaissanceScene) -> str:
    """Who is to do what, in a few words."""
    view = scene.view
    if view.over:
        if view.solo is not None and view.solo.lost:
            return f"the game is over, {_LOST[Loss(view.solo.lost)]}"
        return f"the game is over: {scene.everybody(view.winners)} won"
    are = "are" if scene.me in view.actors or len(view.actors) > 1 else "is"
    if view.phase == Phase.SETUP:
        return f"set-up: {scene.everybody(view.actors)} {are} to choose"
    who = scene.everybody((view.seat,))
    last = " · last round" if view.ending else ""
    return f"turn {view.turn}: {who} {are} {_task(view)}{last}"


def _task(view: renaissance.View) -> str:
    match view.phase:
        case Phase.START:
            return "to visit the market, buy or produce"
        case Phase.STORING:
            waiting = [f"{count} {name}" for name, count in view.pending.items() if count]
            whites = [f"{view.whites} white"] if view.whites else []
            return f"to store or discard {', '.join([*waiting, *whites])}"
        case Phase.PRODUCING:
            return "producing: more, collect or revert"
    return "to end the turn (or play a leader)"


def table(scene: RenaissanceScene, room: Room) -> Block:
    """Market and cards, then the own board, and the others in a line each (where there is room, in full)."""
    view = scene.view
    tall = room.height >= TALL
    drawn = beside(_market(scene), _grid(scene, tall and len(view.players) < 4), gap=1)
    if tall:
        drawn.append(EMPTY)
    seats = [player.seat for player in view.players]
    own = scene.me if scene.me is not None else view.seat
    if not tall:
        drawn += _full(scene, own, room)
        others = [_brief(scene, other) for other in seats if other != own]
        if others:
            drawn += flowing("others", others, room.width, LABEL)
        return drawn
    for other in (own, *(other for other in seats if other != own)):
        drawn += [*_full(scene, other, room), EMPTY] if len(seats) < 4 else _full(scene, other, room)
    return drawn


# -- market and grid -------------------------------------------------------------------------------------------------


def _market(scene: RenaissanceScene) -> Block:
    view = scene.view
    pointed = scene.mark.line if isinstance(scene.mark, renaissance.Market) else ""
    names = [f"c{number}" for number in range(1, len(view.market.rows[0]) + 1)]
    columns = [Span(name, "mark" if pointed == name else "key", f"market {name}") for name in names]
    head = line("     ", joined(columns))
    drawn: Block = [head]
    for number, row in enumerate(view.market.rows, 1):
        here = pointed == f"r{number}"
        label = Span(f"  r{number}", "mark" if here else "key", f"market r{number}")
        marbles = []
        for column, marble in enumerate(row, 1):
            short = MARBLES[marble]
            chosen = here or pointed == f"c{column}"
            marbles.append(Span(short.ljust(2), "mark" if chosen else f"tile-{INKS[short]}"))
        drawn.append(line(label, " ", joined(marbles)))
    slide = MARBLES[view.market.slide]
    drawn.append(line(Span("  slide  ", "label"), Span(slide.ljust(2), f"tile-{INKS[slide]}")))
    drawn += [EMPTY, *_waiting(scene)]
    return drawn


def _waiting(scene: RenaissanceScene) -> Block:
    """What the turn under way has brought so far; in a solo game, Lorenzo."""
    view = scene.view
    drawn: Block = []
    if any(view.pending.values()) or view.whites:
        whites = [Span(f"{view.whites}wh", "tile-white")] if view.whites else []
        drawn += [line(Span("to store", "label")), line(" ", _stock(view.pending), " " if whites else "", *whites)]
    if view.production is not None:
        made = view.production
        drawn += [line(Span("produced", "label")), line(" ", tiles(made.outputs.values(), made.faith))]
    if view.solo is not None:
        drawn += [line(Span("Lorenzo", "bold"), Span(f" cross {view.solo.cross}", "alert"))]
        drawn += [line(Span(f" {_token(view.solo.last)}", "dim"))] if view.solo.last else []
    return drawn


def _token(last: str) -> str:
    return last.replace("discard two", "-2").replace(" cards", "").replace("black cross ", "†")


def _grid(scene: RenaissanceScene, airy: bool) -> Block:
    """The twelve piles, highest level first: name, points and cards left; cost; production."""
    view = scene.view
    pointed = scene.mark.pile if isinstance(scene.mark, renaissance.Buy) else ""
    buyable = {option.pile for option in scene.options if isinstance(option, renaissance.Buy)}
    drawn: Block = []
    for level in range(LEVELS, 0, -1):
        cells = [_pile(pile, pile.pile == pointed, pile.pile in buyable) for pile in view.grid if pile.level == level]
        drawn += beside(*cells, gap=1)
        drawn += [EMPTY] if airy and level > 1 else []
    return drawn


def _pile(pile: renaissance.PileView, pointed: bool, buyable: bool) -> Block:
    if pile.top is None:
        return [padded(line(Span(f" {pile.pile} empty", "dim")), CARD), padded(EMPTY, CARD), padded(EMPTY, CARD)]
    card = CARDS[pile.top]
    can = "✓" if buyable else " "
    bar = f" {pile.pile} {can} ×{pile.left}".ljust(CARD - 5) + f"{card.points:>3}★ "
    head = Span(bar, "mark" if pointed else f"bar-{pile.colour}")
    cells = [line(head), padded(tiles(card.cost), CARD), padded(_production(pile.top), CARD)]
    return [clickable(one, f"buy {pile.pile}") for one in cells]


# -- a player --------------------------------------------------------------------------------------------------------


def _full(scene: RenaissanceScene, seat: int, room: Room) -> Block:
    """A board: name and track, stores, slots, leaders."""
    player = scene.view.players[seat]
    drawn: Block = [_head(scene, player), *_stores(scene, player, room)]
    if any(player.slots):
        drawn += flowing("  slots", [*_slots(scene, player)], room.width, LABEL)
    if player.leaders:
        drawn += flowing(
            "  leaders", [_leader(scene, leader, seat) for leader in player.leaders], room.width, LABEL + 1
        )
    elif player.offered:
        drawn += flowing("  offered", [_offered(scene, leader) for leader in player.offered], room.width, LABEL + 1)
    return drawn


def _head(scene: RenaissanceScene, player: renaissance.PlayerView) -> Line:
    acting = player.seat in scene.view.actors
    bonus = Span(f" +{player.bonus} to choose", "turn") if player.bonus else Span("")
    return line(
        turn_mark(acting),
        scene.whose(player.seat, 12),
        Span(f"{player.points:>3}★ ", "points"),
        " ",
        _track(scene, player),
        Span(f" f{player.faith}", "on-red"),
        bonus,
    )


def _track(scene: RenaissanceScene, player: renaissance.PlayerView) -> Line:
    """The faith track, a sign for every space: the marker, what lies behind it, sections and their tiles."""
    solo = scene.view.solo
    spans: list[Span] = []
    for space in range(LAST_SPACE + 1):
        section = next((at for at, end in enumerate(POPE_SPACES) if SECTION_STARTS[at] <= space <= end), None)
        if space == player.faith:
            spans.append(Span("✚", "tile-red"))
        elif solo is not None and space == solo.cross:
            spans.append(Span("†", "tile-black"))
        elif section is not None and space == POPE_SPACES[section]:
            won = player.tiles[section]
            sign = {"up": f"{TILE_POINTS[section]}", "lost": "x"}.get(won, "P")
            spans.append(Span(sign, "good" if won == "up" else "dim" if won == "lost" else "on-red"))
        else:
            spans.append(Span("━" if section is not None else "─", "on-red" if space < player.faith else "frame"))
    return line(*spans)


def _stores(scene: RenaissanceScene, player: renaissance.PlayerView, room: Room) -> Block:
    pointed = scene.mark.place if isinstance(scene.mark, renaissance.Store) and player.seat == scene.me else 0
    places = [_place(place, place.place == pointed) for place in (*player.shelves, *player.depots)]
    return flowing("  stores", [*places, line(Span("box ", "label"), _stock(player.strongbox))], room.width, LABEL)


def _place(place: renaissance.PlaceView, pointed: bool) -> Line:
    """A shelf or depot: its number, what lies there, dots for free spaces."""
    short = SHORT[place.resource] if place.resource else ""
    held = [tile(short) for _ in range(place.count)]
    free = [
        Span(f"({short})" if short and not place.count and number == 0 else "··", "dim")
        for number in range(place.size - place.count)
    ]
    return line(
        Span(f"{place.place}", "mark" if pointed else "key"),
        Span("[", "frame"),
        joined([*held, *free]),
        Span("]", "frame"),
    )


def _slots(scene: RenaissanceScene, player: renaissance.PlayerView) -> Iterator[Line]:
    pointed = (
        scene.mark.slot
        if isinstance(scene.mark, renaissance.Buy | renaissance.ProduceCard) and player.seat == scene.me
        else 0
    )
    used = scene.view.production.used if scene.view.production is not None and player.seat == scene.view.seat else ()
    for number, slot in enumerate(player.slots, 1):
        ink = "mark" if number == pointed else "key"
        if not slot:
            yield line(Span(f"{number}", ink), Span("[ ]", "dim"))
            continue
        bars = [
            Span(f"{COLOURS[CARDS[card].colour][0].upper()}{CARDS[card].level}", f"bar-{COLOURS[CARDS[card].colour]}")
            for card in slot
        ]
        done = Span("✓", "good") if number in used else Span("")
        yield line(
            Span(f"{number}", ink), Span("[", "frame"), joined(bars), Span("] ", "frame"), _production(slot[-1]), done
        )


def _ability(card: LeaderCard) -> Line:
    short = SHORT[RESOURCES[card.resource]]
    ink = f"on-{INKS[short]}"
    match card.ability:
        case Ability.DISCOUNT:
            return line(Span(f"-1{short}", ink))
        case Ability.DEPOT:
            return line("depot ", Span(f"2{short}", ink))
        case Ability.WHITE_MARBLE:
            return line(Span("wh", "on-white"), "=", Span(short, ink))
    return line(Span(short, ink), "›?+", Span("f", "on-red"))


def _needs(card: LeaderCard) -> Line:
    if any(card.needs_resources):
        return _tight(card.needs_resources)
    level = card.needs_level or ""
    wanted = zip(card.needs_cards, COLOURS, strict=True)
    return joined(
        [Span(f"{count}{colour[0].upper()}{level}", f"on-{colour}") for count, colour in wanted if count], "+"
    )


def _leader_card(number: int) -> Line:
    card = LEADERS[number]
    return line(_ability(card), Span(f" {card.points}★", "points"), Span(" needs ", "dim"), _needs(card))


def _leader(scene: RenaissanceScene, leader: renaissance.LeaderView, seat: int) -> Line:
    pointed = (
        isinstance(scene.mark, renaissance.PlayLeader | renaissance.DiscardLeader)
        and scene.mark.position == leader.position
        and seat == scene.me
    )
    number = Span(f"{leader.position}", "mark" if pointed else "key", f"leader {leader.position}")
    fate = Span(f" {_FATES[leader.fate]} ", "good" if leader.fate == "played" else "dim")
    return line(number, fate, Span("?", "dim") if leader.id is None else _leader_card(leader.id))


_FATES = {"hand": "in hand", "played": "played", "discarded": "gone"}


def _offered(scene: RenaissanceScene, leader: int) -> Line:
    chosen = isinstance(scene.mark, renaissance.Keep) and leader in scene.mark.leaders
    return line(Span(f"#{leader}", "mark" if chosen else "key", f" {leader}"), " ", _leader_card(leader))


def _brief(scene: RenaissanceScene, seat: int) -> Line:
    """A player in a few signs."""
    player = scene.view.players[seat]
    stored = sum(place.count for place in (*player.shelves, *player.depots)) + sum(player.strongbox.values())
    acting = Span("▶", "turn") if seat in scene.view.actors else Span("")
    bought = sum(map(len, player.slots))
    return line(
        acting,
        scene.whose(seat, min(12, len(scene.name(seat)))),
        Span(f" {player.points}★", "points"),
        Span(f" f{player.faith}", "on-red"),
        Span(f" {bought}▪ {stored}◦", "dim"),
    )


def seat(scene: RenaissanceScene, seat: int, room: Room) -> Block:
    """Everything that lies before one player."""
    player = scene.view.players[seat]
    drawn: Block = [*_full(scene, seat, room), EMPTY]
    tiles_of = zip(TILE_POINTS, player.tiles, strict=True)
    favour = [
        line(
            Span(f"{points}★ ", "points"),
            Span({"up": "won", "lost": "lost", "down": "open"}[tile], "good" if tile == "up" else "dim"),
        )
        for points, tile in tiles_of
    ]
    drawn += flowing("favour", favour, room.width, LABEL)
    drawn.append(
        line(
            Span("track".ljust(LABEL), "label"),
            Span(f"space {player.faith} of {LAST_SPACE}, ", ""),
            Span(f"{TRACK_POINTS[player.faith]}★", "points"),
        )
    )
    drawn += [EMPTY, line(Span("cards", "label"))]
    for number, slot in enumerate(player.slots, 1):
        for card in reversed(slot):
            drawn.append(
                line(
                    Span(f"  slot {number}  ", "dim"),
                    _card_words(card),
                    Span("   (covered)", "dim") if card != slot[-1] else "",
                )
            )
    if not any(player.slots):
        drawn.append(line(Span("  none yet", "dim")))
    return drawn


def _card_words(number: int) -> Line:
    card = CARDS[number]
    colour = COLOURS[card.colour]
    bar = Span(f" {colour[0].upper()}{card.level} {card.points:>2}★ ", f"bar-{colour}")
    return line(bar, Span("  makes ", "dim"), _production(number))


def cards(scene: RenaissanceScene, room: Room) -> Block:
    """The grid and the leaders in words."""
    drawn: Block = [line(Span("Cards that can be bought", "title"))]
    for pile in reversed(scene.view.grid):
        if pile.top is not None:
            card = CARDS[pile.top]
            drawn.append(
                line(
                    "  ",
                    _card_words(pile.top),
                    Span("   costs ", "dim"),
                    tiles(card.cost),
                    Span(f"   {pile.left} in the pile", "dim"),
                )
            )
    own = () if scene.me is None else scene.view.players[scene.me].leaders
    offered = () if scene.me is None else scene.view.players[scene.me].offered
    known = [leader.id for leader in own if leader.id is not None] or [*offered]
    if known:
        drawn += [EMPTY, line(Span("Your leaders", "title"))]
        drawn += [
            line("  ", Span(f"#{leader} ", "key"), _leader_card(leader), Span(f"   {_leader_words(leader)}", "dim"))
            for leader in known
        ]
    return drawn


def _leader_words(number: int) -> str:
    card = LEADERS[number]
    resource = RESOURCES[card.resource]
    return {
        Ability.DISCOUNT: f"cards cost one {resource} less",
        Ability.DEPOT: f"a depot for two {resource}s",
        Ability.WHITE_MARBLE: f"white marbles give a {resource}",
        Ability.PRODUCTION: f"a {resource} for anything and a faith",
    }[card.ability]


# -- actions ---------------------------------------------------------------------------------------------------------


def explain(action: Action, scene: RenaissanceScene) -> str:
    """An action in words, for somebody who chooses among several."""
    view = scene.view
    match action:
        case renaissance.Keep(leaders):
            return " and ".join(f"{text(_ability(LEADERS[leader]))} {LEADERS[leader].points}★" for leader in leaders)
        case renaissance.Bonus(resource, shelf):
            return f"a {RESOURCES[resource]} on shelf {shelf}"
        case renaissance.Market(where):
            return _marbles(view, where)
        case renaissance.White(resource):
            return f"a white marble becomes a {RESOURCES[resource]}"
        case renaissance.Store(resource, place):
            return f"a {RESOURCES[resource]} on {'shelf' if place <= 3 else 'depot'} {place}"
        case renaissance.Discard(resources):
            others = "Lorenzo" if view.solo is not None else "everybody else"
            return f"give up {', '.join(RESOURCES[each] for each in resources)}; {others} moves {len(resources)}"
        case renaissance.Swap(first, second):
            return f"shelves {first} and {second} change their contents"
        case renaissance.Move(source, target):
            return f"one from {source} to {target}"
        case renaissance.Buy(pile, slot):
            return _bought(view, pile, slot)
        case renaissance.ProduceBasic(inputs, output):
            paid = " and ".join(RESOURCES[each] for each in inputs)
            return f"pay {paid}, get a {RESOURCES[output]}"
        case renaissance.ProduceCard(slot):
            return _made(scene, slot)
        case renaissance.ProduceLeader(number, output):
            paid = view.leader_inputs[number - 1] if number <= len(view.leader_inputs) else "its resource"
            return f"pay a {paid}, get a {RESOURCES[output]} and a faith"
        case renaissance.Collect():
            return "all that was produced arrives in the strongbox"
        case renaissance.Revert():
            return "take the productions back"
        case renaissance.PlayLeader(position):
            return _own_leader(scene, position)
        case renaissance.DiscardLeader(position):
            return f"for a faith: {_own_leader(scene, position)}"
        case renaissance.EndTurn():
            return "end your turn"
    return ""


def _marbles(view: renaissance.View, where: str) -> str:
    at = int(where[1:]) - 1
    marbles = view.market.rows[at] if where[0] == "r" else tuple(row[at] for row in view.market.rows)
    words = {"yellow": "coin", "grey": "stone", "purple": "servant", "blue": "shield", "red": "faith", "white": "white"}
    return ", ".join(words[marble] for marble in marbles)


def _bought(view: renaissance.View, pile: str, slot: int) -> str:
    top = next((each.top for each in view.grid if each.pile == pile), None)
    if top is None:
        return ""
    card = CARDS[top]
    return f"{card.points}★, costs {text(_tight(card.cost))}, makes {text(_production(top))}; into slot {slot}"


def _made(scene: RenaissanceScene, slot: int) -> str:
    player: renaissance.PlayerView = scene.view.players[scene.view.seat if scene.me is None else scene.me]
    cards = player.slots[slot - 1]
    return text(_production(cards[-1])) if cards else ""


def _own_leader(scene: RenaissanceScene, position: int) -> str:
    leaders = () if scene.me is None else scene.view.players[scene.me].leaders
    number = next((leader.id for leader in leaders if leader.position == position), None)
    return "" if number is None else f"{_leader_words(number)}, {LEADERS[number].points}★"


def _sign(short: str) -> Span:
    return Span(short, f"tile-{INKS[short]}")


_SIGNS = (
    Entry(
        line(joined([_sign(short) for short in ("co", "st", "se", "sh")])),
        "coin, stone, servant, shield; 2co are two coins",
    ),
    Entry(
        line(_sign("f"), " ", _sign("wh")),
        "faith (a red marble); a white marble: nothing, unless a leader makes something of it",
    ),
    Entry(
        (Span(" G2 ✓ ×4  5★ ", "bar-green"),),
        "a pile: colour (G green, B blue, Y yellow, P purple) and level, cards left, points; ✓ you can buy it. "
        "Below: what it costs, what it produces",
    ),
    Entry(
        line(Span("co", "on-yellow"), "›", Span("2st", "on-grey"), "+", Span("f", "on-red")),
        "a production: a coin becomes two stones and a faith; ? is a resource of your choice",
    ),
    Entry(
        (Span("2", "key"), Span("["), Span("co", "tile-yellow"), Span(" ··]", "dim")),
        "shelf 2 with a coin and a free space; 4 and 5 are depots of leaders; the box has no limit",
    ),
    Entry(
        (Span("1", "key"), Span("["), Span("G1", "bar-green"), Span("]")),
        "a slot of your board and the cards in it; the last one produces",
    ),
    Entry(
        line(Span("─", "frame"), Span("✚", "tile-red"), Span("─━━", "frame"), Span("P", "on-red")),
        "the faith track: your marker, a section (━) and its pope space; "
        "a number there is a favour token won, x one lost",
    ),
    Entry((Span("†", "tile-black"),), "Lorenzo's black cross, in a game alone"),
    Entry((Span("-1co", "on-yellow"), Span(" wh=se")), "leaders: cards cost a coin less; white marbles give a servant"),
    Entry((Span("3▪ 5◦", "dim"),), "of another player: three cards bought, five resources stored"),
    Entry((Span("▶", "turn"),), "who is to act"),
)
_RULES = (
    "At the start keep two of four leaders; later seats also choose bonus resources.",
    "On your turn do one of three things: take a row or column of marbles from the market and store what "
    "they give; buy "
    "a card into a slot (level 1 first, 2 on 1, 3 on 2); or produce with any of your cards, leaders and "
    "the board itself "
    "(any two resources for any one).",
    "A shelf holds one kind, and no two shelves the same. What you discard moves everybody else along the"
    " faith track. "
    "Whoever passes a pope space calls a report: those in its section keep their favour token.",
    "The seventh card or the end of the track calls the last round. Points: cards, leaders played, faith,"
    " favour tokens, one "
    "for every five resources.",
)
_COMMANDS = (
    ("keep 3 15", "at the start: the two leaders you keep, by number"),
    ("bonus coin@1", "a bonus resource on shelf 1"),
    ("market r1", "take row 1 (r1-r3) or column c1-c4"),
    ("white coin", "make a coin of a white marble"),
    ("store coin 2", "put a coin on shelf 2"),
    ("discard coin stone", "give up what you cannot store"),
    ("swap 1 2, move 3 4", "rearrange shelves; between shelf and depot"),
    ("buy G2 slot 1", "buy a card; 'with coin@1 2stone@box' says how you pay"),
    ("produce slot 1", "the card in slot 1"),
    ("produce basic coin+stone>shield", "two resources for one"),
    ("produce leader 1>coin", "a leader's production"),
    ("collect, revert", "end the productions, or take them back"),
    ("play leader 1", "play it, or: discard leader 2, for a faith"),
    ("end", "end your turn"),
)


def legend(room: Room) -> Block:
    """What every sign on the board means, how the game goes and what can be typed."""
    return legend_of("Masters of Renaissance", _RULES, _SIGNS, _COMMANDS, room)
