"""The client side of splendor-json (``docs/protocols/splendor-json.md``), in both profiles.

How it works. A board tells tokens, bonuses, prestige, the claimed card, and what lies on the table. Which cards and
nobles somebody has, and how many cards a deck has left, is told by nobody (the program of the time tells the first):
it follows from one board and the next, as long as none was missed. A move is answered by ``move_verification``, then
``end_of_round``, then the board; ``end_of_round`` may ask for gems or for a noble first, and what is held then
follows from the own move by the rules. No board says that the game is over: the rules do, when the last round has
gone round.

Coming back: the old nick with the old ``client_id``; of the program of the time the nick alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UnsetType
from msgspec.structs import replace

from bottega.client.core import (
    Act,
    Asked,
    Enter,
    Goodbye,
    Happening,
    Happenings,
    Nonsense,
    Over,
    Refused,
    Result,
    Sitter,
    Stage,
    StreamClient,
)
from bottega.games import splendor
from bottega.games.core import Action, AnyStep
from bottega.games.splendor import (
    CARDS,
    COLOURS,
    LETTERS,
    LEVELS,
    Buy,
    ChooseNoble,
    Options,
    PlayerView,
    Reserve,
    ReservedView,
    Return,
    RowView,
    State,
    Take,
    View,
)
from bottega.games.splendor.model import ENOUGH_PRESTIGE, SLOTS, TOKEN_LIMIT, Phase
from bottega.wire.core.profile import DOCUMENT
from bottega.wire.splendor_json import messages
from bottega.wire.splendor_json.dialect import OPTIONS
from bottega.wire.splendor_json.profile import Profile

_encode = msgspec.json.Encoder().encode
_board_of = msgspec.json.Decoder(messages.OriginalBoard).decode

RULES = msgspec.convert(OPTIONS, Options)
"""What the document plays differently."""
OF_LEVEL = Counter(card.level for card in CARDS)


class Shown(msgspec.Struct, frozen=True):
    """A board in the rules' words, whichever profile it came in; None for what it does not tell."""

    nicks: tuple[str, ...]
    seat: int
    turn: int | None
    bank: splendor.Tokens
    rows: tuple[tuple[int, ...], ...]
    nobles: tuple[int, ...]
    players: tuple[ShownPlayer, ...]


class ShownPlayer(msgspec.Struct, frozen=True):
    """What a board tells of a player."""

    tokens: splendor.Tokens
    bonuses: splendor.Gems
    prestige: int
    claimed: int | None
    cards: tuple[int, ...] | None = None
    nobles: tuple[int, ...] | None = None


