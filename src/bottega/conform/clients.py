"""What clients of each protocol may say, by the sections of its document; what it means is in ``partner``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from bottega.conform.examination import MISREAD
from bottega.conform.kit import WHOLE_GAME, ClientKit, Form, ServerKit
from bottega.conform.report import Section
from bottega.players.renaissance_steps_original import COMMANDS, MESSAGES
from bottega.wire.renaissance_steps.dialect import RenaissanceSteps
from bottega.wire.renaissance_steps.messages import CLASS_NAMES, Payload

COLOURS = ("white", "green", "blue", "black", "red")


def _message(text: str) -> dict[str, Any]:
    """A JSON object, empty if the text is none."""
    try:
        message = json.loads(text)
    except MISREAD:
        return {}
    return message if isinstance(message, dict) else {}


class JsonClientKit(ClientKit):
    """A client that says JSON objects, each with its name under a key."""

    key: ClassVar[str] = "type"

    def kind(self, text: str) -> str:
        """What is under the key."""
        name = _message(text).get(self.key)
        return name if isinstance(name, str) else ""

    def fields(self, text: str) -> Sequence[str]:
        """All other keys."""
        return [key for key in _message(text) if key != self.key]


# -- splendor-json ----------------------------------------------------------------------------------------------------

_ID = ("client_id",)


class SplendorClientKit(JsonClientKit):
    """How a client of splendor-json is examined."""

    key = "request_type"
    sections = (
        Section("1.1", "Opis kluczy: client_id", "Every request carries the client_id that server_hello has given."),
        Section("2.3", "Przywitanie klienta", "The client answers with client_hello: client_id, nick, client_version."),
        Section("3", "Ruch gracza", "A player moves in their own turn only."),
        Section("3.1.1", "Kupno karty", "buy_card says the place, hand or table, and the card."),
        Section("3.1.2", "Rezerwacja karty", "claim_card says the card."),
        Section("3.1.3", "Pobranie klejnotów", "get_gems says how many of each of five colours."),
        Section("3.2", "Weryfikacja ruchu", "After illegal the player makes another move."),
        Section(
            "4.2", "Wykonanie dodatkowego ruchu", "Who is asked to, discards gems or selects a noble; nobody else."
        ),
        Section("forms", "Informacje wstępne", "Every message is a JSON object with a request_type of the document."),
        WHOLE_GAME,
    )
    requests: ClassVar[Mapping[str, Form]] = {
        "client_hello": Form("2.3", ("nick|set_nick",), (*_ID, "client_version"), order="2.3"),
        "buy_card": Form("3.1.1", ("place", "card_id"), _ID),
        "claim_card": Form("3.1.2", ("card_id",), _ID),
        "get_gems": Form("3.1.3", (), (*_ID, *COLOURS, "yellow")),
        "discard_gems": Form("4.2", (), (*_ID, *COLOURS, "yellow"), order="4.2"),
        "select_noble": Form("4.2", ("noble_id",), _ID, order="4.2"),
    }
    order = "3"
    refusals = "3.2"

    def __init__(self, server: ServerKit) -> None:
        super().__init__(server)
        if not server.profile:
            self.checked = ("1.1",)  # type: ignore[misc]  # the program of the time did not look at it

    def kind(self, text: str) -> str:
        """The document has two spellings of one request."""
        return super().kind(text).replace("get-gems", "get_gems")

    def refuses(self, text: str) -> bool:
        """``invalid`` or ``illegal``."""
        return _message(text).get("result") in ("invalid", "illegal")

    def wrong(self, kind: str, text: str, greeting: str) -> tuple[str, str] | None:
        """The client_id, in the document's profile."""
        said, given = _message(text).get("client_id"), self.server.secret(greeting)
        if self.server.profile or said == given or (kind == "client_hello" and said is not None):
            return None  # (whoever comes back says hello with the client_id of old)
        return "1.1", f"client_id is {said}, not the {given} of server_hello"


# -- Sagrada ----------------------------------------------------------------------------------------------------------


