"""The first page's list of tables: read once, then kept up to date by what changes."""

from __future__ import annotations

from pathlib import Path

from tests.page.conftest import Visit
from tests.page.scenes import plays_every_game
from tests.page.visitor import Visitor, nobody_else
from tests.server.harness import HouseProcess, running_house
from tests.server.house_client import Browser


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


def test_whose_move_it_is(visit: Visit, house: HouseProcess) -> None:
    """The first page has one's games with a picture of each, those first that wait for one, and their number in the
    title; it changes by itself when somebody moves.
    """
    anna = visit("Anna")
    tables = plays_every_game(anna, house)
    cards = anna.page.locator("#yours ~ ul > li")
    assert cards.count() == len(tables)
    anna.waits(lambda: anna.page.title() == "(3) Bottega", "the number in the title")
    assert cards.locator(".state").all_text_contents() == ["Your move"] * 3
    bob = Browser(house, nobody_else("Bob"))
    table = bob.does("open", game="splendor", seats=2, listed=False, absent="wait")["table"]
    token = anna.page.evaluate("JSON.parse(localStorage.bottega).token")
    herself = Browser(house, anna.name, token)
    herself.does("sit", table=table)
    bob.does("start", table=table)
    seats = {bob.name: bob, anna.name: herself}
    anna.waits(lambda: cards.count() == 4, "the new game")

    def moves(name: str) -> None:
        seats[name].does("watch", table=table)
        while not (seen := seats[name].next("snapshot"))["legal"]:
            pass
        take = next(action for action in seen["legal"] if action.startswith("take"))
        seats[name].does("act", table=table, actions=[take])

    first = str(anna.waits(lambda: _actor(anna, table), "who begins"))
    moves(first)
    other = next(name for name in seats if name != first)
    anna.waits(lambda: _actor(anna, table) == other, "the other's turn")
    waiting = 4 if other == anna.name else 3
    anna.waits(lambda: anna.page.title() == f"({waiting}) Bottega", "the number in the title")
    state = cards.locator(f"a[href='/table/{table}'] .state")
    anna.waits(lambda: state.text_content() == ("Your move" if other == anna.name else f"{other} to move"), "the words")
    herself.close()
    bob.close()
    anna.page.keyboard.press("Tab")
    cards.first.locator("a").focus()
    anna.page.keyboard.press("Enter")
    anna.page.wait_for_url("**/table/*")


def _actor(visitor: Visitor, table: str) -> str:
    """Whose turn the first page was last told that it is at a table."""
    told = [message for message in visitor.received if message["type"] == "own_games"]
    games = [game for message in told for game in message["games"] if game["line"]["table"] == table]
    actors = games[-1]["actors"] if games else []
    return games[-1]["line"]["seats"][actors[0]]["name"] if actors else ""


def test_what_was_pressed_before_there_was_a_name(visit: Visit) -> None:
    """Whoever presses something that takes a name is told so; once it is typed what was pressed is done."""
    eve = visit("")
    eve.goes("/")
    eve.presses(".poster[data-game=splendor] .learn")
    eve.waits(lambda: "Type a name first." in eve.reads(".name"), "what is asked for")
    assert eve.page.evaluate("document.activeElement.matches('.name input')")
    eve.page.keyboard.type(nobody_else("Eve"))
    eve.page.keyboard.press("Enter")
    eve.page.wait_for_url("**/table/*")


def test_a_name_that_is_typed_counts_with_the_next_press(visit: Visit) -> None:
    """Whoever has typed a name and presses a game at once, not the button beside the name, comes in by it and plays."""
    eve = visit("")
    eve.goes("/")
    name = nobody_else("Eve")
    eve.page.fill(".name input", name)
    eve.presses(".poster[data-game=splendor] .learn")
    eve.page.wait_for_url("**/table/*")
    assert [message["name"] for message in eve.sent if message["type"] == "hello"] == [name]


def test_nobody_comes_in_without_a_name(visit: Visit) -> None:
    """The button says what is missing, and the keyboard is where it is to be typed."""
    eve = visit("")
    eve.goes("/")
    eve.page.locator(".name .primary").click(force=True)
    eve.waits(lambda: "Type a name first." in eve.reads(".name"), "what is missing")
    assert eve.page.evaluate("document.activeElement.matches('.name input')")
