"""The process: opens the log, brings the tables back, listens, ticks, and leaves in order.

Start: lock the data directory, open the log, know every unfinished table, bind all ports (so that a port that is
taken is an error before anything runs), print one ``listening NAME HOST:PORT`` line per listener, then ``ready``.

Stop (SIGTERM, SIGINT): accept nobody any more, tell and close every connection, finish the commit under way, exit 0.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import secrets
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import msgspec
import structlog

from bottega.fault import Fault
from bottega.games import GAMES
from bottega.limits import MAX_LOGINS, Limits
from bottega.server.addresses import Proxies
from bottega.server.audit import Audit
from bottega.server.beside import Beside
from bottega.server.bot_runner import BotRunner
from bottega.server.bus import ValkeyBus
from bottega.server.doorways import Doorways
from bottega.server.handshakes import Entrance, Handshakes
from bottega.server.http import HttpServer
from bottega.server.invitations import Invitations, announcement
from bottega.server.metrics import Metrics
from bottega.server.recorder import Recorder
from bottega.server.shell import Door, Shell, tell
from bottega.server.tcp import Listener
from bottega.server.tls import Certificate
from bottega.server.websocket import WebSocketDoor
from bottega.store.durations import Durations
from bottega.store.journal import locked, note_closed, note_open, recover
from bottega.store.log import Damaged, StoreFault
from bottega.store.mend import mend
from bottega.store.opening import open_database
from bottega.store.sqlite import FILE_NAME, SqliteLog
from bottega.store.writer import Deliver
from bottega.table.accounts import Accounts
from bottega.table.house import House, Settings
from bottega.table.neighbours import Neighbours
from bottega.table.notifications import Outbound
from bottega.table.quotas import Quotas
from bottega.wire import DIALECTS
from bottega.wire.core.taps import Taps

if TYPE_CHECKING:
    from bottega.server.notifier import Notifier
    from bottega.store.postgres import PostgresLog

try:
    import fcntl
    import resource
except ImportError:  # Windows: the games can be imported there, but no house is opened
    fcntl = None  # type: ignore[assignment]  # looked at before the house opens

log = structlog.get_logger("bottega")

TICK_SECONDS = 0.1
SWEEP_SECONDS = 10.0
BACKLOG = 1024
MACOS_FILES = 10_240
"""What macOS allows at most, whatever it says."""
SPARE_FILES = 64
"""Files besides connections: the database, the page, sockets that listen or are about to be closed."""
SWITCH_SECONDS = 0.0005
"""How long a thread may have the GIL while another waits for it."""
CROWDED_SWITCH_SECONDS = 0.005
"""The same while many wait for each commit; Python's own choice."""
NEW_OBJECTS = 2_000
"""How many more objects there may be before the cycle collector looks at those that are new: a small helping, since
ten thousand connections that came at once, looked at together, would stop everybody for 20 ms.
"""
CROWDED_NEW_OBJECTS = 10_000
"""The same while many wait for each commit."""
LARGE = 1 << 27
"""Bytes of a database that takes a while to copy."""
GRACE_SECONDS = 2.0
"""How long connections may take to read the last words at shutdown."""


class StartFault(Fault):
    """Why the house cannot open, in a sentence for whoever runs it."""


class Address(msgspec.Struct, frozen=True):
    """Where to listen for a dialect (with its profile) or for HTTP."""

    name: str
    host: str
    port: int
    encrypted: bool | None = None
    """Whether it has to be TLS or plain text; None: TLS if the house has a certificate."""
    otherwise_any: bool = False
    """Whether a free port will do where this one is taken."""

    @property
    def listener(self) -> str:
        """What the listener is called."""
        return f"plain:{self.name}" if self.encrypted is False else self.name

    @property
    def dialect(self) -> str:
        """The dialect's name without its profile."""
        return self.name.partition("+")[0]

    @property
    def profile(self) -> str:
        """The profile's name, empty for the document's own."""
        return self.name.partition("+")[2]


DEFAULT_LISTENERS = (
    Address("renaissance-json", "127.0.0.1", 51015),
    Address("renaissance-events", "127.0.0.1", 51016),
    Address("renaissance-steps", "127.0.0.1", 1337),
    Address("sagrada-text", "127.0.0.1", 3000),
    Address("splendor-json", "127.0.0.1", 2000),
    Address("sagrada-json", "127.0.0.1", 7777),
)
DEFAULT_HTTP = Address("http", "127.0.0.1", 8000)


