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
        # seats
        "one-seat": "you sit at table {table} of {game}: leave that seat first",
        "seat-pending": "the name {name} is about to take or to leave a seat of {game}",
        "sits-here": "you sit at this table already",
        "not-seated": "you do not sit at this table",
        "not-yours-to-decide": "only those who sit at this table decide that",
        "gave-up-seat": "you have given up your seat at this table",
        "turn-too-short": "a turn has at least {least:seconds}, or no clock at all (0)",
        "no-such-bot": "there is no bot {bot}; there are {bots:list}",
        "no-bot-there": "no bot called {name} sits at this table",
        "bots-too-fast": "you have asked for many bots: ask for the next in {wait:seconds}",
        "not-first": "only whoever sat down first sends others away",
        "no-one-there": "nobody called {name} sits there whom you could send away",
        "nobody-to-nudge": "nobody whose turn it is can be reminded: it is yours, or they are away",
        "shut-out": "the players of this table let nobody watch",
        # chat
        "nothing-said": "there is nothing in it that can be read",
        "said-too-much": "that is {length} characters; {most} is the most",
        "said-enough": "{most} lines were said at this table: that is enough",
        "said-too-fast": "not so fast: wait a moment before you say more",
    },
    {"list": listing(), "seconds": counted("second")},
)
