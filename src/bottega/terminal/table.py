"""The table on a whole terminal screen, with Textual: ``bottega play``.

How it works. The app looks at one value, ``known`` of a client (``client/core.py``), and draws it anew whenever the
session says that something has happened. What the player does becomes wishes of that client. Nothing of the game's
state is kept here: which page is shown, what is typed and what is pointed at is all that the app has of its own.

The command line has the keyboard always. What is typed narrows the choices and is completed from them; Enter does what
is typed or pointed at. F-keys turn pages, and everything a key does can be typed with a slash, too, or clicked.

What must stay true:

1. The board is drawn by the game's module of ``boards``, in the room there is; whatever is taller scrolls, and the
   bottom line says so. Nothing is cut silently.
2. Whatever others have written goes through ``plain``: no text of theirs moves the cursor or is read as markup.
3. Enter never plays a move that the player has neither typed nor pointed at.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.message import Message
from textual.strip import Strip
from textual.suggester import Suggester
from textual.theme import Theme
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from bottega.client import core
from bottega.client.core import Happening, Known, Stage
from bottega.client.link import Down, GaveUp, Silent
from bottega.games.core import Action
from bottega.plain import plain
from bottega.terminal import look as looks
from bottega.terminal import pages
from bottega.terminal.canvas import Block, Room, Span, line, padded
from bottega.terminal.choices import Choice, beginning, completed, matching, suggested
from bottega.terminal.pages import Page
from bottega.terminal.paint import CLICK, GROUNDS, Look, painted
from bottega.terminal.session import NotThat, Session

WIDE = 112
"""Columns from which on choices, log and chat stand beside the board."""
BOARD = 80
"""Columns of the board where something stands beside it."""


LOOK_SECONDS = 0.25
"""How often to look whether something has changed that nobody has told."""
TROUBLE = (core.Refused, core.Broken, core.Goodbye, Down, GaveUp, Silent)
"""What is told in the ink of warnings."""


THEMES = {
    look: Theme(
        name=f"bottega-{look}",
        primary=primary,
        secondary=secondary,
        foreground=foreground,
        background=GROUNDS[look][0],
        surface=GROUNDS[look][1],
        panel=GROUNDS[look][2],
        dark=look is Look.DARK,
    )
    for look, primary, secondary, foreground in (
        (Look.DARK, "#ffd479", "#8ec5ff", "#e6e9ee"),
        (Look.LIGHT, "#6b4200", "#0b4fa3", "#1c1c1c"),
    )
}
"""Textual's own colours in each look."""
PLAIN_THEME = "ansi-dark"
"""Nothing but the terminal's own two colours."""


class CommandLine(Input):
    """What is typed; it has the keyboard always."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.point(-1)", show=False),
        Binding("down", "app.point(1)", show=False),
        Binding("pageup", "app.turn(-1)", show=False),
        Binding("pagedown", "app.turn(1)", show=False),
        Binding("tab", "app.complete", show=False),
        Binding("shift+tab", "app.point(-1)", show=False),
        Binding("escape", "app.escape", show=False),
    ]

    async def _on_key(self, event: events.Key) -> None:
        """A question mark on an empty line asks for help; all else is typed."""
        if event.character == "?" and not self.value:
            event.prevent_default()
            event.stop()
            await self.app.run_action("page('help')")
            return
        await super()._on_key(event)


class Choices(OptionList):
    """The list of what can be done; without colours, what is pointed at is shown reversed."""

    reversing = False

    def render_line(self, y: int) -> Strip:
        """One line of the list."""
        strip = super().render_line(y)
        pointed = any(part.style and part.style.meta.get("option") == self.highlighted for part in strip)
        return strip.apply_style(REVERSED) if self.reversing and pointed and self.highlighted is not None else strip


REVERSED = Style(reverse=True)


class Clickable(Static):
    """A text with parts that type something, or press a key, when they are clicked."""

    def on_click(self, event: events.Click) -> None:
        """Do what the style under the mouse says."""
        meta = event.style.meta
        if CLICK in meta:
            self.app.post_message(Clickable.Typed(meta[CLICK]))
        elif PRESS in meta:
            self.app.simulate_key(meta[PRESS])

    class Typed(Message):
        """Something was clicked that types this."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text


PRESS = "presses"
"""Where the style of a text says which key a click on it presses."""


