"""sagrada-json's messages, built from what a seat may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import msgspec

from bottega.games.sagrada import View
from bottega.games.sagrada.cards import COLUMNS, ROWS
from bottega.games.sagrada.view import ObjectiveView, PlayerView, ToolView, WindowView
from bottega.table.events import Presence
from bottega.wire.sagrada_json.messages import (
    Die,
    DieColor,
    Notification,
    Objective,
    Player,
    ShowTable,
    Space,
    ToolCard,
    Update,
    Window,
    Windows,
)
from bottega.wire.shared.sagrada import COLOUR_WORDS

NO_RULE = "none"

EVENTS = {Presence.HERE: "reconnect", Presence.AWAY: "disconnect", Presence.SUSPENDED: "suspended"}
"""What the document calls somebody's presence."""


@lru_cache(maxsize=64)
def _die(name: str) -> Die:
    return Die(COLOUR_WORDS[name[0]], name[1])


def _dice(names: Sequence[str]) -> tuple[Die, ...]:
    return tuple(map(_die, names))


@lru_cache(maxsize=1 << 10)
def _window(window: WindowView, dice: tuple[str | None, ...], tokens: int) -> Window:
    columns = tuple(
        tuple(_space(window.cells[cell], dice[cell]) for cell in range(column, COLUMNS * ROWS, COLUMNS))
        for column in range(COLUMNS)
    )
    return Window(columns, tokens, window.name)


@lru_cache(maxsize=1 << 9)
def _space(mark: str, die: str | None) -> Space:
    return Space(
        die=msgspec.UNSET if die is None else _die(die),
        color_rule=COLOUR_WORDS.get(mark, NO_RULE),
        value_rule=mark if mark.isdigit() else NO_RULE,
    )


def windows(offered: Sequence[WindowView]) -> Windows:
    """The windows on offer."""
    empty: tuple[str | None, ...] = (None,) * (COLUMNS * ROWS)
    w1, w2, w3, w4 = (_window(window, empty, window.difficulty) for window in offered)
    return Windows(w1, w2, w3, w4)


def update(view: View, names: Sequence[str], online: Sequence[bool]) -> Update:
    """The table as the viewer may see it: private objectives go to their owner only, even at the end."""
    return Update(
        round=view.round,
        players=tuple(
            _player(player, names[player.seat], online[player.seat], player.seat == view.seat)
            for player in view.players
        ),
        draft=_dice(view.pool),
        round_track=_dice([die for space in view.track for die in space]),
    )


def _player(player: PlayerView, name: str, online: bool, mine: bool) -> Player:
    assert player.window is not None
    return Player(
        username=name,
        id=player.seat,
        player_window=_window(player.window, player.dice, player.tokens),
        player_objective=_objective(player) if mine else msgspec.UNSET,
        is_online=online,
        die_used=player.drafted,
        tool_card_used=player.tool_used,
        first_turn_done=player.first_turn_done,
        second_turn_done=player.second_turn_done,
        first_die_placed=any(player.dice),
        ready=player.chosen,
    )


def _objective(player: PlayerView) -> Objective:
    return Objective(COLOUR_WORDS[player.private[0]])


def show_table(view: View) -> ShowTable:
    """The viewer's private objective, the tools and the public objectives."""
    assert view.seat is not None
    return ShowTable(
        _objective(view.players[view.seat]),
        tuple(map(_tool, view.tools)),
        tuple(map(_public, view.publics)),
    )


def _tool(tool: ToolView) -> ToolCard:
    return ToolCard(tool.number - 1, tool.name, tool.text, tool.used)


def _public(objective: ObjectiveView) -> str:
    return f"{objective.name} [{objective.points}] - {objective.text}"


def die_color(letter: str) -> DieColor:
    """The colour of the die that tool 11 has drawn."""
    return DieColor(COLOUR_WORDS[letter])


def notification(name: str, presence: Presence, events: Mapping[Presence, str] = EVENTS) -> Notification:
    """Somebody is gone, passed over, or back."""
    return Notification(name, events[presence])