async def serve(
    data: Path,
    settings: Settings,
    listeners: tuple[Address, ...] = DEFAULT_LISTENERS,
    http: Address = DEFAULT_HTTP,
    limits: Limits | None = None,
    certificate: Certificate | None = None,
    opened: Callable[[str], None] | None = None,
    store: str | None = None,
    bus: str | None = None,
    shared_ports: bool = False,
) -> None:
    """Run the house until it is told to stop; once it is ready, somebody is told where its page is.

    Its log is in ``data``, or in the database of the URL ``store``; then other nodes may share it, and a ``bus`` tells
    them sooner. With ``shared_ports`` other nodes of this machine listen on the same ones.
    """
    if fcntl is None:
        raise StartFault("the house opens on Linux and macOS only: this system cannot lock its data directory")
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(bind(address, shared=shared_ports)) for address in listeners]
        http_socket = stack.enter_context(bind(http, shared=shared_ports))
        durable: SqliteLog | PostgresLog
        told: list[Door] = []

        def deliver(report: Callable[[], None]) -> None:
            loop.call_soon_threadsafe(tell, told, report)

        carrier = None if bus is None else ValkeyBus(bus)
        if store is None:
            lock = stack.enter_context(_locked(data))
            durable, damages = _open(data, deliver, lock)
            note_open(lock)
            stack.callback(note_closed, lock)
        else:
            durable, damages = open_database(store, deliver), []
        stack.callback(durable.close)
        hashing = Beside("password hashing", MAX_LOGINS, yielding=True)
        stack.callback(hashing.close)
        quotas = Quotas(time.monotonic, settings.per_address)
        house = House(durable, settings, time.monotonic, Accounts(durable, hashing), quotas, time.time)
        metrics = Metrics()
        metrics.attach(house)
        metrics.log = durable
        loop.set_exception_handler(lambda _, context: _unexpected(metrics, context))
        metrics.watch(hashing, "MAX_LOGINS")
        neighbours = _meet_neighbours(house, durable, carrier)
        for damage in damages:
            house.found_damage("", damage)
        _reload(house)
        await _written(house)
        limits = _within_file_limit(limits or Limits())
        proxies = Proxies(settings.proxies)
        handshakes = None
        if certificate is not None:
            handshakes = Handshakes(certificate, limits, metrics, quotas, proxies)
            loop.add_signal_handler(signal.SIGHUP, certificate.reload)
            metrics.certificate = certificate
        taps = Taps(time.monotonic)
        doors = [
            Listener(DIALECTS[each.dialect], each.profile, house, limits, metrics, each.listener, proxies, taps)
            for each in listeners
        ]
        doorways = Doorways(quotas, proxies)
        for each, door, sock in zip(listeners, doors, sockets, strict=True):
            if handshakes is None or each.encrypted is False:
                doorways.listen(sock, door.name, door.connection, door.turn_away)
            else:
                handshakes.listen(sock, Entrance(door.name, door.has_room, door.connection, proxied=True))
        bots = BotRunner(house, settings.bot_seconds, settings.bot_cpu)
        bots.start()
        metrics.bots = bots
        names = (http.host, *settings.hosts)
        secure = None if http.encrypted is False else handshakes
        bound: tuple[str, int] = http_socket.getsockname()[:2]
        invitations = Invitations(*bound, secure is not None, settings.public_url)
        notifier = await _notifier(house, settings.outbound, invitations)
        metrics.notifier = notifier
        web = HttpServer(
            house,
            metrics,
            limits,
            settings.origins,
            names,
            secure,
            proxies,
            taps,
            invitations,
            doorways,
            bots.ponder,
            {door.name: sock.getsockname()[1] for door, sock in zip(doors, sockets, strict=True)},
        )
        told += [*doors, web.door]
        metrics.crowds = [*told]
        for door in doors:
            door.turns = web.door.turns
        await web.start(http_socket)
        for name, sock in zip([*(door.name for door in doors), "http"], [*sockets, http_socket], strict=True):
            host, port = sock.getsockname()[:2]
            print(f"listening {name} {f'[{host}]' if ':' in host else host}:{port}", flush=True)
        _say_what_is_readable(
            [
                (each.name, sock.getsockname()[0])
                for each, sock in zip([*listeners, http], [*sockets, http_socket], strict=True)
                if handshakes is None or each.encrypted is False
            ],
            "" if handshakes is not None else "; --tls-cert has the house speak TLS",
        )
        _spare_the_collector()
        _mind_the_crowd(crowded=False)
        if isinstance(durable, SqliteLog):
            durable.writer.crowded = _mind_the_crowd
            durable.writer.later = loop.call_later
        print("ready", flush=True)
        print(announcement(invitations, sys.stdout.isatty()), flush=True)
        if opened is not None:
            opened(f"{invitations.here()}/")
        if notifier is not None:
            notifier.start()
        stack.callback(Recorder(house).close)
        if store is None:
            stack.callback(Audit(data, house.found_damage, loop.call_soon_threadsafe).close)
        threading.Thread(target=_load_games, name="loading", daemon=True).start()
        ticking = asyncio.create_task(_tick(house, metrics.lag))
        await stop.wait()
        print("closing", file=sys.stderr, flush=True)
        web.readiness.close("the house closes")
        ticking.cancel()
        if notifier is not None:
            await notifier.close()
        house.halt()
        if neighbours is not None:
            neighbours.leave()
        doorways.close()
        if handshakes is not None:
            handshakes.close()
        await bots.stop()
        await _say_goodbye([*doors, web.door])
        await web.stop()
        if carrier is not None:
            await carrier.close()


