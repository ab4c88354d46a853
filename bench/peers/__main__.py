"""``python -m bench.peers [--turns N] [--tables N] [--into FOLDER]``: the same job on other people's servers.

Many tables of four in a closed loop, one move told to four. Ours checks every move by the rules and has it on the disk
before anybody is told. The others are as they come: Colyseus (in memory, no rules, a board broadcast as a message),
boardgame.io (in memory, a game that allows anything), a bare broadcast on uvloop, and one in C on epoll, which is what
the kernel itself takes. The packages are installed into a scratch folder with npm; what is not at hand (npm, a C
compiler) is left out and named.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from bench.compare import spread
from bench.measured import Measured, measure, measure_house

HERE = Path(__file__).parent
TABLES = 100
SECONDS = 6.0
Contestant = Callable[[], Measured]


def contestants(folder: Path, tables: int) -> dict[str, Contestant]:
    """Who takes part, by name, in the order of a turn."""
    python = [sys.executable, "-m"]
    found: dict[str, Contestant] = {}
    compiler, node, npm = shutil.which("cc"), shutil.which("node"), shutil.which("npm")
    if compiler is None:
        print("without C on epoll: there is no C compiler (cc)", file=sys.stderr)
    else:
        floor = folder / "floor"
        subprocess.run([compiler, "-O2", "-o", str(floor), str(HERE / "floor.c")], check=True)
        found["C on epoll"] = partial(measure, [str(floor)], "floor", "bench.load", tables, SECONDS)
    found["bare on uvloop"] = partial(measure, [*python, "bench.bare"], "bare", "bench.load", tables, SECONDS)
    found["bottega, TCP"] = partial(measure_house, "splendor-json", "bench.load", tables, SECONDS)
    websocket = "bench.websocket_load"
    found["bare on websockets"] = partial(
        measure, [*python, "bench.websocket_bare"], "bare", websocket, tables, SECONDS
    )
    found["bottega, WebSocket"] = partial(measure_house, "http", websocket, tables, SECONDS)
    if node is None or npm is None:
        print("without Colyseus and boardgame.io: there is no node, or no npm", file=sys.stderr)
        return found
    install(npm, folder)
    for name, peer in (("Colyseus", "colyseus"), ("boardgame.io", "boardgame")):
        server, load = [node, str(folder / f"{peer}_server.mjs")], [node, str(folder / f"{peer}_load.mjs")]
        found[name] = partial(measure, server, peer, load, tables, SECONDS)
    return found


def install(npm: str, folder: Path) -> None:
    """The packages and what uses them, in the scratch folder."""
    for path in (*HERE.glob("*.mjs"), HERE / "package.json"):
        shutil.copy(path, folder)
    command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts", "--silent"]
    subprocess.run(command, cwd=folder, check=True)


def lines(turns: Sequence[dict[str, Measured]], tables: int) -> list[str]:
    """One line for each, the cheapest first."""
    head = f"{'':20} {'CPU µs a move':>22} {'moves/s':>9} {'p50 ms':>8} {'p99 ms':>8} {'kB a table':>11}"
    rows = []
    for name in turns[0]:
        took = [turn[name] for turn in turns]
        cpu = [1e6 * each.cpu_per_move for each in took]
        rate = median(each.moves / each.seconds for each in took)
        p50, p99 = (1e3 * median(getattr(each, part) for each in took) for part in ("p50", "p99"))
        memory = median(each.memory for each in took) / tables / 1e3
        line = f"{name:20} {spread(cpu, '{:.0f}'):>22} {rate:9,.0f} {p50:8.1f} {p99:8.1f} {memory:11.1f}"
        rows.append((median(cpu), line))
    return [head, *(line for _, line in sorted(rows))]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.peers", description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--into", type=Path, default=Path(".venv/peers"), help="where the peers are installed")
    asked = parser.parse_args()
    folder = asked.into.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    who = contestants(folder, asked.tables)
    turns = []
    for number in range(asked.turns):
        turns.append({name: take_part() for name, take_part in who.items()})
        took = ", ".join(f"{name} {1e6 * each.cpu_per_move:.0f} µs" for name, each in turns[-1].items())
        print(f"… turn {number + 1} of {asked.turns}: {took}", file=sys.stderr, flush=True)
    print(f"{asked.tables} tables of four, {asked.turns} turns: median (least to most)")
    print("\n".join(lines(turns, asked.tables)))


if __name__ == "__main__":
    main()
