"""The random players of Masters of Renaissance on a connection: renaissance-json, -steps and -events.

Each connection gets a new client that knows nothing: what it is told on coming back must be everything. Requests of a
turn are sent in one go. Answers come in the order of the requests, so whatever answers a request acknowledges those
before it too; what cannot be told from the messages is known when the turn has ended.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Sequence
from random import Random

from bottega.games import renaissance
from bottega.games.renaissance.cards import LEADERS
from bottega.players import renaissance_events, renaissance_json, renaissance_steps_picture
from bottega.players.line import Line, Lost
from bottega.players.player import Attempt, Message, NotWelcome, Player, Think, at_once
from bottega.players.renaissance_events import UNKNOWN_BELOW, EventsPlayer
from bottega.players.renaissance_json import RandomPlayer, decoded, encoded
from bottega.players.renaissance_steps import StepsPlayer
from bottega.players.renaissance_steps_original import OriginalPlayer
from bottega.table.position import AnyPosition

PILES = "GBYP"
MAIN = ("market", "buy", "produce")
"""How a main action begins in the log: there is one a turn."""


class RenaissanceJsonPlayer(Player):
    """A player of renaissance-json."""

    def __init__(self, name: str, chance: Random, think: Think = at_once, count: int = 2) -> None:
        super().__init__(name, chance, think)
        self.count = count
        self.leaders: set[int] = set()
        """Every leader this player was told of."""
        self._client: RandomPlayer = self._new_client()
        self._pending: deque[Attempt] = deque()

    def _new_client(self) -> RandomPlayer:
        return RandomPlayer(self.name, Random(self.chance.random()), self.count)

    async def arrive(self, line: Line) -> None:
        """Give the nickname, knowing nothing."""
        self._client = self._new_client()
        self._pending.clear()
        self._say(line, self._client.hello())

    async def attend(self, line: Line) -> None:
        """Take in a message; act if it calls for that."""
        text = await line.hear()
        message = decoded(text)
        self._overhear(message, text)
        mine = self._client.picture.current == self.name
        answers = self._client.hear(message)
        self._settle(message, mine)
        self.over = self._client.over
        if answers and self._moves(answers[0]):
            await self.think()
        for answer in answers:
            self._say(line, answer)

    def _say(self, line: Line, message: Message) -> None:
        text = self._notation(message)
        if text:
            self._pending.append(self.try_to(text))
        line.say(encoded(message))

    def _moves(self, answer: Message) -> bool:
        return self._notation(answer) != ""

    def _overhear(self, message: Message, text: str) -> None:
        kind = message["type"]
        if kind == "game_started":
            self.started.set()
        elif kind == "offer_leader":
            self.leaders.update(card + 1 for card in message["leaders_id"])
        elif kind == "res_leader_choice":
            self.leaders.update(card + 1 for card in message["choice"])
        elif kind == "update_leaders" and message["update"].get("card_index", -1) >= 0:
            self.leaders.add(message["update"]["card_index"] + 1)

    def _settle(self, message: Message, mine: bool) -> None:
        """Find out what became of the requests on their way."""
        kind = message["type"]
        if kind == "err_nickname":
            if not self.started.is_set():
                raise NotWelcome(self.name)
            raise Lost  # the old connection is about to be noticed as gone
        if kind.startswith("err_") or kind.endswith("_err"):
            self._resolve(_JSON_ERRORS.get(kind, (*MAIN, "end")), False)
            if not self._pending and not self.over:
                raise Lost  # something is not as this client thinks: it comes back and is told everything
            return
        if kind == "res_leader_choice" and self._pending:
            asked = {int(word) - 1 for word in self._pending[0].text.split()[1:] if word.isdecimal()}
            if asked != set(message["choice"]):
                self._pending.clear()  # the house has chosen, since the time was over
        own = kind.startswith("res_") or message.get("player", self.name if mine else "") == self.name
        if own and kind in _JSON_ANSWERS:
            self._resolve(_JSON_ANSWERS[kind], True)

    def _awaits(self, beginning: str) -> bool:
        """Whether a request of that kind is on its way."""
        return any(attempt.text.startswith(beginning) for attempt in self._pending)

    def _resolve(self, beginnings: tuple[str, ...], accepted: bool) -> None:
        """The first request of that kind is answered; if it was accepted so were all before it."""
        places = [place for place, attempt in enumerate(self._pending) if attempt.text.startswith(beginnings)]
        for place in range(places[0] + 1 if places else 0):
            attempt = self._pending.popleft()
            if accepted or place == places[0]:
                attempt.acknowledged = accepted

    def _notation(self, message: Message) -> str:
        """How the log writes what a request asks for, empty for what it does not hold."""
        kind, choice = message["type"], message.get("choice")
        if kind == "req_leader_choice":
            return "keep " + " ".join(str(card + 1) for card in message["choice"])
        if kind == "req_get_market":
            assert isinstance(choice, dict)
            return f"market {'r' if choice['isRow'] else 'c'}{choice['market_index'] + 1}*"
        if kind == "req_buy_dev_card":
            assert isinstance(choice, dict)
            return f"buy {PILES[choice['col_index']]}{choice['row_index'] + 1} slot {choice['slot_index'] + 1}*"
        return _JSON_REQUESTS.get(kind, "")

    # -- afterwards -------------------------------------------------------------------------------------------------

    def differences(self, positions: Sequence[AnyPosition]) -> list[str]:
        """Whether the picture is the log's."""
        last = positions[-1]
        state = last.state
        if not isinstance(state, renaissance.State) or not self.started.is_set():
            return []
        names = tuple(seat.name for seat in last.seats)
        seat = names.index(self.name)
        if self.over or (not last.finished and state.turn):
            return self._compare(renaissance.view(state, seat), names)
        return []

    def overheard(self, ends: Sequence[AnyPosition]) -> list[str]:
        """Leaders that somebody else has kept to themselves."""
        known: set[int] = set()
        for end in ends:
            if isinstance(end.state, renaissance.State):
                own = end.state.players[[seat.name for seat in end.seats].index(self.name)]
                known.update(own.offered, own.leaders, *(player.played for player in end.state.players))
        return [f"was told of leader {leader}, which is none of theirs" for leader in sorted(self.leaders - known)]

    def _compare(self, view: renaissance.View, names: tuple[str, ...]) -> list[str]:
        return renaissance_json.differences(self._client.picture, view, names)


