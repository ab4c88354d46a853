"""The dialects, by name."""

from __future__ import annotations

from bottega.wire.dialect import Dialect
from bottega.wire.renaissance_json import RenaissanceJson
from bottega.wire.renaissance_steps import RenaissanceSteps
from bottega.wire.sagrada_json import SagradaJson
from bottega.wire.sagrada_text import SagradaText
from bottega.wire.splendor_json import SplendorJson

DIALECTS: dict[str, type[Dialect]] = {
    dialect.NAME: dialect for dialect in (SplendorJson, SagradaJson, SagradaText, RenaissanceJson, RenaissanceSteps)
}
"""Every TCP protocol that is served."""
