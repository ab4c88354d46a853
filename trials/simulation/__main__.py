"""``python -m trials.simulation --worlds 10000 --seed 0``: so many interleavings, each failure with its seed."""

from __future__ import annotations

import argparse
import sys
import time

from trials.simulation.campaign import simulate


def main() -> None:
    """Play worlds and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m trials.simulation", description=__doc__)
    parser.add_argument("--worlds", type=int, default=10_000, help="how many interleavings")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--steps", type=int, default=0, help="things that happen in each (as usual if it is 0)")
    options = parser.parse_args()
    began = time.process_time()
    figures = simulate(range(options.seed, options.seed + options.worlds), options.steps)
    seconds = time.process_time() - began
    for line in figures.lines():
        print(line)
    print(f"{seconds:.1f} s of one core, {1000 * seconds / max(1, figures.worlds):.2f} ms each")
    sys.exit(1 if figures.convictions else 0)


if __name__ == "__main__":
    main()
