"""How much one peer may ask of the house, and how long it may take. All limits are here.

Every layer may import them; ``docs/operations.md`` explains them to whoever runs the house. Whoever sends faster than
allowed is answered later; whoever goes beyond a limit of its connection is cut off, with the reason in the log;
whatever else is too long or too much is refused with a sentence. What one address or one name may ask for, over all
its connections, is counted by ``table/quotas.py``.
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
    least_burst: int = 20
    """How many a connection may begin with whose address makes too many."""
    messages_per_address: float = 100.0
    """Of an address's nth connection, how many times n are answered: the more it has, the less for the newest."""
    least_messages_per_second: float = 2.0
    """How many of each are answered however many there are."""
    turn_messages: int = 1
    """How many messages of a peer are answered before others have their turn."""
    modest_messages: int = 4
    """Whoever has sent no more than so many lately is answered at once; the others wait in one line."""
    line_messages: int = 4
    """How many of that line are answered before everybody else has their turn."""
    flood_arrivals: int = 30
    """As so many connections counts one that had to be cut off for flooding."""
    proxy_seconds: float = 5.0
    """How long a trusted proxy may take to say for whom it connects."""
    held_messages: int = 64
    """How many messages wait for the disk or for their time to come; then reading pauses."""
    tls_bytes: int = 1 << 14
    """How many bytes of a TLS connection are taken in at once: in records of one byte they are costly to read."""
    unread_bytes: int = 1 << 20
    """How much a peer may leave unread before it counts as gone."""
    linger_seconds: float = 2.0
    """How long a peer may take to read the last words when its connection is closed."""
    silent_seconds: float = 120.0
    """How long a peer may stay connected without having given a name."""


class Quota(msgspec.Struct, frozen=True):
    """So many at once, and one more in so many seconds."""

    burst: int
    seconds: float

    def times(self, factor: float) -> Quota:
        """The same for so many times as much."""
        return Quota(max(1, round(self.burst * factor)), self.seconds / factor)


class Shares(msgspec.Struct, frozen=True, kw_only=True):
    """What one address, and one name, may ask for over all its connections."""

    connections_per_address: int = 500
    """Connections open at once."""
    arrivals_per_address: Quota = Quota(300, 0.1)
    """Connections made."""
    bursts_per_address: Quota = Quota(5, 1.0)
    """Connections that may begin with a whole ``burst``; the others begin with a few messages."""
    requests_per_address: Quota = Quota(300, 0.05)
    """Requests on the HTTP port."""
    tables_per_address: Quota = Quota(120, 2.0)
    """Tables opened."""
    tables_per_name: Quota = Quota(60, 2.0)
    """Tables opened."""
    open_tables_per_address: int = 300
    """Tables opened that are not over and forgotten yet."""
    open_tables_per_name: int = 40
    """Tables opened that are not over and forgotten yet."""
    waiting_days_per_address: int = 15
    """Tables over days opened that have not started yet."""
    waiting_days_per_name: int = 5
    """Tables over days opened that have not started yet."""
    seats_per_address: Quota = Quota(240, 0.5)
    """Seats taken at tables that others opened."""
    seats_per_name: Quota = Quota(60, 2.0)
    """Seats taken at tables that others opened."""
    bots_per_address: Quota = Quota(240, 1.0)
    """Bots asked for."""
    bots_per_name: Quota = Quota(60, 2.0)
    """Bots asked for."""
    studies_per_address: int = 2
    """Finished games that wait to be studied, or are being studied."""
    questions_per_address: int = 4
    """Questions to a bot about a moment of a finished game, at once."""
    logins_per_address: Quota = Quota(30, 1.0)
    """Passwords given, right or wrong."""
    chat_per_address: Quota = Quota(60, 0.25)
    """Lines of chat."""
    chat_per_name: Quota = Quota(5, 2.0)
    """Lines of chat."""
    words_per_address: Quota = Quota(60, 0.25)
    """Words added to a table's seed."""
    words_per_name: Quota = Quota(5, 2.0)
    """Words added to a table's seed."""
    motions_per_address: Quota = Quota(120, 1.0)
    """Questions to the others at a table: to take back, to pause, to end, for a bot or for a seat."""
    motions_per_name: Quota = Quota(10, 10.0)
    """Questions to the others at a table: to take back, to pause, to end, for a bot or for a seat."""
    codes_per_address: Quota = Quota(30, 10.0)
    """Codes made for another device."""
    codes_per_name: Quota = Quota(5, 30.0)
    """Codes made for another device."""
    ways_per_address: Quota = Quota(60, 5.0)
    """Changes of the ways by which somebody is notified."""
    ways_per_name: Quota = Quota(20, 10.0)
    """Changes of the ways by which somebody is notified."""
    mails_per_address: Quota = Quota(10, 600.0)
    """Codes sent to mail addresses."""
    mails_per_name: Quota = Quota(3, 600.0)
    """Codes sent to mail addresses."""
    mails_per_recipient: Quota = Quota(3, 28_800.0)
    """Codes sent to one mail address, whoever asks for them."""


