"""The client of renaissance-json: ``docs/protocols/renaissance-json.md`` from the other side.

How it works. Updates are the same for everybody and say what is now; this client plays them into its copy of the game.
Before ``update_cur_player`` says that turns have begun they only show what lies there; afterwards a market line that is
told is a visit, a new card in a slot a purchase, and a strongbox alone a production, of whoever is on turn.

What is not told: which others have chosen at set-up, how far others are with their turn if they play step by step in
another protocol; and to whoever comes back, the number of the turn, leaders that were not kept, former tokens, and
whether the main action of one's own turn was made already. A second one is then refused, and from that it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from bottega.client.core import Asked, Enter, Happening, Happenings, Nonsense, Over, Players, Refused, Stage
from bottega.client.renaissance import known, moves
from bottega.client.renaissance.known import Gap
from bottega.client.renaissance.table import WholeMoves
from bottega.games.renaissance import market
from bottega.games.renaissance.actions import (
    BOX,
    Bonus,
    Buy,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    PlayLeader,
    Swap,
)
from bottega.games.renaissance.cards import COLOURS, LEADERS, WHITE_MARBLE
from bottega.games.renaissance.leaders import powers
from bottega.games.renaissance.model import NO_KIND, SETUP, START, STORING, State
from bottega.games.renaissance.solo import SHUFFLE, TOKENS
from bottega.table.events import Presence
from bottega.wire.core.loose_json import Unreadable, fit, read_object, write_object
from bottega.wire.renaissance_json import messages, requests
from bottega.wire.renaissance_json.messages import Board, Error, Message
from bottega.wire.renaissance_json.numbering import MARBLES, NO_CARD, RESOURCES, SOLO_TOKENS, STRONGBOX
from bottega.wire.renaissance_json.requests import Request

_COLOURS = {name: market.MARBLES.index(colour) for colour, name in MARBLES.items()}
_TOKENS = {index: token for token, index in SOLO_TOKENS.items()}


class RenaissanceJsonClient(WholeMoves):
    """A player of renaissance-json."""

    DIALECT: ClassVar[str] = "renaissance-json"

    # -- coming in ----------------------------------------------------------------------------------------------------

    def greet(self) -> Happenings:
        """Say who we are, if we know."""
        self.learn(stage=Stage.NAME, wanted=(Enter,))
        if self.known.name:
            self.introduce()
        else:
            yield Asked(Enter)

    def enter(self, wish: Enter) -> Happenings:
        """Say who we are."""
        self.learn(name=wish.name)
        self.introduce()
        yield from ()

    def introduce(self) -> None:
        """Say who we are, by the name that is known."""
        self._say("req_nickname", requests.Nickname(self.known.name))

    def players(self, wish: Players) -> Happenings:
        """Say how many play."""
        self.learn(wanted=())
        self._say("req_players_count", requests.PlayersCount(wish.count))
        yield from ()

    def _say(self, kind: str, request: Request) -> None:
        self.say(write_object(request.written(kind)))

    # -- what is told -------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one message."""
        try:
            fields = read_object(message)
            kind = fields.get("type")
            if not isinstance(kind, str):
                raise Nonsense("it has no type")
            if kind.startswith("err_") or kind.endswith("_err"):
                yield from self._refused(fit(fields, Error))
                return
            if kind not in messages.SHAPES:
                raise Nonsense(f"there is no message {kind}")
            told = fit(fields, messages.SHAPES[kind])
        except Unreadable as wrong:
            raise Nonsense(str(wrong)) from None
        yield from _TELL[type(told)](self, told)

    def _refused(self, error: Error) -> Happenings:
        if error.type == "err_nickname":
            yield from self.unwelcome(error.msg)
            return
        if error.type == "err_players_count" and self.known.stage is Stage.WAITING:
            self.learn(wanted=(Players,))
        elif error.type == "err_illegal_message" and Gap.PROGRESS in self.gaps and self._main_is_awaited:
            self.gaps -= {Gap.PROGRESS}  # so that was it: the main action of this turn was made before we came back
            self.answered()
            self.show(known.acted(self.playing))
        self.answered()
        yield Refused(error.msg)

    @property
    def _main_is_awaited(self) -> bool:
        return self._expected is not None and self.playing.phase is START

    def _nickname(self, told: messages.ResNickname) -> Happenings:
        wanted = (Players,) if told.isFirst else ()
        if told.isFirst and (ended := list(self.left_behind())):
            yield from ended
            return
        self.learn(stage=Stage.WAITING, wanted=wanted)
        if told.isFirst:
            yield Asked(Players)
        else:
            yield self.tell("waiting for the other players")

    def _players_count(self, told: messages.ResPlayersCount) -> Happenings:
        self.learn(wanted=())
        yield self.tell(told.msg)

    def _started(self, told: messages.GameStarted) -> Happenings:
        self.sit(told.nicknames)
        columns = {column.color.lower(): column for column in told.dev_card_grid}
        tops = [_card(columns[colour].stacks[row][-1]) for row in range(3) for colour in COLOURS]
        marbles = tuple(_COLOURS[name] for row in (*told.market.grid, [told.market.slide]) for name in row)
        state = known.begun(len(told.nicknames), self.me, marbles, tops)
        self.gaps = frozenset({Gap.OTHERS_SETUP, Gap.OFFERED})
        self.show(state)
        yield self.tell(f"the game begins: {', '.join(told.nicknames)}")

    # -- set-up -------------------------------------------------------------------------------------------------------

    def _offer_leader(self, told: messages.OfferLeader) -> Happenings:
        self.gaps -= {Gap.OFFERED}
        self.show(known.with_offer(self.playing, self.me, [number + 1 for number in told.leaders_id]))
        yield from ()

    def _leader_choice(self, told: messages.ResLeaderChoice) -> Happenings:
        if Gap.OFFERED in self.gaps:  # nobody offers anything to whoever has come back after choosing
            self.gaps |= {Gap.TURN, Gap.PROGRESS, Gap.TOKENS}
        self.show(known.with_hand(self.playing, self.me, [number + 1 for number in told.choice]))
        yield from ()

    def _offer_resources(self, told: messages.OfferResources) -> Happenings:
        own = self.playing.players[self.me]
        self.show(known.with_player(self.playing, self.me, replace(own, bonus=told.count)))
        yield from ()

    def _resources_choice(self, told: messages.ResResourcesChoice) -> Happenings:
        own = self.playing.players[self.me]
        self.game = known.with_player(self.playing, self.me, replace(own, bonus=0))  # where they lie is told next
        yield from ()

    # -- the table ----------------------------------------------------------------------------------------------------

    def _market(self, told: messages.UpdateMarket) -> Happenings:
        state, line = self.playing, told.update
        name = f"{'r' if line.isRow else 'c'}{line.index + 1}"
        marbles = list(state.market)
        for place, marble in zip(market.LINES[name], line.resources, strict=True):
            marbles[place] = _COLOURS[marble]
        marbles[market.SLIDE] = _COLOURS[line.slide_res]
        after = replace(state, market=tuple(marbles))
        if state.phase is START:
            whites = powers(state.players[state.seat].played).whites
            pending, _ = market.gains(market.marbles(state.market, name), whites)
            after = replace(after, phase=STORING, pending=pending)
            yield self.tell(f"{self.known.who(state.seat)} visits the market: {name}")
        self.show(after)

    def _token(self, told: messages.UpdateSoloToken) -> Happenings:
        token = _TOKENS[told.update.index]
        if token == SHUFFLE:
            self.gaps -= {Gap.TOKENS}
        self.show(known.with_token(self.playing, token))
        if self.playing.turn:
            yield self.tell(f"Lorenzo reveals a token: {TOKENS[token]}")

    def _pile(self, told: messages.UpdateDevGrid) -> Happenings:
        pile = told.update
        at, top = pile.row_index * len(COLOURS) + pile.col_index, _card(pile.card_index)
        if isinstance(pile.left, UnsetType):
            self.show(known.uncovered(self.playing, at, top))
        else:
            self.show(known.with_pile(self.playing, at, top, pile.left))
        yield from ()

    def _whose(self, told: Board) -> int:
        return self.playing.seat if told.player is UNSET else self.seat(str(told.player))

    def _slot(self, told: messages.UpdateDevCardSlot) -> Happenings:
        state, seat, card = self.playing, self._whose(told), told.update.card_index + 1
        after = known.bought(state, seat, told.update.slot_index + 1, card)
        if state.phase is START and after is not state:
            after = known.acted(after)
            yield self.tell(f"{self.known.who(seat)} buys card {card} for slot {told.update.slot_index + 1}")
        self.show(after)

    def _shelves(self, told: messages.UpdateShelves) -> Happenings:
        state, seat = self.playing, self._whose(told)
        places = {shelf.index + 1: (_kind(shelf.bound_res), shelf.amount) for shelf in told.update}
        player = known.stored(state.players[seat], places)
        if state.phase is SETUP and any(player.counts) and not player.ready:
            player = replace(known.kept(player), bonus=max(0, player.bonus - sum(player.counts)))
        after = known.with_player(state, seat, player)
        if state.phase is STORING and seat == state.seat:
            after = known.acted(after)
        self.show(after)
        yield from ()

    def _strongbox(self, told: messages.UpdateStrongbox) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player = known.stored(state.players[seat], {}, known.amounts(told.update, RESOURCES))
        after = known.with_player(state, seat, player)
        if state.phase is START and seat == state.seat:
            after = known.acted(after)
            yield self.tell(f"{self.known.who(seat)} produces")
        self.show(after)

    def _leader(self, told: messages.UpdateLeaders) -> Happenings:
        state, seat, fate = self.playing, self._whose(told), told.update
        if fate.isActive and not isinstance(fate.card_index, UnsetType):
            after = known.played(state, seat, fate.index + 1, fate.card_index + 1)
            said = f"{self.known.who(seat)} plays leader {fate.card_index + 1}"
        elif fate.isActive and seat == self.me:
            after = known.played(state, seat, fate.index + 1, state.players[seat].leaders[fate.index])
            said = f"{self.known.who(seat)} plays a leader"
        else:
            after = known.discarded(state, seat, fate.index + 1)
            said = f"{self.known.who(seat)} discards a leader"
        self.show(after)
        if state.turn:
            yield self.tell(said)

    def _faith(self, told: messages.UpdateFaithTrack) -> Happenings:
        state, position = self.playing, told.update.position
        if told.update.isLiM is True:
            self.show(replace(state, cross=position))
        else:
            self.show(known.with_faith(state, {self._whose(told): position}))
        yield from ()

    def _report(self, told: messages.UpdateVaticanSection) -> Happenings:
        state, section = self.playing, told.update.index
        self.show(known.with_report(state, section, map(self.seat, told.update.players)))
        if state.turn:
            yield self.tell(f"Vatican report {section + 1}: {', '.join(told.update.players) or 'nobody'} in favour")

    def _last_round(self, told: messages.UpdateLastRound) -> Happenings:
        self.show(replace(self.playing, ending=True))
        yield self.tell(told.update.msg)

    def _turn(self, told: messages.UpdateCurPlayer) -> Happenings:
        seat = self.seat(told.update)
        self.gaps -= {Gap.OTHERS_SETUP}
        if seat == self.me:
            self.gaps -= {Gap.OTHERS_PROGRESS}
        else:
            self.gaps |= {Gap.OTHERS_PROGRESS}
        state = self.playing
        if state.turn:
            self.gaps -= {Gap.PROGRESS}
        self.show(known.turn_begins(state, seat))
        yield self.tell(f"it is {self.known.who(seat)}'s turn")

    def _status(self, told: messages.UpdatePlayerStatus) -> Happenings:
        here = told.update.isActive
        self.is_there(told.player, Presence.HERE if here else Presence.AWAY)
        yield self.tell(told.msg)

    def _winner(self, told: messages.UpdateWinner) -> Happenings:
        verdict = told.update
        self.finish(verdict.msg, verdict.winners, [(each.nickname, each.amount, 0) for each in verdict.victory_points])
        yield Over(verdict.msg)

    def _turn_end(self, told: messages.ResTurnEnd) -> Happenings:
        yield from ()

    # -- what is asked for --------------------------------------------------------------------------------------------

    def ask(self, state: State, draft: Sequence[Any]) -> None:
        """Send the request for a whole move."""
        self._say(*asked(state, self.me, draft))


