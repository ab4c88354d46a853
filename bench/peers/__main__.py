"""``python -m bench.peers [--turns N] [--tables N] [--into FOLDER]``: the same job on other people's servers.

Many tables of four in a closed loop, one move told to four. Ours checks every move by the rules and has it on the disk
before anybody is told. The others are as they come: Colyseus (in memory, no rules, a board broadcast as a message),
boardgame.io (in memory, a game that allows anything), a bare broadcast on uvloop, and one in C on epoll, which is what
the kernel itself takes. Memory is what each has grown by: with those tables, and with silent TCP connections, which are
no players yet. The packages are installed into a scratch folder with npm; what is not at hand (npm, a C
compiler) is left out and named.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

import msgspec

from bench.compare import spread
from bench.idle import silent
from bench.measured import Measured, house_command, measure
from bench.processes import Process

HERE = Path(__file__).parent
TABLES = 100
SECONDS = 6.0
PYTHON = [sys.executable, "-m"]
TCP_LOAD, WEBSOCKET_LOAD = "bench.load", "bench.websocket_load"
CONNECTIONS = 2_000
"""Silent ones, of which the memory is measured."""


class Contestant(msgspec.Struct, frozen=True):
    """Somebody's server, and the load that speaks its protocol."""

    command: Callable[[str], list[str]]
    """What starts it, given a folder for what it keeps."""
    port: str
    load: str | list[str]

    def take_part(self, tables: int) -> Part:
        """Play at so many tables, and then be connected to by many who say nothing."""
        with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data:
            playing = measure(self.command(data), self.port, self.load, tables, SECONDS)
        with tempfile.TemporaryDirectory(prefix="bottega-bench-") as data, Process(self.command(data)) as server:
            _, silence = silent(server, server.ports[self.port], CONNECTIONS, greets=False)
        return Part(playing, silence)


class Part(msgspec.Struct, frozen=True):
    """What was measured of a contestant in one turn."""

    playing: Measured
    silence: float
    """Bytes of a silent connection."""


def keeps_nothing(command: list[str]) -> Callable[[str], list[str]]:
    """The command of a server that needs no folder."""
    return lambda _: command


def contestants(folder: Path) -> dict[str, Contestant]:
    """Who takes part, by name, in the order of a turn."""
    found: dict[str, Contestant] = {}
    compiler, node, npm = shutil.which("cc"), shutil.which("node"), shutil.which("npm")
    if compiler is None:
        print("without C on epoll: there is no C compiler (cc)", file=sys.stderr)
    else:
        floor = str(folder / "floor")
        subprocess.run([compiler, "-O2", "-o", floor, str(HERE / "floor.c")], check=True)
        found["C on epoll"] = Contestant(keeps_nothing([floor]), "floor", TCP_LOAD)
    found["bare on uvloop"] = Contestant(keeps_nothing([*PYTHON, "bench.bare"]), "bare", TCP_LOAD)
    found["bottega, TCP"] = Contestant(house_command, "splendor-json", TCP_LOAD)
    websockets = keeps_nothing([*PYTHON, "bench.websocket_bare"])
    found["bare on websockets"] = Contestant(websockets, "bare", WEBSOCKET_LOAD)
    found["bottega, WebSocket"] = Contestant(house_command, "http", WEBSOCKET_LOAD)
    if node is None or npm is None:
        print("without Colyseus and boardgame.io: there is no node, or no npm", file=sys.stderr)
        return found
    install(npm, folder)
    for name, peer in (("Colyseus", "colyseus"), ("boardgame.io", "boardgame")):
        server, load = [node, str(folder / f"{peer}_server.mjs")], [node, str(folder / f"{peer}_load.mjs")]
        found[name] = Contestant(keeps_nothing(server), peer, load)
    return found


def install(npm: str, folder: Path) -> None:
    """The packages and what uses them, in the scratch folder."""
    for path in (*HERE.glob("*.mjs"), HERE / "package.json"):
        shutil.copy(path, folder)
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--silent"]
    subprocess.run(command, cwd=folder, check=True)


def lines(turns: Sequence[dict[str, Part]], tables: int) -> list[str]:
    """One line for each, the cheapest first."""
    figures = f"{'CPU µs a move':>22} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8}"
    head = f"{'':20} {figures} {'kB a table':>11} {'kB a silent connection':>23}"
    rows = []
    for name in turns[0]:
        took = [turn[name].playing for turn in turns]
        cpu = [1e6 * each.cpu_per_move for each in took]
        rate = median(each.moves / each.seconds for each in took)
        p50, p99 = (1e3 * median(getattr(each, part) for each in took) for part in ("p50", "p99"))
        memory = median(each.memory for each in took) / tables / 1e3
        silence = median(turn[name].silence for turn in turns) / 1e3
        speed = f"{spread(cpu, '{:.0f}'):>22} {rate:9,.0f} {p50:8.1f} {p99:8.1f}"
        rows.append((median(cpu), f"{name:20} {speed} {memory:11.1f} {silence:23.1f}"))
    return [head, *(line for _, line in sorted(rows))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--into", type=Path, default=Path(".venv/peers"), help="where the peers are installed")
    asked = parser.parse_args()
    folder = asked.into.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    who = contestants(folder)
    turns = []
    for number in range(asked.turns):
        turns.append({name: each.take_part(asked.tables) for name, each in who.items()})
        took = ", ".join(f"{name} {1e6 * each.playing.cpu_per_move:.0f} µs" for name, each in turns[-1].items())
        print(f"… turn {number + 1} of {asked.turns}: {took}", file=sys.stderr, flush=True)
    print(f"{asked.tables} tables of four, {asked.turns} turns: median (least to most)")
    print("\n".join(lines(turns, asked.tables)))


if __name__ == "__main__":
    main()
