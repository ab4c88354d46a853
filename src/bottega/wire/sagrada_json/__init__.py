"""sagrada-json: Sagrada in JSON objects (``docs/protocols/sagrada-json.md``)."""

from bottega.wire.sagrada_json.dialect import SagradaJson

__all__ = ["SagradaJson"]
