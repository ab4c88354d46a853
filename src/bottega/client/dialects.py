"""The clients of the TCP protocols, by the names of the dialects."""

from __future__ import annotations

from bottega.client.core import StreamClient
from bottega.client.renaissance.events import RenaissanceEventsClient
from bottega.client.renaissance.json import RenaissanceJsonClient
from bottega.client.renaissance.steps import RenaissanceStepsClient
from bottega.client.sagrada_json import SagradaJsonClient
from bottega.client.sagrada_text import SagradaTextClient
from bottega.client.splendor_json import SplendorJsonClient

CLIENTS: dict[str, type[StreamClient]] = {
    client.DIALECT: client
    for client in (
        SplendorJsonClient,
        SagradaTextClient,
        SagradaJsonClient,
        RenaissanceJsonClient,
        RenaissanceStepsClient,
        RenaissanceEventsClient,
    )
}
"""A client of each protocol; it is made with the name of its profile."""
