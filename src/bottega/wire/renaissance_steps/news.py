"""renaissance-steps: what happened at the table, told in updates.

Every action of anybody, whatever dialect it came in, becomes the updates that the program of the time would have sent
for it; then, in the document's profile, one ``DepositsUpdate`` with the whole storage of whoever moved, so that no
picture can drift. Only ``PendingResourcesUpdate`` and ``LeadersInHandUpdate`` are for the actor alone. Everything here
comes from what all may see, and from the viewer's own leaders.

Updates name no player in the program's words: they mean the current one. The document's profile adds ``nickname``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bottega.games.core import Action, Skip, Step
from bottega.games.renaissance.actions import (
    Bonus,
    Buy,
    Collect,
    Discard,
    DiscardLeader,
    EndTurn,
    Keep,
    Market,
    Move,
    PlayLeader,
    ProduceBasic,
    ProduceCard,
    ProduceLeader,
    Revert,
    Store,
    Swap,
    White,
)
from bottega.games.renaissance.model import DONE, NO_KIND, OVER, PRODUCING, SETUP, START, STORING, Player, State
from bottega.games.renaissance.setup import KEPT
from bottega.games.renaissance.solo import FORWARD_TWO, SHUFFLE
from bottega.table.position import Result
from bottega.wire.renaissance_steps import words
from bottega.wire.renaissance_steps.bench import card_column, card_row
from bottega.wire.renaissance_steps.words import CARD_NAMES, ENUMS, LABELS, LEADER_NAMES, Data, Style, Update

STARTSETUPTURN, ENDSETUPTURN = "STARTSETUPTURN", "ENDSETUPTURN"
STARTTURN, PICKUPPHASE, DEPOSITPHASE, ENDTURN = "STARTTURN", "PICKUPPHASE", "DEPOSITPHASE", "ENDTURN"

_TURN_PHASES = {START: STARTTURN, STORING: DEPOSITPHASE, PRODUCING: PICKUPPHASE, DONE: ENDTURN, OVER: ENDTURN}

_PAYING = (Buy, ProduceBasic, ProduceCard, ProduceLeader, Collect, Revert, Skip)
"""After these the original profile tells the whole storage too."""

Names = Sequence[str]


def turn_phase(state: State, seat: int, picked: bool = False) -> str:
    """The phase of a seat's turn in the program's words."""
    if state.phase == SETUP:
        return ENDSETUPTURN if state.players[seat].ready else STARTSETUPTURN
    return PICKUPPHASE if picked else _TURN_PHASES[state.phase]


def game_phase(state: State) -> str:
    """The phase of the game in the program's words."""
    return "SETUP" if state.phase == SETUP else "ENDGAME" if state.ending else "ONGOING"


# -- single updates ---------------------------------------------------------------------------------------------------


def new_turn(name: str, phase: str) -> Update:
    """Whose turn it is."""
    return Update("NewTurnUpdate", {"currNickname": name, "gamePhase": phase})


def lorenzo(state: State, style: Style, drawn: bool = True) -> Update:
    """The solo game goes on: where the black cross is, and the token revealed."""
    data: Data = {"lorenzoPosition": state.cross}
    if drawn and state.token is not None:
        data["lastUsedToken"] = _token(state.token, style)
    data["gamePhase"] = game_phase(state)
    return Update("LorenzoUpdate", data, {"cardMatrix": words.matrix(state, style.open_piles)})


def _token(token: int, style: Style) -> Data:
    if token == SHUFFLE:
        return {"type": f"{style.token_package}TokenPushShuffle", "data": {"quantity": 1}}
    if token in FORWARD_TWO:
        return {"type": f"{style.token_package}TokenPush", "data": {"quantity": 2}}
    return {"type": f"{style.token_package}TokenDiscard", "data": {"color": words.COLOURS[token], "quantity": 2}}


def whole_storage(player: Player, name: str, phase: str) -> Update:
    """Everything a player owns, place by place."""
    data: Data = {"deposits": words.deposits(player), "strongbox": words.strongbox(player), "turnPhase": phase}
    return Update("DepositsUpdate", data, {"nickname": name})


def positions(state: State, names: Names) -> Data:
    """Where everybody stands on the faith track."""
    return {name: player.faith for name, player in zip(names, state.players, strict=True)}


def favours(state: State, names: Names) -> Data:
    """Everybody's pope's favour tiles."""
    return {
        name: {str(number): words.TILES[tile] for number, tile in enumerate(player.tiles, start=1)}
        for name, player in zip(names, state.players, strict=True)
    }


def _report(state: State, names: Names) -> Update:
    data: Data = {"positions": positions(state, names), "popeFavors": favours(state, names), "lorenzoPos": state.cross}
    return Update("PopeFavorUpdate", data)