class SagradaTextClientKit(ClientKit):
    """How a client of sagrada-text is examined."""

    sections = (
        Section("login", "Login: LOGIN", "The client says a username and a password, without blanks."),
        Section(
            "round", "Round Evolution: GAME end_turn, new_match", "A player ends the turn, or asks for a new match."
        ),
        Section(
            "acks",
            "Round Evolution, Board Objects Retrieval: ACK",
            "Each GAME and SEND message is acknowledged with ACK (which the program of the time never did).",
            ruling=True,
        ),
        Section(
            "board", "Board Objects Retrieval: GET", "What lies on the table can be asked for, by the listed words."
        ),
        Section("management", "Game Management", "Dice are listed, selected, chosen for and placed, in this order."),
        Section("tools", "Toolcards-Specific Messages", "TOOL enable names a tool, TOOL can_continue asks to go on."),
        Section(
            "turns", "The Loop", "Each message has its place in the turn, and only the player whose turn it is acts."
        ),
        Section("debug", "Debug", "A message that is refused is not sent again as it was."),
        Section("status", "Player Status: QUIT", "Who leaves says QUIT."),
        Section("ping", "Connection Status Detection", "PING is answered with PONG."),
        Section("forms", "Socket Protocol", "Every line begins with a word of the document."),
        WHOLE_GAME,
    )
    requests: ClassVar[Mapping[str, Form]] = {
        "LOGIN": Form("login", order="login"),
        "PONG": Form("ping"),
        "ACK": Form("acks"),
        "QUIT": Form("status"),
        "GAME new_match": Form("round"),
        "GAME end_turn": Form("round"),
        "GET": Form("board"),
        "GET schema": Form("board"),
        "GET favor_tokens": Form("board"),
        "GET_DICE_LIST": Form("management"),
        "SELECT": Form("management"),
        "GET_PLACEMENTS_LIST": Form("management"),
        "CHOOSE": Form("management"),
        "DISCARD": Form("management"),
        "BACK": Form("management"),
        "TOOL enable": Form("tools"),
        "TOOL can_continue": Form("tools"),
    }
    order = "turns"
    refusals = "debug"
    pong = "PONG"
    replies = ("ACK", "acks")

    def __init__(self, server: ServerKit) -> None:
        super().__init__(server)
        if server.profile:
            self.replies = ("", "")  # type: ignore[misc]  # the program of the time knows nothing of it

    def kind(self, text: str) -> str:
        """One word, or two."""
        words = text.split()
        pair = " ".join(words[:2])
        return pair if pair in self.requests else words[0] if words else ""

    def fields(self, text: str) -> Sequence[str]:
        """Words have no names."""
        return ()

    def refuses(self, text: str) -> bool:
        """``ko``, or one of the refusals."""
        return text.startswith(("INVALID", "ILLEGAL")) or text in ("LOGIN ko", "CHOICE ko", "TOOL ko")

    def wants_reply(self, text: str) -> bool:
        """What must be acknowledged."""
        return text.startswith(("GAME ", "SEND "))


class SagradaJsonClientKit(JsonClientKit):
    """How a client of sagrada-json is examined."""

    key = "id"
    sections = (
        Section("login", "Login phase", "Asked to, the client says its username."),
        Section("windows", "Windows phase", "The client names one of its four windows."),
        Section("turn", "Turn phase", "Only the player whose turn it is places dice and uses tools."),
        Section("place", "Placing a die in the window", "place says x, y and the index of the die."),
        Section("toolcardA", "Using tool card 1, 5, 6 or 10", "toolcardA says num, dieIndex and action."),
        Section("toolcardB", "Using tool card 2 or 3", "toolcardB says num, x, y, a and b."),
        Section("toolcardC", "Using tool card 4 or 12", "toolcardC says the same of one or two dice."),
        Section("toolcardD", "Using tool card 8 or 9", "toolcardD says num, dieIndex, x and y."),
        Section("toolcardE", "Using tool card 7", "toolcardE says num."),
        Section("show_table", "Looking at objectives and tool cards", "The client asks for them with show_table."),
        Section("pass", "Passing the turn", "The client says pass."),
        Section("errors", "Turn phase: errors", "What got an error is not sent again as it was."),
        Section("reconnect", "Reconnection, quit", "Who was suspended asks to reconnect; who leaves says quit."),
        Section("forms", "Network Protocol", "Every message is a JSON object with an id of the document."),
        WHOLE_GAME,
    )
    requests: ClassVar[Mapping[str, Form]] = {
        "login": Form("login", ("username",), order="login"),
        "window": Form("windows", ("windowName",), order="windows"),
        "place": Form("place", ("x", "y", "index")),
        "toolcardA": Form("toolcardA", ("num", "dieIndex", "action")),
        "toolcardB": Form("toolcardB", ("num", "x", "y", "a", "b")),
        "toolcardC": Form("toolcardC", ("num", "x", "y", "a", "b"), ("x2", "y2", "a2", "b2")),
        "toolcardD": Form("toolcardD", ("num", "dieIndex", "x", "y")),
        "toolcardE": Form("toolcardE", ("num",)),
        "show_table": Form("show_table"),
        "pass": Form("pass"),
        "reconnect": Form("reconnect"),
        "quit": Form("reconnect"),
    }
    order = "turn"
    refusals = "errors"

    def refuses(self, text: str) -> bool:
        """An error."""
        return _message(text).get("id") == "error"


