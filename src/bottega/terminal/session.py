"""Somebody at a terminal with a client, whatever shows the table: what they see of it, and what they want.

A session is asked what can be chosen, for a page as a block of text, what a typed line means. It does by itself what
nobody should have to type: our name when it is asked for, the list of tables, the wishes behind a choice one after the
other, and what a witness of the table's fairness does. The table on the whole screen (``table.py``) and the one in
plain lines (``lines.py``) are two ways to look at it.
"""

from __future__ import annotations

from typing import Any

from bottega.client import core
from bottega.client.core import Happening, Known, Refused, Stage, Told, Wish
from bottega.client.link import Link
from bottega.games.core import Action, BadNotation, read_all
from bottega.plain import plain
from bottega.terminal import pages
from bottega.terminal.boards.scene import Scene, board
from bottega.terminal.canvas import Block, Room, Span, line, paragraph
from bottega.terminal.choices import Choice, choices, home_games
from bottega.terminal.pages import Page
from bottega.terminal.witness import Witness


class NotThat(Exception):
    """Why what was typed cannot be done, in a sentence."""


class Session:
    """One player at one terminal."""

    def __init__(
        self, link: Link, player: str = "", home: bool = False, witness: Witness | None = None, table: str = ""
    ) -> None:
        self.link = link
        self.home = home
        """Whether the house is in this process, for us alone."""
        self._witness = witness
        self._player = player
        """Our name, until the server has been told it once; behind a colon perhaps a password."""
        self._listing = False
        """Whether the list of tables has been asked for."""
        self._planned: list[Wish] = []
        """What is still to be wished for of a choice that stands for several wishes."""
        self._table = table
        """The table that we were invited to, until we are there."""
        self._found: tuple[str, list[str]] = "", []
        """A table, and what was found out about its fairness."""

    @property
    def known(self) -> Known:
        """What this seat knows."""
        return self.link.client.known

    @property
    def introduces_itself(self) -> bool:
        """Whether we have a name to give, and have not given it yet."""
        return bool(self._player)

    # -- wishes ------------------------------------------------------------------------------------------------------

    def wish(self, wish: Wish) -> list[Happening]:
        """Wish for something now."""
        return self.link.wish(wish)

    def choose(self, choice: Choice) -> list[Happening]:
        """Do what a choice stands for: its first wish now, the others when they make sense."""
        self._planned = list(choice.wishes)
        return self._next()

    def enter(self, typed: str) -> list[Happening]:
        """Say who we are: a name, and behind a colon the password of those who have one."""
        name, _, password = typed.partition(":")
        return self.wish(core.Enter(name.strip(), password.strip()))

    def go_on(self) -> list[Happening]:
        """Do whatever was only waiting for what has happened."""
        happened: list[Happening] = []
        if self._player and pages.waits_for_name(self.known):
            given, self._player = self._player, ""
            happened += self.enter(given)
        elif core.Tables in self.known.wanted and not self._listing and not self.home:
            self._listing = True
            happened += self.wish(core.Tables())
        if self._table and self.known.stage is Stage.LOBBY:
            self._planned, self._table = [core.Watch(self._table), core.Sit(self._table)], ""
        while self._planned and self._makes_sense(self._planned[0]):
            happened += self._next()
        if self._witness is not None:
            found = list(self._witness.looks(self.known))
            self._keep(found)
            happened += map(Told, found)
            if (word := self._witness.word(self.known)) is not None:
                happened += self.wish(word)
        return happened

    @property
    def busy(self) -> bool:
        """Whether something of ours is still to be answered, or to be wished for."""
        return self.link.client.waits or (bool(self._planned) and self.known.connected)

    def _next(self) -> list[Happening]:
        wish = self._planned.pop(0)
        if self._witness is not None:
            wish, *later = self._witness.wishes(wish, self.known)
            self._planned[:0] = later
        happened = self.wish(wish)
        if any(isinstance(each, Refused) for each in happened):
            self._planned.clear()
        return happened

    def refused(self) -> None:
        """Something was refused: what was to follow it would make no sense."""
        self._planned.clear()

    def _makes_sense(self, wish: Wish) -> bool:
        """Whether something can be wished for now: all before it is answered, and for a start everybody is there."""
        if self.link.client.waits or not isinstance(wish, self.known.wanted):
            return False
        return not isinstance(wish, core.Start) or len(self.known.seats) >= (self.known.size or 0)

    def command(self, word: str, rest: str) -> list[Happening] | None:
        """Do what a word with a slash asks of the table, None if it asks for nothing there."""
        wishes: dict[str, Wish] = {
            "say": core.Say(rest),
            "word": core.Word(rest),
            "forget": core.Forget(),
            "quit": core.Leave(),
            "leave": core.Leave(),
        }
        return self.wish(wishes[word]) if word in wishes else None

    def verify(self) -> list[str]:
        """Have the finished game checked; it may take a while."""
        if self._witness is None:
            return ["there is no log to be fetched here: verify is for games at a house on the web"]
        if not self.known.table:
            return ["you are at no table"]
        found = self._witness.verify(self.known.table)
        self._keep(found)
        return found

    def _keep(self, found: list[str]) -> None:
        if self._found[0] != self.known.table:
            self._found = self.known.table, []
        self._found[1].extend(found)

    # -- what is typed -----------------------------------------------------------------------------------------------

    def hears(self, typed: str) -> bool:
        """Whether a line makes sense now: all before it is answered, and there is something that it may choose."""
        if self.busy or self.introduces_itself or not self.known.connected:
            return False
        chooses = self.offers() or self.known.stage is Stage.OVER or pages.waits_for_name(self.known)
        return bool(chooses) or typed.lstrip().startswith("/")

    def offers(self) -> list[Choice]:
        """What can be chosen now."""
        known = self.known
        if self.home and known.stage is Stage.LOBBY:
            return home_games(known.bots, known.games)
        return choices(known, self._explain)

    def read(self, typed: str) -> tuple[Action, ...]:
        """The actions that a notation names: perhaps none that is listed, but another payment, or one for later."""
        known = self.known
        if known.view is None:
            raise NotThat(f"{typed!r} is nothing that can be done now")
        try:
            return tuple(read_all(known.rules, typed))
        except BadNotation as bad:
            raise NotThat(str(bad)) from bad

    def act(self, actions: tuple[Action, ...]) -> list[Happening]:
        """Do these actions, or prepare them; NotThat if the rules refuse the first of them now."""
        known = self.known
        if known.my_turn and known.me is not None and known.options:
            refusal = known.rules.why_not(self.link.client.head(), known.me, actions[0])
            if refusal is not None:
                raise NotThat(f"refused: {refusal}")
        return self.wish(core.Act(actions))

    def slash(self, typed: str) -> tuple[str, str]:
        """The command that is meant by what follows a slash, and the rest; NotThat if there is none."""
        word, _, rest = typed.partition(" ")
        found = [command for command in pages.COMMANDS if command.startswith(word)] if word else []
        if word not in pages.COMMANDS and len(found) != 1:
            raise NotThat(f"there is no /{word}; /help shows what there is")
        return (word if word in pages.COMMANDS else found[0]), rest.strip()

    def seat(self, whose: str) -> int:
        """The seat of somebody, by number or name; NotThat if there is none."""
        seat = pages.find_seat(pages.names_of(self.known), whose)
        if seat is None:
            raise NotThat(f"nobody here is called {whose}")
        return seat

    # -- what is shown -----------------------------------------------------------------------------------------------

    def scene(self, mark: Action | None = None) -> Scene[Any]:
        """The moment as the board is drawn from it: with what is prepared already done, as far as one can foresee."""
        known = self.known
        view = known.view
        if known.prepared and known.my_turn:
            view = known.rules.view(self.link.client.foreseen(), known.me)
        return Scene(view, pages.names_of(known), known.me, known.options, mark)

    def _explain(self, action: Action) -> str:
        return board(self.known.game).explain(action, self.scene())

    def asked(self) -> str:
        """Who is to do what, in a few words."""
        known = self.known
        return known.stage.value if known.view is None else board(known.game).asked(self.scene())

    def page(self, page: Page, room: Room, seat: int = 0, mark: Action | None = None) -> Block:
        """A page as a block of text."""
        known = self.known
        if page is Page.SEAL:
            found = self._found[1] if self._found[0] == known.table else ()
            return pages.seal(known, room) + [part for each in found for part in paragraph(plain(each), room.width)]
        if page in _ALWAYS:
            return _ALWAYS[page](known, room)
        if known.view is None or not known.game:
            return self._before(room)
        if page is Page.BOARD:
            return board(known.game).seat(self.scene(mark), seat % max(1, len(known.seats)), room)
        if page is Page.CARDS:
            return board(known.game).cards(self.scene(mark), room)
        return board(known.game).table(self.scene(mark), room)

    def _before(self, room: Room) -> Block:
        """What is shown while there is no board."""
        known = self.known
        if known.stage is Stage.LOBBY:
            return pages.lobby(known, room, self.home)
        if known.stage is Stage.WAITING:
            return pages.waiting(known, room)
        words = "What is your name? Type it below, then Enter." if pages.waits_for_name(known) else "Connecting …"
        return [line(Span("Bottega", "title")), line(""), line(words)]


_ALWAYS = {
    Page.HELP: pages.help_page,
    Page.LOG: pages.log,
    Page.CHAT: pages.chat,
    Page.SCORES: pages.scores,
}
"""The pages that there are before a game, too."""
