"""What a seat or a spectator may know, and other deals that it could not tell apart.

Hidden are the order of the decks and the cards that others reserved unseen. All else is public, also a
card that somebody reserved from the table. Cards and nobles are named by their ids in ``CARDS`` and
``NOBLES``, which never change.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bottega.games.chance import Chance, check_seed, reshuffled
from bottega.games.core import check_seat, of_the_last
from bottega.games.splendor.cards import CARDS, LEVELS
from bottega.games.splendor.drawing import draw
from bottega.games.splendor.model import EMPTY, ENOUGH_PRESTIGE, SLOTS, TOKEN_LIMIT, Options, Phase, Player, State
from bottega.games.splendor.rules import guests
from bottega.games.splendor.scoring import winners
from bottega.games.splendor.tokens import Gems, Tokens


class ReservedView(msgspec.Struct, frozen=True, gc=False):
    """A reserved card; ``card`` is None for those who did not see it."""

    level: int
    card: int | None
    blind: bool


class PlayerView(msgspec.Struct, frozen=True, gc=False):
    """What lies before a player."""

    seat: int
    tokens: Tokens
    bonuses: Gems
    prestige: int
    cards: tuple[int, ...]
    nobles: tuple[int, ...]
    reserved: tuple[ReservedView, ...]


class RowView(msgspec.Struct, frozen=True, gc=False):
    """One level: its four slots, None where empty, and how many cards its deck still has."""

    level: int
    face_up: tuple[int | None, ...]
    deck: int


class View(msgspec.Struct, frozen=True, gc=False):
    """The table as one viewer sees it.

    ``seat`` is the seat to move, None when the game is over; ``surplus`` is how many tokens it has to
    return now, ``guests`` the nobles it has to choose from; ``last_round`` says that somebody has 15.
    """

    options: Options
    viewer: int | None
    turn: int
    seat: int | None
    phase: Phase
    surplus: int
    guests: tuple[int, ...]
    bank: Tokens
    rows: tuple[RowView, ...]
    nobles: tuple[int, ...]
    players: tuple[PlayerView, ...]
    last_round: bool
    over: bool
    winners: tuple[int, ...]

    def __str__(self) -> str:
        return draw(self)


def view(state: State, seat: int | None) -> View:
    """All that the seat, or a spectator, may know: what everybody sees, and the own cards reserved unseen."""
    seen = _seen_by_all(state)
    if seat is None:
        return seen
    check_seat(seat, len(state.players))
    players = seen.players
    if state.players[seat].secret:
        players = (*players[:seat], _player(state.players[seat], seat, True), *players[seat + 1 :])
    return replace(seen, viewer=seat, players=players)


def uncovered(state: State) -> View:
    """What somebody sees who sees all reserved cards, whoever has them."""
    players = tuple([_player(player, owner, True) for owner, player in enumerate(state.players)])
    return replace(_seen_by_all(state), players=players)


@of_the_last
def _seen_by_all(state: State) -> View:
    """What a spectator sees; asked for once per seat, one after the other."""
    phase, players = state.phase, state.players
    over = phase is Phase.OVER
    return View(
        state.options,
        None,
        state.turn,
        None if over else state.seat,
        phase,
        sum(players[state.seat].tokens) - TOKEN_LIMIT if phase is Phase.RETURN else 0,
        tuple(guests(state)) if phase is Phase.NOBLE else (),
        state.bank,
        _rows(state.face_up, state.decks),
        state.nobles,
        tuple([_player(player, owner, False) for owner, player in enumerate(players)]),
        max([player.prestige for player in players]) >= ENOUGH_PRESTIGE,
        over,
        winners(state) if over else (),
    )


def _rows(face_up: tuple[int, ...], decks: tuple[tuple[int, ...], ...]) -> tuple[RowView, ...]:
    shown: tuple[int | None, ...] = face_up
    if EMPTY in face_up:
        shown = tuple([None if card == EMPTY else card for card in face_up])
    low, middle, high = decks
    return (
        RowView(1, shown[:SLOTS], len(low)),
        RowView(2, shown[SLOTS : 2 * SLOTS], len(middle)),
        RowView(3, shown[2 * SLOTS :], len(high)),
    )


def _player(player: Player, seat: int, own: bool) -> PlayerView:
    reserved = _reserved(player, own) if player.reserved else ()
    return PlayerView(seat, player.tokens, player.bonuses, player.prestige, player.cards, player.nobles, reserved)


_OPEN, _OWN, _UNSEEN = (
    tuple(ReservedView(card.level, None if unseen else card.id, blind) for card in CARDS)
    for blind, unseen in ((False, False), (True, False), (True, True))
)
"""Every card as it is seen if it was reserved from the table; if unseen from a deck, by its owner and by the others."""


def _reserved(player: Player, own: bool) -> tuple[ReservedView, ...]:
    secret = player.secret
    if not secret:
        return tuple([_OPEN[card] for card in player.reserved])
    blind = _OWN if own else _UNSEEN
    return tuple([blind[card] if card in secret else _OPEN[card] for card in player.reserved])


def redeal(state: State, seat: int | None, seed: bytes) -> State:
    """The state with all cards that the viewer cannot know shuffled among their places."""
    check_seat(seat, len(state.players))
    check_seed(seed)
    hiding = [(owner, player) for owner, player in enumerate(state.players) if player.secret and owner != seat]
    if not hiding:
        return replace(state, decks=tuple(map(tuple, reshuffled(seed, state.decks))))
    decks = [*map(list, state.decks)]
    unseen = [card for _, player in hiding for card in player.secret]
    for card in unseen:
        decks[CARDS[card].level - 1].append(card)
    decks = reshuffled(seed, decks)
    others = {card: decks[CARDS[card].level - 1].pop() for card in unseen}
    players = [*state.players]
    for owner, player in hiding:
        reserved = tuple([others.get(card, card) for card in player.reserved])
        players[owner] = replace(player, reserved=reserved, secret=tuple([others[card] for card in player.secret]))
    return replace(state, decks=tuple(map(tuple, decks)), players=tuple(players))


def imagine(view: View, seed: bytes) -> State:
    """A state with this view: decks and cards reserved unseen are dealt from the cards that lie nowhere in sight."""
    check_seed(seed)
    chance = Chance(seed)
    seen = {card for row in view.rows for card in row.face_up}
    seen.update(card for player in view.players for card in player.cards)
    seen.update(held.card for player in view.players for held in player.reserved)
    unseen: dict[int, list[int]] = {}
    for level in LEVELS:
        dealt, chance = chance.shuffled([card.id for card in CARDS if card.level == level and card.id not in seen])
        unseen[level] = list(dealt)
    players = tuple([_imagined(player, unseen) for player in view.players])
    return State(
        view.options,
        turn=view.turn,
        seat=view.seat or 0,
        phase=view.phase,
        passes=0,
        bank=view.bank,
        face_up=tuple(EMPTY if card is None else card for row in view.rows for card in row.face_up),
        decks=tuple(tuple(unseen[row.level][: row.deck]) for row in view.rows),
        nobles=view.nobles,
        players=players,
    )


def _imagined(player: PlayerView, unseen: dict[int, list[int]]) -> Player:
    """What lies before a player, with a card of ``unseen`` for each that the viewer does not know."""
    reserved = tuple([unseen[held.level].pop() if held.card is None else held.card for held in player.reserved])
    secret = tuple([card for card, held in zip(reserved, player.reserved, strict=True) if held.blind])
    return Player(player.tokens, player.bonuses, player.prestige, player.cards, player.nobles, reserved, secret)
