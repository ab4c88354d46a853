"""renaissance-json: Masters of Renaissance, a whole move in each request (``docs/protocols/renaissance-json.md``)."""

from bottega.wire.renaissance_json.dialect import RenaissanceJson

__all__ = ["RenaissanceJson"]
