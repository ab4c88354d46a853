"""States as one line of text, complete enough to play on from it.

    turn=5 seat=0 phase=main passes=0 options={} bank=444435 up=1,2,3,4/40,-,42,43/70,71,72,73
    decks=9,8,7/…/… nobles=3,5,8 p0=010200:12,33:4:37,!52 p1=…      (in one line)

A player is tokens, bought cards, nobles and reserved cards with ``!`` before those reserved unseen. The
last card of a deck is its top. What can be counted (bonuses, prestige) is not written. A line that is no
possible table is refused, and told what is wrong with it: a card twice or missing, tokens too many, a phase that
nothing asks for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import cast

import msgspec

from bottega.games.core import BadNotation
from bottega.games.splendor.cards import CARDS, LEVELS, NOBLES
from bottega.games.splendor.model import (
    EMPTY,
    ENOUGH_PRESTIGE,
    MOST_TAKEN,
    SEATS,
    SLOTS,
    TOKEN_LIMIT,
    Options,
    Phase,
    Player,
    State,
    full_bank,
)
from bottega.games.splendor.rules import guests
from bottega.games.splendor.tokens import TOKENS, Gems, Tokens

_LINE = re.compile(
    r"turn=(\d{1,9}) seat=(\d) phase=(main|return|noble|over) passes=(\d) options=(\S+) bank=([0-7]{5}[0-5])"
    r" up=([-\d,/]+) decks=([\d,/]+) nobles=([\d,]*) (p.*)",
    re.ASCII,
)
_PLAYER = re.compile(r"p(\d)=([0-7]{5}[0-5]):([\d,]*):([\d,]*):([!\d,]*)", re.ASCII)


def write_state(state: State) -> str:
    """The state as one line of text."""
    return (
        f"turn={state.turn} seat={state.seat} phase={state.phase} passes={state.passes}"
        f" options={msgspec.json.encode(state.options).decode()} bank={_digits(state.bank)}"
        f" up={'/'.join(_up(state, level) for level in LEVELS)}"
        f" decks={'/'.join(map(_ids, state.decks))} nobles={_ids(state.nobles)} "
    ) + " ".join(f"p{seat}={_player(player)}" for seat, player in enumerate(state.players))


def _digits(tokens: Tokens) -> str:
    return "".join(map(str, tokens))


def _ids(ids: tuple[int, ...]) -> str:
    return ",".join(map(str, ids))


def _up(state: State, level: int) -> str:
    slots = state.face_up[(level - 1) * SLOTS : level * SLOTS]
    return ",".join("-" if card == EMPTY else str(card) for card in slots)


def _player(player: Player) -> str:
    reserved = ",".join(f"!{card}" if card in player.secret else str(card) for card in player.reserved)
    return f"{_digits(player.tokens)}:{_ids(player.cards)}:{_ids(player.nobles)}:{reserved}"


def read_state(text: str) -> State:
    """The state that such a line names, or BadNotation."""
    found = _LINE.fullmatch(text)
    if not found:
        raise BadNotation("a state of Splendor is written like 'turn=1 seat=0 phase=main passes=0 options={} bank=…'")
    turn, seat, phase, passes, options, bank, up, decks, nobles, players = found.groups()
    try:
        state = State(
            msgspec.json.decode(options, type=Options),
            int(turn),
            int(seat),
            Phase(phase),
            int(passes),
            _read_digits(bank),
            tuple(EMPTY if card == "-" else int(card) for row in up.split("/") for card in row.split(",")),
            tuple(_read_ids(deck) for deck in decks.split("/")),
            _read_ids(nobles),
            tuple(_read_player(seat, part) for seat, part in enumerate(players.split(" "))),
        )
    except (ValueError, LookupError, msgspec.MsgspecError) as error:
        raise BadNotation(f"not a state of Splendor: {error}") from error
    for fault in _faults(state):
        raise BadNotation(f"not a possible state of Splendor: {fault}")
    return state


def _read_digits(text: str) -> Tokens:
    white, blue, green, red, black, gold = map(int, text)
    return white, blue, green, red, black, gold


def _read_ids(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


def _read_player(seat: int, text: str) -> Player:
    found = _PLAYER.fullmatch(text)
    if not found or int(found[1]) != seat:
        raise ValueError(f"player {seat} is written like p{seat}=000000:cards:nobles:reserved")
    cards, nobles = _read_ids(found[3]), _read_ids(found[4])
    reserved = found[5].split(",") if found[5] else []
    bonuses = [0] * 5
    for card in cards:
        bonuses[CARDS[card].bonus] += 1
    prestige = sum(CARDS[card].prestige for card in cards) + sum(NOBLES[noble].prestige for noble in nobles)
    return Player(
        _read_digits(found[2]),
        cast(Gems, tuple(bonuses)),
        prestige,
        cards,
        nobles,
        tuple(int(card.removeprefix("!")) for card in reserved),
        tuple(int(card[1:]) for card in reserved if card.startswith("!")),
    )


def _faults(state: State) -> Iterator[str]:
    """Everything that is there and that no game can come to; what comes later may rely on what came before."""
    seats = len(state.players)
    if seats not in SEATS:
        yield f"Splendor is for 2 to 4 players, not {seats}"
    if len(state.decks) != len(LEVELS) or len(state.face_up) != len(LEVELS) * SLOTS:
        yield f"there must be {len(LEVELS)} decks and {SLOTS} slots a level"
    if state.turn < 1 or state.seat != (state.turn - 1) % seats:
        yield f"turn {state.turn} is not that of seat {state.seat}"
    yield from _card_faults(state)
    yield from _noble_faults(state)
    yield from _token_faults(state)
    yield from _phase_faults(state)


def _card_faults(state: State) -> Iterator[str]:
    shown = [(card, slot // SLOTS + 1) for slot, card in enumerate(state.face_up) if card != EMPTY]
    hidden = [(card, level) for level, deck in zip(LEVELS, state.decks, strict=True) for card in deck]
    owned = [card for player in state.players for card in (*player.cards, *player.reserved)]
    places = Counter([card for card, _ in shown + hidden] + owned)
    for card in places - Counter(range(len(CARDS))):
        yield f"card {card} is in {places[card]} places" if card < len(CARDS) else f"there is no card {card}"
    for card in Counter(range(len(CARDS))) - places:
        yield f"card {card} is missing"
    for card, level in shown + hidden:
        if CARDS[card].level != level:
            yield f"card {card} is of level {CARDS[card].level} and lies in level {level}"
    for slot, card in enumerate(state.face_up):
        if card == EMPTY and state.decks[slot // SLOTS]:
            yield f"a slot of level {slot // SLOTS + 1} is empty though its deck is not"
    for seat, player in enumerate(state.players):
        if len(player.reserved) > state.options.reserve_limit:
            yield f"player {seat} has {len(player.reserved)} reserved cards and can have {state.options.reserve_limit}"
        if player.secret and not state.options.blind_reserve:
            yield f"player {seat} reserved a card unseen, which this table does not allow"


def _noble_faults(state: State) -> Iterator[str]:
    nobles = Counter([*state.nobles, *(noble for player in state.players for noble in player.nobles)])
    for noble, count in nobles.items():
        if noble >= len(NOBLES):
            yield f"there is no noble {noble}"
        if count > 1:
            yield f"noble {noble} is in {count} places"
    if len(nobles) != len(state.players) + 1:
        yield f"there must be {len(state.players) + 1} nobles, not {len(nobles)}"


def _token_faults(state: State) -> Iterator[str]:
    piles = zip(state.bank, *(player.tokens for player in state.players), strict=True)
    for name, there, right in zip(TOKENS, map(sum, piles), full_bank(len(state.players)), strict=True):
        if there != right:
            yield f"there must be {right} {name} tokens, not {there}"
    for seat, player in enumerate(state.players):
        returning = state.phase is Phase.RETURN and seat == state.seat
        held, most = sum(player.tokens), TOKEN_LIMIT + MOST_TAKEN if returning else TOKEN_LIMIT
        if held > most:
            yield f"player {seat} has {held} tokens and can have {most}"
        if returning and held <= TOKEN_LIMIT:
            yield f"player {seat} is to return tokens and has only {held}"


def _phase_faults(state: State) -> Iterator[str]:
    seats, phase = len(state.players), state.phase
    if state.passes > seats:
        yield f"{seats} players have passed {state.passes} times in a row"
    if phase is Phase.NOBLE and len(guests(state)) < 2:
        yield "there is no choice of nobles"
    stalemate = state.passes == seats
    won = state.seat == 0 and max(player.prestige for player in state.players) >= ENOUGH_PRESTIGE
    if phase is Phase.OVER and not (stalemate or won):
        yield "the game is over and nothing has ended it"
    if phase is Phase.MAIN and stalemate:
        yield "the game goes on though everybody has passed"