def _card(index: int) -> int | None:
    return None if index == NO_CARD else index + 1


def _kind(name: str | None) -> int:
    return NO_KIND if name is None else RESOURCES.index(name)


RenaissanceJsonClient.WISHES = {Enter: RenaissanceJsonClient.enter, Players: RenaissanceJsonClient.players}

_TELL: dict[type[Message], Callable[[RenaissanceJsonClient, Any], Iterator[Happening]]] = {
    messages.ResNickname: RenaissanceJsonClient._nickname,
    messages.ResPlayersCount: RenaissanceJsonClient._players_count,
    messages.GameStarted: RenaissanceJsonClient._started,
    messages.OfferLeader: RenaissanceJsonClient._offer_leader,
    messages.ResLeaderChoice: RenaissanceJsonClient._leader_choice,
    messages.OfferResources: RenaissanceJsonClient._offer_resources,
    messages.ResResourcesChoice: RenaissanceJsonClient._resources_choice,
    messages.ResTurnEnd: RenaissanceJsonClient._turn_end,
    messages.UpdateMarket: RenaissanceJsonClient._market,
    messages.UpdateSoloToken: RenaissanceJsonClient._token,
    messages.UpdateDevGrid: RenaissanceJsonClient._pile,
    messages.UpdateDevCardSlot: RenaissanceJsonClient._slot,
    messages.UpdateShelves: RenaissanceJsonClient._shelves,
    messages.UpdateStrongbox: RenaissanceJsonClient._strongbox,
    messages.UpdateLeaders: RenaissanceJsonClient._leader,
    messages.UpdateFaithTrack: RenaissanceJsonClient._faith,
    messages.UpdateVaticanSection: RenaissanceJsonClient._report,
    messages.UpdateLastRound: RenaissanceJsonClient._last_round,
    messages.UpdateCurPlayer: RenaissanceJsonClient._turn,
    messages.UpdatePlayerStatus: RenaissanceJsonClient._status,
    messages.UpdateWinner: RenaissanceJsonClient._winner,
}
"""What each message does to what is known."""


