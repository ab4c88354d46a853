"""Everything the rules of Masters of Renaissance say: every refusal, and the lines of the score sheet.

Parameters are numbers as the rules count them; amounts are tuples in the order of ``cards.RESOURCES``, cards by colour
in the order of ``cards.COLOURS``. What another protocol numbers or names otherwise has a kind of its own:

* as a bare number: ``shelf``, ``depot`` (4, 5), ``slot``, ``seat``, ``production_leader`` (of those in play, the first
  or second that produces) and ``leader_card`` (the id of a printed leader; ``leader_cards`` are several);
* with its noun, because a protocol may have a name for it: ``place`` ("shelf 2", "depot 4", "the strongbox"),
  ``leader`` ("leader 1", the first of those kept), ``pile`` ("pile G1") and ``line`` ("line r1").
"""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, counted, listing
from bottega.games.renaissance.actions import place_name
from bottega.games.renaissance.cards import COLOURS, RESOURCES, Amounts, spell

_FULL_PENDING = (*RESOURCES, "white marble")


def _pending(amounts: Amounts) -> str:
    return spell(amounts, _FULL_PENDING)


def _coloured_cards(amounts: Amounts) -> str:
    return spell(amounts, tuple(f"{colour} card" for colour in COLOURS))


def _either(resources: tuple[int, ...]) -> str:
    return listing(" or ")(tuple(RESOURCES[resource] for resource in resources))


def _there(count: int) -> str:
    return f"there {'is' if count == 1 else 'are'} {count}"


PHRASES = Phrasebook(
    "renaissance",
    {
        # who and when
        "no-such-action": "that is no move of Masters of Renaissance",
        "over": "the game is over",
        "no-such-seat": "there is no seat {seat:seat} at this table",
        "not-your-turn": "it is not your turn",
        "setup-first": "choose your leaders and bonus resources first; turns start when everybody has",
        "before-main-action":
            "that is not possible before your main action: visit the market, buy a card or produce",
        "store-first": "first store or discard what you took from the market",
        "productions-first": "first finish your productions, or revert them",
        "main-action-made":
            "you have made your main action; you may still play or discard leaders, then end your turn",
        # set-up
        "leaders-chosen": "you have already chosen your leaders",
        "keep-exactly": "keep exactly {count} different leaders",
        "leader-not-offered":
            "leader {leader:leader_card} was not offered to you; choose among {offered:leader_cards}",
        "leaders-first": "choose your leaders before your bonus resources",
        "no-bonus-left": "you have no bonus resource left to place; turns start when everybody has chosen",
        "not-a-bonus": "a bonus resource is a coin, stone, servant or shield on one of your three shelves",
        # storing
        "no-depot": "you have no leader depot {depot:depot}",
        "strongbox-closed": "the strongbox is filled by productions alone",
        "other-type": "{place:place} is for {type:resources}, so no {resource:resource} can go there",
        "place-full": "{place:place} is full: it has room for {room}",
        "on-another-shelf":
            "{type:resources} already lie on shelf {shelf:shelf}, and a type may lie on one shelf only",
        # rearranging
        "swap-two-shelves": "only two different shelves ({first:shelf} to {last:shelf}) can change their contents",
        "shelves-empty": "shelves {first:shelf} and {second:shelf} are both empty",
        "no-room-to-swap":
            "shelves {first:shelf} and {second:shelf} cannot change places: "
            "shelf {target:shelf} has no room for {contents:amounts}",
        "move-shelf-depot":
            "single resources move between a shelf ({first:shelf} to {last:shelf}) "
            "and a leader depot ({depot:depot}, {other:depot}) only",
        "place-empty": "{place:place} is empty",
        "no-place": "you have no shelf or depot {place:depot}",
        "depot-takes-only": "depot {depot:depot} takes only {type:resources}",
        "depots-differ": "two leader depots hold different types, so their contents cannot change places",
        "no-room-to-exchange": "there are too many resources in {source:place} for {target:place}",
        "places-empty": "{first:place} and {second:place} are both empty",
        # the market
        "no-line": "the market has no {line:line}; it has {rows} rows and {columns} columns",
        "not-pending": "that is not pending; you still have to place {pending:pending}",
        "no-white-marble": "no white marble is waiting for a choice",
        "not-a-white-choice": "your leaders turn a white marble into a {choices:either}",
        "whites-first": "first choose what your white marbles are; then all can be discarded at once",
        "discard-one-or-all": "discard resources one by one, or all that are left at once",
        # buying and paying
        "no-pile": "there is no {pile:pile}",
        "no-slot": "there is no slot {slot:slot}; slots are {first:slot} to {last:slot}",
        "pile-empty": "{pile:pile} is empty",
        "needs-empty-slot": "a card of level 1 goes in an empty slot, and slot {slot:slot} holds {held:cards}",
        "needs-lower-card":
            "a card of level {level} goes on a card of level {below}, and slot {slot:slot} holds {held:cards}",
        "cannot-afford": "this costs {cost:amounts}, and you have {owned:amounts}",
        "not-a-payment": "a payment names resources, places and amounts of at least 1",
        "not-there": "you want to take {taken:amounts} from {place:place}, where {there:there}",
        "wrong-payment": "this costs {cost:amounts}, and you offer {offered:amounts}",
        # producing
        "never-faith": "productions take and give coins, stones, servants and shields of your choice, never faith",
        "two-inputs": "the basic production takes exactly two resources",
        "slot-empty": "slot {slot:slot} is empty, so it produces nothing",
        "no-production-leader":
            "you have {count:production_leaders} in play, so there is no number {number:production_leader}",
        "once-a-turn": "each production can be activated once a turn, and this one already was",
        # leaders
        "no-leader": "you kept {count:leaders}, so there is no {leader:leader}",
        "leader-in-play": "{leader:leader} is already in play",
        "leader-discarded": "{leader:leader} has been discarded",
        "leader-needs-resources": "to play {leader:leader} you must own {needed:amounts}",
        "leader-needs-cards": "to play {leader:leader} you must own {needed:coloured_cards}",
        "leader-needs-level": "to play {leader:leader} you must own {needed:coloured_cards} of level {level}",
    },
    {
        "amounts": spell,
        "pending": _pending,
        "resource": lambda resource: RESOURCES[resource],
        "resources": lambda resource: f"{RESOURCES[resource]}s",
        "either": _either,
        "coloured_cards": _coloured_cards,
        "cards": counted("card"),
        "leaders": counted("leader"),
        "production_leaders": counted("production leader"),
        "there": _there,
        "place": place_name,
        "leader": lambda position: f"leader {position}",
        "leader_cards": listing(),
        "pile": lambda pile: f"pile {pile}",
        "line": lambda line: f"line {line}",
    },
    lines={
        "cards": ("development cards", "{bought} bought"),
        "faith": ("faith track", "space {space}"),
        "favour": ("pope's favour", "{up} face up"),
        "leaders": ("leaders", "{played} in play"),
        "resources": ("resources", "{left} left, 1 point for every {each}"),
    },
)  # fmt: skip