def start(state: State, names: Names, seat: int, style: Style) -> Update:
    """The game begins; ``cards`` are the leaders that this seat may choose from."""
    return Update(
        "StartGameUpdate",
        {
            "playerOrder": list(names),
            "cards": words.leaders(state.players[seat].offered),
            "faithPaths": positions(state, names),
            "marbles": words.marbles(state),
            "cardMatrix": words.matrix(state, style.open_piles),
        },
    )


def leaders_in_hand(player: Player) -> Update:
    """The player's own leaders that are neither played nor discarded."""
    return Update("LeadersInHandUpdate", {"leadersInHand": words.leaders(player.hand)})


def pending(state: State) -> Update:
    """What the player on turn must still store or discard."""
    return Update("PendingResourcesUpdate", {"pending": words.waiting(state)})


# -- an entry of the log ----------------------------------------------------------------------------------------------


def told(steps: Sequence[Step], names: Names, me: int, style: Style) -> Iterator[Update]:
    """The updates for moves in the game proper (what happens at set-up is told by :func:`bonuses`)."""
    unsaid = False
    for step in steps:
        before, after, action = _typed(step)
        unsaid |= _tells_storage(before, after, step.seat, action, style)
        if isinstance(action, EndTurn | Skip):
            if unsaid:
                yield _storage(after, step.seat, names)
            unsaid = False
            yield from _turn_over(before, after, names, style)
        else:
            yield from _played(before, after, step.seat, action, names, me, style)
    if steps and unsaid and after.phase != STORING:
        yield _storage(after, steps[-1].seat, names)


def _typed(step: Step) -> tuple[State, State, Action]:
    assert isinstance(step.before, State)
    assert isinstance(step.after, State)
    assert isinstance(step.action, Action)
    return step.before, step.after, step.action


def _tells_storage(before: State, after: State, seat: int, action: Action, style: Style) -> bool:
    old, new = before.players[seat], after.players[seat]
    changed = (old.kinds, old.counts, old.strongbox) != (new.kinds, new.counts, new.strongbox)
    if style.document:
        return changed or (before.phase != DONE and after.phase == DONE)
    return changed and isinstance(action, _PAYING)


def _storage(state: State, seat: int, names: Names) -> Update:
    return whole_storage(state.players[seat], names[seat], turn_phase(state, seat))


def _turn_over(before: State, after: State, names: Names, style: Style) -> Iterator[Update]:
    if after.reports > before.reports:
        yield _report(after, names)
    if after.solo:
        yield lorenzo(after, style)
    elif after.phase != OVER:
        yield new_turn(names[after.seat], game_phase(after))
    if after.phase == OVER and after.solo and not before.ending:
        yield Update("EndGameMessage")


def _played(
    before: State, after: State, seat: int, action: Action, names: Names, me: int, style: Style
) -> Iterator[Update]:
    report = [_report(after, names)] if after.reports > before.reports else []
    early = isinstance(action, Discard) and style.reports_first
    if early:
        yield from report
    if not (early and after.phase == OVER):
        yield from _worded(before, after, seat, action, names, me, style)
    if not early:
        yield from report
    if after.ending and not before.ending:
        yield Update("EndGameMessage")


def _worded(
    before: State, after: State, seat: int, action: Action, names: Names, me: int, style: Style
) -> Iterator[Update]:
    """One action in the program's words."""
    whose: Data = {"nickname": names[seat]}
    player = after.players[seat]
    faith = Update("FaithUpdate", {"newPosition": player.faith}, whose)
    waiting = [pending(after)] if seat == me and before.phase in (START, STORING) else []
    match action:
        case Market():
            yield faith
            yield Update("MarketUpdate", {"marbles": words.marbles(after)}, whose)
            yield from waiting
        case White():
            yield from waiting
        case Store(resource, place):
            yield Update("DepositUpdate", {"idDeposit": place, "res": LABELS[resource]}, whose)
            yield from waiting
        case Discard(resources):
            where: Data = {**whose, "positions": positions(after, names), "lorenzoPos": after.cross}
            discards = [Update("DiscardResourceUpdate", {}, where)] * len(resources)
            yield from [*waiting, *discards] if style.reports_first else [*discards, *waiting]
        case Swap(first, second) | Move(first, second):
            yield _moved(player, first, second, whose)
        case Buy(pile, slot):
            card = CARD_NAMES[player.slots[slot - 1][-1]]
            spot: Data = {"slot": slot, "row": card_row(pile), "col": card_column(pile)}
            yield Update("SlotUpdate", spot, {**whose, "card": card, "cardMatrix": words.matrix(after, False)})
        case Collect():
            if player.faith != before.players[seat].faith:
                yield faith
        case Revert():
            yield Update("RevertUpdate", {}, whose)
        case PlayLeader(position):
            leader = player.leaders[position - 1]
            index = before.players[seat].hand.index(leader)
            yield Update("PlayLeaderUpdate", {"index": index, "name": LEADER_NAMES[leader]}, whose)
        case DiscardLeader(position):
            index = before.players[seat].hand.index(player.leaders[position - 1])
            yield Update("DiscardLeaderUpdate", {"index": index}, whose)
            yield faith


