"""``python -m bottega.wire [DIALECT]``: the state machine of a dialect as a Mermaid diagram, for its page."""

from __future__ import annotations

import sys
from typing import Any

from bottega.wire import DIALECTS
from bottega.wire.core.dialect import Dialect
from bottega.wire.house.dialect import HouseDialect


def main() -> None:
    """Print the diagram of the dialect named, or the names."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    dialects: dict[str, type[Dialect[Any]]] = {**DIALECTS, HouseDialect.NAME: HouseDialect}
    dialect = dialects.get(name)
    print("\n".join(dialects) if dialect is None else dialect.machine.diagram())


if __name__ == "__main__":
    main()