# -- messages, on every port ------------------------------------------------------------------------------------------

MAX_MESSAGE = 1 << 16
"""Bytes of a message; no message of any protocol comes near this, a longer one is thrown away unread."""
MAX_SKIPPED = 1 << 20
"""Bytes of a line that may be thrown away: one that is longer is not going to end."""
MAX_REMEMBERED = 1 << 20
"""Characters of a Java stream that are kept to be referred to; the oldest are forgotten first."""
MAX_ARCHIVE = 1 << 26
"""Bytes of an exported table; the longest game has a tenth of that."""
MAX_REQUEST = 1 << 14
"""Bytes of a request's address and headers on the HTTP port."""
MAX_PROBLEM = 200
"""Characters that say what is wrong with a message that cannot be read."""
MAX_QUOTED = 40
"""Characters of what somebody sent that are repeated in an error."""
MAX_LISTED = 8
"""Entries of a list somebody sent that are repeated in an error."""

# -- the wire page -----------------------------------------------------------------------------------------------------

CODE_SECONDS = 600.0
"""How long a code is good that shows a connection on a page."""
MAX_TAPS = 8
"""Connections that one page is shown at once."""
MAX_TAPPED = 16_384
"""Characters of a message that are shown on it; the rest is left out there."""

# -- commands ---------------------------------------------------------------------------------------------------------

MAX_NESTING = 100
"""Levels of objects and lists in a JSON message of a TCP protocol; how many Python could read differs."""
MAX_ACTIONS = 64
"""Actions of one move, all or nothing."""
MAX_TURN_ACTIONS = 200
"""Actions of one turn, after which the table ends it as if its time were up. Some forty is what a game played at random
ever has, but shelves may be rearranged for ever."""
MAX_GAME_ACTIONS = 10_000
"""Actions of one game, after which the table ends it. A long one has some five hundred, but tokens may be taken and
given back for ever; and whoever looks at an old game has to wait until all of it is read."""
MAX_LOSSES = 8
"""How often a command is judged again because another node was faster at its table."""
MAX_UNDO = 32
"""Moves that can be taken back, one after the other, while nothing hidden was revealed."""
MAX_UNDONE = 50
"""How often somebody takes back a move without asking, before another has played or something was revealed."""
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
WRONG_PASSWORDS = 5
"""Wrong passwords that an address may give for a name before it has to wait."""
LOCKOUT_SECONDS = 2.0
"""How long it waits after one more, and twice as long after each that follows."""
MAX_LOCKOUT_SECONDS = 300.0
"""How long it waits at most; after as long without a wrong password all is forgotten."""
LOGIN_SECONDS = 30 * 24 * 3600.0
"""How long a token counts as its name's password after the two were given together (or until the next restart)."""
KEPT_DEVICES = 16
"""Tokens of one name that count so; the oldest makes way."""
KEPT_LOGINS = 10_000
"""Names with such tokens; the one that longest gave no password is forgotten first, and its owner asked again."""
KEPT_KEYS = 20_000
"""Addresses, or names, that each limit per address or per name remembers; those longest not heard of make way."""
TRANSFER_CHARACTERS = 8
"""Characters of a code that takes somebody's seats to another device: one of 656 thousand million."""
TRANSFER_SECONDS = 600.0
"""How long such a code is good, once."""
MAX_PASSKEYS = 16
"""Passkeys of one name."""
MAX_CREDENTIAL = 8_192
"""Characters of what a browser says about a passkey."""
MAX_SITE = 200
"""Characters of the address that a page was opened as."""
MIN_TOKEN, MAX_TOKEN = 16, 64
"""Characters of the token that brings a guest of the house protocol back."""

# -- what is kept and shown -------------------------------------------------------------------------------------------

