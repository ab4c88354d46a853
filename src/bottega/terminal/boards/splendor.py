"""Splendor in the terminal: tiles with a letter for every colour, a bar in the colour of its bonus for every card."""

from __future__ import annotations

from collections.abc import Iterable

from bottega.games import splendor
from bottega.games.core import Action
from bottega.games.splendor import CARDS, COLOURS, GOLD, LETTERS, NOBLES, TOKENS, Gems, Phase, Tokens
from bottega.terminal.boards.legend import Entry, legend_of
from bottega.terminal.boards.scene import Scene, turn_mark
from bottega.terminal.canvas import (
    EMPTY,
    Block,
    Line,
    Room,
    Span,
    beside,
    boxed,
    clickable,
    flowing,
    joined,
    line,
    padded,
)

SplendorScene = Scene[splendor.View]

LABEL, CARD = 10, 16
"""Columns of what stands at the left, and of a card."""
TALL = 30
"""Rows from which on cards have frames and every player has several lines."""
ENOUGH = 15
"""Prestige that calls the last round."""


def tile(colour: int, count: int) -> Span:
    """So many of a colour: its letter and a number on its ground."""
    return Span(f"{LETTERS[colour]}{count}", f"tile-{TOKENS[colour]}")


def tiles(counts: Iterable[int]) -> Line:
    """The colours of which there is something."""
    return joined([tile(colour, count) for colour, count in enumerate(counts) if count]) or (Span("nothing", "dim"),)


def pile(counts: Iterable[int]) -> Line:
    """Every colour, with a quiet zero where there is nothing."""
    return joined(
        [
            tile(colour, count) if count else Span(f"{LETTERS[colour]}0", f"soft-{TOKENS[colour]}")
            for colour, count in enumerate(counts)
        ]
    )


def _points(points: int) -> str:
    return f"{points}★" if points else "  "


def asked(scene: SplendorScene) -> str:
    """Who is to do what, in a few words."""
    view = scene.view
    if view.over or view.seat is None:
        return f"the game is over: {scene.everybody(view.winners)} won"
    who = scene.everybody((view.seat,))
    are = "are" if view.seat == scene.me else "is"
    last = " · last round" if view.last_round else ""
    match view.phase:
        case Phase.RETURN:
            return f"turn {view.turn}: {who} {are} to return {view.surplus} token{'s' * (view.surplus > 1)}{last}"
        case Phase.NOBLE:
            return f"turn {view.turn}: {who} {are} to choose noble {' or '.join(map(str, view.guests))}{last}"
    return f"turn {view.turn}: {who} {are} to move{last}"


def table(scene: SplendorScene, room: Room) -> Block:
    """Nobles, bank, the three rows of cards, and everybody's line."""
    if room.height >= TALL:
        return _tall(scene, room)
    view = scene.view
    drawn = [*_nobles(scene, room), padded(line(Span("bank", "label")), LABEL) + _bank(scene)]
    for row in reversed(view.rows):
        cells = [_card_cell(scene, card) for card in row.face_up]
        drawn += beside(_deck(scene, row), *cells, gap=1)
    head = padded(line(Span("  player", "label")), 14)
    drawn.append(line(head, Span("points  tokens in hand          bonuses of cards   reserved", "label")))
    drawn += [_player_line(scene, player) for player in view.players]
    return drawn


def _tall(scene: SplendorScene, room: Room) -> Block:
    view = scene.view
    drawn = [*_nobles(scene, room), padded(line(Span("bank", "label")), LABEL) + _bank(scene), EMPTY]
    for row in reversed(view.rows):
        cells = [boxed(_card_cell(scene, card, CARD - 1), CARD + 1, _frame(scene, card)) for card in row.face_up]
        drawn += beside([EMPTY, *_deck(scene, row)], *cells, gap=0)
    drawn.append(EMPTY)
    for player in view.players:
        drawn += _player(scene, player, room)
    return drawn


def _frame(scene: SplendorScene, card: int | None) -> str:
    return "turn" if card is not None and _marked(scene, card) else "frame"


