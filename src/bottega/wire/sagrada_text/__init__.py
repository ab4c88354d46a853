"""sagrada-text: Sagrada in lines of words (``docs/protocols/sagrada-text.md``)."""

from bottega.wire.sagrada_text.dialect import SagradaText

__all__ = ["SagradaText"]