MAX_SEATS_HELD = 100
"""Seats of one game that somebody holds at once who is known by a token or a password."""
MAX_WATCHED = 32
"""Tables that one connection of the house protocol may follow."""
KEPT_ENTRIES = 16
"""Entries of a table kept in memory for those who come back soon; who missed more gets the whole table."""
OWN_GAMES = 100
"""Games of their own that somebody is shown in the lobby."""
GLANCED_AT_ONCE = 8
"""Dormant tables that are read together for such lists, so that nobody waits for it."""
LISTED_TABLES = 200
"""Tables in the lobby's list, newest first."""
LISTED_PER_HOST = 3
"""Tables of one host that nobody is at, in that list; and those that come before everybody else's."""
KEPT_PAST = 30
"""Finished tables that are listed."""
MAX_DELAY = 100
"""Moves by which those who do not play may see a game later."""
EXPORT_GAMES = 10
"""Games in one part of what is kept about somebody."""
ARCHIVE_PAGE = 30
"""Games on a page of the archive."""
HALL_SCORES = 10
"""Best scores that are told of a game."""
KNOWN_GAMES = 500
"""Games of somebody that are looked at to tell with whom they play."""
KEPT_FOLDED = 64
"""Finished tables kept in memory once somebody has looked at them; the one longest not looked at makes way."""
KEPT_REPLAYS = 64
"""Replays kept ready to be sent, compressed, and as many logs."""
KEPT_HISTORIES = 16
"""Finished games kept in memory, move by move, while somebody studies them."""
MAX_STUDIES = 8
"""Games that are being studied or wait for it, and as many questions to a bot about a moment."""
MAX_LINE = 300
"""Actions that somebody may play on from a moment of a finished game."""
MAX_LOOKUPS = 64
"""Finished tables that wait to be read from the log; whoever asks for more is asked to try again."""
MAX_CHAT = 300
"""Characters of a line of chat."""
KEPT_CHAT = 50
"""Lines of chat of a table kept in memory, for whoever comes to it."""
MAX_TALK = 2_000
"""Lines of chat kept of a table; then nothing more is said there."""
TALK_LINES = 100
"""Lines of chat in one message, for whoever asks for older ones."""
STORY_ENTRIES = 32
"""Entries of a table's log in one message, for whoever asks what happened."""
KEPT_STORIES = 16
"""Tables whose log is kept in memory, entry by entry, once somebody has asked what happened there."""

MAX_WORD = 64
"""Characters of a player's word for the seed."""

MIN_TURN_SECONDS = 1
"""Seconds of the shortest turn that may be asked for: each one skipped is an entry of the log, kept for good."""

MAX_TURN_SECONDS = 24 * 3600
"""Seconds of the longest, where time runs while somebody is there."""
MIN_DAYS_TURN, MAX_DAYS_TURN = 3600, 14 * 24 * 3600
"""Seconds of the shortest and of the longest turn of a game over days."""

# -- notifications, which leave the house -----------------------------------------------------------------------------

KEPT_WAYS = 20_000
"""People who have chosen by which ways they are notified; nobody else may before one gives it up."""
MAX_PUSH_DEVICES = 8
"""Browsers of one person that notifications are pushed to; the oldest makes way."""
MAX_ENDPOINT = 1_024
"""Characters of the address by which a push service reaches a browser."""
MAX_PUSH_KEY = 128
"""Characters of a browser's key."""
MAX_TOPIC = 64
"""Characters of an ntfy topic."""
MAX_MAIL_ADDRESS = 254
"""Characters of a mail address."""
MAIL_CODE_SECONDS = 3_600.0
"""How long a code is good that was sent to a mail address."""
NOTIFY_SECONDS = 60.0
"""For somebody to come back or to move, before they are notified; ``--notify-seconds`` says otherwise."""
NOTIFY_SWEEP_SECONDS = 5.0
"""Between two looks at what is due."""
NOTIFY_AGAIN_SECONDS = 30.0
"""For a log that cannot be asked, before what is due is looked at again."""
NOTIFIED_AT_ONCE = 20
"""Notifications that are looked at together, so that nobody at a table waits for it."""
KEPT_NOTICED_SECONDS = 24 * 3600.0
"""How long it is kept what was told about a game that is over."""
SENT_AT_ONCE = 8
"""Notifications on their way out at the same time."""
MAX_UNSENT = 1_000
"""Notifications that wait to be sent; more are thrown away."""
SEND_SECONDS = 10.0
"""For a push service, ntfy, a webhook or a mail server to take a notification."""
SEND_ATTEMPTS = 3
"""How often a notification is tried where nobody answers, or asks to come back later."""
SEND_AGAIN_SECONDS = 20.0
"""Before the second attempt; twice as long before the third."""
MAX_ANSWER = 1 << 14
"""Bytes that are read of the answer of a push service, ntfy or a webhook."""

# -- how long somebody is waited for ----------------------------------------------------------------------------------