async def _notifier(house: House, outbound: Outbound, invitations: Invitations) -> Notifier | None:
    """Who tells people about their games while they are away, where whoever runs the house lets anything leave it."""
    if not outbound.any:
        return None
    from bottega.server import web_push
    from bottega.server.notifier import Notifier, push_key

    if outbound.push and not web_push.offered():
        raise StartFault("--push takes a library that is not here: pip install 'bottega[push]'")
    try:
        key = await push_key(house.log) if outbound.push else ""
    except StoreFault as fault:
        raise StartFault(f"the key for web push cannot be kept: {fault}") from fault
    site = (*invitations.addresses(), invitations.here())[0]
    if not house.settings.public_url:
        log.warning("notifications link to an address of this network", link=site, reason="there is no --public-url")
    return Notifier(house, outbound, site, key)


def _meet_neighbours(house: House, durable: SqliteLog | PostgresLog, bus: ValkeyBus | None) -> Neighbours | None:
    """The other nodes, where there may be any."""
    if isinstance(durable, SqliteLog):
        return None
    from bottega.store.postgres.board import PostgresBoard

    if bus is not None:
        bus.start()
    return Neighbours(house, PostgresBoard(durable), bus, secrets.token_hex(4))


def _say_what_is_readable(plain: list[tuple[str, str]], remedy: str) -> None:
    """Tell whoever runs the house what others could read on the way, once."""
    if plain:
        near = all(ip_address(host.partition("%")[0]).is_loopback for _, host in plain)
        listeners = " ".join(name for name, _ in plain)
        whose = "only programs of this machine" if near else "whoever is on the way"
        say = log.info if near else log.warning
        say("in plain text", listeners=listeners, reason=f"{whose} can read passwords, tokens and moves{remedy}")


def _open(data: Path, deliver: Deliver, lock: IO[str]) -> tuple[SqliteLog, list[str]]:
    """The log, and what was wrong with its file: one whose pages are damaged is mended before anybody plays on it."""
    path = data / FILE_NAME
    lost = recover(path, lock)
    damages = [lost] * bool(lost)
    try:
        return SqliteLog(data, deliver), damages
    except Damaged as damage:
        if path.stat().st_size > LARGE:
            print(
                "the database is damaged; what can be read of it is saved, please wait …", file=sys.stderr, flush=True
            )
        kept = mend(path)
        damages.append(f"{damage}; what can be read of it was saved, the damaged file is {kept}")
        return SqliteLog(data, deliver), damages


def _unexpected(metrics: Metrics, context: dict[str, Any]) -> None:
    """Say what went wrong where nobody expected it, and at which table if it is somebody's connection."""
    metrics.failures += 1
    peer = context.get("protocol")
    where = {"table": peer.at, "peer": peer.peer_name} if isinstance(peer, Shell) else {}
    log.error("something failed", what=context.get("message", ""), **where, exc_info=context.get("exception"))


