"""Every refusal of the house protocol itself, with its English template; the tables' and the games' have their own."""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, counted, listing

PHRASES = Phrasebook(
    "house",
    {
        # messages
        "not-text": "a message is one text frame",
        "unreadable": "{problem}: see docs/protocols/house.md",
        "hello-first": "say hello with a name first",
        # names
        "keeps-seat": "you sit at a table as {name}: leave it before you change your name",
        "nothing-leaves": "this house tells nobody anything while they are away",
        "other-name": "your name is {name}: give it to have it forgotten",
        "not-over": "games under this name are not over, and until then their logs cannot be changed: {tables:list}",
        # tables
        "no-such-table": "there is no table {table}",
        "set-aside": "table {table} cannot be opened: whoever runs the house knows more",
        "unread": "table {table} cannot be read at the moment: try again in a while",
        "busy": "too many old games are being looked up at the moment: try again in a while",
        "not-following": "you do not follow a table {table}",
        "follows-enough": "you follow {most} tables: that is enough",
        "not-finished": "the game is not over yet",
        "seed-is-secret": "the game is not over yet: its log holds the seed, which is secret until then",
        "did-not-play": "you did not play in that game",
        # studies
        "no-such-moment": "there is no moment {seq} in that game",
        "line-too-long": "a line has {most} actions at the most",
        "not-a-number": "{name} needs a number",
        "studies-wait": "{most} games are being studied or wait for it: try again in a while",
        "studies-enough": "some of what you have asked for is still being studied: wait for it first",
        "game-over": "the game is over there",
        # seats
        "seat-pending": "the name {name} is about to take or to leave a seat of {game}",
        "one-seat": "you hold another seat of {game}: who takes one over has no other",
        "sits-here": "you sit at this table already",
        "not-seated": "you do not sit at this table",
        "not-yours-to-decide": "only those who sit at this table decide that",
        "gave-up-seat": "you have given up your seat at this table",
        "turn-too-short": "a turn has at least {least:seconds}, or no clock at all (0)",
        "turn-too-long": "a turn has at most {most:hours}, but in a game over days",
        "days-turn": "in a game over days a turn has {least:hours} to {most:days}",
        "no-such-bot": "there is no bot {bot}; there are {bots:list}",
        "no-bot-there": "no bot called {name} sits at this table",
        "bots-too-fast": "you have asked for many bots: ask for the next in {wait:seconds}",
        "not-first": "only whoever sat down first sends others away",
        "not-host": "only whoever sat down first, of those who are here, frees a seat",
        "no-one-there": "nobody called {name} sits there whom you could send away",
        "nobody-to-nudge": "nobody whose turn it is can be reminded: it is yours, or they are away",
        "asked-too-fast": "you have asked the others for much: ask for more in {wait:seconds}",
        "ask-later": "you see this table some moves later: that seat cannot be asked for now",
        "shut-out": "the players of this table let nobody watch",
        # chat
        "nothing-said": "there is nothing in it that can be read",
        "said-too-much": "that is {length} characters; {most} is the most",
        "said-enough": "{most} lines were said at this table: that is enough",
        "said-too-fast": "not so fast: wait a moment before you say more",
    },
    {"list": listing(), "seconds": counted("second"), "hours": counted("hour"), "days": counted("day")},
)
