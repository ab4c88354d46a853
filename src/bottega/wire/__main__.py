"""``python -m bottega.wire [DIALECT]``: the state machine of a dialect as a Mermaid diagram, for its page."""

from __future__ import annotations

import sys

from bottega.wire import DIALECTS


def main() -> None:
    """Print the diagram of the dialect named, or the names."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    dialect = DIALECTS.get(name)
    print("\n".join(DIALECTS) if dialect is None else dialect.machine.diagram())


if __name__ == "__main__":
    main()