# -- a whole move as a request ----------------------------------------------------------------------------------------


def asked(state: State, seat: int, draft: Sequence[Any]) -> tuple[str, Request]:
    """The type of the request for a whole move, and the request."""
    first = draft[0]
    match first:
        case Keep(leaders):
            return "req_leader_choice", requests.LeaderChoice([leader - 1 for leader in leaders])
        case Bonus():
            bonuses = [requests.BonusChoice(RESOURCES[each.resource], 1, each.shelf - 1) for each in draft]
            return "req_resources_choice", requests.ResourcesChoice(bonuses)
        case PlayLeader(position):
            return "req_activate_leader", requests.LeaderAction([position - 1])
        case DiscardLeader(position):
            return "req_discard_leader", requests.LeaderAction([position - 1])
        case Swap(one, other) | Move(one, other):
            return "req_swap_shelves", requests.SwapShelves([one - 1, other - 1])
        case EndTurn():
            return "req_turn_end", requests.TurnEnd()
        case Buy():
            return "req_buy_dev_card", _purchase(moves.purchase(state, seat, first))
        case Market():
            return "req_get_market", _visit(moves.visit(state, seat, draft), state.players[seat].leaders)
    return "req_activate_prod", _productions(moves.orders(state, seat, draft))


def _shelf(place: int) -> int:
    return STRONGBOX if place == BOX else place - 1


