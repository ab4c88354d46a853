"""Every refusal of a table and of the house's book of names, with its English template."""

from __future__ import annotations

from bottega.games.refusal import Phrasebook, counted

PHRASES = Phrasebook(
    "table",
    {
        # opening and sitting down
        "wrong-size": "{game} is for {least} to {most} players, not {seats}",
        "no-option": "{game} has no option {option:quoted}",
        "bad-option": "{game} cannot be played so: {problem}",
        "full": "every seat of this table is taken",
        "sits-here": "{name} sits at this table already",
        "too-small": "{joined} sit here already",
        "empty-seat": "nobody sits there",
        "started": "the game has started already",
        "tables-too-fast": "you have opened many tables: open the next in {wait:seconds}",
        "tables-enough": "you have opened many tables that are not over yet: that is enough",
        "seats-too-fast": "you have taken many seats: take the next in {wait:seconds}",
        # words for the seed
        "no-words": "no word is taken for this seat",
        "word-length": "a word has {least} to {most} characters, not {length}",
        "word-characters": "a word is made of visible characters, without a blank at either end",
        # playing
        "not-started": "the game has not started yet",
        "finished": "the game is over",
        "not-seated": "only those who sit at the table play",
        "left": "you have left this game",
        "no-action": "there is no action in that move",
        "too-many-actions": "a move has at most {most} actions, not {count}",
        "turn-too-long": "a turn has at most {most} actions: the table ends it",
        "game-too-long": "a game has at most {most} actions: the table ends it",
        "reveals-midway": "{action} brings something new to light: it must be the last action of a move",
        "skip": "only the table skips a turn",
        "wrong-skip": "that is not how this turn is skipped",
        "notation": "{problem}",
        "stale": "entry {last} was made since you looked at entry {seen}",
        "command-used": "the command id {command:quoted} was used by somebody else at this table",
        # taking back, and asking the others
        "cannot-undo": "that cannot be taken back: something was revealed since, or nothing was played",
        "undo-needs-consent": "somebody else has played since: ask the others",
        "ballot-open": "something is being asked for already: answer that first",
        "nothing-asked": "nothing is being asked for",
        "not-asked": "you are not asked, or have answered already",
        "cannot-vote": "{name}'s client has no word to answer with",
        "cannot-replace": "no bot can play for {name}: they play themselves, or have left",
        "is-here": "{name} is here, and plays themselves",
        "paused": "the game is paused",
        "not-paused": "the game is not paused",
        "pause-needs-consent": "the others have not agreed to a pause",
        # leaving
        "leave-instead": "the game has not started yet: leave the seat instead",
        "has-left": "{name} has left already",
        # the log
        "store": "this cannot be saved at the moment: try again in a while",
        "unsure": "the log does not answer: whether this was kept will be seen when it does",
        "conflict": "the table changed at the same moment: look again, then repeat",
        # names
        "name-length": "a name has {least} to {most} characters, not {length}",
        "name-characters": "a name is made of visible characters",
        "name-blanks": "a name neither begins nor ends with a blank",
        "name-letters": "a name is made of Latin letters and digits here",
        "name-mixed": "a name is written in the letters of one alphabet",
        "name-script": "a name is written in an alphabet that is in everyday use",
        "name-alike": "the name {name} looks like {other}, which is in use: choose another",
        "name-taken": "the name {name} is in use: choose another",
        "name-owned": "the name {name} belongs to somebody with a password",
        "name-in-use": "the name {name} is in use: choose another, or come back with its token",
        "wrong-token": "that is not the token of {name}, who is here already",
        "needs-password": "the name {name} belongs to somebody: give its password",
        "wrong-password": "that is not the password of {name}",
        "gives-away": "nobody at the table was told that {name}'s client shows hidden cards: come back without it",
        "logins-wait": "too many passwords are being checked at the moment: try again in a while",
        "locked-out": "too many wrong passwords, or too many at once: try again in {wait:seconds}",
        "has-password": "the name {name} has a password already",
    },
    {"quoted": repr, "actions": counted("action"), "seconds": counted("second")},
)
