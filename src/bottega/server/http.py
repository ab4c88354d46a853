"""The HTTP port: health, metrics, and the browser's table."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Iterator

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bottega.server.limits import Limits
from bottega.server.metrics import Metrics
from bottega.table.house import House


class _Quiet(uvicorn.Server):
    """Uvicorn beside our own listeners: the process handles signals, not it."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield


class HttpServer:
    """Starlette on a socket that is bound already."""

    def __init__(self, house: House, metrics: Metrics, limits: Limits) -> None:
        async def health(request: Request) -> Response:
            return PlainTextResponse("ok\n")

        async def numbers(request: Request) -> Response:
            return Response(metrics.text(), media_type="text/plain; version=0.0.4")

        self.app = Starlette(routes=[Route("/health", health), Route("/metrics", numbers)])
        config = uvicorn.Config(self.app, log_config=None, access_log=False, lifespan="off")
        self._server = _Quiet(config)
        self._task: asyncio.Task[None] | None = None

    async def start(self, sock: socket.socket) -> None:
        """Listen."""
        self._task = asyncio.create_task(self._server.serve(sockets=[sock]))
        while not self._server.started:
            if self._task.done():
                self._task.result()
            await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Close every connection and stop listening."""
        self._server.should_exit = True
        if self._task is not None:
            await self._task
