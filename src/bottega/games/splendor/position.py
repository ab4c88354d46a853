"""States as one line of text, complete enough to play on from it.

    turn=5 seat=0 phase=main passes=0 options={} bank=444435 up=1,2,3,4/40,-,42,43/70,71,72,73
    decks=9,8,7/…/… nobles=3,5,8 p0=010200:12,33:4:37,!52 p1=…      (in one line)

A player is tokens, bought cards, nobles and reserved cards with ``!`` before those reserved unseen. The
last card of a deck is its top. What can be counted (bonuses, prestige) is not written. A line that is no
possible table is refused: cards twice or missing, tokens too many, a phase that nothing asks for.
"""

from __future__ import annotations

import re
from typing import cast

import msgspec

from bottega.games.core import BadNotation
from bottega.games.splendor.cards import CARDS, LEVELS, NOBLES
from bottega.games.splendor.model import (
    EMPTY,
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
from bottega.games.splendor.tokens import Gems, Tokens

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
    for wrong, what in _faults(state):
        if wrong:
            raise BadNotation(f"not a possible state of Splendor: {what}")
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


def _faults(state: State) -> list[tuple[bool, str]]:
    """Whether each thing that no state can have is there, and its name."""
    players = state.players
    if len(players) not in SEATS or state.seat >= len(players):
        return [(True, "the number of players is wrong")]
    if len(state.face_up) != SLOTS * len(LEVELS) or len(state.decks) != len(LEVELS):
        return [(True, "there must be three decks and four slots a level")]
    piles = zip(state.bank, *(player.tokens for player in players), strict=True)
    held = [sum(player.tokens) for player in players]
    shown = [card for card in state.face_up if card != EMPTY]
    owned = [card for player in players for card in (*player.cards, *player.reserved)]
    nobles = [*state.nobles, *(noble for player in players for noble in player.nobles)]
    in_rows = [(card, slot // SLOTS + 1) for slot, card in enumerate(state.face_up) if card != EMPTY]
    in_decks = [(card, level) for level, deck in zip(LEVELS, state.decks, strict=True) for card in deck]
    everything = sorted([*shown, *owned, *(card for deck in state.decks for card in deck)])
    if everything != list(range(len(CARDS))):
        return [(True, "every card must be in exactly one place")]
    return [
        (tuple(map(sum, piles)) != full_bank(len(players)), "the tokens do not add up"),
        (any(CARDS[card].level != level for card, level in in_rows + in_decks), "a card lies in a wrong level"),
        (len(nobles) != len(players) + 1 or len(set(nobles)) != len(nobles), "the number of nobles is wrong"),
        (not set(nobles) <= set(range(len(NOBLES))), "there is no such noble"),
        (any(len(player.reserved) > state.options.reserve_limit for player in players), "too many reserved cards"),
        (
            any(
                (count > TOKEN_LIMIT) != (state.phase is Phase.RETURN and seat == state.seat)
                for seat, count in enumerate(held)
            ),
            f"more than {TOKEN_LIMIT} tokens are held only by who is to return some",
        ),
        (state.phase is Phase.NOBLE and len(guests(state)) < 2, "there is no choice of nobles"),
        (state.passes > len(players), "nobody passes after everybody has"),
    ]