_JSON_REQUESTS = {
    "req_resources_choice": "bonus *",
    "req_activate_prod": "produce *",
    "req_activate_leader": "play leader *",
    "req_discard_leader": "discard leader *",
    "req_swap_shelves": "[sm]*",
    "req_turn_end": "end",
}
_JSON_ERRORS = {
    "err_leader_choice": ("keep",),
    "err_resources_choice": ("bonus",),
    "err_shelves_choice": ("market",),
    "err_leaders_choice": ("market",),
    "err_dev_card_choice": ("buy",),
    "err_slot_choice": ("buy",),
    "err_payment_shelf_choice": ("buy",),
    "prod_activation_err": ("produce",),
    "err_shelf_swap": ("[sm]",),
    "err_leader_activation": ("play leader",),
    "err_leader_discard": ("discard leader",),
}
"""What each error refuses; the others come at the wrong time, as a second main action does."""
_JSON_ANSWERS = {
    "res_leader_choice": ("keep",),
    "res_resources_choice": ("bonus",),
    "update_market": ("market",),
    "update_strongbox": ("produce",),
    "update_dev_card_slot": ("buy",),
    "update_leaders": ("play leader", "discard leader"),
    "res_turn_end": ("end",),
}
"""What each message that always follows a request acknowledges."""