def _purchase(bought: moves.Purchase) -> requests.BuyDevCard:
    paid = [requests.Paid(RESOURCES[part.resource], _shelf(part.place), part.count) for part in bought.payment]
    return requests.BuyDevCard(bought.slot - 1, bought.level - 1, bought.colour, res_choice=paid)


def _visit(visit: moves.Visit, hand: Sequence[int]) -> requests.GetMarket:
    chosen = iter(visit.whites)
    leaders = [-1 if not white else _converting(hand, next(chosen)) for white in visit.white]
    discarded: list[int] = []
    for resource in visit.discarded:
        discarded.append(next(at for at, gain in enumerate(visit.gains) if gain == resource and at not in discarded))
    stored = [
        requests.Stored(place - 1, res_amount=count, res_type=RESOURCES[resource])
        for (resource, place), count in visit.stored.items()
    ]
    return requests.GetMarket(int(visit.line[1]) - 1, visit.line[0] == "r", discarded, leaders, shelf_choice=stored)


def _converting(hand: Sequence[int], resource: int) -> int:
    """The place of the leader that turns white marbles into a resource."""
    return next(
        at
        for at, leader in enumerate(hand)
        if LEADERS[leader].ability == WHITE_MARBLE and LEADERS[leader].resource == resource
    )


def _productions(orders: Sequence[moves.Order]) -> requests.ActivateProd:
    return requests.ActivateProd(
        [
            requests.Order(
                order.number,
                [RESOURCES[each] for each in order.inputs],
                [] if order.output is None else [RESOURCES[order.output]],
                [(RESOURCES[part.resource], _shelf(part.place), part.count) for part in order.payment],
            )
            for order in orders
        ],
        next_version=False,
    )