ANSWER_SECONDS = 50.0
"""For a nickname or the number of players, in renaissance-steps."""
ASK_SECONDS = 120.0
"""For the number of players in renaissance-json, while the waiting room is closed to others."""
GRACE_SECONDS = 20.0
"""For a browser that lost its connection; until then its seat is kept as if its player were there."""
UNDO_SECONDS = 15.0
"""How long somebody has at least who has taken back the end of their turn, if that turn's time is nearly over."""
RETURN_SECONDS = 30.0
"""For the others, once somebody is back at a parked table or after a restart."""
GONE_SECONDS = 120.0
"""How long somebody must be away before they are not asked for their consent any more, a bot may play for them if the
others agree, or the host may free their seat."""
GONE_DAYS_SECONDS = 3_600.0
"""The same for freeing a seat in a game over days. There nobody goes unasked, however long they are away."""
ASKER_SECONDS = 5.0
"""How long somebody who has asked for a seat may be away before they do so no longer; until they are back nobody gets
it."""
MINDED_SECONDS = 600.0
"""How long somebody must be away before a seat that a bot plays for them may be given to another."""
LOST_TURN_SECONDS = 3.0
"""For a player of Sagrada's protocols who was lost in the middle of a turn: as long as silence goes unnoticed."""
BROUGHT_SECONDS = 120.0
"""For the start of a table that a browser has opened, once somebody is there whom the house has brought to it."""
EMPTY_SECONDS = 60.0
"""For somebody to come to a table that has not started and stands empty."""
UNWATCHED_SECONDS = 600.0
"""For somebody to look at a running table of bots alone, which rests meanwhile, before it is closed."""
SKIPPED_ROUNDS = 25
"""Rounds in which everybody is skipped before a table rests until somebody moves; Sagrada is over after 21."""
DAYS_SKIPPED_ROUNDS = 3
"""The same in a game over days."""
REOPENED_SECONDS = 600.0
"""For those whose turn in a game over days ran out while the house was closed, after it has opened."""
DAYS_WAITING_SECONDS = 14 * 24 * 3600.0
"""For the players of a game over days to come, before a table that has not started is closed."""
DAYS_GUESTS_SECONDS = 24 * 3600.0
"""The same where only guests without an account sit."""
DAYS_PARKED_SECONDS = 60 * 24 * 3600.0
"""For somebody to come back to a game over days whose time stands still, before it is closed."""
VACATION_DAYS = 30
"""Days in a year for which somebody may be away, so that their time in games over days stands still."""
MOST_BOT_CORES = 64
"""As much as ``--bot-cpu`` takes: so many workers."""
THINK_SECONDS = 2.0
"""For a bot to think, when no other waits for its turn to think; so many times less as others wait."""
FEWEST_THINK_SECONDS = 0.05
"""For a bot to think, however many wait."""
LOST_WORKER_SECONDS = 20.0
"""For a worker to answer, before it is taken for lost and another is started."""
PARKED_SECONDS = 7 * 24 * 3600.0
"""For the players of a running table to come back before it is closed."""
DORMANT_SECONDS = 600.0
"""For the players of a running table to come back before it is kept by its sketch alone, to be read when they do."""
WOKEN_AT_ONCE = 20
"""Dormant tables that are read to be closed in one sweep, so that nobody waits for it."""
HEARTBEAT_SECONDS = 1.0
"""Between two lines that a node posts about itself, if nothing changes."""
NODE_SECONDS = 5.0
"""For a node that posts none; then everybody on it counts as gone."""
POLL_SECONDS = 1.0
"""Between two questions to the log for what other nodes have written, where no bus carries hints."""
SELDOM_POLL_SECONDS = 5.0
"""The same where one does: for hints that were lost."""
ELSEWHERE_SECONDS = 2.0
"""For a player whose connection to one of several nodes is lost: by then it is known if they are on another."""
SLEPT_SECONDS = 3.0
"""A node that was not looked at for so long reads the log before its clocks do anything."""
DOOR_SECONDS = 3.0
"""For another node that is opening a table of the same game, before one is opened here too."""
LEASE_SECONDS = 15.0
"""For which a node thinks for the bots of a table, before another may."""
LATE_SECONDS = 2.0
"""Left of a turn at least when it is heard of late."""
BUS_SECONDS = 3.0
"""For a bus to answer, before the connection is taken for lost."""
BUS_RETRY_SECONDS = 1.0
"""Between two attempts to reach a bus that is away."""
BUS_QUEUE = 10_000
"""Messages that wait for the bus; more are thrown away, and found in the log."""
DATABASE_CONNECT_SECONDS = 3.0
"""For a database to let us in."""
DATABASE_ANSWER_SECONDS = 5.0
"""For a database to answer, before the connection is taken for lost."""
DATABASE_LONG_SECONDS = 60.0
"""For a database to forget a name, which may have played a thousand games."""
DATABASE_PATIENCE_SECONDS = 5.0
"""For a lost connection to come back, before those who wait for it are told that nothing can be saved."""
DATABASE_RETRY_SECONDS = 2.0
"""Between two attempts to reach a database that is away, at most."""
