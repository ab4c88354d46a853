"""What holds at every step of every game, checked against the plainest possible reading of the rules."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bottega.games.core import AnyStep, IllegalMove
from bottega.games.splendor import (
    CARDS,
    NOBLES,
    Buy,
    ChooseNoble,
    Reserve,
    ReserveTop,
    Return,
    State,
    Take,
    apply,
    legal,
)
from bottega.games.splendor.model import EMPTY, full_bank
from bottega.games.splendor.prices import owed
from tests.games.play import Setup
from tests.strategies import Moment, games, moments

NAME = "splendor"


@settings(max_examples=40, deadline=None)
@given(games(NAME))
def test_nothing_is_ever_lost(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """Tokens, cards and nobles are conserved; bonuses and prestige are those of what a player has."""
    setup, steps = game
    first = steps[0].before
    assert isinstance(first, State)
    dealt = set(first.nobles)
    for step in steps:
        state = step.after
        assert isinstance(state, State)
        piles = zip(state.bank, *(player.tokens for player in state.players), strict=True)
        assert tuple(map(sum, piles)) == full_bank(setup.seats)
        assert min(state.bank) >= 0
        cards = [card for card in state.face_up if card != EMPTY] + [card for deck in state.decks for card in deck]
        nobles = list(state.nobles)
        for player in state.players:
            cards += [*player.cards, *player.reserved]
            nobles += player.nobles
            assert min(player.tokens) >= 0
            assert set(player.secret) <= set(player.reserved)
            assert len(player.reserved) <= state.options.reserve_limit
            assert player.prestige == sum(CARDS[c].prestige for c in player.cards) + 3 * len(player.nobles)
            assert player.bonuses == tuple(sum(CARDS[c].bonus == i for c in player.cards) for i in range(5))
        assert sorted(cards) == list(range(90))
        assert set(nobles) == dealt
        assert len(nobles) == setup.seats + 1


@settings(max_examples=40, deadline=None)
@given(games(NAME))
def test_turns_and_rounds(game: tuple[Setup, tuple[AnyStep, ...]]) -> None:
    """Seats take turns; nobody ends one above ten tokens; the end comes after a full round with 15, not before."""
    setup, steps = game
    for step in steps:
        before, after = step.before, step.after
        assert isinstance(before, State)
        assert isinstance(after, State)
        if after.turn == before.turn:
            assert after.seat == before.seat
            continue
        assert after.turn == before.turn + 1
        assert after.seat == (before.seat + 1) % setup.seats
        assert sum(after.players[before.seat].tokens) <= 10
        reached = any(player.prestige >= 15 for player in after.players)
        stalemate = after.passes == setup.seats
        assert (after.phase == "over") == ((reached and after.seat == 0) or stalemate)


def plain_takes(state: State) -> set[tuple[int, ...]]:
    """Every take that the rules allow, found by trying all of them."""
    left = [colour for colour in range(5) if state.bank[colour] > 0]
    sizes = range(1, 4) if state.options.lenient_take else [min(3, len(left))]
    found = {colours for size in sizes if size for colours in combinations(left, size)}
    return found | {(colour, colour) for colour in left if state.bank[colour] >= 4}


def plain_buys(state: State) -> set[int]:
    """Every card that can be paid for, found by trying all payments of each colour."""
    player = state.players[state.seat]
    found = set()
    for card in {*state.face_up, *player.reserved} - {EMPTY}:
        need = [max(0, cost - bonus) for cost, bonus in zip(CARDS[card].cost, player.bonuses, strict=True)]
        gold = sum(max(0, count - held) for count, held in zip(need, player.tokens, strict=False))
        if gold <= player.tokens[5]:
            found.add(card)
    return found


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(moments(NAME))
def test_legal_is_what_the_rules_say(moment: Moment) -> None:
    """The fast lists equal the plain ones, in every phase."""
    state, seat = moment.state, moment.seat
    if seat is None:
        return
    actions = legal(state, seat)
    player, options = state.players[seat], state.options
    if state.phase == "main":
        assert {a.colours for a in actions if isinstance(a, Take)} == plain_takes(state)
        assert {a.card for a in actions if isinstance(a, Buy)} == plain_buys(state)
        room = len(player.reserved) < options.reserve_limit
        assert {a.card for a in actions if isinstance(a, Reserve)} == set(state.face_up if room else ()) - {EMPTY}
        decks = {level for level in (1, 2, 3) if room and options.blind_reserve and state.decks[level - 1]}
        assert {a.level for a in actions if isinstance(a, ReserveTop)} == decks
    elif state.phase == "return":
        surplus = sum(player.tokens) - 10
        every = {
            given
            for given in product(range(surplus + 1), repeat=6)
            if sum(given) == surplus
            and all(a <= b for a, b in zip(given, player.tokens, strict=True))
            and (options.return_gold or not given[5])
        }
        assert {a.tokens for a in actions if isinstance(a, Return)} == every
    else:
        welcome = {
            noble
            for noble in state.nobles
            if all(b >= c for b, c in zip(player.bonuses, NOBLES[noble].cost, strict=True))
        }
        assert len(welcome) > 1
        assert {a.noble for a in actions if isinstance(a, ChooseNoble)} == welcome


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(moments(NAME, most=120), st.data())
def test_exactly_the_exact_payments_are_accepted(moment: Moment, data: st.DataObject) -> None:
    """Of all payments that can be imagined for a card, those that are held and exact are accepted."""
    state, seat = moment.state, moment.seat
    cards = sorted(plain_buys(state)) if seat is not None and state.phase == "main" else []
    if seat is None or not cards:
        return
    card = data.draw(st.sampled_from(cards))
    player = state.players[seat]
    need = owed(card, player.bonuses)
    paid = tuple(data.draw(st.integers(0, min(2, held) if i < 5 else held)) for i, held in enumerate(player.tokens))
    exact = all(a <= b for a, b in zip(paid, need, strict=False)) and sum(paid) == sum(need)
    try:
        after = apply(state, seat, Buy(card, paid))  # type: ignore[arg-type]  # six, one a pile
    except IllegalMove:
        assert not exact
    else:
        assert exact
        assert State.from_text(after.to_text()) == after