def _nobles(scene: SplendorScene, room: Room) -> Block:
    parts = [_noble(scene, noble) for noble in scene.view.nobles]
    return flowing("nobles 3★", parts or [line(Span("all gone", "dim"))], room.width, LABEL)


def _noble(scene: SplendorScene, noble: int) -> Line:
    pointed = isinstance(scene.mark, splendor.ChooseNoble) and scene.mark.noble == noble
    card = NOBLES[noble]
    head = Span(f"#{noble}", "mark" if pointed else "points", f"noble {noble}")
    return line(head, " ", tiles(card.cost))


def _bank(scene: SplendorScene) -> Line:
    taken = scene.mark.colours if isinstance(scene.mark, splendor.Take) else ()
    spans: list[Span] = []
    for colour, count in enumerate(scene.view.bank):
        ink = "mark" if colour in taken else f"tile-{TOKENS[colour]}" if count else f"soft-{TOKENS[colour]}"
        spans.append(Span(f" {LETTERS[colour]} {count} ", ink, "" if colour == GOLD else "take "))
    return joined(spans, " ")


def _deck(scene: SplendorScene, row: splendor.RowView) -> Block:
    pointed = isinstance(scene.mark, splendor.ReserveTop) and scene.mark.level == row.level
    head = Span(f"level {row.level}", "mark" if pointed else "title", f"deck{row.level}")
    return [padded(line(head), LABEL - 2), padded(line(Span(f"deck {row.deck}", "dim")), LABEL - 2)]


def _marked(scene: SplendorScene, card: int) -> bool:
    return isinstance(scene.mark, splendor.Buy | splendor.Reserve) and scene.mark.card == card


def _buyable(scene: SplendorScene, card: int) -> bool:
    return any(isinstance(option, splendor.Buy) and option.card == card for option in scene.options)


def _card_cell(scene: SplendorScene, number: int | None, columns: int = CARD) -> Block:
    """A card in two lines: the bar with number, bonus and prestige, and what it costs."""
    if number is None:
        return [padded(line(Span("  (empty)", "dim")), columns), padded(EMPTY, columns)]
    card = CARDS[number]
    ink = "mark" if _marked(scene, number) else f"bar-{TOKENS[card.bonus]}"
    can = "✓" if _buyable(scene, number) else " "
    bar = Span(f" {number:<3}{LETTERS[card.bonus]} {can}".ljust(columns - 4) + f"{_points(card.prestige):>3} ", ink)
    return [clickable(line(bar), f" {number}"), clickable(padded(line(" ", tiles(card.cost)), columns), f" {number}")]


def _player_line(scene: SplendorScene, player: splendor.PlayerView) -> Line:
    seat = player.seat
    acting = seat == scene.view.seat
    held = sum(player.tokens)
    return line(
        turn_mark(acting),
        scene.whose(seat, 11),
        Span(f"{player.prestige:>4}★", "points"),
        "   ",
        pile(player.tokens),
        Span(f" ={held:<2}", "alert" if held > 9 else "dim"),
        "  ",
        pile(player.bonuses),
        "   ",
        Span(" ".join(_reserved_short(one) for one in player.reserved) or "-", "dim"),
    )


def _reserved_short(one: splendor.ReservedView) -> str:
    return f"?L{one.level}" if one.card is None else f"{one.card}"


def _player(scene: SplendorScene, player: splendor.PlayerView, room: Room) -> Block:
    """A player in a few lines."""
    acting = player.seat == scene.view.seat
    head = line(
        turn_mark(acting),
        scene.whose(player.seat, 14),
        Span(f"{player.prestige:>3}★ ", "points"),
        Span(" tokens ", "label"),
        pile(player.tokens),
        Span(f" ={sum(player.tokens):<2}", "dim"),
        Span("  bonuses ", "label"),
        pile(player.bonuses),
    )
    drawn: Block = [head]
    if player.reserved:
        drawn += flowing("    reserved", [_reserved(scene, one) for one in player.reserved], room.width, 14)
    if player.nobles:
        drawn += flowing(
            "    nobles",
            [line(Span(f"#{noble} {NOBLES[noble].prestige}★", "points")) for noble in player.nobles],
            room.width,
            14,
        )
    return drawn