def _within_file_limit(limits: Limits) -> Limits:
    """As many connections as this process may have files: without one left over nobody at all could come in."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + SPARE_FILES
    for files in (wanted, hard, MACOS_FILES):
        if 0 <= soft < files:  # (there may be no limit, which is a negative number)
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
                soft = files
    if not 0 <= soft < wanted:
        return limits
    fewer = max(1, soft - SPARE_FILES)
    if fewer < limits.connections * 0.9:  # a few less are not worth a word at every start
        log.warning("fewer connections than usual", connections=fewer, reason=f"this process may open {soft} files")
    return msgspec.structs.replace(limits, connections=fewer)


def _load_games() -> None:
    """A house opens without them; whoever plays one first shall not wait for it."""
    for game in GAMES:
        GAMES[game]


def _spare_the_collector() -> None:
    """States are trees of frozen values, freed by reference counts; looking for cycles in them all costs a tenth."""
    gc.collect()
    gc.freeze()


def _mind_the_crowd(crowded: bool) -> None:
    """Whoever holds the GIL gives it up soon: a commit, or a move, shall not wait for 5 ms each time it needs it.

    Where a crowd waits for each commit it gathers longer than that anyway, and every change of hands, every look for
    cycles costs everybody: most of what is new is gone again before ten thousand more have come.
    """
    sys.setswitchinterval(CROWDED_SWITCH_SECONDS if crowded else SWITCH_SECONDS)
    gc.set_threshold(CROWDED_NEW_OBJECTS if crowded else NEW_OBJECTS, 1_000, 100)


async def _tick(house: House, lag: Durations) -> None:
    swept = 0.0
    now = asyncio.get_running_loop().time
    while True:
        due = now() + TICK_SECONDS
        await asyncio.sleep(TICK_SECONDS)
        lag.add(max(0.0, now() - due))
        house.tick()
        swept += TICK_SECONDS
        if swept >= SWEEP_SECONDS:
            swept = 0.0
            house.sweep()


async def _say_goodbye(doors: Sequence[Listener | WebSocketDoor]) -> None:
    for door in doors:
        door.farewell()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GRACE_SECONDS):
            while any(door.connections for door in doors):
                await asyncio.sleep(0.02)


def _reload(house: House) -> None:
    """Bring the tables back, saying how far it is when it takes long."""
    began = said = time.monotonic()
    for count, _ in enumerate(house.load(), 1):
        if time.monotonic() - said > 1:
            said = time.monotonic()
            print(f"reloaded {count} tables …", file=sys.stderr, flush=True)
    if count := len(house.tables) + len(house.dormant):
        seconds = time.monotonic() - began
        print(f"reloaded {count} unfinished tables in {seconds:.1f} s", file=sys.stderr, flush=True)


async def _written(house: House) -> None:
    """Wait until the tables are closed that nobody waits at any more: nobody who knocks already comes back to one."""
    if all(table.settled for table in house.tables.values()):
        return
    written = asyncio.Event()
    house.log.probe(lambda _: written.set())
    await written.wait()


def bind(address: Address, *, shared: bool = False) -> socket.socket:
    """A socket that listens at an address, perhaps ``shared`` with other nodes of this machine."""
    try:
        return _listen(address.host, address.port, shared)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        if taken and address.otherwise_any:
            return bind(msgspec.structs.replace(address, port=0, otherwise_any=False))
        reason = "another program listens there already" if taken else error.strerror or str(error)
        raise StartFault(f"cannot listen for {address.name} on {address.host}:{address.port}: {reason}") from error


def _listen(host: str, port: int, shared: bool) -> socket.socket:
    family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
        0
    ]
    bound = socket.socket(family, kind, protocol)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        bound.bind(where)
        bound.listen(BACKLOG)  # until then the same port could be bound twice
        bound.setblocking(False)
    except OSError:
        bound.close()
        raise
    return bound


@contextlib.contextmanager
def _locked(data: Path) -> Iterator[IO[str]]:
    """Hold the data directory: two houses on one log would each miss what the other does."""
    with contextlib.ExitStack() as stack:
        try:
            data.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = stack.enter_context(locked(data))
        except OSError as error:
            reason = f"{data} is not writable ({error.strerror}): choose another directory with --data"
            raise StartFault(reason) from error
        if lock is None:
            raise StartFault(f"{data} is in use by another bottega: stop that one, or choose another --data")
        yield lock
