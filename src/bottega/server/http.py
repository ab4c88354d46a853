"""The HTTP port: the browser's page, the house protocol's WebSocket, what is told about tables, health and metrics.

========================== ==========================================================
``/``, ``/table/ID``,      the page (one page, it finds its way by the address)
``/replay/ID``,
``/study/ID``, ``/wire``
``/ws``                    the house protocol
``/docs/protocols/NAME``   the pages about the protocols
``/api/…``                 JSON, see ``docs/protocols/house.md``
``/health``, ``/ready``,   for whoever runs the house: does it live, should people be sent here, how is it
``/metrics``
========================== ==========================================================
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import socket
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from http import HTTPStatus

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from bottega.limits import MAX_LOOKUPS, MAX_REQUEST, Limits
from bottega.server import people, stop_page
from bottega.server.addresses import Proxies
from bottega.server.api import Answers, Listing, Untold, archive, asked, replay
from bottega.server.beside import Beside
from bottega.server.documents import PATH, document
from bottega.server.doorways import Doorways
from bottega.server.handshakes import Entrance, Handshakes
from bottega.server.hosts import Hosts
from bottega.server.invitations import Invitations
from bottega.server.inviting import Inviting
from bottega.server.metrics import Metrics
from bottega.server.moments import Moments
from bottega.server.pages import Guarded, OwnName, Pages
from bottega.server.readiness import Readiness
from bottega.server.requests import ASKER, NAME, Counted, HttpDoor
from bottega.server.studies import Ponder, Studies, at_once
from bottega.server.studying import Studying
from bottega.server.websocket import WebSocketDoor
from bottega.table.beside import Run, Wanted
from bottega.table.house import House
from bottega.wire.core.taps import Taps
from bottega.wire.guide import wire_guide
from bottega.wire.house.room import Room


class _Quiet(uvicorn.Server):
    """Uvicorn beside our own listeners: the process handles signals, not it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


def _catalogue() -> bytes:
    """What there is to know of all cards; it knows all games, so it is loaded when somebody asks for it."""
    from bottega.wire.house.catalogue import catalogue

    return msgspec.json.encode(catalogue())


def _schema() -> bytes:
    """The types of the house protocol; it knows all games too."""
    from bottega.wire.house.types import schema

    return msgspec.json.encode(schema())


def _exposition(metrics: Metrics) -> bytes:
    """What Prometheus reads, whose library is loaded when it first asks."""
    from bottega.server.exposition import page

    return page(metrics)


class _Api:
    """The answers under ``/api``."""

    def __init__(self, room: Room, run: Run, ports: Mapping[str, int]) -> None:
        self._store = room.house.log
        self._run = run
        self._listing = Listing(room, run)
        self._logs = Answers(room.house, archive, run)
        self._replays = Answers(room.house, replay, run)
        self._catalogue = lru_cache(1)(_catalogue)
        self._schema = lru_cache(1)(_schema)
        self._guide = lru_cache(1)(lambda: msgspec.json.encode(wire_guide(ports)))

    async def tables(self, request: Request) -> Response:
        """What is played and what was."""
        return _json(await self._listing.text())

    async def log(self, request: Request) -> Response:
        """A finished game as a file."""
        name = f'attachment; filename="bottega-{request.path_params["table"]}.jsonl"'
        return await _told(self._logs, request, "application/x-ndjson", {"Content-Disposition": name})

    async def replay(self, request: Request) -> Response:
        """A finished game step by step."""
        return await _told(self._replays, request, "application/json", {"Cache-Control": "no-store"})

    async def archive(self, request: Request) -> Response:
        """A page of the archive."""
        return await self._asked(request, lambda: people.archive(self._store, request.query_params))

    async def person(self, request: Request) -> Response:
        """What is told about a name."""
        return await self._asked(request, lambda: people.person(self._store, request.path_params["name"]))

    async def hall(self, request: Request) -> Response:
        """The best scores."""
        return await self._asked(request, lambda: people.hall(self._store))

    async def _asked(self, request: Request, work: Callable[[], msgspec.Struct]) -> Response:
        """What is found beside the event loop, or why it is not."""

        def found() -> bytes | str:
            try:
                return msgspec.json.encode(work())
            except ValueError as wrong:
                return str(wrong)

        def begin(then: Callable[[bytes | str | None], None], wanted: Wanted) -> None:
            if not self._run(found, then, wanted, request.scope.get(ASKER, "")):
                then(None)

        answer = await asked(begin)
        if answer is None:
            return PlainTextResponse("the house is busy\n", HTTPStatus.SERVICE_UNAVAILABLE)
        return PlainTextResponse(f"{answer}\n", HTTPStatus.BAD_REQUEST) if isinstance(answer, str) else _json(answer)

    async def games(self, request: Request) -> Response:
        """Everything printed."""
        return _json(self._catalogue(), "public, max-age=3600")

    async def schema(self, request: Request) -> Response:
        """The house protocol as JSON Schema."""
        return _json(self._schema(), "public, max-age=3600")

    async def guide(self, request: Request) -> Response:
        """What every message of every protocol means."""
        return _json(self._guide(), "public, max-age=3600")