class SplendorJsonClient(StreamClient):
    """A player of splendor-json."""

    DIALECT: ClassVar[str] = "splendor-json"
    profile: Profile

    def __init__(self, profile: str = DOCUMENT, seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self._id = ""
        """The client_id that our seat was taken with."""
        self._new_id = ""
        self._nick = ""
        self._step: AnyStep | None = None
        """What is on its way, or was accepted and is not on a board yet."""
        self._verified = False
        """Whether it was accepted."""
        self._decode = msgspec.json.Decoder(self.profile.answers).decode

    # -- saying -------------------------------------------------------------------------------------------------------

    def greet(self) -> Iterable[Happening]:
        """The server speaks first; what was on its way is nobody's to know any more."""
        self._step, self._verified = None, False
        return ()

    def _ask(self, request: Callable[..., messages.Request], **fields: Any) -> None:
        self.say(_encode(request(client_id=self._id, **fields)).decode())

    def _enter(self, wish: Enter) -> Happenings:
        self._nick = wish.name
        self._ask(messages.Hello, nick=wish.name)
        yield from ()

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """One action is one request."""
        step = self._step = steps[0]
        self._verified = False
        card, noble = self.profile.first_card, self.profile.first_noble
        match step.action:
            case Take(colours):
                self._ask(messages.GetGems, **{COLOURS[colour]: count for colour, count in Counter(colours).items()})
            case Buy(bought):
                place = "hand" if bought in step.before.players[step.seat].reserved else "table"
                self._ask(messages.BuyCard, place=place, card_id=bought + card)
            case Reserve(claimed):
                self._ask(messages.ClaimCard, card_id=claimed + card)
            case Return(tokens):
                given = zip(COLOURS, tokens, strict=False)
                self._ask(messages.DiscardGems, **{colour: count for colour, count in given if count})
            case ChooseNoble(chosen):
                self._ask(messages.SelectNoble, noble_id=chosen + noble)
            case _:
                self._step = None  # whoever can do nothing is passed over without asking
        return 1

    # -- hearing ------------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one answer."""
        told = self._decode(message)
        yield from _HEARING[type(told)](self, told)

    def _hello(self, told: messages.ServerHello | messages.OriginalHello) -> Happenings:
        self._new_id = told.set_client_id
        back = self.known.view is not None and self.known.stage is not Stage.OVER
        if not (back and self._id):
            self._id = self._new_id
        self.learn(games=("splendor",))
        if self._nick:
            self._ask(messages.Hello, nick=self._nick)
        else:
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Asked(Enter)

    def _nick_verified(self, told: messages.NickVerification | messages.OriginalVerification) -> Happenings:
        if told.result != "ok":
            if self.known.view is not None and self.known.stage is not Stage.OVER:
                yield from self._ended_without_us(_text(told.message))
                return
            self._nick = ""
            self.learn(stage=Stage.NAME, wanted=(Enter,))
            yield Refused(_text(told.message) or "the nick is not accepted", Enter(self.known.name))
            yield Asked(Enter)
            return
        self.learn(name=self._nick)
        nicks, size = _company(told)
        if self.known.view is None or self.known.stage is Stage.OVER:
            sitting = tuple(Sitter(nick) for nick in nicks)
            self.learn(stage=Stage.WAITING, wanted=(), seats=sitting, size=size, game="splendor")
            yield self.tell(f"you are {self._nick}; the game begins when there are {size} players")
        elif set(nicks) != {seat.name for seat in self.known.seats}:  # the nick has brought us to another table
            yield from self._ended_without_us("another table is being filled now")

    def _moved(self, told: messages.MoveVerification) -> Happenings:
        if told.result == "ok":
            if self._step is None:
                raise Nonsense("nothing was asked for that could be accepted")
            self._verified = True
            return
        self._step = None
        self.answered()
        yield Refused(_text(told.message) or "the move is not accepted", Act(()))

    def _round_ended(self, told: messages.EndOfRound) -> Happenings:
        if told.result == "ok":
            if told.message:
                yield self.tell(_text(told.message) or "your turn is over")
            if not self._verified and self._step is not None and isinstance(self._step.action, Return | ChooseNoble):
                self._verified = True  # an answer to a question is accepted without a word of its own
            return
        view = self.known.view
        if not isinstance(view, View) or self.known.me is None:
            raise Nonsense("a question before the first board")
        phase = Phase.RETURN if told.result == "discard_gems" else Phase.NOBLE
        step, self._step = self._step, None
        if step is not None and (self._verified or (view.phase is not phase and view.phase is not Phase.MAIN)):
            view = _after(view, step)
        elif step is not None:
            yield Refused(_text(told.message) or "that is not what was asked", Act((step.action,)))
        nobles = () if isinstance(told.nobles, UnsetType) else told.nobles
        mine = view.players[self.known.me]
        view = replace(
            view,
            phase=phase,
            surplus=sum(mine.tokens) - TOKEN_LIMIT if phase is Phase.RETURN else 0,
            guests=tuple(noble - self.profile.first_noble for noble in nobles),
        )
        self.see(view, actors=(self.known.me,), awaiting=False, wanted=(Act,))

    def _board(self, told: messages.Board) -> Happenings:
        tables = (told.cards.level1, told.cards.level2, told.cards.level3)
        nicks = tuple(player.nick for player in told.players)
        first = self.profile.first_card
        yield from self._shown(
            Shown(
                nicks,
                nicks.index(told.next_player),
                None,
                _tokens(told.bankCash),
                tuple(tuple(card - first for card in row) for row in tables),
                tuple(noble - self.profile.first_noble for noble in told.nobles),
                tuple(
                    ShownPlayer(
                        _tokens(each.cash),
                        _gems(each.totalDiscount),
                        each.totalPrestige,
                        None if each.claimedCard is None else each.claimedCard - first,
                    )
                    for each in told.players
                ),
            )
        )

    def _original_board(self, told: messages.OriginalStart | messages.OriginalNews) -> Happenings:
        board = _board_of(told.Board)
        rows = [board.developmentCardsOnBoard[f"level{level}"] for level in LEVELS]
        first, noble = self.profile.first_card, self.profile.first_noble
        players = tuple(board.players.values())
        turn = 1 + sum(player.numberOfMoves for player in players)
        yield from self._shown(
            Shown(
                tuple(player.nick for player in players),
                (turn - 1) % len(players),
                turn,
                _tokens(board.bankCash),
                tuple(tuple(card.id - first for card in row if card.id >= first) for row in rows),
                tuple(each.id - noble for each in board.nobles.nobles),
                tuple(
                    ShownPlayer(
                        _tokens(each.cash),
                        _gems(each.totalDiscount),
                        each.totalPrestige,
                        None if each.claimedCard is None else each.claimedCard.id - first,
                        tuple(card.id - first for card in each.developmentCards.values()),
                        tuple(guest.id - noble for guest in each.nobles.values()),
                    )
                    for each in players
                ),
            )
        )

    def _shown(self, shown: Shown) -> Happenings:
        """A board: what it does not tell follows from the one before."""
        former, me = self.known.view, shown.nicks.index(self._nick)
        if former is None or not isinstance(former, View) or self.known.stage is Stage.OVER:
            former = None
            self.learn(log=(), result=None, prepared=())
        if self._step is not None and not self._verified and former is not None:
            yield Refused("the game has gone on without you", Act((self._step.action,)))
        self._step, self._verified = None, False
        view = seen(shown, me, former)
        if former is None:
            yield self.tell(f"the game begins: {', '.join(shown.nicks)}")
        elif played := _told(former, view):
            yield self.tell(f"{shown.nicks[former.seat or 0]}: {played}")
        over = view.over
        self.see(
            view,
            stage=Stage.PLAYING,
            game="splendor",
            version=splendor.VERSION,
            size=len(shown.nicks),
            seats=tuple(Sitter(nick) for nick in shown.nicks),
            me=me,
            actors=() if over or view.seat is None else (view.seat,),
            awaiting=False,
            wanted=(Act,) if view.seat == me and not over else (),
        )

    def _ended_without_us(self, why: str) -> Happenings:
        """There is no game to come back to: it has ended meanwhile; perhaps the last board says how."""
        view = self.known.view
        winners = view.winners if isinstance(view, View) else ()
        self.see(view, actors=(), stage=Stage.OVER, wanted=(), result=Result(why, winners), awaiting=False)
        yield Over(f"the game has ended while you were away: {why}")
        yield Goodbye("there is no game to come back to", back=False)

    def _ended(self, told: messages.GameOver) -> Happenings:
        known, view = self.known, self.known.view
        if not isinstance(view, View):
            self.learn(stage=Stage.OVER, wanted=())
            yield Over("the game is over before it began")
            return
        names = [seat.name for seat in known.seats]
        winners = view.winners if view.over else ()
        if told.winner not in [names[seat] for seat in winners]:
            winners = (names.index(told.winner),) if told.winner in names else ()
        view = replace(view, seat=None, phase=Phase.OVER, surplus=0, guests=(), over=True, winners=winners)
        reason = _text(told.message) or "played"
        scores = splendor.scores(splendor.imagine(view, self._seed))
        self.see(view, actors=(), stage=Stage.OVER, wanted=(), result=Result(reason, winners, scores), awaiting=False)
        yield Over(f"the game is over, won by {', '.join(names[seat] for seat in winners) or 'nobody'}")
        yield Goodbye("the server has said that the game is over")


SplendorJsonClient.WISHES = {Enter: SplendorJsonClient._enter}

_HEARING: dict[type[Any], Callable[[SplendorJsonClient, Any], Happenings]] = {
    messages.ServerHello: SplendorJsonClient._hello,
    messages.OriginalHello: SplendorJsonClient._hello,
    messages.NickVerification: SplendorJsonClient._nick_verified,
    messages.OriginalVerification: SplendorJsonClient._nick_verified,
    messages.MoveVerification: SplendorJsonClient._moved,
    messages.EndOfRound: SplendorJsonClient._round_ended,
    messages.Board: SplendorJsonClient._board,
    messages.OriginalStart: SplendorJsonClient._original_board,
    messages.OriginalNews: SplendorJsonClient._original_board,
    messages.GameOver: SplendorJsonClient._ended,
}


def _text(message: str | UnsetType) -> str:
    return "" if isinstance(message, UnsetType) else message


def _company(told: messages.NickVerification | messages.OriginalVerification) -> tuple[tuple[str, ...], int]:
    """Who sits at the table, and how many it is for."""
    if isinstance(told, messages.OriginalVerification):
        return tuple(told.nicknames.strip("[]").split(", ")), told.connected_players
    return told.nicknames, told.number_of_players


def _gems(told: messages.Discount) -> splendor.Gems:
    return told.white, told.blue, told.green, told.red, told.black


def _tokens(told: messages.Cash) -> splendor.Tokens:
    return told.white, told.blue, told.green, told.red, told.black, told.yellow


def seen(shown: Shown, me: int, former: View | None) -> View:
    """The view that a board gives to whoever knows the one before."""
    table = [card for row in shown.rows for card in row]
    left = [] if former is None else _gone(former, shown, table)
    players = tuple(
        _player(seat, player, None if former is None else former.players[seat], left, shown.nobles, former)
        for seat, player in enumerate(shown.players)
    )
    owned = [card for player in players for card in player.cards]
    held = [player.reserved[0].card for player in players if player.reserved]
    unknown = sum(sum(player.bonuses) for player in shown.players) - len(owned)
    rows = []
    for level, cards in zip(LEVELS, shown.rows, strict=True):
        known = sum(CARDS[card].level == level for card in (*cards, *owned, *held) if card is not None)
        missing = min(unknown, OF_LEVEL[level] - known)
        unknown -= missing
        deck = OF_LEVEL[level] - known - missing if len(cards) == SLOTS else 0
        rows.append(RowView(level, (*cards, *(None,) * (SLOTS - len(cards))), deck))
    last = max(player.prestige for player in shown.players) >= ENOUGH_PRESTIGE
    over = last and shown.seat == 0
    held_now = sum(shown.players[shown.seat].tokens)
    owes = held_now > TOKEN_LIMIT and not over
    view = View(
        options=RULES,
        viewer=me,
        turn=shown.turn if shown.turn is not None else _turn(former, shown),
        seat=None if over else shown.seat,
        phase=Phase.OVER if over else Phase.RETURN if owes else Phase.MAIN,
        surplus=held_now - TOKEN_LIMIT if owes else 0,
        guests=(),
        bank=shown.bank,
        rows=tuple(rows),
        nobles=shown.nobles,
        players=players,
        last_round=last,
        over=over,
        winners=(),
    )
    return replace(view, winners=splendor.winners(splendor.imagine(view, bytes(32)))) if over else view


def _turn(former: View | None, shown: Shown) -> int:
    """The number of the turn: the next one of that seat after the last that is known."""
    last, seats = 0 if former is None else former.turn, len(shown.players)
    return next(turn for turn in range(last + 1, last + 1 + seats) if (turn - 1) % seats == shown.seat)


def _gone(former: View, shown: Shown, table: list[int]) -> list[int]:
    """The cards that somebody has bought since: they lie neither on the table nor in a hand any more."""
    there = {card for row in former.rows for card in row.face_up if card is not None}
    there.update(held.card for player in former.players for held in player.reserved if held.card is not None)
    return sorted(there - set(table) - {player.claimed for player in shown.players})


def _player(
    seat: int,
    player: ShownPlayer,
    former: PlayerView | None,
    gone: list[int],
    nobles: tuple[int, ...],
    view: View | None,
) -> PlayerView:
    cards = () if former is None else former.cards
    guests = () if former is None else former.nobles
    if player.cards is not None and player.nobles is not None:
        cards, guests = player.cards, player.nobles
    elif former is not None and view is not None:
        gained = [after - before for before, after in zip(former.bonuses, player.bonuses, strict=True)]
        for card in gone:
            if gained[CARDS[card].bonus] > 0:
                gained[CARDS[card].bonus] -= 1
                cards = (*cards, card)
        prestige = player.prestige - former.prestige - sum(CARDS[card].prestige for card in cards[len(former.cards) :])
        if prestige > 0:
            guests = (*guests, *[noble for noble in view.nobles if noble not in nobles][: prestige // 3])
    held = () if player.claimed is None else (ReservedView(CARDS[player.claimed].level, player.claimed, False),)
    return PlayerView(seat, player.tokens, player.bonuses, player.prestige, cards, guests, held)


def _told(former: View, view: View) -> str:
    """What has been played between two boards, in notation, as far as it can be seen."""
    if former.seat is None:
        return ""
    before, after = former.players[former.seat], view.players[former.seat]
    said: list[Action | str] = [Buy(card) for card in after.cards[len(before.cards) :]]
    if not said and after.reserved != before.reserved and after.reserved:
        said.append(Reserve(after.reserved[0].card or 0))
    if not said:
        gained = zip(LETTERS, before.tokens, after.tokens, strict=True)
        taken = "".join(letter * (now - then) for letter, then, now in gained if now > then)
        said.append(f"take {taken}" if taken else "no move")
    said += [ChooseNoble(noble) for noble in after.nobles[len(before.nobles) :]]
    return "; ".join(map(str, said))


def _after(view: View, step: AnyStep) -> View:
    """The view after the own move, without what it has brought to light: nobody was told that yet."""
    state: State = step.after
    after = splendor.view(state, step.seat)
    known = {card for row in view.rows for card in row.face_up}
    rows = tuple(
        RowView(row.level, tuple(card if card in known else None for card in row.face_up), row.deck)
        for row in after.rows
    )
    return replace(after, rows=rows)
