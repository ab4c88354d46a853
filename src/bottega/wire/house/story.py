"""What happened at a table, told again to somebody who was not there or has forgotten: a page of its log at a time.

A page is built from events like a live step, by the same words: what the viewer might have seen then, and no more. The
events come from the log, read and folded beside those who play; the last few stories are kept, since whoever turns the
first page turns the next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bottega.games.refusal import Refusal
from bottega.limits import KEPT_STORIES, STORY_ENTRIES
from bottega.store.log import Damaged, Log, StoreFault
from bottega.table.beside import Once, Run, Wanted, always
from bottega.table.entries import DamagedLog
from bottega.table.events import Event, history
from bottega.table.position import AnyPosition
from bottega.wire.house.messages import StoryPage, StoryStep
from bottega.wire.house.phrases import PHRASES
from bottega.wire.house.words import about_of, actions_of, turn_of, view_of, who

Found = list[Event] | Refusal


class Stories:
    """The events of tables, as far as they are durable."""

    def __init__(self, log: Log, run: Run) -> None:
        self._log = log
        self._kept: Once[Found] = Once(self._read, run, KEPT_STORIES, lambda found: not isinstance(found, Refusal))

    def ask(
        self, position: AnyPosition, then: Callable[[Found], None], wanted: Wanted = always, asker: str = ""
    ) -> None:
        """All events of a table up to where it stands; or why they cannot be had."""
        key = f"{position.charter.id} {position.seq}"
        self._kept.ask(key, lambda found: then(PHRASES.refusal("busy") if found is None else found), wanted, asker)

    def forget(self) -> None:
        """Read everything anew."""
        self._kept.forget()

    def _read(self, key: str) -> Found:
        table, last = key.split(" ")
        try:
            charter, rows = self._log.read(table)
            return history(charter, rows[: int(last)])
        except KeyError:
            return PHRASES.refusal("no-such-table", table=table)
        except (Damaged, DamagedLog):
            return PHRASES.refusal("set-aside", table=table)
        except StoreFault:
            return PHRASES.refusal("unread", table=table)


def page(
    events: Sequence[Event], before: int | None, most: int, seat_in: Callable[[AnyPosition], int | None]
) -> StoryPage:
    """At most so many entries before that number, oldest first, as a viewer may know them.

    ``seat_in`` says which seat is the viewer's: it is another one before the order of play is drawn.
    """
    last = len(events) if before is None else min(len(events), max(0, before - 1))
    first = max(0, last - min(most, STORY_ENTRIES))
    told = events[first:last]
    start = told[0].before if told else events[0].before
    return StoryPage(
        table=start.charter.id,
        before=view_of(start, seat_in(start)),
        steps=tuple(_step(event, seat_in(event.after)) for event in told),
    )


def _step(event: Event, seat: int | None) -> StoryStep:
    entry = event.entry
    name, actor = who(event)
    return StoryStep(
        seq=entry.seq,
        at=entry.at,
        kind=entry.fact.kind,
        seat=actor,
        name=name,
        names=tuple(each.name for each in event.after.seats),
        size=event.after.size,
        actions=actions_of(event, seat),
        turn=turn_of(event),
        about=about_of(event),
        view=view_of(event.after, seat),
    )
