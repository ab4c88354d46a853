"""The page in the browser of whoever has opened a house for themselves."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser

from bottega.plain import say


def show(address: str) -> None:
    """Show an address in the browser; where there is no screen, say where to look."""
    say(f"the house is open: {address}  (Ctrl+C closes it)", sys.stderr)
    if has_screen():
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def has_screen() -> bool:
    """Whether a browser would have a window; without one, a browser for the terminal would get in the way."""
    return sys.platform in ("darwin", "win32") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")))
