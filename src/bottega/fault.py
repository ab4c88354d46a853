"""What goes wrong in a way that whoever typed the command can mend."""

from __future__ import annotations


class Fault(Exception):
    """Told in a sentence and with exit code 1, never in a traceback."""
