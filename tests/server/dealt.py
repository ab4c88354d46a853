"""``bottega`` as a program whose tables are dealt as they were in every run before.

A house that a test starts draws the seeds of its tables, and those of its bots' choices, from the name of the test
that runs, which :func:`tests.conftest.dealt_alike` keeps in the file that ``BOTTEGA_DEALT`` names. What nobody may
guess or have twice (ids of tables, tokens, codes) is drawn as always.
"""

from __future__ import annotations

import os
import secrets
import sys
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

FILE = "BOTTEGA_DEALT"
"""The environment variable with the path of the file."""


class Deals(ModuleType):
    """The module ``secrets`` as far as tables and bots use it."""

    token_hex = staticmethod(secrets.token_hex)

    def __init__(self, path: Path) -> None:
        super().__init__("deals")
        self._path = path
        self._test = b""
        self._drawn = 0

    def token_bytes(self, size: int) -> bytes:
        """The next bytes of the test that runs."""
        if (test := self._path.read_bytes()) != self._test:
            self._test, self._drawn = test, 0
        self._drawn += 1
        return blake2b(test, digest_size=size, salt=self._drawn.to_bytes(8)).digest()


def main() -> None:
    """Run ``bottega`` with the deals of the test."""
    from bottega import cli
    from bottega.server import bot_runner
    from bottega.table import house

    deals = Deals(Path(os.environ[FILE]))
    for module in (house, bot_runner):
        module.secrets = deals  # type: ignore[attr-defined]  # they import it, and offer it to nobody
    sys.argv[0] = "bottega"
    cli.main()


if __name__ == "__main__":
    main()
