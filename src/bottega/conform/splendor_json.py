"""The document of splendor-json, section by section, and how its boards are read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any, cast
from uuid import UUID

import msgspec

from bottega.conform.kit import SECRETS, TEXT, WHOLE_GAME, Heard, Impossible, Moment, Probe, ServerKit
from bottega.conform.reference import Deal
from bottega.conform.report import Section
from bottega.games import splendor
from bottega.games.core import Action, AnyGame, apply_all
from bottega.games.splendor import CARDS, COLOURS
from bottega.games.splendor.cards import LEVELS
from bottega.games.splendor.model import EMPTY, SLOTS, Options, Phase, Player, State, full_bank
from bottega.players.player import Player as RandomPlayer
from bottega.players.splendor_json import SplendorPlayer
from bottega.wire.splendor_json.dialect import OPTIONS
from bottega.wire.splendor_json.profile import PROFILES

FORMS = "forms"
IDS = "1.1"

SECTIONS = (
    Section(
        IDS,
        "Opis kluczy: client_id",
        "The secret client_id is in every request; one that names another is refused and changes nothing.",
        ruling=True,
    ),
    Section(
        "2.2", "Przywitanie serwera", "The server speaks first: server_hello, with a client_id of this player's own."
    ),
    Section(
        "2.4",
        "Weryfikacja nicku",
        "A nick of 3 to 10 characters that is free is verified with ok; any other with invalid and a message, and the "
        "player may choose again. Who is accepted is counted and listed.",
    ),
    Section("3", "Ruch gracza", "A player moves in their own turn only: anybody else's move is refused."),
    Section(
        "3.1.1",
        "Kupno karty",
        "buy_card names a card that lies where it says and that can be paid; else illegal.",
    ),
    Section(
        "3.1.2",
        "Rezerwacja karty",
        "claim_card takes a card from the table into a hand that is empty; any other claim is illegal.",
    ),
    Section(
        "3.1.3", "Pobranie klejnotów", "get_gems takes two gems of one colour or three of different ones, nothing else."
    ),
    Section(
        "3.2",
        "Weryfikacja ruchu",
        "Every move is answered with move_verification: ok, or illegal with a message; after illegal the same player "
        "may move again, and nothing has changed.",
    ),
    Section("4", "Dodatkowa akcja na koniec tury", "A turn is over with end_of_round ok, and not before."),
    Section(
        "4.1",
        "Odpowiedź serwera z żądaniem dodatkowego ruchu",
        "Who has more than ten gems is asked to discard_gems; to whom several nobles would come, to select_noble from "
        "a list of them.",
    ),
    Section("4.2", "Odpowiedzi klienta", "A wrong answer to such a question gets the same question again."),
    Section(
        "5",
        "Przesłanie zmian stanu gry",
        "After every turn everybody is sent game_board: whose turn it is, bank, players, cards and nobles.",
    ),
    Section(
        "6",
        "Zakończenie gry",
        "When somebody has 15 points and all have had equally many turns everybody is told game_over with the winner, "
        "and is disconnected.",
    ),
    Section(SECRETS, "Opis kluczy: client_id", "Nobody is told another player's client_id."),
    Section(
        FORMS,
        "Opis kluczy",
        "What cannot be read, and requests that there are not, are refused and change nothing.",
        ruling=True,
    ),
    WHOLE_GAME,
)

KINDS = {
    "server_hello": "2.2",
    "nick_verification ok": "2.4",
    "nick_verification invalid": "2.4",
    "move_verification ok": "3.2",
    "move_verification illegal": "3.2",
    "end_of_round ok": "4",
    "end_of_round discard_gems": "4.1",
    "end_of_round select_noble": "4.1",
    "game_start": "5",
    "game_board": "5",
    "game_over": "6",
}

GEMS = ("white", "green", "blue", "black", "red")
MOVES = ("buy_card", "claim_card", "get_gems")


def _request(moment: Moment, who: str, kind: str, **fields: object) -> str:
    return json.dumps({"request_type": kind, "client_id": moment.secrets[who], **fields})


def _asked(moment: Moment) -> dict[str, Any]:
    asked: dict[str, Any] = json.loads(moment.request)
    return asked


def _hello(moment: Moment, nick: str) -> str | None:
    if _asked(moment)["request_type"] != "client_hello":
        return None
    return _request(moment, moment.mover, "client_hello", nick=nick, client_version="1.0")


def _moving(moment: Moment) -> Player | None:
    """Who is about to make a main move, None if nobody is."""
    if moment.state is None or _asked(moment)["request_type"] not in MOVES or moment.state.phase is not Phase.MAIN:
        return None
    player: Player = moment.state.players[moment.seats[moment.mover]]
    return player if moment.state.seat == moment.seats[moment.mover] else None


class SplendorKit(ServerKit):
    """How a server of splendor-json is examined."""

    dialect = "splendor-json"
    sections = SECTIONS
    kinds = KINDS
    lobby = frozenset({"2.2", "2.4"})
    closing = "6"
    dealt = "5"

    def __init__(self, profile: str = "") -> None:
        super().__init__(profile)
        self.original = profile == "original"
        self._first_card, self._first_noble = PROFILES[profile].first_card, PROFILES[profile].first_noble
        self.probes = tuple(  # type: ignore[misc]  # they know how cards are numbered
            Probe(section, make, by_other) for section, make, by_other in _probes(self._first_card, self.original)
        )
        if self.original:
            self.closing = ""  # type: ignore[misc]  # that program stays until its next request

    def player(self, name: str, chance: Random, seats: int) -> RandomPlayer:
        """A player that plays at random."""
        return SplendorPlayer(name, chance, original=self.original)

    def size(self, greeting: str) -> int | None:
        """The document's greeting says how many play."""
        said = json.loads(greeting)["number_of_players"]
        return said if not self.original and isinstance(said, int) and said in range(2, 5) else None

    def secret(self, greeting: str) -> str:
        """The client_id."""
        return str(json.loads(greeting).get("set_client_id", ""))

    def read(self, text: str, state: Any) -> tuple[str, Any]:
        """Words for people are only looked for; cards, nobles, players and nicks lie in any order."""
        answer: dict[str, Any] = json.loads(text)
        first = next(iter(answer))
        kind = str(answer["answer_type"])
        result = answer.get("result")
        kind = f"{kind} {result}" if result is not None else kind
        value = {"the first key": first, **answer}
        if kind in ("nick_verification invalid", "move_verification illegal"):
            message = answer.get("message")
            value["message"] = TEXT if isinstance(message, str) and message else message
        else:
            value.pop("message", None)
        if kind == "server_hello":
            UUID(answer["set_client_id"])
            value["set_client_id"] = TEXT
            if "server_version" in answer:
                value["server_version"] = TEXT
        if isinstance(answer.get("nicknames"), list):
            value["nicknames"] = sorted(answer["nicknames"])
        if isinstance(answer.get("nobles"), list):
            value["nobles"] = sorted(answer["nobles"])
        if kind in ("game_board", "game_start"):
            self._laid_out(value, splendor_over(state))
        return kind, value

    def _laid_out(self, value: dict[str, Any], over: bool) -> None:
        if self.original:
            board = value["Board"] = json.loads(value["Board"])
            rows = board["developmentCardsOnBoard"]
            for level in rows:
                rows[level] = sorted(rows[level], key=lambda card: card["id"])
            board["nobles"]["nobles"] = sorted(board["nobles"]["nobles"], key=lambda noble: noble["id"])
            return
        value["cards"] = {level: sorted(cards) for level, cards in value["cards"].items()}
        value["players"] = sorted((dict(player) for player in value["players"]), key=lambda player: player["nick"])
        if over:  # whose turn it would be is nobody's affair any more
            value["next_player"] = TEXT
            for player in value["players"]:
                player["active"] = TEXT

    def _boards(self, heard: Heard) -> list[dict[str, Any]]:
        found = []
        for texts in heard.values():
            for text in texts:
                answer = json.loads(text)
                if answer.get("answer_type") in ("game_board", "game_start"):
                    found.append(self._plain(answer))
        return found

    def _plain(self, answer: dict[str, Any]) -> dict[str, Any]:
        """What a board says in our numbers: who plays in which order, cards, nobles."""
        if not self.original:
            names = [player["nick"] for player in answer["players"]]
            rows = [answer["cards"][f"level{level}"] for level in LEVELS]
            return {
                "names": names,
                "first": answer["next_player"],
                "rows": rows,
                "nobles": [noble - self._first_noble for noble in answer["nobles"]],
            }
        board = json.loads(answer["Board"])
        rows = [[card["id"] for card in board["developmentCardsOnBoard"][f"level{level}"]] for level in LEVELS]
        return {
            "names": list(board["players"]),
            "first": board["activePlayer"]["nick"],
            "rows": [[card - self._first_card for card in row if card] for row in rows],
            "nobles": [noble["id"] - self._first_noble for noble in board["nobles"]["nobles"]],
        }

    def deal(self, heard: Heard) -> Deal | None:
        """The first board shows everything that was dealt."""
        boards = self._boards(heard)
        if not boards:
            return None
        board = boards[0]
        rows: list[list[int]] = board["rows"]
        for level, row in zip(LEVELS, rows, strict=True):
            wrong = [card for card in row if not 0 <= card < len(CARDS) or CARDS[card].level != level]
            if wrong or len(set(row)) != SLOTS or len(row) != SLOTS:
                told = [card + self._first_card for card in row]
                raise Impossible(f"level{level} is dealt {told}: four different cards of that level should lie there")
        nobles = board["nobles"]
        if not len(set(nobles)) == len(nobles) == len(board["names"]) + 1 or not all(
            0 <= noble < 10 for noble in nobles
        ):
            told, first = [noble + self._first_noble for noble in nobles], self._first_noble
            raise Impossible(
                f"the nobles are {told}: there should be one more than players, each another of {first} to {first + 9}"
            )
        at = board["names"].index(board["first"])
        names = board["names"][at:] + board["names"][:at]
        decks = tuple(
            tuple(card.id for card in CARDS if card.level == level and card.id not in row)
            for level, row in zip(LEVELS, rows, strict=True)
        )
        face_up = tuple(card for row in rows for card in row)
        options = msgspec.convert(OPTIONS, Options)
        players = (Player(),) * len(names)
        state = State(options, 1, 0, Phase.MAIN, 0, full_bank(len(names)), face_up, decks, tuple(nobles), players)
        return Deal(tuple(names), state)

    def foresee(self, state: State, seat: int, actions: Sequence[Action], heard: Heard) -> State | None:
        """Cards that were turned up lie on the board that ends the turn; a question, or a refusal, comes without it."""
        boards = self._boards(heard)
        if not boards:
            kinds = [self.read(text, state)[0] for texts in heard.values() for text in texts]
            early = any(kind.endswith(("illegal", "discard_gems", "select_noble")) for kind in kinds)
            return state if early else None
        after: State = apply_all(cast(AnyGame, splendor), state, seat, actions)[-1].after
        for at, told in enumerate(boards[-1]["rows"]):
            row = [card for card in after.face_up[at * SLOTS : (at + 1) * SLOTS] if card != EMPTY]
            new, drawn = [card for card in told if card not in row], [card for card in row if card not in told]
            if len(new) == len(drawn) == 1:
                state = _swapped(state, at, drawn[0], new[0], self._first_card)
        return state