def _moved(player: Player, first: int, second: int, whose: Data) -> Update:
    data: Data = {
        "d1": words.contents(player, first, ENUMS),
        "d2": words.contents(player, second, ENUMS),
        "id1": first,
        "id2": second,
    }
    return Update("MoveResourceUpdate", data, whose)


# -- set-up -----------------------------------------------------------------------------------------------------------


def bonuses(state: State, seat: int, names: Names, style: Style) -> Iterator[Update]:
    """The bonus resources that a seat has placed at set-up."""
    player = state.players[seat]
    whose: Data = {"nickname": names[seat]}
    for place, (kind, count) in enumerate(zip(player.kinds, player.counts, strict=True), start=1):
        yield from [Update("DepositUpdate", {"idDeposit": place, "res": LABELS[kind]}, whose)] * count
    if style.document and any(player.counts):
        yield whole_storage(player, names[seat], ENDSETUPTURN)


def own_setup(step: Step, names: Names, style: Style) -> Iterator[Update]:
    """A set-up choice, as the one who made it is told."""
    _, after, action = _typed(step)
    player = after.players[step.seat]
    if isinstance(action, Keep):
        yield leaders_in_hand(player)
        yield Update("BonusResourceMessage", {"bonusRes": player.bonus})
    elif isinstance(action, Bonus):
        placed: Data = {"idDeposit": action.shelf, "res": LABELS[action.resource]}
        yield Update("DepositUpdate", placed, {"nickname": names[step.seat]})
        if style.document and player.ready:
            yield whole_storage(player, names[step.seat], ENDSETUPTURN)


# -- all at once ------------------------------------------------------------------------------------------------------


def as_told(state: State, me: int, story: int) -> State:
    """The state to somebody whose story of the set-up has come to a seat: those from there on have placed nothing."""
    if state.phase != SETUP:
        return state
    players = (
        player if seat < story or seat == me else replace(player, kinds=(NO_KIND,) * 5, counts=(0,) * 5)
        for seat, player in enumerate(state.players)
    )
    return replace(state, players=tuple(players))


def whole_table(state: State, names: Names, me: int, current: int, present: Sequence[str], style: Style) -> Update:
    """Everything that somebody who comes back may know; ``current`` is the seat whose turn it is."""
    own = state.players[me]
    return Update(
        "ReconnectUpdate",
        {
            "playerOrder": list(names),
            "currNickname": names[current],
            "gamePhase": game_phase(state),
            "turnPhase": turn_phase(state, current),
            "cards": [] if own.leaders else words.leaders(own.offered),
            "leadersInHand": words.leaders(own.hand),
            "bonusRes": own.bonus,
            "pending": words.waiting(state) if state.phase == STORING and state.seat == me else [],
            "marbles": words.marbles(state),
            "cardMatrix": words.matrix(state, style.open_piles),
            "faithPaths": positions(state, names),
            "popeFavors": favours(state, names),
            "lorenzoPos": state.cross,
            "lastUsedToken": None if state.token is None else _token(state.token, style),
            "connected": list(present),
            "boards": {names[seat]: _board(player, seat == me) for seat, player in enumerate(state.players)},
        },
    )


def _board(player: Player, own: bool) -> Data:
    """What lies before a player; nothing tells when others choose their leaders, so they hold two from the start."""
    return {
        "deposits": words.deposits(player),
        "strongbox": words.strongbox(player),
        "slots": [[CARD_NAMES[card] for card in slot] for slot in player.slots],
        "leadersPlayed": words.leaders(player.played),
        "leadersInHand": len(player.hand) if player.leaders or own else KEPT,
    }


def results(result: Result, names: Names, solo: bool) -> Update:
    """Everybody's points and resources, and who won."""
    scores: Data = {names[score.seat]: [score.total, *score.tie_break] for score in result.scores}
    winners = [names[seat] for seat in result.winners]
    if solo and not winners and result.reason == "played":
        winners = [words.LORENZO]
    return Update("EndGameResultUpdate", {"result": {"results": scores, "winner": winners}})
