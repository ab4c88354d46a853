"""What several commands are given: which house is meant, and a seed; what is said if it makes no sense."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from bottega.fault import Fault

DATA = Path("bottega-data")

Data = Annotated[Path, Parameter(help="Directory of the durable log.")]
Store = Annotated[str | None, Parameter(help="URL of the PostgreSQL database (postgresql://HOST/DATABASE) instead.")]


class UsageFault(Fault):
    """An argument that cannot be meant, in a sentence."""


def house_at(data: Path, store: str | None) -> Path | str:
    """Which house is meant."""
    return data if store is None else store


def read_seed(text: str | None) -> bytes | None:
    """The bytes of a seed in hexadecimal digits."""
    if text is None:
        return None
    from bottega.games.chance import SEED_BYTES

    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise UsageFault(f"--seed takes hexadecimal digits, not {text!r}") from None
    if len(seed) > SEED_BYTES:
        raise UsageFault(f"--seed takes at most {2 * SEED_BYTES} hexadecimal digits")
    return seed.rjust(SEED_BYTES, b"\0")