class _FromChoices(Suggester):
    """Suggests the first choice that begins with what is typed."""

    def __init__(self, offered: Callable[[], Sequence[Choice]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._offered = offered

    async def get_suggestion(self, value: str) -> str | None:
        """The rest of it is shown behind the cursor."""
        if value.startswith("/"):
            return next((f"/{word}" for word in pages.COMMANDS if f"/{word}".startswith(value)), None)
        return suggested(self._offered(), value)


class TableApp(App[None]):
    """One player at one table, on the whole screen."""

    TITLE = "Bottega"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]  # noqa: RUF012 - as Textual declares it
    CSS = """
    Screen { layout: vertical; background: $background; color: $foreground; }
    #top { height: 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    #body { height: 1fr; layout: vertical; }
    #stage { height: 1fr; scrollbar-size: 0 0; }
    #board { width: 100%; height: auto; text-wrap: nowrap; }
    #side { height: 6; layout: vertical; }
    #choices { height: 1fr; min-height: 3; border: none; padding: 0; background: $surface; scrollbar-size-vertical: 1;
               scrollbar-gutter: stable;
               text-wrap: nowrap; text-overflow: ellipsis; }
    #choices > .option-list--option-highlighted { background: $primary 30%; color: $foreground; text-style: bold; }
    #log, #chat { display: none; }
    #news { height: 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    #line { height: 1; layout: horizontal; }
    #prompt { width: 2; color: $primary; text-style: bold; }
    #command { width: 1fr; height: 1; border: none; padding: 0; background: $background; }
    #command:focus { border: none; }
    #keys { height: 1; background: $panel; text-wrap: nowrap; text-overflow: ellipsis; }
    .-wide #body { layout: horizontal; }
    .-wide #stage { width: 82; height: 100%; padding: 0 1; }
    .-wide #side { width: 1fr; height: 100%; }
    .-wide #choices { text-wrap: wrap; }
    .-wide #log { display: block; height: 10; border-top: solid $panel; padding: 0 1; border-title-color: $foreground; }
    .-wide #chat { display: block; height: 6; border-top: solid $panel; padding: 0 1; border-title-color: $foreground; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "page('help')", priority=True, show=False),
        Binding("f2", "page('table')", priority=True, show=False),
        Binding("f3", "next_board", priority=True, show=False),
        Binding("f4", "page('cards')", priority=True, show=False),
        Binding("f5", "page('log')", priority=True, show=False),
        Binding("f6", "page('chat')", priority=True, show=False),
        Binding("f7", "page('scores')", priority=True, show=False),
        Binding("f9", "light", priority=True, show=False),
        Binding("f10,ctrl+q", "quit", priority=True, show=False),
    ]

    def __init__(self, session: Session, look: Look = Look.DARK, opening: Sequence[str] = ()) -> None:
        super().__init__(ansi_color=True if look is Look.PLAIN else None)
        self.session = session
        self.look = look
        self._opening = list(opening)
        """What is typed before anything else, each when it makes sense."""
        self._seen: Known | None = None
        """What was known when the screen was last drawn."""
        self._tall = False
        self._page = Page.TABLE
        self._seat = 0
        self._news: Span = Span("")
        self._offered: list[Choice] = []
        self._found: list[Choice] = []
        self._pointed = False
        """Whether the player has pointed at a choice since the list changed."""
        self._shown: tuple[Any, ...] = ()
        self._drawn: dict[str, tuple[Block, Look]] = {}
        """What each part of the screen shows."""
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = PLAIN_THEME if look is Look.PLAIN else THEMES[look].name

    @property
    def known(self) -> Known:
        """What this seat knows."""
        return self.session.known

    # -- the screen --------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """One screen for everything: a line, the page, the choices, news, the command line, the keys."""
        yield Static(id="top")
        with Container(id="body"):
            with VerticalScroll(id="stage", can_focus=False):
                yield Clickable(id="board")
            with Container(id="side"):
                yield Choices(id="choices", markup=False)
                yield Static(id="log")
                yield Static(id="chat")
        yield Static(id="news")
        with Container(id="line"):
            yield Static("› ", id="prompt")
            yield CommandLine(id="command", suggester=_FromChoices(lambda: self._offered), select_on_focus=False)
        yield Clickable(id="keys")

    async def on_mount(self) -> None:
        """Connect, and look at the clock every second."""
        self.query_one(Choices).can_focus = False
        self.query_one(Choices).reversing = self.look is Look.PLAIN
        self.query_one("#log").border_title = "log"
        self.query_one("#chat").border_title = "chat"
        self.query_one(CommandLine).focus()
        self.set_interval(1.0, self._show_top)
        self.set_interval(LOOK_SECONDS, self._look)
        self.run_worker(self._follow())
        self.show()

    async def on_unmount(self) -> None:
        """Leave the table alone: the seat is kept for a while."""
        self.session.link.close()

    async def _follow(self) -> None:
        async for happening in self.session.link.happenings():
            self.told(happening)

    def told(self, happening: Happening) -> None:
        """Something has happened: say it, and do what was only waiting for it; the screen follows in a moment."""
        if not (isinstance(happening, core.Asked) and happening.wish is core.Act):
            ink = "alert" if isinstance(happening, TROUBLE) or "ALARM" in str(happening) else ""
            self._news = Span(plain(str(happening)), ink)
        if isinstance(happening, core.Refused):
            self.session.refused()
        self._go_on()
        if self._seen is not None:
            self._seen = None
            self.call_later(self._look)

    def _look(self) -> None:
        """Draw the screen anew if anything has changed since it was drawn, and type what makes sense by now."""
        if not self.is_running:
            return
        if self._seen is not self.known:
            self._go_on()
            self.show()
        self._open()  # also if somebody else has drawn it

    def _open(self) -> None:
        """Type what was chosen beforehand, one after the other; whatever else is in the line comes first."""
        while self._opening and self.query(Choices) and not self._typed() and self.session.hears(self._opening[0]):
            self.fill(self._opening.pop(0))
            self._show_choices()
            self._enter(self._typed().strip())

    def _go_on(self) -> None:
        for happening in self.session.go_on():
            self.told(happening)

    def on_resize(self) -> None:
        """There is another room: draw anew for it."""
        self.call_after_refresh(self.show)

    def show(self) -> None:
        """Draw everything that has changed."""
        if not self.query(Choices):  # not there yet, or not any more
            return
        self._show_choices()
        self._show_page()
        self._show_top()
        self._show_side()
        self._show_news()
        self._show_keys()
        self._seen = self.known

    def _show_news(self) -> None:
        news = self._news
        if self.known.prepared and not news.ink:
            prepared = "; ".join(map(str, self.known.prepared))
            news = Span(f"prepared: {prepared}   (Esc drops it)", "turn")
        more = (Span(" PgDn ▼ more", "key"),) if self._tall else ()
        columns = self.size.width - (len(more[0].text) if more else 0)
        shown = padded(line(Span(" "), news), columns)
        self._put("#news", [line(shown, more)])

    def _put(self, where: str, block: Block) -> None:
        """Show a block, unless it is there already: to draw is dear, and most keys change little."""
        former, look = self._drawn.get(where, (None, None))
        if block != former or look is not self.look:
            self._drawn[where] = block, self.look
            tall = former is None or len(block) != len(former)
            self.query_one(where, Static).update(painted(block, self.look), layout=tall)

    def _room(self) -> Room:
        stage = self.query_one("#stage")
        return Room(max(40, min(stage.size.width, BOARD) or BOARD), stage.size.height or 14)

    def mark(self) -> Action | None:
        """The action that is pointed at, or the first of those that what is typed may mean."""
        at = self.query_one(Choices).highlighted
        if (self._pointed or self._typed()) and at is not None and at < len(self._found):
            wish = self._found[at].wishes[0]
            return wish.actions[0] if isinstance(wish, core.Act) else None
        return None

    def _typed(self) -> str:
        return self.query_one(CommandLine).value

    def _show_page(self) -> None:
        stage, room = self.query_one("#stage", VerticalScroll), self._room()
        block = self.session.page(self._page, room, self._seat, self.mark())
        self._put("#board", block)
        key = (self._page, self._seat if self._page is Page.BOARD else 0)
        if key != self._shown:
            self._shown = key
            at_end = self._page in (Page.LOG, Page.CHAT)
            self.call_after_refresh(stage.scroll_end if at_end else stage.scroll_home, animate=False)
        elif self._page in (Page.LOG, Page.CHAT):
            self.call_after_refresh(stage.scroll_end, animate=False)
        self._tall = len(block) > room.height

    def _show_top(self) -> None:
        known = self.known
        if not self.query(Choices):
            return
        left = pages.clock(None if known.deadline is None else known.deadline - time.monotonic())
        state = "" if known.connected else "  not connected"
        ink = "turn" if known.my_turn and known.stage is Stage.PLAYING else "bold"
        parts = line(
            Span(f" {known.game or 'bottega'} ", "title"),
            Span(f"· {self.session.asked()}", ink),
            Span(f"  ⏱ {left}" if left else "", "alert" if left.startswith("0:0") else "key"),
            Span(state, "alert"),
        )
        self._put("#top", [parts])

    def _show_side(self) -> None:
        log, chat = self.query_one("#log", Static), self.query_one("#chat", Static)
        if log.display:
            size = log.content_size
            self._put("#log", pages.tail(self.known.log[-size.height :], size.height, size.width or 30))
            size = chat.content_size
            said = [f"{each.name}: {each.text}" for each in self.known.chat[-max(1, size.height) :]]
            self._put("#chat", pages.tail(said or ["(F6 to talk)"], size.height, size.width or 30))

    def _show_keys(self) -> None:
        if self._drawn.get("#keys", (None, None))[1] is self.look:
            return
        self._drawn["#keys"] = [], self.look
        shown = Text(" ", no_wrap=True, end="")
        for key, word, _ in pages.KEYS:
            one = painted([line(Span(key, "key"), f" {word} ")], self.look)
            one.apply_meta({PRESS: key.lower()})
            shown.append_text(one)
        self.query_one("#keys", Static).update(shown, layout=False)

    # -- choices -----------------------------------------------------------------------------------------------------

    def _show_choices(self) -> None:
        offered = self.session.offers()
        found = matching(offered, self._typed()) if not self._typed().startswith("/") else []
        if offered != self._offered or [each.text for each in found] != [each.text for each in self._found]:
            self._pointed = False
            self._offered, self._found = offered, found
            listed = self.query_one(Choices)
            listed.clear_options()
            listed.add_options([Option(self._listed(each)) for each in found])
            listed.highlighted = 0 if found else None
        prompt = self.query_one(CommandLine)
        prompt.placeholder = self._placeholder()

    def _listed(self, choice: Choice) -> Text:
        column = 22 if self.size.width < WIDE else 0
        text = choice.text.ljust(column) if column else choice.text
        return painted([line(Span(f"{text} ", "key"), Span(choice.words))], self.look)

    def _placeholder(self) -> str:
        known = self.known
        if self._page is Page.CHAT:
            return "say something, then Enter"
        if pages.waits_for_name(known):
            return "your name (NAME:PASSWORD if you have one)"
        if not self._offered and known.stage is Stage.OVER:
            return "the game is over: F7 shows the score, F10 leaves"
        if not self._offered:
            return "wait for the others, or prepare a move"
        return "type to choose, ↑ ↓ to point, Enter to do it, ? for help"

    @on(Input.Changed, "#command")
    def narrowed(self) -> None:
        """What is typed narrows the choices."""
        if self.is_running:
            self._show_choices()
            self._show_page()
            self._show_news()

    @on(OptionList.OptionSelected, "#choices")
    def clicked(self, event: OptionList.OptionSelected) -> None:
        """A choice was clicked: it is done."""
        if event.option_index < len(self._found):
            self._choose(self._found[event.option_index])
        self.query_one(CommandLine).focus()

    @on(Input.Submitted, "#command")
    def entered(self, event: Input.Submitted) -> None:
        """Do what was typed or pointed at."""
        self._enter(event.value.strip())

    def _enter(self, typed: str) -> None:
        if typed.startswith("/"):
            self._clear()
            self._slash(typed[1:])
        elif self._page is Page.CHAT and typed:
            self._clear()
            self._happened(self.session.wish(core.Say(typed)))
        elif pages.waits_for_name(self.known):
            if typed:
                self._clear()
                self._happened(self.session.enter(typed))
        else:
            self._do(typed)
        self.show()

    def _do(self, typed: str) -> None:
        """Do what is meant; where that is not certain, write it down, so that a second Enter does it."""
        at = self.query_one(Choices).highlighted
        pointed = self._found[at] if at is not None and at < len(self._found) else None
        exact = [choice for choice in self._offered if choice.text.casefold() == typed.casefold()]
        if pointed is not None and self._pointed:
            self._choose(pointed)
        elif exact:
            self._choose(exact[0])
        elif typed and (actions := self._read(typed)):
            self._act(actions)
        elif pointed is not None and (not typed or len(self._found) > 1):
            self.fill(pointed.text)
            self._news = Span(f"Enter again does it: {pointed.text}")
        elif pointed is not None:
            self._choose(pointed)

    def _read(self, typed: str) -> tuple[Action, ...]:
        """The actions that a notation names, none where it names none: then it may be the beginning of a choice."""
        try:
            return self.session.read(typed)
        except NotThat as reason:
            if not self._found:
                self._news = Span(plain(str(reason)), "alert")
            return ()

    def _act(self, actions: tuple[Action, ...]) -> None:
        try:
            happened = self.session.act(actions)
        except NotThat as reason:
            self._news = Span(plain(str(reason)), "alert")
            return
        self._clear()
        self._news = Span("")
        self._happened(happened)

    def _choose(self, choice: Choice) -> None:
        self._clear()
        self._news = Span("")
        self._happened(self.session.choose(choice))
        self.show()

    def _happened(self, happened: Sequence[Happening]) -> None:
        for happening in happened:
            self.told(happening)

    def _clear(self) -> None:
        self.query_one(CommandLine).value = ""
        self._pointed = False

    # -- commands ----------------------------------------------------------------------------------------------------

    def _slash(self, typed: str) -> None:
        try:
            command, rest = self.session.slash(typed)
            happened = self.session.command(command, rest)
            if happened is not None:
                self._happened(happened)
            elif command == "board" and rest:
                self._seat = self.session.seat(rest)
                self.action_page(Page.BOARD)
            elif command in self._actions:
                self._actions[command]()
            else:
                self.action_page(command)
        except NotThat as reason:
            self._news = Span(plain(str(reason)), "alert")

    @property
    def _actions(self) -> dict[str, Callable[[], object]]:
        return {
            "board": self.action_next_board,
            "light": self.action_light,
            "exit": self.exit,
            "verify": self._verify,
        }

    def _verify(self) -> None:
        """Check the game on a thread of its own; what was checked is told on the page of the seal."""
        self._news = Span("the log is fetched and checked …")

        async def verify() -> None:
            checked = await asyncio.to_thread(self.session.verify)
            self._news = Span(plain(checked[-1]), "" if checked[-1] == "verified" else "alert")
            self._page = Page.SEAL
            self.show()

        self.run_worker(verify())

    # -- keys --------------------------------------------------------------------------------------------------------

    def fill(self, text: str) -> None:
        """Type something for the player."""
        command = self.query_one(CommandLine)
        command.value = text
        command.cursor_position = len(text)
        command.focus()

    @on(Clickable.Typed)
    def typed_by_click(self, event: Clickable.Typed) -> None:
        """What was clicked on the board is typed: the choices are narrowed to what it is about."""
        self.fill(event.text.lstrip())

    def action_page(self, page: str) -> None:
        """Turn to a page; a second time back to the table."""
        wanted = Page(page)
        self._page = Page.TABLE if self._page is wanted and wanted is not Page.BOARD else wanted
        self.show()

    def action_next_board(self) -> None:
        """A player's board; again for the next, the own one last."""
        seats = max(1, len(self.known.seats))
        if self._page is Page.BOARD:
            self._seat = (self._seat + 1) % seats
        else:
            self._seat = ((self.known.me or 0) + 1) % seats if self.known.me is not None else 0
            self._page = Page.BOARD
        self.show()

    def action_point(self, by: int) -> None:
        """Point at the next choice."""
        listed = self.query_one(Choices)
        if self._found:
            at = listed.highlighted or 0
            listed.highlighted = (at + by) % len(self._found) if self._pointed or by < 0 else at
            self._pointed = True
            self._show_page()

    def action_turn(self, by: int) -> None:
        """Scroll the page."""
        stage = self.query_one("#stage", VerticalScroll)
        (stage.scroll_page_down if by > 0 else stage.scroll_page_up)(animate=False)

    def action_complete(self) -> None:
        """Complete what is typed as far as there is one way; else point at the next choice."""
        typed = self._typed()
        if typed.startswith("/"):
            found = [f"/{word} " for word in pages.COMMANDS if f"/{word}".startswith(typed)]
            full = beginning(found) if found else typed
        else:
            full = completed(self._offered, typed) if typed else typed
        if full != typed:
            self.fill(full)
        else:
            self.action_point(1)

    def action_escape(self) -> None:
        """Clear the line; then drop what is prepared; then back to the table."""
        if self._typed() or self._pointed:
            self._clear()
        elif self.known.prepared:
            self._happened(self.session.wish(core.Forget()))
        else:
            self._page = Page.TABLE
        self.show()

    def action_light(self) -> None:
        """Light or dark; without colours there is neither."""
        if self.look is Look.PLAIN:
            self._news = Span("there are no colours here (NO_COLOR)")
        else:
            self.look = Look.LIGHT if self.look is Look.DARK else Look.DARK
            self.theme = THEMES[self.look].name
            self._offered = []
        self.show()


def run(session: Session, look: str | None = None, choose: Sequence[str] = ()) -> None:
    """Play until the player has enough, in that look or as the terminal is; first what was chosen beforehand."""
    shown = looks.look(os.environ, looks.ask_terminal) if look is None else Look(look)
    if shown is Look.PLAIN:
        os.environ["NO_COLOR"] = "1"  # Textual asks for it
    TableApp(session, shown, choose).run()