class HttpServer:
    """Starlette and our WebSocket on a socket that is bound already."""

    def __init__(
        self,
        house: House,
        metrics: Metrics,
        limits: Limits,
        origins: tuple[str, ...] = (),
        hosts: tuple[str, ...] = (),
        handshakes: Handshakes | None = None,
        proxies: Proxies | None = None,
        taps: Taps | None = None,
        invitations: Invitations | None = None,
        doorways: Doorways | None = None,
        ponder: Ponder | None = None,
        ports: Mapping[str, int] | None = None,
    ) -> None:
        loop = asyncio.get_running_loop()
        self._reading = Beside("reading old games", MAX_LOOKUPS)
        metrics.watch(self._reading, "MAX_LOOKUPS")
        room = Room(house, loop.call_later, self._reading, taps)
        names = Hosts(*hosts, origins=origins)
        self.readiness = Readiness(house.log)
        metrics.ready = lambda: self.readiness.ready
        proxies = proxies or Proxies()
        self._doorways = doorways or Doorways(house.quotas, proxies)
        self.door = WebSocketDoor(room, limits, metrics, origins, names, proxies)
        inviting = Inviting(house, invitations or Invitations("127.0.0.1", 80), names)
        api, pages = _Api(room, self._reading, ports or {}), Pages(preview=inviting.preview)
        moments = Moments(house, self._reading)
        self._studies = Studies(house.log, self._reading, moments, ponder or at_once, house.quotas)
        studying = Studying(moments, self._studies, ponder or at_once, self.door.welcomes, house.quotas)

        async def health(request: Request) -> Response:
            return PlainTextResponse("ok\n")

        async def is_ready(request: Request) -> Response:
            objection = await self.readiness.objection()
            return PlainTextResponse(f"{objection or 'ready'}\n", 503 if objection else 200)

        async def numbers(request: Request) -> Response:
            await self.readiness.objection()
            await metrics.look()
            return Response(_exposition(metrics), media_type="text/plain; version=0.0.4")

        async def protocol_page(request: Request) -> Response:
            page = document(request.path_params["name"])
            return PlainTextResponse("there is no such page\n", 404) if page is None else HTMLResponse(page)

        routes = [
            Route("/health", health),
            Route("/ready", is_ready),
            Route("/metrics", numbers),
            Route("/api/archive", api.archive),
            Route("/api/people/{name:path}", api.person),
            Route("/api/hall", api.hall),
            Route("/api/tables", api.tables),
            Route("/api/tables/{table}/log", api.log),
            Route("/api/tables/{table}/replay", api.replay),
            Route("/api/tables/{table}/study", studying.study, methods=["GET", "POST"]),
            Route("/api/tables/{table}/moment", studying.moment),
            Route("/api/tables/{table}/suggestion", studying.suggestion, methods=["POST"]),
            Route("/api/tables/{table}/invitation", inviting.link),
            Route("/api/tables/{table}/invitation.svg", inviting.picture),
            Route("/api/address", inviting.address),
            Route(stop_page.PATH, stop_page.StopPage(house).answer, methods=stop_page.METHODS),
            Route("/api/games.json", api.games),
            Route("/api/house.schema.json", api.schema),
            Route("/api/wire.json", api.guide),
            Route(PATH + "{name}", protocol_page),
            Route("/", pages.index),
            Route("/table/{table}", pages.table),
            Route("/replay/{table}", pages.index),
            Route("/study/{table}", pages.index),
            Route("/archive", pages.index),
            Route("/people/{name:path}", pages.index),
            Route("/hall", pages.index),
            Route("/wire", pages.index),
            Route("/{path:path}", pages.file),
        ]
        app = Starlette(routes=routes, middleware=[Middleware(GZipMiddleware, minimum_size=1000)])
        self.app = Guarded(Counted(OwnName(app, names), house.quotas, proxies), secure=handshakes is not None)
        self._requests = HttpDoor(limits, metrics, house.quotas, proxies)
        self._requests.turns = self.door.turns
        config = uvicorn.Config(
            self.app,
            log_config=None,
            access_log=False,
            lifespan="off",
            server_header=False,
            proxy_headers=False,  # whom to believe is ours to say
            http=self._requests.connection,  # type: ignore[arg-type]  # called like the class it usually is
            h11_max_incomplete_event_size=MAX_REQUEST,
            timeout_graceful_shutdown=1,  # a peer that does not read its answer is not waited for
            ws=self.door.connection,  # type: ignore[arg-type]  # likewise
        )
        self._handshakes = handshakes
        self._server = _Quiet(config)
        self._task: asyncio.Task[None] | None = None

    async def start(self, sock: socket.socket) -> None:
        """Listen; uvicorn gets its connections when they are let in and, with TLS, have shaken hands."""
        server = self._server
        self._task = asyncio.create_task(server.serve(sockets=[]))
        while not server.started:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0.01)
        state = {"server_state": server.server_state, "app_state": server.lifespan.state}
        protocol = partial(self._requests.connection, config=server.config, **state)
        if self._handshakes is None:
            self._doorways.listen(sock, NAME, protocol, self._requests.keep_out)
        else:
            self._handshakes.listen(sock, Entrance(NAME, self._requests.has_room, protocol))

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self._doorways.close()
        self._studies.close()
        self._server.should_exit = True
        if self._task is not None:
            await self._task
        self._reading.close()


def _json(body: bytes, caching: str = "no-store") -> Response:
    return Response(body, media_type="application/json", headers={"Cache-Control": caching})


async def _told(answers: Answers, request: Request, media_type: str, headers: dict[str, str]) -> Response:
    """What is told of a finished game; it is compressed already, and sent so to all who can read that."""
    try:
        body = await answers.of(request.path_params["table"], request.scope.get(ASKER, ""))
    except Untold as wrong:
        refusal = wrong.refusal
        reason = {"code": refusal.code, "params": refusal.params, "reason": str(refusal)}
        return Response(msgspec.json.encode(reason), wrong.status, media_type="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    else:
        body = gzip.decompress(body)
    return Response(body, media_type=media_type, headers=headers)
