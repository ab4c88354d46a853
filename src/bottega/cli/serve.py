"""``bottega serve``: what a house can be told, and whether that makes sense."""

import math
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from bottega.cli.addresses import address_of, encryption, in_the_network, listener
from bottega.cli.arguments import DATA, Data, Store, UsageFault, read_seed
from bottega.cli.loading import a_house
from bottega.cli.running import run_house, run_nodes

if TYPE_CHECKING:
    from bottega.table.notifications import Outbound


def serve(
    *,
    data: Data = DATA,
    store: Store = None,
    bus: Annotated[
        str | None,
        Parameter(
            help="URL of a Valkey or Redis (redis://HOST:6379) by which nodes of one --store hear of each other."
        ),
    ] = None,
    nodes: Annotated[int, Parameter(help="So many processes on the same ports, with a --store.")] = 1,
    http: Annotated[str, Parameter(help="HOST:PORT of the web page and the house protocol.")] = "127.0.0.1:8000",
    listen: Annotated[
        list[str] | None,
        Parameter(
            help="DIALECT[+original]@HOST:PORT, repeatable; only those named are served. Port 0 picks a free one. "
            "With a certificate, plain:DIALECT@HOST:PORT stays in plain text, for old clients.",
            negative="",
        ),
    ] = None,
    seats: Annotated[int, Parameter(help="Table size where the protocol does not ask (splendor-json).")] = 2,
    lobby_seconds: Annotated[float, Parameter(help="How long a Sagrada table waits after its second player.")] = 30.0,
    turn_seconds: Annotated[float, Parameter(help="Time for one turn; 0 for no limit.")] = 90.0,
    ping_seconds: Annotated[
        float | None, Parameter(help="Time between pings (default: what each protocol's document says).")
    ] = None,
    bot_seconds: Annotated[float, Parameter(help="How long a bot waits before it acts.")] = 0.4,
    bot_cpu: Annotated[float, Parameter(help="How many cores all bots may take together; 0.5 is half of one.")] = 1.0,
    allow_origin: Annotated[
        list[str] | None,
        Parameter(help="A site whose pages may connect too (https://HOST), repeatable.", negative=""),
    ] = None,
    lan: Annotated[
        bool,
        Parameter(help="Open the page and the usual ports to everybody in your network, not only here.", negative=""),
    ] = False,
    public_url: Annotated[
        str | None,
        Parameter(help="The address that friends are invited to (https://games.example.org), if a proxy has it."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        Parameter(help="A name by which people open the page (games.example.org), repeatable.", negative=""),
    ] = None,
    tls_cert: Annotated[
        Path | None,
        Parameter(help="Certificate chain (PEM): every port speaks TLS. SIGHUP reads it and its key again."),
    ] = None,
    tls_key: Annotated[
        Path | None, Parameter(help="Its key (PEM, without passphrase), unless in the same file.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        Parameter(
            help="ADDRESS or NET of a proxy that says for whom it connects (over HTTP by X-Forwarded-For or Forwarded, "
            "elsewhere by the PROXY protocol), repeatable.",
            negative="",
        ),
    ] = None,
    per_address: Annotated[
        float, Parameter(help="How many times the usual one address may ask for; 0: as much as it likes.")
    ] = 1.0,
    push: Annotated[
        str | None,
        Parameter(
            help="Let people be told about their games by web push, while they are away; push services are given "
            "mailto:YOU@HOST or https://HOST, to write to."
        ),
    ] = None,
    push_private: Annotated[
        bool, Parameter(help="Push also to private networks and without TLS. For tests only.", negative="")
    ] = False,
    ntfy: Annotated[
        str | None, Parameter(help="URL of an ntfy (https://ntfy.sh) where people have topics that they are told by.")
    ] = None,
    webhook: Annotated[str | None, Parameter(help="URL that is told about those who want it to be, as JSON.")] = None,
    mail: Annotated[
        str | None,
        Parameter(
            help="smtp://[USER@]HOST[:PORT] or smtps://… of a mail server by which people are told; "
            "BOTTEGA_MAIL_PASSWORD is the password."
        ),
    ] = None,
    mail_from: Annotated[str | None, Parameter(help="Who that mail is from: bottega@example.org.")] = None,
    notify_seconds: Annotated[
        float, Parameter(help="How long somebody may take to come back or to move, before they are told.")
    ] = 60.0,
    seed: Annotated[str | None, Parameter(help="Hex seed of the first table opened. For tests only.")] = None,
) -> None:
    """Open the house: the web page, and the six protocols on their ports."""
    if seats not in range(2, 5):
        raise UsageFault(f"--seats must be 2, 3 or 4, not {seats}")
    pauses = {
        "--lobby-seconds": lobby_seconds,
        "--turn-seconds": turn_seconds,
        "--bot-seconds": bot_seconds,
        "--notify-seconds": notify_seconds,
    }
    for name, value in pauses.items():
        if not 0 <= value < math.inf:
            raise UsageFault(f"{name} takes a number of seconds from 0 on, not {value}")
    if ping_seconds is not None and not 0 < ping_seconds < math.inf:
        raise UsageFault(f"--ping-seconds takes a number of seconds above 0, not {ping_seconds}")
    from bottega.limits import MOST_BOT_CORES

    if not 0 < bot_cpu <= MOST_BOT_CORES:
        raise UsageFault(f"--bot-cpu takes a number of cores above 0 and up to {MOST_BOT_CORES}, not {bot_cpu}")
    if not 0 <= per_address < math.inf:
        raise UsageFault(f"--per-address takes a number from 0 on, not {per_address}")
    if nodes not in range(1, 65):
        raise UsageFault(f"--nodes takes a number from 1 to 64, not {nodes}")
    if store is None and (nodes > 1 or bus is not None):
        raise UsageFault(
            f"{'--nodes' if nodes > 1 else '--bus'} takes a database that nodes can share: give it by --store"
        )
    for network in trust_proxy or ():
        try:
            ip_network(network, strict=False)
        except ValueError:
            raise UsageFault(f"--trust-proxy takes an address or a network (10.0.0.0/8), not {network!r}") from None
    with a_house():
        from bottega.server.app import DEFAULT_HTTP, DEFAULT_LISTENERS
        from bottega.server.invitations import is_site
        from bottega.server.tls import Certificate
        from bottega.table.house import Settings

    if public_url is not None and not is_site(public_url):
        raise UsageFault(f"--public-url takes the address of a site (https://games.example.org), not {public_url!r}")
    public = () if public_url is None else (public_url.rstrip("/"),)
    settings = Settings(
        seats=seats,
        lobby_seconds=lobby_seconds,
        turn_seconds=turn_seconds,
        ping_seconds=ping_seconds,
        bot_seconds=bot_seconds,
        bot_cpu=bot_cpu,
        origins=(*(allow_origin or ()), *public),
        hosts=tuple(allow_host or ()),
        public_url=public_url or "",
        proxies=tuple(trust_proxy or ()),
        per_address=per_address,
        outbound=_outbound(push, push_private, ntfy, webhook, mail, mail_from, notify_seconds),
        first_seed=_first_seed(seed),
    )
    listeners = tuple(map(listener, listen)) if listen else DEFAULT_LISTENERS
    address = address_of("http", *encryption(http)) if http else DEFAULT_HTTP
    if lan:
        listeners = listeners if listen else tuple(map(in_the_network, listeners))
        address = in_the_network(address)
    if tls_cert is None and (tls_key is not None or any(each.encrypted for each in (*listeners, address))):
        raise UsageFault("TLS takes a certificate: give it with --tls-cert")
    certificate = None if tls_cert is None else Certificate(tls_cert, tls_key)
    if nodes == 1:
        run_house(data, settings, listeners, address, certificate, store=store, bus=bus)
    else:
        run_nodes(nodes, settings, listeners, address, (tls_cert, tls_key), store or "", bus)


def _outbound(
    push: str | None,
    push_private: bool,
    ntfy: str | None,
    webhook: str | None,
    mail: str | None,
    mail_from: str | None,
    seconds: float,
) -> "Outbound":
    """By which ways people are told about their games while they are away."""
    from bottega.table.notifications import Outbound

    if push is not None and not push.startswith(("mailto:", "https://")):
        raise UsageFault(f"--push takes mailto:YOU@HOST or https://HOST, not {push!r}")
    if ntfy is not None or webhook is not None:
        from bottega.server.outbound import why_not

        for name, url in {"--ntfy": ntfy, "--webhook": webhook}.items():
            if url is not None and (wrong := why_not(url, trusted=True)):
                raise UsageFault(f"{name} takes a URL (https://ntfy.sh), not {url!r}: {wrong}")
    if (mail is None) != (mail_from is None):
        raise UsageFault("mail takes both, --mail smtp://HOST and --mail-from ADDRESS")
    if mail is not None and mail_from is not None:
        from bottega.server.mail import is_address, mail_server

        if mail_server(mail) is None:
            raise UsageFault("--mail takes smtp://[USER@]HOST[:PORT] or smtps://…")
        if not is_address(mail_from):
            raise UsageFault(f"--mail-from takes a mail address, not {mail_from!r}")
    return Outbound(
        push=push or "",
        push_private=push_private,
        ntfy=ntfy or "",
        webhook=webhook or "",
        mail=mail or "",
        mail_from=mail_from or "",
        seconds=seconds,
    )


def _first_seed(text: str | None) -> bytes | None:
    """The seed of a house's first table, which everybody there is warned about."""
    seed = read_seed(text)
    if seed is not None:
        print("WARNING: --seed makes the first table predictable. For tests only!", file=sys.stderr, flush=True)
    return seed
