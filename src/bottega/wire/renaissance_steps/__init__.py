"""renaissance-steps: Masters of Renaissance step by step (``docs/protocols/renaissance-steps.md``)."""

from bottega.wire.renaissance_steps.dialect import RenaissanceSteps

__all__ = ["RenaissanceSteps"]