def _reserved(scene: SplendorScene, one: splendor.ReservedView) -> Line:
    if one.card is None:
        return line(Span(f"? of level {one.level}", "dim"))
    card = CARDS[one.card]
    ink = "mark" if _marked(scene, one.card) else f"bar-{TOKENS[card.bonus]}"
    can = "✓" if _buyable(scene, one.card) else ""
    head = Span(f" {one.card} {LETTERS[card.bonus]}{can} {_points(card.prestige).strip()} ".replace("  ", " "), ink)
    return clickable(line(head, " ", tiles(card.cost)), f" {one.card}")


def seat(scene: SplendorScene, seat: int, room: Room) -> Block:
    """Everything that lies before one player: tokens, reserved cards, and the bought ones by colour."""
    player = scene.view.players[seat]
    held = sum(player.tokens)
    drawn: Block = [
        line(
            turn_mark(seat == scene.view.seat), scene.whose(seat), Span(f"   {player.prestige}★ of {ENOUGH}", "points")
        ),
        EMPTY,
        line(Span("tokens    ", "label"), pile(player.tokens), Span(f"  {held} of 10", "dim")),
        line(Span("bonuses   ", "label"), pile(player.bonuses)),
    ]
    reserved = [_reserved(scene, one) for one in player.reserved] or [line(Span("none", "dim"))]
    nobles = [
        line(Span(f"#{noble}", "bold"), " ", Span(f"{NOBLES[noble].prestige}★", "points")) for noble in player.nobles
    ]
    drawn += flowing("reserved", reserved, room.width, 10)
    drawn += flowing("nobles", nobles or [line(Span("none", "dim"))], room.width, 10)
    drawn += [EMPTY, line(Span("cards bought", "label"))]
    for colour, bonus in enumerate(COLOURS):
        own = [CARDS[card] for card in player.cards if CARDS[card].bonus == colour]
        cards = [
            line(Span(f" {card.id} {LETTERS[colour]} {_points(card.prestige).strip()}".rstrip() + " ", f"bar-{bonus}"))
            for card in own
        ]
        drawn += flowing(f"  {LETTERS[colour]} {bonus}", cards or [line(Span("-", "dim"))], room.width, 10, " ")
    return drawn


def cards(scene: SplendorScene, room: Room) -> Block:
    """The cards and nobles on the table in words, with what they would still cost this seat."""
    view = scene.view
    drawn: Block = [line(Span("On the table", "title")), EMPTY]
    for row in reversed(view.rows):
        drawn.append(line(Span(f"level {row.level}", "bold"), Span(f"   {row.deck} more in the deck", "dim")))
        for card in row.face_up:
            if card is not None:
                drawn.append(_in_words(scene, card))
    drawn += [EMPTY, line(Span("nobles", "bold"), Span("   they come by themselves to whoever has the bonuses", "dim"))]
    drawn += [line("  ", _noble(scene, noble)) for noble in view.nobles]
    return drawn


def _in_words(scene: SplendorScene, number: int) -> Line:
    card = CARDS[number]
    bar = Span(
        f" {number:<3}{LETTERS[card.bonus]} {_points(card.prestige):>3} ", f"bar-{TOKENS[card.bonus]}", f" {number}"
    )
    owned: Gems = (0,) * 5 if scene.me is None else scene.view.players[scene.me].bonuses
    left = [max(0, cost - bonus) for cost, bonus in zip(card.cost, owned, strict=True)]
    spent = line(Span("   you would pay ", "dim"), tiles(left)) if any(owned) else EMPTY
    return line("  ", bar, "  ", padded(tiles(card.cost), 12), spent)


def _names(counts: Tokens | Gems) -> str:
    named = [f"{count} {TOKENS[colour]}" for colour, count in enumerate(counts) if count]
    return ", ".join(named) or "nothing"


