"""Games fast enough to learn from, in C, for training and measuring: nobody plays by them.

Each program knows as much of a game's rules as its training needs; ``tests/trials/learning/swift`` holds it
to the rules of the games and to what the bots tell their networks.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

_FLAGS = ("-O3", "-march=native", "-ffast-math", "-shared", "-fPIC")

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def compiled(name: str) -> ctypes.CDLL:
    """The program of that name beside this file, compiled if it has not been yet."""
    source = Path(__file__).with_name(f"{name}.c")
    built = Path(tempfile.gettempdir()) / f"bottega-{name}-{blake2b(source.read_bytes(), digest_size=8).hexdigest()}.so"
    if not built.exists():
        with tempfile.TemporaryDirectory(dir=built.parent) as room:
            fresh = Path(room) / built.name
            subprocess.run(["cc", *_FLAGS, "-o", fresh, source, "-lm"], check=True)
            fresh.rename(built)
    return ctypes.CDLL(str(built))
