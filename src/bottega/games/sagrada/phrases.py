"""Everything the rules of Sagrada say: why something is refused, and the lines of the score sheet.

Spaces, places in the pool, dice of the round track, seats and tools have kinds of their own, so that whoever numbers
them otherwise spells the kind otherwise. Dice and colours are numbers of :mod:`~bottega.games.sagrada.cards`.
"""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, Spelling, counted, listing
from bottega.games.sagrada.cards import COLOUR_NAMES, DICE, PRIVATE_OBJECTIVES, PUBLIC_OBJECTIVES, TOOLS, WINDOWS

REFUSALS = {
    # whose turn it is
    "over": "the game is over",
    "not-your-turn": "it is the turn of seat {seat:seat}",
    "no-such-seat": "there is no seat {seat:seat} at this table",
    "no-such-action": "that is not an action of Sagrada",
    # windows
    "window-first": "first everybody chooses a window",
    "window-chosen": "you have already chosen {window:window}",
    "window-not-offered": "that window is not on offer; choose one of {offered:windows}",
    "windows-are-chosen": "the windows have been chosen",
    # the draft
    "drafted": "you have already drafted a die on this turn",
    "no-such-die": "dice are numbered {first} to {last}; there is no die {number}",
    "not-in-pool": "there is no {die:die} in the draft pool",
    "not-at-place": "place {place:place} of the draft pool does not hold {die:die}",
    "only-changed-die": "only {die:die}, changed with {tool:tool}, may be placed on this turn",
    "must-place": "{die:die}, changed with {tool:tool}, fits into your window and must be placed",
    # spaces
    "no-such-space": "a window has spaces {first:space} to {last:space}; there is no space {space:space}",
    "space-taken": "space {space:space} already holds {die:die}",
    "printed-colour": "space {space:space} takes only {colour:colour}; {die:die} does not fit",
    "printed-value": "space {space:space} takes only value {value}; {die:die} does not fit",
    "not-on-edge": "the first die goes on the edge; space {space:space} is inside",
    "not-apart": "space {space:space} touches {die:die}; with this tool it must touch no die",
    "no-contact": "space {space:space} touches no die of the window",
    "same-colour": "{die:die} on space {space:space} would be beside {other:die}, of the same colour",
    "same-value": "{die:die} on space {space:space} would be beside {other:die}, of the same value",
    # whether a tool may be had
    "tool-not-in-play": "tool {number:tool-number} is not in this game; its tools are {tools:tools}",
    "one-tool-a-turn": "you have used {tool:tool} on this turn; only one tool a turn",
    "tokens-pay": "tools are paid for with favour tokens; dice pay only in a solo game",
    "too-few-tokens": "{tool:tool} costs {price:tokens} and you have {left}",
    "tool-gone": "{tool:tool} has been used; in a solo game each tool works once",
    "name-payment": "name the {colour:colour} die of the pool that pays for {tool:tool}",
    "payment-not-in-pool": "the die that pays must be in the draft pool",
    "payment-colour": "{tool:tool} is paid for with a {colour:colour} die, not with {die:die}",
    # the moment for a tool
    "draft-spent": "{tool:tool} acts on the die you draft, and you have drafted on this turn",
    "first-turn-only": "{tool:tool} may only be used on your first turn of a round",
    "second-turn-only": "{tool:tool} may only be used on your second turn of a round",
    "before-drafting": "{tool:tool} must be used before drafting",
    "after-drafting": "{tool:tool} may only be used after drafting a die",
    # what a tool could do
    "no-change-fits": "no die of the pool, one higher or lower, would fit into your window",
    "no-move-without-colours": "none of your dice can be moved, even disregarding printed colours",
    "no-move-without-values": "none of your dice can be moved, even disregarding printed values",
    "no-two-moves": "you cannot move two dice one after the other, and the tool moves exactly two",
    "no-track-die-fits": "the round track holds no die that would fit into your window",
    "nothing-to-roll": "there is no die in the pool to roll again",
    "no-die-fits": "no die of the pool fits into your window",
    "no-die-fits-apart": "no die of the pool fits on a space of your window that touches no die",
    "no-turned-die-fits": "no die of the pool, turned upside down, would fit into your window",
    "nothing-to-return": "there is no die in the pool to put back into the bag",
    "no-track-colour-moves": "none of your dice of a colour on the round track can be moved",
    # a tool in use
    "no-tool-in-use": "no tool is in use",
    "tool-wants-die": "{tool:tool} is in use: choose a die of the draft pool, or go back",
    "tool-wants-change": "{tool:tool} is in use: turn the die up or down, or go back",
    "tool-wants-track": "{tool:tool} is in use: choose a die of the round track, or go back",
    "tool-wants-value": "{tool:tool} is in use: choose the value of the new die, or go back",
    "tool-wants-move": "{tool:tool} is in use: move a die of your window, or go back",
    "tool-wants-place": "{tool:tool} is in use: place a die of the draft pool, or go back",
    "not-placeable": "{die:die} could not be placed afterwards",
    "highest": "a {value} cannot go up",
    "lowest": "a {value} cannot go down",
    "changed-fits-nowhere": "{die:die} would not fit into your window",
    "no-such-value": "a die shows {first} to {last}, not {value}",
    "no-such-track-die": "the round track has dice {first:track} to {last:track}; there is no {index:track}",
    "track-fits-nowhere": "{die:die} from the round track would not fit into your window",
    "colour-cannot-move": "none of your {colour:colour} dice can be moved",
    "no-die-there": "there is no die on space {space:space}",
    "same-space": "a moved die must go to another space",
    "moved-already": "{die:die} has been moved already; the second die must be another one",
    "other-colour": "{die:die} is not {colour:colour}, the colour chosen from the round track",
}
"""Every refusal: its code and what the player reads."""

_SPELLINGS: dict[str, Spelling] = {
    "colour": lambda colour: COLOUR_NAMES[colour],
    "dice": lambda dice: " ".join(DICE[die] for die in dice),
    "die": lambda die: DICE[die],
    "place": str,
    "private": lambda colour: PRIVATE_OBJECTIVES[colour].name,
    "public": lambda number: PUBLIC_OBJECTIVES[number].name,
    "seat": str,
    "space": str,
    "tokens": counted("favour token"),
    "tool": lambda number: TOOLS[number].name,
    "tool-number": str,
    "tools": lambda numbers: listing()(tuple(f"{number} ({TOOLS[number].name})" for number in numbers)),
    "track": str,
    "window": lambda number: WINDOWS[number].name,
    "windows": lambda numbers: listing()(tuple(WINDOWS[number].name for number in numbers)),
}

PHRASES = Phrasebook(
    "sagrada",
    REFUSALS,
    _SPELLINGS,
    lines={
        "public": ("{objective:public}", "{count} x {each}"),
        "private": ("{colour:private}", "{dice:dice}"),
        "private-none": ("{colour:private}", "no {colour:colour} die"),
        "tokens": ("Favour tokens", "{left} left"),
        "empty": ("Empty spaces", "{count} x -{each}"),
        "target": ("Target", "to be exceeded: {target} on the round track"),
    },
)

refusal = PHRASES.refusal