class RenaissanceStepsPlayer(RenaissanceJsonPlayer):
    """A player of renaissance-steps."""

    def __init__(
        self, name: str, chance: Random, think: Think = at_once, count: int = 2, original: bool = False
    ) -> None:
        self._original = original
        super().__init__(name, chance, think, count)

    def _new_client(self) -> RandomPlayer:
        kind = OriginalPlayer if self._original else StepsPlayer
        return kind(self.name, Random(self.chance.random()), self.count)

    def _overhear(self, message: Message, text: str) -> None:
        if message["type"].endswith("StartGameUpdate"):
            self.started.set()
        self.leaders.update(int(number) for number in re.findall(r'"(\d+)L"', text))

    def _settle(self, message: Message, mine: bool) -> None:
        kind = message["type"].rpartition(".")[2]
        if kind == "ErrorMessage" and not self.over:
            if not self.started.is_set():
                raise NotWelcome(self.name)
            raise Lost  # something is not as this client thinks: it comes back and is told everything
        if self._pending and kind == "GenericMessage" and message["data"].get("message", "").startswith(_TIME_IS_OVER):
            raise Lost  # what it has asked for may be done yet, in a later turn: it could not tell the answers apart
        if mine and kind == "MarketUpdate" and self._pending and not self._awaits("market"):
            raise Lost  # what it asked for over a connection that broke is done now: whose answers are the next?
        if kind == "LeadersInHandUpdate" and self._pending:
            asked = set(self._pending[0].text.split()[1:])
            if asked != set(re.findall(r"\d+", json.dumps(message["data"]))):
                self._pending.clear()  # the house has chosen, since the time was over
        if mine and kind in _STEPS_ANSWERS:
            self._resolve(_STEPS_ANSWERS[kind], True)

    def _notation(self, message: Message) -> str:
        kind, data = message["type"].rpartition(".")[2], message["data"]
        if kind in ("chooseLeader", "ChooseLeadersCommand"):
            chosen = data["chosenLeaders"] if self._original else [each["id"] for each in data]
            return "keep " + " ".join(each.removesuffix("L") for each in chosen)
        if kind in ("passTurn", "PassCommand"):
            picture: renaissance_steps_picture.Picture = self._client.picture  # type: ignore[assignment]  # StepsPlayer's
            return "" if picture.game_phase == "SETUP" else "end"
        if kind == "buyAtMarketInterface":
            return f"market {data['rc']}{data['index'] + 1}*"
        if kind == "BuyFromMarketCommand":
            return f"market {data['line']}{data['position']}*"
        if kind in ("buyCard", "BuyCardCommand"):
            return f"buy {PILES[data['column']]}{data['row'] + 1} slot {data['slot']}*"
        return _STEPS_REQUESTS.get(kind, "")

    def _compare(self, view: renaissance.View, names: tuple[str, ...]) -> list[str]:
        if view.turn == 1 and view.phase == "start":
            return []  # not everybody has passed yet
        picture: renaissance_steps_picture.Picture = self._client.picture  # type: ignore[assignment]  # StepsPlayer's
        return renaissance_steps_picture.differences(picture, view, names, not self._original)


