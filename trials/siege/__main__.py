"""``python -m trials.siege``: hostile peers of every sort against a real server, and the figures."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from math import ceil

from trials.siege.assaults import ASSAULTS
from trials.siege.siege import HEADING, OVERHEAD_SECONDS, before_others, besiege


def main() -> int:
    """Run assaults and print a table; 1 if anything must not be."""
    parser = argparse.ArgumentParser(prog="python -m trials.siege", description=__doc__)
    parser.add_argument("assaults", nargs="*", metavar="ASSAULT", help=f"which (all): {', '.join(ASSAULTS)}")
    parser.add_argument("--seconds", type=float, default=10.0, help="how long each takes (10)")
    parser.add_argument("--calm", type=float, default=5.0, help="how long is measured before and afterwards (5)")
    given = parser.parse_args()
    unknown = set(given.assaults) - set(ASSAULTS)
    if unknown:
        parser.error(f"there is no assault {', '.join(sorted(unknown))}")
    machine = f"{platform.system()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.0f}"
    names = given.assaults or list(ASSAULTS)
    seconds = len(names) * (given.seconds + 2 * given.calm + OVERHEAD_SECONDS)
    print(f"{time.strftime('%Y-%m-%d')}, {machine}, Python {platform.python_version()}")
    print(f"{len(names)} assaults, some {ceil(seconds / 60)} minutes\n")
    print(HEADING, flush=True)
    wrong = []
    with before_others():
        for name in names:
            report = besiege(name, given.seconds, given.calm)
            print(report.row(), flush=True)
            wrong += [f"{name}: {fault}" for fault in report.faults]
    for line in wrong:
        print(line, file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
