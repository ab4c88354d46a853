"""What the HTTP port answers to somebody who studies a finished game: its study, and any moment of it, played on.

Questions are in the address, since no request has a body here: ``?seq=12&line=0 take wbg;1 reserve 37&deal=…``. What
takes a worker's time is asked for by POST, and not by pages of other sites.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Protocol

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from bottega.bots import BOTS, FORMER
from bottega.limits import MAX_LINE, MAX_STUDIES, THINK_SECONDS
from bottega.server.api import Busy, Untold
from bottega.server.bot_runner import think
from bottega.server.moments import Fork, Illegal, Moments, Move, told
from bottega.server.requests import ASKER
from bottega.server.studies import Ponder, Studies
from bottega.table.position import AnyPosition
from bottega.table.quotas import Quotas
from bottega.wire.house.answers import Moment, Suggestion
from bottega.wire.house.phrases import PHRASES


class Welcomes(Protocol):
    """Knows which pages may ask for more than a look."""

    def __call__(self, origin: str | None, host: str, *, secure: bool = False) -> bool:
        """Whether a page of this origin may."""


class Studying:
    """Answers about finished games."""

    def __init__(self, moments: Moments, studies: Studies, ponder: Ponder, welcomes: Welcomes, quotas: Quotas) -> None:
        self._moments = moments
        self._studies = studies
        self._ponder = ponder
        self._welcomes = welcomes
        self._quotas = quotas
        self._asking = 0
        """How many wait for what a bot says."""

    async def study(self, request: Request) -> Response:
        """How far the study is (GET), or begin it (POST)."""
        answer = self._studies.begin if request.method == "POST" else self._studies.of
        return await self._answered(request, lambda: answer(request.path_params["table"], _asker(request)))

    async def moment(self, request: Request) -> Response:
        """A moment, and what is played from there."""

        async def answer() -> Moment:
            position = await self._position(request)
            seat = _number(request, "seat", -1)
            return told(position, seat if 0 <= seat < len(position.seats) else None)

        return await self._answered(request, answer)

    async def suggestion(self, request: Request) -> Response:
        """What a bot would do there."""
        return await self._answered(request, lambda: self._suggested(request))

    async def _suggested(self, request: Request) -> Suggestion:
        bot = request.query_params.get("bot", BOTS[-1])
        if bot not in (*BOTS, *FORMER):
            raise Illegal(PHRASES.refusal("no-such-bot", bot=bot, bots=BOTS))
        position = await self._position(request)
        game, actors = position.game, position.game.actors(position.state)
        if not actors:
            raise Illegal(PHRASES.refusal("game-over"))
        if self._asking >= MAX_STUDIES:
            raise Busy(PHRASES.refusal("studies-wait", most=MAX_STUDIES))
        if not self._quotas.hold("questions_per_address", _asker(request)):
            raise Busy(PHRASES.refusal("studies-enough"))
        seat = _number(request, "seat", actors[0])
        seat = seat if seat in actors else actors[0]
        self._asking += 1
        try:
            question = (bot, game.NAME, game.VERSION, position.state, seat, secrets.token_bytes(16), THINK_SECONDS)
            return Suggestion(seat, await self._ponder(think, *question))
        finally:
            self._asking -= 1
            self._quotas.release("questions_per_address", _asker(request))

    async def _position(self, request: Request) -> AnyPosition:
        fork = Fork(_number(request, "seq", 0), _line(request), request.query_params.get("deal", ""))
        return await self._moments.forked(request.path_params["table"], fork, _asker(request))

    async def _answered(self, request: Request, answer: Callable[[], Awaitable[msgspec.Struct]]) -> Response:
        """An answer as JSON, or the refusal."""
        if request.method == "POST":
            origin, host = request.headers.get("Origin"), request.headers.get("Host", "")
            if not self._welcomes(origin, host, secure=request.url.scheme == "https"):
                return PlainTextResponse("pages of other sites cannot ask for this\n", HTTPStatus.FORBIDDEN)
        try:
            found, status = msgspec.json.encode(await answer()), HTTPStatus.OK
        except Untold as wrong:
            refusal, status = wrong.refusal, wrong.status
            found = msgspec.json.encode({"code": refusal.code, "params": refusal.params, "reason": str(refusal)})
        return Response(found, status, {"Cache-Control": "no-store"}, media_type="application/json")


def _asker(request: Request) -> str:
    asker: str = request.scope.get(ASKER, "")
    return asker


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdecimal()) or len(text) > 9:
        raise Illegal(PHRASES.refusal("not-a-number", name=name))
    return int(text)


def _line(request: Request) -> tuple[Move, ...]:
    """The moves in an address: ``0 take wbg;1 reserve 37``."""
    text = request.query_params.get("line", "")
    moves = text.split(";") if text else []
    if len(moves) > MAX_LINE:
        raise Illegal(PHRASES.refusal("line-too-long", most=MAX_LINE))
    line = []
    for move in moves:
        seat, _, action = move.partition(" ")
        if not (seat.isascii() and seat.isdecimal()) or len(seat) > 1:
            raise Illegal(PHRASES.refusal("not-a-number", name="line"))
        line.append((int(seat), action))
    return tuple(line)
