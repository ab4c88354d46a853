"""Prestige counted line by line, and who won."""

from __future__ import annotations

from bottega.games.core import Score, best
from bottega.games.splendor.cards import CARDS, NOBLES
from bottega.games.splendor.model import Phase, Player, State
from bottega.games.splendor.phrases import PHRASES


def scores(state: State) -> tuple[Score, ...]:
    """Everybody's prestige from cards and nobles; among equals fewer cards are better."""
    return tuple(_score(seat, player) for seat, player in enumerate(state.players))


def _score(seat: int, player: Player) -> Score:
    lines = (
        PHRASES.line("cards", sum(CARDS[card].prestige for card in player.cards), bought=len(player.cards)),
        PHRASES.line("nobles", sum(NOBLES[noble].prestige for noble in player.nobles), received=len(player.nobles)),
    )
    return Score(seat, sum(line.points for line in lines), lines, (-len(player.cards),))


def winners(state: State) -> tuple[int, ...]:
    """Most prestige, then fewest cards bought, then shared; nobody while the game runs."""
    return best(scores(state)) if state.phase is Phase.OVER else ()