class RenaissanceEventsPlayer(RenaissanceJsonPlayer):
    """A player of renaissance-events."""

    def _new_client(self) -> RandomPlayer:
        return EventsPlayer(self.name, Random(self.chance.random()), self.count)

    async def arrive(self, line: Line) -> None:
        """Give the nickname, knowing nothing."""
        self._client = self._new_client()
        self._pending.clear()
        line.say(encoded({"type": "ReqWelcome"}))
        line.say(encoded(self._client.hello()))

    def _overhear(self, message: Message, text: str) -> None:
        kind = message["type"]
        if kind == "UpdateGame":
            self.started.set()
            hands = (leader for player in message["players"] for leader in player["leadersHand"])
            self.leaders.update(leader + 1 for leader in hands if leader < len(LEADERS))
        elif kind == "UpdateLeadersHand":
            self.leaders.update(leader + 1 for leader in message["leaders"] if leader < len(LEADERS))
        elif kind == "UpdateActivateLeader":
            self.leaders.add(message["leader"] + 1)

    def _settle(self, message: Message, mine: bool) -> None:
        kind = message["type"]
        if kind == "ErrNickname":
            if not self.started.is_set():
                raise NotWelcome(self.name)
            raise Lost  # the old connection is about to be noticed as gone
        if kind.startswith("Err") and not self.over:
            for attempt in self._pending:
                attempt.acknowledged = False
            self._pending.clear()
            if kind != UNKNOWN_BELOW:
                raise Lost  # something is not as this client thinks: it comes back and is told everything
        elif kind == "UpdateAction" and message["player"] == self.name:
            self._resolve(_EVENTS_ANSWERS[message["action"]], True)
        elif kind == "UpdateGameEnd":
            self._pending.clear()  # it may have ended for another reason

    def _notation(self, message: Message) -> str:
        kind = message["type"]
        if kind == "ReqChooseLeaders":
            return "keep *"
        if kind == "ReqTakeFromMarket":
            return f"market {'r' if message['isRow'] else 'c'}{message['index'] + 1}*"
        if kind == "ReqBuyDevCard":
            return f"buy {message['color'][0]}{message['level']} slot {message['devSlot'] + 1}*"
        if kind == "ReqLeaderAction":
            return "play leader *" if message["isActivate"] else "discard leader *"
        return _EVENTS_REQUESTS.get(kind, "")

    def _compare(self, view: renaissance.View, names: tuple[str, ...]) -> list[str]:
        picture: renaissance_events.EventsPicture = self._client.picture  # type: ignore[assignment]  # EventsPlayer's
        return renaissance_events.differences(picture, view, names)


_EVENTS_REQUESTS = {
    "ReqChooseResources": "bonus *",
    "ReqActivateProductions": "produce *",
    "ReqSwapShelves": "[sm]*",
    "ReqEndTurn": "end",
}
"""How the log writes what a request of renaissance-events does."""
_EVENTS_ANSWERS = {
    "CHOOSE_LEADERS": ("keep",),
    "CHOOSE_RESOURCES": ("bonus",),
    "TAKE_MARKET_RESOURCES": ("market",),
    "BUY_DEVELOPMENT_CARD": ("buy",),
    "ACTIVATE_PRODUCTION": ("produce",),
    "SWAP_SHELVES": ("[sm]",),
    "ACTIVATE_LEADER": ("play leader",),
    "DISCARD_LEADER": ("discard leader",),
    "END_TURN": ("end",),
}
"""What each action acknowledges, when it is the player's own."""

_STEPS_REQUESTS = {
    "chooseResourceToDeposit": "bonus *",
    "activateProductions": "produce *",
    "playLeader": "play leader *",
    "discardLeader": "discard leader *",
    "moveResource": "[sm]*",
    "transformWhiteIn": "white *",
    "depositResource": "store *",
    "discardResource": "discard *",
    "ChooseBonusResourceCommand": "bonus *",
    "ActivateProductionsCommand": "produce *",
    "PlayLeaderCommand": "play leader *",
    "DiscardLeaderCommand": "discard leader *",
    "MoveResourceCommand": "[sm]*",
    "TransformWhiteCommand": "white *",
    "DepositResourceCommand": "store *",
    "DiscardResourceCommand": "discard *",
}
"""How the log writes what a command does, by the document's name of it and by the program's."""
_TIME_IS_OVER = "your time is over"
"""How a message begins that tells somebody that their turn was skipped."""
_STEPS_ANSWERS = {
    "LeadersInHandUpdate": ("keep",),
    "DepositUpdate": ("bonus", "store"),
    "MarketUpdate": ("market",),
    "SlotUpdate": ("buy",),
    "ResetProductionsUpdate": ("produce",),
    "PlayLeaderUpdate": ("play leader",),
    "DiscardLeaderUpdate": ("discard leader",),
    "DiscardResourceUpdate": ("discard",),
    "MoveResourceUpdate": ("[sm]",),
    "NewTurnUpdate": ("end",),
    "LorenzoUpdate": ("end",),
}
"""What each message that always follows a command acknowledges, while it is the player's own turn."""
