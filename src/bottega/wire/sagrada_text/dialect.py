"""sagrada-text: Sagrada in lines of words, after an Italian course project (``docs/protocols/sagrada-text.md``).

How it works. Which message does what in which phase (:attr:`Door.phase`) is the table ``REQUESTS``; inside one's own
turn the :class:`Loop` goes on from there, and coming and going are the :class:`Door`'s affair. A message
whose words do not fit its :data:`SHAPES` is ``INVALID message`` in every phase.

What must stay true:

1. ``turn_end`` is only told of a turn whose ``turn_start`` (or ``game_status``) this client has had; turns of
   players who are gone are not told at all. ``_told_turn`` is the turn it knows of.
2. Nothing but the loop's half-built move is kept here: it begins anew with every turn and every connection, and with a
   move that a former connection of this player had still made (``_answered_move`` is whether it was this one's own).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar

from bottega.games import sagrada
from bottega.games.core import Step
from bottega.games.refusal import Refusal
from bottega.games.sagrada import Back, Choose
from bottega.games.sagrada.model import CHOOSING, OVER, acting
from bottega.table.events import Event, Notice
from bottega.table.position import AnyPosition
from bottega.table.table import Table
from bottega.wire.sagrada_text import words as say
from bottega.wire.sagrada_text.door import Door, playing
from bottega.wire.sagrada_text.loop import Loop, Play
from bottega.wire.sagrada_text.words import BOARD, CHOICE_KO, CHOICE_OK, INVALID
from bottega.wire.shared.sagrada import Passage, game, passages, standing

SHAPES: dict[str, str] = {
    "LOGIN": "word word",
    "QUIT": "",
    "PONG": "…",
    "ACK": "…",
    "CHOOSE": "number",
    "SELECT": "number",
    "GET_DICE_LIST": "",
    "GET_PLACEMENTS_LIST": "",
    "DISCARD": "",
    "BACK": "",
    "TOOL enable": "number",
    "TOOL can_continue": "",
    "GAME end_turn": "",
    "GAME new_match": "",
    "GET schema": "word",
    "GET favor_tokens": "number",
    "GET players": "",
    **dict.fromkeys(BOARD, ""),
}
"""Every message and what follows its keyword; ``…`` is anything."""

_TWO_WORDS = frozenset(keyword.split()[0] for keyword in SHAPES if " " in keyword)
_SHAPE = {"": r"", "word": r"\S+", "number": r"-?[0-9]+", "word word": r"\S+ \S+", "…": r".*"}
_DIGITS = 9
"""A number with more digits is out of every range."""

_MATCH = {
    **dict.fromkeys(BOARD, "_get"),
    "GET schema": "_schema",
    "GET favor_tokens": "_favor_tokens",
    "GET players": "_players",
}
"""What may be asked as long as a match is on the table."""

_STATUS = {"here": "reconnect", "away": "disconnect", "suspended": "disconnect"}


class SagradaText(Door):
    """One sagrada-text connection."""

    NAME: ClassVar[str] = "sagrada-text"
    GAME: ClassVar[str] = "sagrada"
    PROFILES: ClassVar[tuple[str, ...]] = ("", "original")

    REQUESTS: ClassVar[dict[str, dict[str, str]]] = {
        "greeted": {"LOGIN": "_login"},
        "lobby": {"QUIT": "_leave"},
        "windows": {**_MATCH, "CHOOSE": "_choose_window", "QUIT": "_quit"},
        "turn": {**_MATCH, **dict.fromkeys(Loop.KEYWORDS, "_go_round"), "QUIT": "_quit"},
        "watching": {**_MATCH, "QUIT": "_quit"},
        "over": {**_MATCH, "GAME new_match": "_new_match", "QUIT": "_depart"},
    }
    """Which message does what in which phase."""

    ALWAYS: ClassVar[dict[str, str]] = {"PONG": "_pong", "ACK": "_overlook"}
    """What is welcome in all of them."""

    NEWS: ClassVar[dict[str, str]] = {
        "sit": "_told_lobby",
        "leave": "_told_lobby",
        "start": "_told_start",
        "move": "_told_steps",
        "skip": "_told_steps",
        "quit": "_told_quit",
    }
    """Which entry of a table is told how."""

    # -- what the shell calls ---------------------------------------------------------------------------------------

    def received(self, message: str | None) -> None:
        """Answer one line."""
        keyword, rest = _cut(message or "")
        shape = SHAPES.get(keyword)
        if shape is None or not re.fullmatch(_SHAPE[shape], " ".join(rest)):
            self.peer.send(self.words.bad_login if keyword == "LOGIN" else INVALID)
            return
        method = self.ALWAYS.get(keyword) or self.REQUESTS[self.phase].get(keyword)
        if method is None:
            self._refuse(keyword)
        else:
            getattr(self, method)(keyword, *rest)

    def _overlook(self, *_: str) -> None:
        """The document wants every message acknowledged; nobody ever waited for it."""

    # -- questions about the board ----------------------------------------------------------------------------------

    def _view(self) -> sagrada.View:
        return sagrada.view(game(self.position), self.seat)

    def _get(self, keyword: str) -> None:
        self._send_all(BOARD[keyword](self._view()))

    def _schema(self, _: str, which: str) -> None:
        view = self._view()
        if which == "draft":
            self._send_all(say.draft(view))
        else:
            seat = _number(which)
            self._send_all(say.schema_of(view, seat) if 0 <= seat < len(view.players) else [])

    def _favor_tokens(self, _: str, which: str) -> None:
        players, seat = self._view().players, _number(which)
        known = 0 <= seat < len(players)
        self._send_all([self.words.favor_tokens.format(seat=seat, tokens=players[seat].tokens)] if known else [])

    def _players(self, _: str) -> None:
        table = self.table
        assert table is not None
        self.peer.send(say.players((seat.name, _status(table, seat.name)) for seat in self.position.seats))

    def _send_all(self, lines: Sequence[str]) -> None:
        for line in lines or [INVALID]:
            self.peer.send(line)

    # -- play -------------------------------------------------------------------------------------------------------

    def _choose_window(self, _: str, which: str) -> None:
        player, index = game(self.position).players[self.seat], _number(which)
        if player.window >= 0 or not 0 <= index < len(player.offered):
            self.peer.send(CHOICE_KO)
        else:
            self._play("CHOOSE", Play((Choose(player.offered[index]),), CHOICE_OK, CHOICE_KO, "free"))

    def _go_round(self, keyword: str, which: str = "") -> None:
        answer = self._loop.hear(game(self.position), keyword, _number(which) if which else -1)
        if answer is None:
            self._refuse(keyword)
        elif isinstance(answer, Play):
            self._play(keyword, answer)
        elif answer:
            self.peer.send(answer)
        elif keyword == "BACK" and self.words.board_changed:
            self.peer.send(self.words.board_changed)

    def _play(self, keyword: str, play: Play) -> None:
        def judged(refusal: Refusal | None) -> None:
            if refusal is None:
                self._loop.stage, self._answered_move = play.then, True
            elif keyword in self.words.overlooked:
                return
            answer = play.accepted if refusal is None else play.refused
            if answer:
                self.peer.send(answer)

        self.move(play.actions, judged)

    # -- news -------------------------------------------------------------------------------------------------------

    def told(self, event: Event) -> None:
        """Pass on what happened."""
        method = self.NEWS.get(event.entry.fact.kind)
        if method is not None:
            getattr(self, method)(event)
        if event.after.finished and event.after.started and self.table is not None:
            self._told_end(event.after)

    def _told_lobby(self, event: Event) -> None:
        self.peer.send(f"LOBBY {len(event.after.seats)}")

    def _told_start(self, event: Event) -> None:
        self._told_turn = -1
        self.peer.send(f"GAME start {len(event.after.seats)} {self.seat}")

    def _told_steps(self, event: Event) -> None:
        passed = False
        for step in event.steps:
            before, after = step.before, step.after
            assert isinstance(before, sagrada.State)
            assert isinstance(after, sagrada.State)
            for passage in passages(before, after):
                passed = True
                self._pass(passage, before, after, event)
        if event.entry.fact.seat == self.seat:
            if not self._answered_move:
                self._loop.begin(game(event.after))
            self._answered_move = False
        if not passed and self._concerns(event.entry.fact.seat, event.steps):
            self.peer.send(self.words.board_changed)

    def _pass(self, passage: Passage, before: sagrada.State, after: sagrada.State, event: Event) -> None:
        if passage.what == "turn_start":
            self._loop.begin(after)
            if event.after.seats[passage.seat].name != event.suspends:
                self._announce(after)
        elif passage.what != "turn_end" or self._told_turn == before.turn:
            self.peer.send(say.passage(passage))

    def _announce(self, state: sagrada.State) -> None:
        """Tell whose turn it is, if somebody is there to play it."""
        assert self.table is not None
        if state.turn != self._told_turn and playing(self.table, acting(state)):
            self._told_turn = state.turn
            self.peer.send(say.passage(Passage("turn_start", state.round, acting(state), state.second)))

    def _concerns(self, seat: int, steps: Sequence[Step]) -> bool:
        """Whether the profile has a word for these steps, and this player is among those who hear it."""
        if not self.words.board_changed or isinstance(steps[-1].action, Choose):
            return False
        return seat != self.seat or isinstance(steps[-1].action, Back)

    def _told_quit(self, event: Event) -> None:
        seat = event.entry.fact.seat
        name = event.before.seats[seat].name
        self._tell_status("quit", seat, name)
        if name == self.name:
            self._stand_up()

    def _told_end(self, position: AnyPosition) -> None:
        state = game(position)
        if CHOOSING < state.round < OVER:
            if self._told_turn == state.turn:
                self.peer.send(say.passage(Passage("turn_end", state.round, acting(state), state.second)))
            self.peer.send(say.passage(Passage("round_end", state.round)))
        self.peer.send(say.game_end(standing(position)))

    def noticed(self, notice: Notice) -> None:
        """Somebody at the table is here, away or suspended."""
        if self.table is None or self.table.id != notice.table:
            return
        position = self.table.position
        seat = position.seat_of(notice.name)
        if seat is None or not position.started or position.finished:
            return
        self._tell_status(_STATUS[notice.presence], seat, notice.name)
        if game(position).round != CHOOSING:
            self._announce(game(position))

    def _tell_status(self, event: str, seat: int, name: str) -> None:
        self.peer.send(self.words.status.format(event=event, seat=seat, name=say.player_name(name)))


def _cut(message: str) -> tuple[str, list[str]]:
    """The keyword of a message (of one word or two) and the words after it."""
    tokens = message.split()
    length = 2 if tokens and tokens[0] in _TWO_WORDS else 1
    return " ".join(tokens[:length]), tokens[length:]


def _number(text: str) -> int:
    """A number of the protocol; -1 for one that is beyond every range."""
    return int(text) if re.fullmatch(rf"-?[0-9]{{1,{_DIGITS}}}", text) else -1


def _status(table: Table, name: str) -> str:
    seat = table.position.seat_of(name)
    if seat is None:
        return "QUITTED"
    return "PLAYING" if playing(table, seat) else "DISCONNECTED"