def splendor_over(state: Any) -> bool:
    """Whether a game of Splendor has ended."""
    return isinstance(state, State) and state.phase is Phase.OVER


def _swapped(state: State, at: int, drawn: int, told: int, first: int) -> State:
    """The state with two unseen cards of a level in each other's places."""
    if told not in state.decks[at] and told not in state.face_up:
        raise Impossible(f"card {told + first} is turned up, which is not in the deck of level {at + 1}")
    swap = {drawn: told, told: drawn}
    decks = tuple(tuple(swap.get(card, card) for card in deck) for deck in state.decks)
    face_up = tuple(swap.get(card, card) for card in state.face_up)
    return msgspec.structs.replace(state, decks=decks, face_up=face_up)


def _probes(first: int, original: bool) -> list[tuple[str, Any, bool]]:
    """What must be refused, by section."""

    def buy(moment: Moment) -> str | None:
        """A card that cannot be paid."""
        player = _moving(moment)
        if player is None:
            return None
        dear = [card for card in moment.state.face_up if card != EMPTY and not _pays(player, card)]
        if not dear:
            return None
        return _request(moment, moment.mover, "buy_card", place="table", card_id=dear[0] + first)

    def buy_elsewhere(moment: Moment) -> str | None:
        """A card of the table out of the hand."""
        if _moving(moment) is None:
            return None
        card = next(card for card in moment.state.face_up if card != EMPTY)
        return _request(moment, moment.mover, "buy_card", place="hand", card_id=card + first)

    def buy_nothing(moment: Moment) -> str | None:
        if _moving(moment) is None:
            return None
        return _request(moment, moment.mover, "buy_card", place="table", card_id=len(CARDS) + first + 9)

    def claim_hidden(moment: Moment) -> str | None:
        """A card that is still in a deck."""
        if _moving(moment) is None or not moment.state.decks[0]:
            return None
        return _request(moment, moment.mover, "claim_card", card_id=moment.state.decks[0][0] + first)

    def claim_again(moment: Moment) -> str | None:
        """A second card."""
        player = _moving(moment)
        if player is None or not player.reserved:
            return None
        card = next(card for card in moment.state.face_up if card != EMPTY)
        return _request(moment, moment.mover, "claim_card", card_id=card + first)

    def gems(**wanted: int) -> Any:
        def make(moment: Moment) -> str | None:
            if _moving(moment) is None:
                return None
            return _request(moment, moment.mover, "get_gems", **{colour: wanted.get(colour, 0) for colour in GEMS})

        return make

    def gems_gone(moment: Moment) -> str | None:
        """Three colours, of which one is not there."""
        if _moving(moment) is None:
            return None
        bank = dict(zip(COLOURS, moment.state.bank, strict=False))
        gone, there = [colour for colour in GEMS if not bank[colour]], [colour for colour in GEMS if bank[colour]]
        if not gone or len(there) < 3:
            return None
        taken = [gone[0], *there[:2]]
        return _request(moment, moment.mover, "get_gems", **{colour: int(colour in taken) for colour in GEMS})

    def out_of_turn(moment: Moment) -> str | None:
        """The mover's own request, from somebody else."""
        if _moving(moment) is None:
            return None
        return json.dumps({**_asked(moment), "client_id": moment.secrets[moment.other]})

    def discard_less(moment: Moment) -> str | None:
        asked = _asked(moment)
        if asked["request_type"] != "discard_gems" or moment.state is None or moment.state.phase is not Phase.RETURN:
            return None
        return json.dumps({**asked, **dict.fromkeys(GEMS, 0)})

    def wrong_noble(moment: Moment) -> str | None:
        asked = _asked(moment)
        if asked["request_type"] != "select_noble" or moment.state is None or moment.state.phase is not Phase.NOBLE:
            return None
        return json.dumps({**asked, "noble_id": 1000})

    def stolen(moment: Moment) -> str | None:
        """The mover's request with a client_id that nobody has."""
        if _moving(moment) is None:
            return None
        return json.dumps({**_asked(moment), "client_id": "00000000-0000-4000-8000-000000000000"})

    def unknown(moment: Moment) -> str | None:
        return None if _moving(moment) is None else _request(moment, moment.mover, "steal_gems")

    def garbled(moment: Moment) -> str | None:
        return None if _moving(moment) is None else "this is no JSON"

    taken = ("2.4", lambda moment: None if moment.other == moment.mover else _hello(moment, moment.other), False)
    probes = [
        ("3", out_of_turn, True),
        ("3.1.1", buy, False),
        ("3.1.1", buy_elsewhere, False),
        ("3.1.1", buy_nothing, False),
        ("3.1.2", claim_hidden, False),
        ("3.1.2", claim_again, False),
        ("3.1.3", gems(white=1, green=1, blue=1, red=1), False),
        ("3.1.3", gems(white=2, green=1), False),
        ("3.1.3", gems(black=3), False),
        ("3.1.3", gems_gone, False),
        ("4.2", discard_less, False),
        ("4.2", wrong_noble, False),
        (FORMS, unknown, False),
        (FORMS, garbled, False),
    ]
    if original:
        return probes
    return [
        *probes,
        ("2.4", lambda moment: _hello(moment, "ab"), False),
        ("2.4", lambda moment: _hello(moment, "elevenchars"), False),
        taken,
        (IDS, stolen, False),
    ]


def _pays(player: Player, card: int) -> bool:
    *coloured, gold = player.tokens
    prices = zip(CARDS[card].cost, player.bonuses, coloured, strict=True)
    return sum(max(0, cost - bonus - held) for cost, bonus, held in prices) <= gold
