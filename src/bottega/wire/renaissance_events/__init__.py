"""renaissance-events: Masters of Renaissance in events (``docs/protocols/renaissance-events.md``)."""

from bottega.wire.renaissance_events.dialect import RenaissanceEvents

__all__ = ["RenaissanceEvents"]
