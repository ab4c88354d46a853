"""splendor-json: Splendor in JSON (``docs/protocols/splendor-json.md``)."""

from bottega.wire.splendor_json.dialect import SplendorJson

__all__ = ["SplendorJson"]