# -- Masters of Renaissance -------------------------------------------------------------------------------------------

_TURNS = Section("turns", "Game phase - Turns", "Only the player whose turn it is acts, and once: then the turn ends.")


class RenaissanceJsonClientKit(JsonClientKit):
    """How a client of renaissance-json is examined."""

    sections = (
        Section("nickname", "Connecting/choosing a nickname", "req_nickname says the nickname."),
        Section("players_count", "Choosing the number of players", "The first player, when told so, says the count."),
        Section("leader_choice", "Choosing leader cards", "req_leader_choice says the ids that are kept."),
        Section("resources_choice", "Choosing starting resources", "req_resources_choice says what is chosen."),
        Section("swap_shelves", "Swapping two shelves' content", "req_swap_shelves says the two."),
        Section("leader_actions", "Leader actions", "Leaders are activated and discarded by their place in the hand."),
        Section("get_market", "Getting resources from the market", "req_get_market says the line and where all goes."),
        Section("buy_dev_card", "Buy a development card", "req_buy_dev_card says card, slot and payment."),
        Section("activate_prod", "Activate productions", "req_activate_prod says all productions of the turn."),
        _TURNS,
        Section("errors", "Errors", "What got an error is not sent again as it was."),
        Section("forms", "Message structure", "Every message is a JSON object with a type of the document."),
        WHOLE_GAME,
    )
    requests: ClassVar[Mapping[str, Form]] = {
        "req_nickname": Form("nickname", ("nickname",), order="nickname"),
        "req_players_count": Form("players_count", ("count",), order="players_count"),
        "req_leader_choice": Form("leader_choice", ("choice|leaders_id",), order="leader_choice"),
        "req_resources_choice": Form("resources_choice", ("choice|init_res",), order="resources_choice"),
        "req_swap_shelves": Form("swap_shelves", ("choice|shelves",)),
        "req_activate_leader": Form("leader_actions", ("choice|leader_id",)),
        "req_discard_leader": Form("leader_actions", ("choice|leader_id",)),
        "req_get_market": Form(
            "get_market",
            ("market_index", "isRow"),
            ("discard_index", "leaders_choice", "replacements", "shelf_choice"),
        ),
        "req_buy_dev_card": Form("buy_dev_card", ("slot_index", "row_index|level", "col_index|color"), ("res_choice",)),
        "req_activate_prod": Form(
            "activate_prod",
            ("productions",),
            ("inputBlanksRepl", "outputBlanksRepl", "inputShelves", "outputShelves"),
        ),
        "req_turn_end": Form("turns"),
    }
    order = "turns"
    refusals = "errors"
    asks_number = True

    def kind(self, text: str) -> str:
        """The document has two spellings of some requests."""
        name = super().kind(text)
        return f"req_{name}" if f"req_{name}" in self.requests else name

    def fields(self, text: str) -> Sequence[str]:
        """What lies in ``choice``, if that is an object with names; or beside the type."""
        message = _message(text)
        choice = message.get("choice")
        if isinstance(choice, dict) and self.kind(text) not in ("req_resources_choice",):
            return list(choice)
        return super().fields(text)

    def refuses(self, text: str) -> bool:
        """An error."""
        return "err" in str(_message(text).get("type")).split("_")


