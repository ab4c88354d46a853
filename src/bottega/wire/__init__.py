"""The dialects, by name."""

from __future__ import annotations

from typing import Any

from bottega.wire.core.dialect import Dialect
from bottega.wire.renaissance_events import RenaissanceEvents
from bottega.wire.renaissance_json.dialect import RenaissanceJson
from bottega.wire.renaissance_steps import RenaissanceSteps
from bottega.wire.sagrada_json.dialect import SagradaJson
from bottega.wire.sagrada_text.dialect import SagradaText
from bottega.wire.splendor_json.dialect import SplendorJson

DIALECTS: dict[str, type[Dialect[Any]]] = {
    dialect.NAME: dialect
    for dialect in (SplendorJson, SagradaJson, SagradaText, RenaissanceJson, RenaissanceSteps, RenaissanceEvents)
}
"""Every TCP protocol that is served."""