def _card_words(number: int) -> str:
    card = CARDS[number]
    worth = f", {card.prestige}★" if card.prestige else ""
    return f"{TOKENS[card.bonus]} bonus{worth}"


def explain(action: Action, scene: SplendorScene) -> str:
    """An action in words, for somebody who chooses among several."""
    view = scene.view
    match action:
        case splendor.Take(colours) if len(set(colours)) == 1 and len(colours) == 2:
            return f"two {TOKENS[colours[0]]} tokens"
        case splendor.Take(colours):
            return ", ".join(TOKENS[colour] for colour in colours)
        case splendor.Buy(card, payment):
            paid = payment if payment is not None else _payment(scene, card)
            return f"{_card_words(card)}; pay {_names(paid)}"
        case splendor.Reserve(card):
            gold = " and take a gold" if view.bank[GOLD] else ""
            return f"{_card_words(card)}, costs {_names(CARDS[card].cost)}; keep it{gold}"
        case splendor.ReserveTop(level):
            gold = " and take a gold" if view.bank[GOLD] else ""
            return f"the unseen top card of level {level}{gold}"
        case splendor.Return(tokens):
            return f"give back {_names(tokens)}"
        case splendor.ChooseNoble(noble):
            return f"receive this noble, {NOBLES[noble].prestige}★"
        case splendor.Pass():
            return "do nothing"
    return ""


def _payment(scene: SplendorScene, number: int) -> Tokens:
    """What a purchase takes when nobody says how: coloured tokens first, gold for what is missing."""
    if scene.me is None:
        return (*CARDS[number].cost, 0)
    player = scene.view.players[scene.me]
    paid, gold = [], 0
    for cost, bonus, held in zip(CARDS[number].cost, player.bonuses, player.tokens, strict=False):
        due = max(0, cost - bonus)
        paid.append(min(due, held))
        gold += max(0, due - held)
    white, blue, green, red, black = paid
    return white, blue, green, red, black, gold


_SIGNS = (
    Entry(
        (Span("w3", "tile-white"), Span(" "), Span("b1", "tile-blue")),
        "so many tokens, bonuses or costs of a colour: w white, b blue, g green, r red, k black, * gold (a joker)",
    ),
    Entry(
        (Span(" 33 k   3★ ", "bar-black"),),
        "a card: its number, the colour of its bonus, its prestige; what it costs is below",
    ),
    Entry((Span("✓", "good"),), "you can buy this card now"),
    Entry(
        (Span("#6", "points"), Span(" "), Span("w3", "tile-white"), Span(" "), Span("r3", "tile-red")),
        "a noble, worth 3★: comes by itself to whoever has the bonuses beside it",
    ),
    Entry((Span("▶", "turn"),), "who is to move"),
    Entry((Span("=7", "dim"),), "tokens in hand; more than ten must be returned"),
    Entry((Span("?L2", "dim"),), "a card of level 2 that somebody reserved unseen"),
    Entry((Span("deck 16", "dim"),), "how many cards are left under a row"),
)
_RULES = (
    "On your turn do one thing: take three tokens of different colours, or two of one colour if four are left; "
    "reserve a card and take a gold; or buy a card, on the table or reserved.",
    "A bought card is a bonus: it pays one of its colour for ever after. Gold stands for any colour.",
    "Whoever reaches 15 prestige calls the last round. The most prestige wins; on a tie, the fewest cards.",
)
_COMMANDS = (
    ("take wbg", "a white, a blue and a green token"),
    ("take rr", "two red tokens"),
    ("buy 33", "buy card 33; gold fills up what is missing"),
    ("buy 33 with w2 *1", "the same, with this payment"),
    ("reserve 33", "put card 33 aside for later"),
    ("reserve deck2", "put the unseen top card of level 2 aside"),
    ("return w1 *1", "give back what is above ten"),
    ("noble 6", "choose among nobles that come together"),
    ("pass", "only if nothing else can be done"),
)


def legend(room: Room) -> Block:
    """What every sign on the board means, how the game goes and what can be typed."""
    return legend_of("Splendor", _RULES, _SIGNS, _COMMANDS, room)