class RenaissanceStepsClientKit(JsonClientKit):
    """How a client of renaissance-steps is examined."""

    sections = (
        Section("setup", "SETUP", "Asked to, the client says its nickname, and the number of players."),
        Section("player_setup", "PLAYER SETUP", "Two leaders are chosen, then the bonus resources, then one passes."),
        Section(
            "turns", "GAME START", "Each command has its place in the turn; only the player whose turn it is acts."
        ),
        Section("market", "BUY FROM MARKET", "A line is named; what is pending is deposited or discarded, one by one."),
        Section("production", "ACTIVATE PRODUCTION", "Productions are toggled, paid for, and activated."),
        Section("buy_card", "BUY CARD", "Resources are picked up, then the card is named."),
        Section("leaders", "MESSAGES: playLeader, discardLeader", "Leaders are named by id or index."),
        Section("errors", "GAME START: ErrorMessage", "After an error the player does another thing."),
        Section("ping", "SETUP: pinger", "PingRequest is answered with PingResponse."),
        Section("forms", "MESSAGES", 'Every message is {"type": …, "data": …}, with a name of the document.'),
        WHOLE_GAME,
    )
    order = "turns"
    refusals = "errors"
    pong = "PingResponse"
    asks_number = True

    def __init__(self, server: ServerKit) -> None:
        super().__init__(server)
        self._program = bool(server.profile)
        self.requests = {  # type: ignore[misc]  # fields have other names in the program
            name: self._form(section, RenaissanceSteps.machine.payloads[name]) for name, section in _STEPS.items()
        }

    def _form(self, section: str, shape: type[Any]) -> Form:
        """The fields of a command, by the document's names or by the program's."""
        if not issubclass(shape, Payload):
            return Form(section, order=section if section == "setup" else "")
        either = set(shape.EITHER)
        if shape.LIST and not self._program:
            return Form(section, ("id",))
        names = {
            field: shape.ALSO.get(field, field) if self._program and field not in shape.SAME else field
            for field in shape.__struct_fields__
        }
        needs = tuple(name for field, name in names.items() if field not in either)
        some = "|".join(name for field, name in names.items() if field in either)
        return Form(section, (*needs, some) if some else needs, order=section if section == "setup" else "")

    def kind(self, text: str) -> str:
        """The document's name of a command, or of the program's class for it."""
        name = super().kind(text).rpartition(".")[2]
        return CLASS_NAMES.get(name, name)

    def fields(self, text: str) -> Sequence[str]:
        """What lies in ``data``; of a list what its elements have."""
        data = _message(text).get("data") or {}
        if isinstance(data, list):
            return sorted({key for each in data for key in (each if isinstance(each, dict) else {"id": each})})
        return list(data) if isinstance(data, dict) else ["data"]

    def wrong(self, kind: str, text: str, greeting: str) -> tuple[str, str] | None:
        """Whose names are used: the document's, or the program's with their packages."""
        said = super().kind(text)
        if set(_message(text)) - {"type", "data"}:
            return "forms", f"{said} has more than type and data"
        package = ""
        if self._program:
            package = MESSAGES if kind in ("RegisterResponse", "PlayerNumberResponse", "PingResponse") else COMMANDS
        name = said.removeprefix(package) if package and said.startswith(package) else said
        right = name in CLASS_NAMES or name in _PROGRAM if self._program else name == kind
        if not right or bool(package) != (name != said):
            return "forms", f"{said} is not how {'the program' if self._program else 'the document'} calls {kind}"
        return None

    def refuses(self, text: str) -> bool:
        """An ErrorMessage."""
        return str(_message(text).get("type")).endswith("ErrorMessage")


_PROGRAM = (
    *("RegisterResponse", "PlayerNumberResponse", "PingResponse"),
    *("ProductionUnknownCommand", "ToggleProductionCommand"),
)
"""The program's names that the document has too, or nothing for."""

