"""The first page's list of tables: read once, then kept up to date by what changes."""

from __future__ import annotations

from pathlib import Path

from tests.page.conftest import Visit
from tests.server.harness import running_house


def test_the_list_is_kept_by_changes(visit: Visit, tmp_path: Path) -> None:
    """A reader of the first page is sent the list once; tables come, change and go there by what has changed."""
    with running_house(tmp_path, options=("--bot-seconds", "0")) as house:
        reader, anna, bob = visit("", house), visit("Anna", house), visit("Bob", house)
        reader.goes("/")
        reader.waits(lambda: any(message["type"] == "lobby" for message in reader.received))

        def rows(count: int, *names: str) -> None:
            reader.page.wait_for_function(
                """([count, names]) => {
                  const rows = [...document.querySelectorAll('a.button[href^="/table/"]')];
                  const who = [...document.querySelectorAll('.who')].map((each) => each.textContent);
                  return rows.length === count && names.every((name) => who.some((each) => each.includes(name)));
                }""",
                arg=[count, list(names)],
            )

        table = anna.opens("splendor")
        rows(1, anna.name)
        bob.sits(table)
        rows(1, anna.name, bob.name)
        bob.presses(".start .primary")
        bob.gets("view")
        kinds = [message["type"] for message in reader.received]
        assert kinds.count("lobby") == 1
        assert kinds.count("lobby_changes") >= 2
        assert all(message.get("changes", True) for message in reader.sent if message["type"] == "lobby")
