"""``python -m trials.chaos``: put a server through faults, check the books, print the figures."""

from __future__ import annotations

import argparse
import logging
import signal
import sys
import tempfile
from pathlib import Path

from trials.chaos.campaign import Campaign, progress
from trials.chaos.cluster.campaign import ClusterCampaign
from trials.chaos.cluster.nemesis import FAULTS as NODES_FAULTS
from trials.chaos.guests import EVERYBODY, EVERYBODY_AND_SLEEPERS
from trials.chaos.nemesis import FAULTS


def main() -> int:
    """Run a campaign; 1 if anything must not be."""
    parser = argparse.ArgumentParser(prog="python -m trials.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=20, help="how often the server is killed (20)")
    parser.add_argument("--others", type=int, default=3, help="how often every other fault is made (3)")
    parser.add_argument("--minutes", type=float, help="begin no new round after so many minutes (several nodes: 2)")
    parser.add_argument("--seed", type=int, default=1, help="what order, moments and choices follow from (1)")
    parser.add_argument(
        "--faults",
        help=f"which, separated by commas ({','.join(FAULTS)}; of several nodes {','.join(NODES_FAULTS)})",
    )
    parser.add_argument("--nodes", type=int, default=1, help="so many nodes on one database instead of one house (1)")
    parser.add_argument("--company", help=f"who plays, a letter each ({EVERYBODY}, or {EVERYBODY_AND_SLEEPERS})")
    parser.add_argument("--folder", type=Path, help="where to work; what was wrong is left there")
    parser.add_argument("--figures", type=Path, help="write the figures there after every round, as JSON")
    parser.add_argument("--forked", action="store_true", help="fork servers from a process that has loaded the program")
    given = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # (it is no news that connections break)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that no server is left behind
    folder = given.folder or Path(tempfile.mkdtemp(prefix="bottega-chaos-"))
    company = given.company or (EVERYBODY_AND_SLEEPERS if given.nodes > 1 else EVERYBODY)
    faults = given.faults.split(",") if given.faults else NODES_FAULTS if given.nodes > 1 else FAULTS
    if given.nodes > 1:
        several = ClusterCampaign(folder, given.seed, given.nodes, faults, company, progress, given.figures)
        figures = several.run(given.minutes or 2)
    else:
        campaign = Campaign(folder, given.seed, faults, company, progress, given.figures, given.forked)
        figures = campaign.run(given.kills, given.others, given.minutes)
    for line in figures.lines():
        progress(line)
    if figures.convictions:
        progress(f"what was wrong is in {folder}")
    return bool(figures.convictions)


if __name__ == "__main__":
    sys.exit(main())