_STEPS: Mapping[str, str] = {
    "PingResponse": "ping",
    **dict.fromkeys(("RegisterResponse", "PlayerNumberResponse"), "setup"),
    **dict.fromkeys(("chooseLeader", "chooseResourceToDeposit"), "player_setup"),
    "passTurn": "turns",
    **dict.fromkeys(("playLeader", "discardLeader"), "leaders"),
    **dict.fromkeys(
        ("buyAtMarketInterface", "transformWhiteIn", "depositResource", "discardResource", "moveResource"), "market"
    ),
    **dict.fromkeys(
        (
            *("pickUpResourceFromWarehouse", "pickUpResourceFromStrongbox", "revertPickUp", "toggleDiscount"),
            "buyCard",
        ),
        "buy_card",
    ),
    **dict.fromkeys(
        (
            *("substituteUnknownInInputBaseProduction", "substituteUnknownInOutputBaseProduction"),
            *("substituteUnknownInInputExtraProduction", "substituteUnknownInOutputExtraProduction"),
            *("ProductionUnknownCommand", "toggleBaseProd", "toggleCardProd", "ToggleProductionCommand"),
            *("toggleExtraProd", "activateProductions"),
        ),
        "production",
    ),
}
"""The section of every command."""


class RenaissanceEventsClientKit(JsonClientKit):
    """How a client of renaissance-events is examined."""

    sections = (
        Section(
            "connection", "Messages of the connection", "The client begins with ReqWelcome and answers the server's."
        ),
        Section("heartbeat", "Messages of the connection: ReqHeartbeat", "Who is asked for a sign of life gives one."),
        Section("goodbye", "Messages of the connection: ReqGoodbye", "Who leaves says ReqQuit, then ReqGoodbye."),
        Section("lobby", "What a client asks: ReqJoin, ReqNewGame", "The nickname, and from the first how many play."),
        Section("setup", "What a client asks: ReqChooseLeaders, ReqChooseResources", "Two leaders, then resources."),
        Section("market", "What a client asks: ReqTakeFromMarket", "The line, replacements, and where things go."),
        Section("purchase", "What a client asks: ReqBuyDevCard", "Colour, level, slot and payment."),
        Section("productions", "What a client asks: ReqActivateProductions", "All productions of the turn at once."),
        Section("swap", "What a client asks: ReqSwapShelves", "Two containers of one's own."),
        Section("leaders", "What a client asks: ReqLeaderAction", "A leader, and whether it is put into play."),
        Section("turns", "What a client asks: ReqEndTurn; ErrAction", "Each request has its moment in the own turn."),
        Section("errors", "Errors", "What got an error is not sent again as it was."),
        Section("forms", "A message", "One JSON object a line, with a type of the protocol."),
        WHOLE_GAME,
    )
    requests: ClassVar[Mapping[str, Form]] = {
        **dict.fromkeys(("ReqWelcome", "ResWelcome"), Form("connection")),
        "ErrProtocol": Form("connection", (), ("msg",)),
        **dict.fromkeys(("ReqHeartbeat", "ResHeartbeat"), Form("heartbeat")),
        **dict.fromkeys(("ReqGoodbye", "ResGoodbye", "ReqQuit"), Form("goodbye")),
        "ReqJoin": Form("lobby", ("nickname",), order="lobby"),
        "ReqNewGame": Form("lobby", ("playersCount",), order="lobby"),
        "ReqChooseLeaders": Form("setup", ("leaders",), order="setup"),
        "ReqChooseResources": Form("setup", ("shelves",), order="setup"),
        "ReqTakeFromMarket": Form("market", ("isRow", "index", "replacements", "shelves")),
        "ReqBuyDevCard": Form("purchase", ("color", "level", "devSlot", "resContainers")),
        "ReqActivateProductions": Form("productions", ("prodRequests",)),
        "ReqSwapShelves": Form("swap", ("shelf1", "shelf2")),
        "ReqLeaderAction": Form("leaders", ("leader", "isActivate")),
        "ReqEndTurn": Form("turns"),
    }
    order = "turns"
    refusals = "errors"
    pong = "ResHeartbeat"
    any_line = True
    asks_number = True

    def refuses(self, text: str) -> bool:
        """An error."""
        return str(_message(text).get("type")).startswith("Err")


CLIENT_KITS: dict[str, type[ClientKit]] = {
    "splendor-json": SplendorClientKit,
    "sagrada-text": SagradaTextClientKit,
    "sagrada-json": SagradaJsonClientKit,
    "renaissance-json": RenaissanceJsonClientKit,
    "renaissance-steps": RenaissanceStepsClientKit,
    "renaissance-events": RenaissanceEventsClientKit,
}
"""How a client of each protocol is examined, given the kit for its servers."""
