"""The client of renaissance-steps: ``docs/protocols/renaissance-steps.md`` from the other side, in both profiles.

How it works. An update means the player on turn, whom the last ``NewTurnUpdate`` has named; where a server says the
nickname too, that counts. Actions are said step by step: a purchase is what it takes to pay for it, picked up one by
one, and then the purchase; productions are drafted here, chosen, switched on, paid and then activated. Each step waits
for the answer to the one before; if one is refused, what was laid out is put back.

What is not told: who else has chosen at set-up before their turn comes, how far somebody else is with their turn, and
which of two equal tokens Lorenzo reveals; and to whoever comes back, the number of the turn, former tokens, and at
which places leaders were played and discarded (the program of the time told that). What was known before is kept.

What must stay true: nothing is laid out on the server when an action of ours has been answered.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from bottega.client.core import (
    Asked,
    Enter,
    Goodbye,
    Happening,
    Happenings,
    Nonsense,
    Over,
    Players,
    Refused,
    Sitter,
    Stage,
)
from bottega.client.renaissance import known, readings
from bottega.client.renaissance.commands import Command, commands
from bottega.client.renaissance.known import Gap
from bottega.client.renaissance.moves import Producing
from bottega.client.renaissance.table import RenaissanceClient
from bottega.games.core import AnyStep
from bottega.games.renaissance.actions import (
    Buy,
    Collect,
    Move,
    Revert,
    Swap,
)
from bottega.games.renaissance.faith import LAST_SPACE
from bottega.games.renaissance.model import (
    DONE,
    OVER,
    PRODUCING,
    SETUP,
    START,
    STORING,
    TILE_DOWN,
    Player,
    State,
)
from bottega.games.renaissance.scoring import CARDS_TO_END
from bottega.games.renaissance.setup import BONUS_RESOURCES
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE, TOKENS, discard_two
from bottega.table.events import Presence
from bottega.wire.core.loose_json import Unreadable, fit, read_object
from bottega.wire.renaissance_steps import messages, shapes
from bottega.wire.renaissance_steps.messages import ENUMS, LABELS, Payload
from bottega.wire.renaissance_steps.shapes import Update
from bottega.wire.renaissance_steps.words import LORENZO, SETUP_PHASE

_PHASES = {"STARTTURN": START, "DEPOSITPHASE": STORING, "PICKUPPHASE": PRODUCING, "ENDTURN": DONE}
_LAST_ROUND = "ENDGAME"
_CLOSING = "ConnectionMessage"
"""What the document calls the last message of a connection."""


class Whole(msgspec.Struct, frozen=True):
    """The whole table as either profile tells whoever comes back."""

    order: Sequence[str]
    current: str
    game_phase: str
    turn_phase: str
    offered: Sequence[str]
    hand: Sequence[str]
    bonus: int | None
    pending: Sequence[str]
    marbles: Sequence[str]
    matrix: shapes.Matrix
    positions: Mapping[str, int]
    favours: shapes.Favours
    cross: int
    token: shapes.Token | None
    connected: Sequence[str]
    deposits: Mapping[str, Sequence[shapes.Deposit]]
    strongboxes: Mapping[str, Mapping[str, int]]
    slots: Mapping[str, Sequence[Sequence[str]]]
    played: Mapping[str, Sequence[str]]
    in_hand: Mapping[str, int]
    places: Mapping[str, tuple[Mapping[str, str], Mapping[str, str]]] | None = None
    """The places of leaders that were played and discarded, where they are told."""


class RenaissanceStepsClient(RenaissanceClient):
    """A player of renaissance-steps."""

    DIALECT: ClassVar[str] = "renaissance-steps"

    def __init__(self, profile: str = "", seed: bytes | None = None) -> None:
        super().__init__(profile, seed)
        self._named = False
        """Whether our name was said on this connection."""
        self._queue: deque[Command] = deque()
        """What is still to be said of an action; the first was said."""
        self._laid_out = False
        """Whether something of it lies on the server's bench."""
        self._putting_back = False
        self._discounts: frozenset[int] = frozenset()
        """Those that are switched on."""
        self._choosing = 0
        """Whose set-up turn it is."""
        self._counted = 0
        """Discards whose steps a Vatican report has told already."""

    # -- coming in ----------------------------------------------------------------------------------------------------

    def connected(self, now: float = 0.0) -> list[Happening]:
        """A new connection: nothing is laid out on it."""
        self._named = self._laid_out = self._putting_back = False
        self._queue.clear()
        self._discounts, self._counted = frozenset(), 0
        return super().connected(now)

    def greet(self) -> Happenings:
        """The server speaks first."""
        yield from ()

    def enter(self, wish: Enter) -> Happenings:
        """Say who we are, as soon as we are asked."""
        self.learn(name=wish.name)
        if self.known.stage is Stage.NAME:
            self.introduce()
        yield from ()

    def introduce(self) -> None:
        """Say who we are, by the name that is known."""
        self._named = True
        self._say("RegisterResponse", messages.Register(self.known.name))

    def players(self, wish: Players) -> Happenings:
        """Say how many play."""
        self.learn(wanted=())
        self._say("PlayerNumberResponse", messages.PlayerNumber(wish.count))
        yield from ()

    def _say(self, kind: str, payload: Payload | None = None) -> None:
        self.say(self.profile.ask(kind, payload))

    # -- what is told -------------------------------------------------------------------------------------------------

    def heard(self, message: str) -> Happenings:
        """Take in one message."""
        try:
            envelope = read_object(message)
            kind = str(envelope.get("type")).rpartition(".")[2]
            shape = self._shape(kind)
            told = fit(envelope.get("data"), shape)
        except Unreadable as wrong:
            raise Nonsense(str(wrong)) from None
        yield from _TELL[shape](self, told)
        if self._queue and isinstance(told, self._queue[0].answer):
            self._queue.popleft()
            if self._queue:
                self._say(self._queue[0].kind, self._queue[0].payload)
            else:
                self._laid_out = False
                self._check_arrival()

    def _shape(self, kind: str) -> type[Update]:
        if kind == _CLOSING:
            return shapes.DisconnectionMessage
        if kind == shapes.OriginalReconnectUpdate.KIND and self.profile.commands:
            return shapes.OriginalReconnectUpdate
        if kind not in shapes.SHAPES:
            raise Nonsense(f"there is no message {kind}")
        return shapes.SHAPES[kind]

    def _check_arrival(self) -> None:
        if self.known.awaiting and self.arrived():
            self.answered()

    def arrived(self) -> bool:
        """A move has arrived when all of it was said, too."""
        return not self._queue and super().arrived()

    def _nothing(self, told: Update) -> Happenings:
        yield from ()

    def _register(self, told: shapes.RegisterRequest) -> Happenings:
        asked = self.known.stage is Stage.NAME and not self.known.name
        self.learn(stage=Stage.NAME, wanted=(Enter,))
        if self.known.name and not self._named:
            self.introduce()
        elif self.again is None and not asked:
            yield Asked(Enter)

    def _number(self, told: shapes.PlayerNumberRequest) -> Happenings:
        if ended := list(self.left_behind()):
            yield from ended
            return
        self.learn(stage=Stage.WAITING, wanted=(Players,))
        yield Asked(Players)

    def _ping(self, told: shapes.PingRequest) -> Happenings:
        self._say("PingResponse")
        yield from ()

    def _generic(self, told: shapes.GenericMessage) -> Happenings:
        if not isinstance(told.num, msgspec.UnsetType) and not isinstance(told.nicknamesList, msgspec.UnsetType):
            yield from self._lobby(shapes.LobbyInfoMessage(told.nicknamesList, told.num, told.message))
            return
        if not isinstance(told.reconnectedNickname, msgspec.UnsetType):
            self.is_there(told.reconnectedNickname, Presence.HERE)
        elif not isinstance(told.nickname, msgspec.UnsetType):
            self.is_there(told.nickname, Presence.AWAY)
        if self.known.stage is Stage.NAME:
            self.learn(stage=Stage.WAITING, wanted=())
        yield self.tell(told.message)

    def _wait(self, told: shapes.WaitMessage) -> Happenings:
        self.learn(stage=Stage.WAITING, wanted=())
        yield self.tell("welcome" if isinstance(told.message, msgspec.UnsetType) else told.message)

    def _lobby(self, told: shapes.LobbyInfoMessage) -> Happenings:
        if ended := list(self.left_behind()):
            yield from ended
            return
        self.learn(
            stage=Stage.WAITING, wanted=(), size=told.num, seats=tuple(Sitter(name) for name in told.nicknamesList)
        )
        yield self.tell(f"lobby for {told.num}: {', '.join(told.nicknamesList)}")

    def _gone(self, told: shapes.DisconnectedMessage) -> Happenings:
        self.is_there(told.nickname, Presence.AWAY)
        yield self.tell(f"{told.nickname} is gone")

    def _back(self, told: shapes.ReconnectMessage) -> Happenings:
        self.is_there(told.reconnectedNickname, Presence.HERE)
        yield self.tell(f"{told.reconnectedNickname} is back")

    def _closing(self, told: shapes.DisconnectionMessage) -> Happenings:
        reason = "the server closes the connection" if isinstance(told.message, msgspec.UnsetType) else told.message
        yield Goodbye(reason, back=self.known.stage is not Stage.OVER)

    def _error(self, told: shapes.ErrorMessage) -> Happenings:
        reasons = [each for each in (told.message, told.error) if not isinstance(each, msgspec.UnsetType)]
        if self._putting_back:
            self._putting_back = False  # that there was nothing to activate is as it should be
            return
        if self.known.stage is Stage.NAME and self._named:
            yield from self.unwelcome(reasons[0] if reasons else "the nickname is not accepted")
            return
        failed = self._queue[0].kind if self._queue else ""
        self._queue.clear()
        if self._laid_out and failed not in ("buyCard", "activateProductions"):
            self._say("revertPickUp")
            self._say("activateProductions")
            self._putting_back = True
        self._laid_out = False
        self.answered()
        yield Refused(reasons[0] if reasons else "no reason was given")

    # -- the start ----------------------------------------------------------------------------------------------------

    def _start(self, told: shapes.StartGameUpdate) -> Happenings:
        self.sit(told.playerOrder)
        self._choosing = 0
        state = self._laid(told.playerOrder, told.marbles, told.cardMatrix)
        state = known.with_faith(state, {self.seat(name): space for name, space in told.faithPaths.items()})
        self.gaps = frozenset({Gap.OTHERS_SETUP, *([Gap.TWINS] if state.solo else [])})
        self.show(known.with_offer(state, self.me, [readings.leader_of(name) for name in told.cards]))
        yield self.tell(f"the game begins: {', '.join(told.playerOrder)}")

    def _laid(self, order: Sequence[str], marbles: Sequence[str], matrix: shapes.Matrix) -> State:
        piles = readings.piles_of(matrix)
        bare = known.begun(
            len(order), self.me, readings.marbles_of(marbles), [pile[-1] if pile else None for pile in piles]
        )
        return known.with_grid(bare, piles)

    def show(self, state: State) -> None:
        """The game is like this now; at set-up the players choose one after the other."""
        super().show(state)
        if state.phase is SETUP:
            self.learn(actors=(self._choosing,) if not state.players[self._choosing].ready else ())
            self._set_options()

    def _whose(self, told: Any) -> int:
        """Whose board an update is about."""
        if told.nickname is not UNSET:
            return self.seat(told.nickname)
        return self._choosing if self.playing.phase is SETUP else self.playing.seat

    def _new_turn(self, told: shapes.NewTurnUpdate) -> Happenings:
        state, seat = self.playing, self.seat(told.currNickname)
        if told.gamePhase == SETUP_PHASE:
            self._choosing = seat
            self.show(state)
            yield self.tell(f"{told.currNickname} sets up")
            return
        self._turn_of(seat)
        state = known.turn_begins(state, seat)
        self.show(replace(state, ending=state.ending or told.gamePhase == _LAST_ROUND))
        yield self.tell(f"it is {told.currNickname}'s turn")

    def _turn_of(self, seat: int) -> None:
        self._counted = 0
        self.gaps -= {Gap.OTHERS_SETUP, Gap.OTHERS_PROGRESS, Gap.PROGRESS}
        if seat != self.me:
            self.gaps |= {Gap.OTHERS_PROGRESS}

    def _leaders(self, told: shapes.LeadersInHandUpdate) -> Happenings:
        state, hand = self.playing, [readings.leader_of(name) for name in told.leadersInHand]
        if not state.players[self.me].leaders:
            state = known.with_hand(state, self.me, hand)
        self.show(state)
        yield from ()

    def _bonus(self, told: shapes.BonusResourceMessage) -> Happenings:
        own = self.playing.players[self.me]
        self.show(known.with_player(self.playing, self.me, replace(own, bonus=told.bonusRes)))
        self._pass_set_up()
        yield from ()

    def _pass_set_up(self) -> None:
        """Whoever has chosen everything ends their set-up turn; there is nothing to decide about it."""
        state = self.playing
        if state.phase is SETUP and self._choosing == self.me and state.players[self.me].ready:
            self._say("passTurn")

    # -- turns --------------------------------------------------------------------------------------------------------

    def _faith(self, told: shapes.FaithUpdate) -> Happenings:
        self.show(known.with_faith(self.playing, {self._whose(told): told.newPosition}))
        yield from ()

    def _market(self, told: shapes.MarketUpdate) -> Happenings:
        state = known.acted(replace(self.playing, market=readings.marbles_of(told.marbles)))
        self.show(state)  # what waits to be stored is told next
        yield self.tell(f"{self.known.who(state.seat)} visits the market")

    def _pending(self, told: shapes.PendingResourcesUpdate) -> Happenings:
        state = self.playing
        if state.seat == self.me and state.phase in (START, STORING, DONE):
            self.show(readings.waiting(state, told.pending))
        yield from ()

    def _deposit(self, told: shapes.DepositUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player, kind = state.players[seat], LABELS.index(told.res)
        player = known.stored(player, {told.idDeposit: (kind, player.counts[told.idDeposit - 1] + 1)})
        if state.phase is SETUP:
            player = replace(known.kept(player), bonus=max(0, player.bonus - 1))
        self.show(known.with_player(state, seat, player))
        if seat == self.me:
            self._pass_set_up()
        yield from ()

    def _discarded(self, told: shapes.DiscardResourceUpdate) -> Happenings:
        state = self.playing
        if not isinstance(told.positions, msgspec.UnsetType):
            self.show(self._standing(state, told.positions, told.lorenzoPos))
        elif self._counted:
            self._counted -= 1
        else:
            others = {
                seat: min(LAST_SPACE, player.faith + 1)
                for seat, player in enumerate(state.players)
                if seat != state.seat
            }
            cross = min(LAST_SPACE, state.cross + 1) if state.solo else state.cross
            self.show(replace(known.with_faith(state, others), cross=cross))
        yield self.tell(f"{self.known.who(state.seat)} discards a resource")

    def _standing(self, state: State, positions: Mapping[str, int], cross: int | msgspec.UnsetType) -> State:
        state = known.with_faith(state, {self.seat(name): space for name, space in positions.items()})
        return state if isinstance(cross, msgspec.UnsetType) else replace(state, cross=cross)

    def _report(self, told: shapes.PopeFavorUpdate) -> Happenings:
        before = self.playing
        state = readings.favoured(
            self._standing(before, told.positions, told.lorenzoPos), self._by_seat(told.popeFavors)
        )
        if self.profile.reports_first:
            steps = [
                new.faith - old.faith
                for seat, (old, new) in enumerate(zip(before.players, state.players, strict=True))
                if seat != before.seat
            ]
            self._counted += max([*steps, state.cross - before.cross])
        self.show(state)
        favoured = ", ".join(
            self.known.who(seat) for seat, each in enumerate(state.players) if TILE_DOWN not in each.tiles
        )
        yield self.tell(f"a Vatican report{f': {favoured}' if favoured else ''}")

    def _by_seat(self, named: Mapping[str, Any]) -> dict[int, Any]:
        return {self.seat(name): value for name, value in named.items()}

    def _move(self, told: shapes.MoveResourceUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player = state.players[seat]
        held = {told.id1: told.d1, told.id2: told.d2}
        contents = {
            place: (ENUMS.index(names[0]) if names else player.kinds[place - 1], len(names))
            for place, names in held.items()
        }
        self.show(known.with_player(state, seat, known.stored(player, contents)))
        yield from ()

    def _storage(self, told: shapes.DepositsUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player = readings.stored(state.players[seat], told.deposits, told.strongbox)
        state = known.with_player(state, seat, player)
        if state.phase is not SETUP and told.turnPhase in _PHASES:
            state = readings.at_phase(state, _PHASES[told.turnPhase])
        self.show(state)
        yield from ()

    def _slot(self, told: shapes.SlotUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        at = told.row * 4 + told.col
        pile = state.grid[at]
        card = pile[-1] if isinstance(told.card, msgspec.UnsetType) else readings.CARDS_BY_NAME[told.card]
        state = replace(state, grid=(*state.grid[:at], pile[:-1], *state.grid[at + 1 :]))
        state = known.bought(state, seat, told.slot, card)
        if not isinstance(told.cardMatrix, msgspec.UnsetType):
            state = known.with_grid(state, readings.piles_of(told.cardMatrix))
        self.show(known.acted(state))
        yield self.tell(f"{self.known.who(seat)} buys card {card} for slot {told.slot}")

    def _played(self, told: shapes.PlayLeaderUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player = known.kept(state.players[seat])
        position = player.leaders.index(player.hand[told.index]) + 1
        self.show(known.played(state, seat, position, readings.leader_of(told.name)))
        yield self.tell(f"{self.known.who(seat)} plays leader {readings.leader_of(told.name)}")

    def _leader_gone(self, told: shapes.DiscardLeaderUpdate) -> Happenings:
        state, seat = self.playing, self._whose(told)
        player = known.kept(state.players[seat])
        self.show(known.discarded(state, seat, player.leaders.index(player.hand[told.index]) + 1))
        yield self.tell(f"{self.known.who(seat)} discards a leader")

    def _lorenzo(self, told: shapes.LorenzoUpdate) -> Happenings:
        state = replace(self.playing, cross=told.lorenzoPosition)
        token = (
            None if isinstance(told.lastUsedToken, msgspec.UnsetType) else readings.token_of(told.lastUsedToken, state)
        )
        if token is not None:
            state = known.with_token(state, token)
            if token == SHUFFLE:
                self.gaps -= {Gap.TOKENS}
            yield self.tell(f"Lorenzo reveals a token: {TOKENS[token]}")
        if not isinstance(told.cardMatrix, msgspec.UnsetType):
            state = known.with_grid(state, readings.piles_of(told.cardMatrix))
        elif token is not None and token not in (*FORWARD_TWO, SHUFFLE):
            state = replace(state, grid=discard_two(state.grid, token))
        self._turn_of(self.me)
        over = known.ended(state)
        self.show(over if over.phase is OVER else known.turn_begins(state, 0))

    def _last_round(self, told: shapes.EndGameMessage) -> Happenings:
        self.show(replace(self.playing, ending=True))
        yield self.tell("the end is called")

    def _results(self, told: shapes.EndGameResultUpdate) -> Happenings:
        winners = [name for name in told.result.winner if name != LORENZO]
        points = [(name, score[0], score[1] if len(score) > 1 else 0) for name, score in told.result.results.items()]
        reason = f"{' and '.join(told.result.winner) or 'nobody'} won"
        self.finish(reason, winners, points)
        yield Over(reason)

    def _discount(self, told: shapes.ToggleDiscountUpdate) -> Happenings:
        self._discounts ^= {ENUMS.index(told.resourceType)}
        yield from ()

    # -- coming back --------------------------------------------------------------------------------------------------

    def _reconnected(self, told: shapes.ReconnectUpdate) -> Happenings:
        yield from self._whole_table(
            Whole(
                told.playerOrder,
                told.currNickname,
                told.gamePhase,
                told.turnPhase,
                told.cards,
                told.leadersInHand,
                told.bonusRes,
                told.pending,
                told.marbles,
                told.cardMatrix,
                told.faithPaths,
                told.popeFavors,
                told.lorenzoPos,
                told.lastUsedToken,
                told.connected,
                {name: board.deposits for name, board in told.boards.items()},
                {name: board.strongbox for name, board in told.boards.items()},
                {name: board.slots for name, board in told.boards.items()},
                {name: board.leadersPlayed for name, board in told.boards.items()},
                {name: board.leadersInHand for name, board in told.boards.items()},
            )
        )

    def _reconnected_originally(self, told: shapes.OriginalReconnectUpdate) -> Happenings:
        places = {name: (told.allPlayedCards[name], told.allDiscardedCards[name]) for name in told.playerOrder}
        yield from self._whole_table(
            Whole(
                told.playerOrder,
                told.currentNickname,
                told.gamePhase,
                told.turnPhase,
                told.fourLeaderCards,
                told.myLeadersInHand,
                None,
                told.pendingResources,
                told.marbles,
                told.cardMatrix,
                told.positions,
                told.popeFavors,
                0 if isinstance(told.lorenzoPos, msgspec.UnsetType) else told.lorenzoPos,
                None,
                told.activePlayers,
                told.warehouses,
                told.strongboxes,
                {name: [slots[number] for number in "123"] for name, slots in told.slots.items()},
                told.allLeadersInBoard,
                {name: 2 - len(played) - len(gone) for name, (played, gone) in places.items()},
                places,
            )
        )

    def _whole_table(self, told: Whole) -> Happenings:
        same = [sitter.name for sitter in self.known.seats] == list(told.order)
        former, gaps = (self.game, self.gaps) if same else (None, known.NO_GAPS)
        self.sit(told.order)
        for name in told.order:
            self.is_there(name, Presence.HERE if name in told.connected else Presence.AWAY)
        setting_up = told.game_phase == SETUP_PHASE
        state = self._laid(told.order, told.marbles, told.matrix)
        self.gaps = frozenset([Gap.TWINS] if state.solo else []) | (gaps & {Gap.OFFERED, Gap.OWN_LEADERS, Gap.LEADERS})
        if setting_up:
            self.gaps |= {Gap.OTHERS_SETUP}
        else:
            self.gaps |= {Gap.TURN, *([Gap.TOKENS] if state.solo else [])}
        for name in told.order:
            state = self._board(state, name, told, None if former is None else former.players[self.seat(name)])
        state = readings.favoured(state, self._by_seat(told.favours))
        state = self._standing(state, told.positions, told.cross)
        full = any(sum(map(len, player.slots)) >= CARDS_TO_END for player in state.players)
        far = any(player.faith == LAST_SPACE for player in state.players)
        state, current = replace(state, ending=full or far), self.seat(told.current)
        self._choosing = current
        if told.token is not None:
            state = known.with_token(state, readings.token_of(told.token, state))
        if not setting_up:
            self._turn_of(current)
            state = readings.at_phase(known.turn_begins(state, current), _PHASES[told.turn_phase])
            if current == self.me:
                state = readings.waiting(state, told.pending)
        self.show(state)
        yield self.tell(f"at the table: {', '.join(told.order)}")

    def _board(self, state: State, name: str, told: Whole, before: Player | None) -> State:
        seat = self.seat(name)
        player = readings.stored(state.players[seat], told.deposits[name], told.strongboxes[name])
        state = known.with_player(state, seat, player)
        for number, slot in enumerate(told.slots[name], start=1):
            for card in slot:
                state = known.bought(state, seat, number, readings.CARDS_BY_NAME[card])
        played = [readings.leader_of(leader) for leader in told.played[name]]
        setting_up = told.game_phase == SETUP_PHASE
        if seat == self.me:
            hand = [readings.leader_of(leader) for leader in told.hand]
            placed = sum(state.players[seat].counts)
            bonus = max(0, BONUS_RESOURCES[seat] - placed) if told.bonus is None else told.bonus
            own = replace(state.players[seat], bonus=bonus if setting_up else 0)
            state = known.with_player(state, seat, own)
            if told.offered:
                state = known.with_offer(state, seat, [readings.leader_of(leader) for leader in told.offered])
            if not hand and setting_up:
                return state
            if told.places is not None and told.offered:
                return readings.placed(state, seat, played, hand, told.places[name])
            return self.own_leaders(state, [*played, *hand], played, before)
        if setting_up:
            return state
        state = known.with_player(state, seat, known.kept(state.players[seat]))
        if told.places is not None:
            return readings.placed(state, seat, played, [], told.places[name])
        if played or told.in_hand[name] < 2:
            self.gaps |= {Gap.LEADERS}
        for position, leader in enumerate(played, start=1):
            state = known.played(state, seat, position, leader)
        for position in range(2, len(played) + told.in_hand[name], -1):
            state = known.discarded(state, seat, position)
        return state

    # -- what is asked for --------------------------------------------------------------------------------------------

    def _set_options(self) -> None:
        """What the rules allow, as far as it can be said: nothing is rearranged or taken back in a draft."""
        super()._set_options()
        state = self.game
        if state is None:
            return
        if self.known.prepared:
            hidden: tuple[type, ...] = (Swap, Move, Revert)
        elif state.phase is PRODUCING:  # begun in another protocol
            hidden = (Swap, Move, *Producing.__args__)
        else:
            return
        self.learn(options=tuple(action for action in self.known.options if not isinstance(action, hidden)))

    def spoken(self, steps: Sequence[AnyStep]) -> int:
        """Say the first action, or all productions of a turn."""
        state, action = steps[0].before, steps[0].action
        count = 1
        if isinstance(action, Producing):
            ends = [at for at, step in enumerate(steps, start=1) if isinstance(step.action, Collect)]
            if not ends:
                return 0
            count = ends[0]
        draft = [step.action for step in steps[:count]]
        self._queue = deque(commands(state, self.me, draft, self._discounts, bool(self.profile.commands)))
        self._laid_out = len(self._queue) > 1 and isinstance(action, (*Producing.__args__, Buy))
        self.expect(steps[:count])
        self._say(self._queue[0].kind, self._queue[0].payload)
        return count


RenaissanceStepsClient.WISHES = {Enter: RenaissanceStepsClient.enter, Players: RenaissanceStepsClient.players}

_TELL: dict[type[Update], Callable[[RenaissanceStepsClient, Any], Iterator[Happening]]] = {
    shapes.RegisterRequest: RenaissanceStepsClient._register,
    shapes.PlayerNumberRequest: RenaissanceStepsClient._number,
    shapes.PingRequest: RenaissanceStepsClient._ping,
    shapes.GenericMessage: RenaissanceStepsClient._generic,
    shapes.ErrorMessage: RenaissanceStepsClient._error,
    shapes.WaitMessage: RenaissanceStepsClient._wait,
    shapes.LobbyInfoMessage: RenaissanceStepsClient._lobby,
    shapes.DisconnectedMessage: RenaissanceStepsClient._gone,
    shapes.ReconnectMessage: RenaissanceStepsClient._back,
    shapes.DisconnectionMessage: RenaissanceStepsClient._closing,
    shapes.StartGameUpdate: RenaissanceStepsClient._start,
    shapes.NewTurnUpdate: RenaissanceStepsClient._new_turn,
    shapes.LeadersInHandUpdate: RenaissanceStepsClient._leaders,
    shapes.BonusResourceMessage: RenaissanceStepsClient._bonus,
    shapes.FaithUpdate: RenaissanceStepsClient._faith,
    shapes.MarketUpdate: RenaissanceStepsClient._market,
    shapes.PendingResourcesUpdate: RenaissanceStepsClient._pending,
    shapes.DepositUpdate: RenaissanceStepsClient._deposit,
    shapes.DiscardResourceUpdate: RenaissanceStepsClient._discarded,
    shapes.MoveResourceUpdate: RenaissanceStepsClient._move,
    shapes.DepositsUpdate: RenaissanceStepsClient._storage,
    shapes.SlotUpdate: RenaissanceStepsClient._slot,
    shapes.PlayLeaderUpdate: RenaissanceStepsClient._played,
    shapes.DiscardLeaderUpdate: RenaissanceStepsClient._leader_gone,
    shapes.PopeFavorUpdate: RenaissanceStepsClient._report,
    shapes.LorenzoUpdate: RenaissanceStepsClient._lorenzo,
    shapes.EndGameMessage: RenaissanceStepsClient._last_round,
    shapes.EndGameResultUpdate: RenaissanceStepsClient._results,
    shapes.PickUpWarehouseUpdate: RenaissanceStepsClient._nothing,
    shapes.PickUpStrongboxUpdate: RenaissanceStepsClient._nothing,
    shapes.RevertUpdate: RenaissanceStepsClient._nothing,
    shapes.ToggleDiscountUpdate: RenaissanceStepsClient._discount,
    shapes.UnknownProductionUpdate: RenaissanceStepsClient._nothing,
    shapes.ToggleProductionUpdate: RenaissanceStepsClient._nothing,
    shapes.ResetProductionsUpdate: RenaissanceStepsClient._nothing,
    shapes.ReconnectUpdate: RenaissanceStepsClient._reconnected,
    shapes.OriginalReconnectUpdate: RenaissanceStepsClient._reconnected_originally,
}
"""What each message does to what is known."""
