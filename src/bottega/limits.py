"""How much one peer may ask of the house, and how long it may take. All limits are here.

Every layer may import them; ``docs/operations.md`` explains them to whoever runs the house. Whoever sends faster than
allowed is answered later; whoever goes beyond a limit of its connection is cut off, with the reason in the log;
whatever else is too long or too much is refused with a sentence.
"""

from __future__ import annotations

import msgspec


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """What a connection may do."""

    connections: int = 20_000
    """Connections open at once, over all listeners."""
    http_connections: int = 1_000
    """Connections of the HTTP port open at once that are no WebSockets; the longest idle makes way for a newcomer."""
    handshakes: int = 1_000
    """TLS handshakes under way at once, over all listeners; the one that has taken longest makes way for a newcomer."""
    handshake_seconds: float = 10.0
    """How long a TLS handshake may take."""
    request_seconds: float = 10.0
    """How long a peer of the HTTP port may take to ask for something."""
    response_seconds: float = 60.0
    """How long it may take to read the answer."""
    messages_per_second: float = 100.0
    """How many messages of a peer are answered, in the long run."""
    bytes_per_message: int = 512
    """A longer message counts as several: so many bytes each, since reading it takes so much longer."""
    burst: int = 400
    """How many are answered at once after a pause, and how many may wait for an answer: more are a flood."""
    held_messages: int = 64
    """How many messages wait for the disk or for their time to come; then reading pauses."""
    unread_bytes: int = 1 << 20
    """How much a peer may leave unread before it counts as gone."""
    linger_seconds: float = 2.0
    """How long a peer may take to read the last words when its connection is closed."""
    silent_seconds: float = 120.0
    """How long a peer may stay connected without having given a name."""


# -- messages, on every port ------------------------------------------------------------------------------------------

MAX_MESSAGE = 1 << 16
"""Bytes of a message; no message of any protocol comes near this, a longer one is thrown away unread."""
MAX_SKIPPED = 1 << 20
"""Bytes of a line that may be thrown away: one that is longer is not going to end."""
MAX_REMEMBERED = 1 << 20
"""Characters of a Java stream that are kept to be referred to; the oldest are forgotten first."""
MAX_REQUEST = 1 << 14
"""Bytes of a request's address and headers on the HTTP port."""
MAX_QUOTED = 40
"""Characters of what somebody sent that are repeated in an error."""
MAX_LISTED = 8
"""Entries of a list somebody sent that are repeated in an error."""

# -- commands ---------------------------------------------------------------------------------------------------------

MAX_ACTIONS = 64
"""Actions of one move, all or nothing."""
MAX_NOTATION = 200
"""Characters of one action's notation."""
MAX_MISREAD = 60
"""Characters of a notation that are repeated when it names nothing."""
MAX_COMMAND_ID = 64
"""Characters of a command's id."""
MAX_TABLE_ID = 32
"""Characters of a table's id, as a client sends it."""

# -- names ------------------------------------------------------------------------------------------------------------

MAX_NAME = 24
"""Characters of a name in the house protocol."""
MAX_NICKNAME = 32
"""Characters of a name in the other protocols, where their documents name no length."""
MAX_PASSWORD = 200
"""Characters of a password."""
MAX_LOGINS = 64
"""Passwords that wait to be checked; whoever gives one more is asked to try again."""
MIN_TOKEN, MAX_TOKEN = 16, 64
"""Characters of the token that brings a guest of the house protocol back."""

# -- what is kept and shown -------------------------------------------------------------------------------------------

MAX_WATCHED = 32
"""Tables that one connection of the house protocol may follow."""
KEPT_ENTRIES = 16
"""Entries of a table kept in memory for those who come back soon; who missed more gets the whole table."""
LISTED_TABLES = 200
"""Tables in the lobby's list, newest first."""
KEPT_PAST = 30
"""Finished tables that are listed."""
KEPT_FOLDED = 64
"""Finished tables kept in memory once somebody has looked at them; the one longest not looked at makes way."""
KEPT_REPLAYS = 64
"""Replays kept ready to be sent, compressed, and as many logs."""
MAX_LOOKUPS = 64
"""Finished tables that wait to be read from the log; whoever asks for more is asked to try again."""
MAX_CHAT = 300
"""Characters of a line of chat."""
KEPT_CHAT = 50
"""Lines of chat kept beside a table."""
CHAT_BURST, CHAT_SECONDS = 5, 2.0
"""So many lines of chat at once, then one in so many seconds."""

MAX_WORD = 64
"""Characters of a player's word for the seed."""

MIN_TURN_SECONDS = 1
"""Seconds of the shortest turn that may be asked for: each one skipped is an entry of the log, kept for good."""

# -- how long somebody is waited for ----------------------------------------------------------------------------------

ANSWER_SECONDS = 50.0
"""For a nickname or the number of players, in renaissance-steps."""
ASK_SECONDS = 120.0
"""For the number of players in renaissance-json, while the waiting room is closed to others."""
GRACE_SECONDS = 20.0
"""For a browser that lost its connection; until then its seat is kept as if its player were there."""
RETURN_SECONDS = 30.0
"""For the others, once somebody is back at a parked table or after a restart."""
LOST_TURN_SECONDS = 3.0
"""For a player of Sagrada's protocols who was lost in the middle of a turn: as long as silence goes unnoticed."""
EMPTY_SECONDS = 60.0
"""For somebody to come to a table that has not started and stands empty."""
PARKED_SECONDS = 7 * 24 * 3600.0
"""For the players of a running table to come back before it is closed."""
