// Made by `python -m bottega.wire.house.types phrases` from the server's phrasebooks. Do not edit.

/** For every phrasebook its refusals and its lines of a score sheet: parameters and their kinds. */
export const PHRASES = {
  splendor: {
    refusals: {
      /** the game is over */
      "over": {},
      /** it is the turn of {seat:seat} */
      "not-your-turn": {"seat":"seat"},
      /** there is no {seat:seat} at this table */
      "no-such-seat": {"seat":"seat"},
      /** that is not an action of Splendor */
      "no-such-action": {},
      /** first return {surplus:tokens}: you have {held} and may keep {limit} */
      "return-first": {"surplus":"tokens","held":"","limit":""},
      /** first choose one of the nobles who would come to you */
      "noble-first": {},
      /** you can still move, and pass only when you cannot */
      "can-still-move": {},
      /** take at least one token */
      "take-nothing": {},
      /** only white, blue, green, red and black tokens can be taken; gold comes with a reserved card */
      "take-only-gems": {},
      /** name the colours in the order white, blue, green, red, black */
      "take-in-order": {},
      /** take three tokens of different colours, or two of the same colour */
      "take-three-or-two": {},
      /** take {needs:tokens} of different colours: {left:colours} are left in the bank */
      "take-more": {"needs":"tokens","left":"colours"},
      /** there are no {colour:colour} tokens left */
      "pile-empty": {"colour":"colour"},
      /** {colour:colour} has {left:tokens} left; taking two needs at least {needs} */
      "pile-too-small": {"colour":"colour","left":"tokens","needs":""},
      /** you already hold {limit:reserved}, and that is the limit */
      "hand-full": {"limit":"reserved"},
      /** at this table only face-up cards can be reserved */
      "reserve-only-face-up": {},
      /** there is no deck of level {level:level} */
      "no-such-deck": {"level":"level"},
      /** the deck of level {level:level} is empty */
      "deck-empty": {"level":"level"},
      /** there is no card {card:card} */
      "no-such-card": {"card":"card"},
      /** card {card:card} has already been bought */
      "card-bought": {"card":"card"},
      /** card {card:card} is reserved by you */
      "card-yours": {"card":"card"},
      /** card {card:card} is reserved by another player */
      "card-reserved": {"card":"card"},
      /** card {card:card} is not on the table; face up in level {level:level}: {shown:cards} */
      "card-not-shown": {"card":"card","level":"level","shown":"cards"},
      /** you are {short:tokens} short of card {card:card}, which costs you {price:price} */
      "too-dear": {"short":"tokens","card":"card","price":"price"},
      /** a payment is a number of tokens of each colour and gold */
      "payment-malformed": {},
      /** card {card:card} costs you {cost:pile}, not {paid} */
      "payment-too-much": {"card":"card","cost":"pile","paid":""},
      /** with these coloured tokens card {card:card} costs {needs} gold, not {paid} */
      "payment-wrong-gold": {"card":"card","needs":"","paid":""},
      /** you have {held:pile}, not {asked} */
      "not-held": {"held":"pile","asked":""},
      /** there is nothing to return: you have {held:tokens} and may keep {limit} */
      "nothing-to-return": {"held":"tokens","limit":""},
      /** a return is a number of tokens of each colour and gold */
      "return-malformed": {},
      /** at this table gold cannot be returned */
      "return-no-gold": {},
      /** return exactly {surplus:tokens}: you have {held} and may keep {limit} */
      "return-exactly": {"surplus":"tokens","held":"","limit":""},
      /** nobles come at the end of a turn; there is none to choose now */
      "no-choice-of-nobles": {},
      /** noble {noble:noble} is not among those who would come to you */
      "noble-not-coming": {"noble":"noble"},
    },
    lines: {
      /** cards: {bought} bought */
      "cards": {"bought":""},
      /** nobles: {received} received */
      "nobles": {"received":""},
    },
  },
  sagrada: {
    refusals: {
      /** the game is over */
      "over": {},
      /** it is the turn of seat {seat:seat} */
      "not-your-turn": {"seat":"seat"},
      /** there is no seat {seat:seat} at this table */
      "no-such-seat": {"seat":"seat"},
      /** that is not an action of Sagrada */
      "no-such-action": {},
      /** first everybody chooses a window */
      "window-first": {},
      /** you have already chosen {window:window} */
      "window-chosen": {"window":"window"},
      /** that window is not on offer; choose one of {offered:windows} */
      "window-not-offered": {"offered":"windows"},
      /** the windows have been chosen */
      "windows-are-chosen": {},
      /** you have already drafted a die on this turn */
      "drafted": {},
      /** dice are numbered {first} to {last}; there is no die {number} */
      "no-such-die": {"first":"","last":"","number":""},
      /** there is no {die:die} in the draft pool */
      "not-in-pool": {"die":"die"},
      /** place {place:place} of the draft pool does not hold {die:die} */
      "not-at-place": {"place":"place","die":"die"},
      /** only {die:die}, changed with {tool:tool}, may be placed on this turn */
      "only-changed-die": {"die":"die","tool":"tool"},
      /** {die:die}, changed with {tool:tool}, fits into your window and must be placed */
      "must-place": {"die":"die","tool":"tool"},
      /** a window has spaces {first:space} to {last:space}; there is no space {space:space} */
      "no-such-space": {"first":"space","last":"space","space":"space"},
      /** space {space:space} already holds {die:die} */
      "space-taken": {"space":"space","die":"die"},
      /** space {space:space} takes only {colour:colour}; {die:die} does not fit */
      "printed-colour": {"space":"space","colour":"colour","die":"die"},
      /** space {space:space} takes only value {value}; {die:die} does not fit */
      "printed-value": {"space":"space","value":"","die":"die"},
      /** the first die goes on the edge; space {space:space} is inside */
      "not-on-edge": {"space":"space"},
      /** space {space:space} touches {die:die}; with this tool it must touch no die */
      "not-apart": {"space":"space","die":"die"},
      /** space {space:space} touches no die of the window */
      "no-contact": {"space":"space"},
      /** {die:die} on space {space:space} would be beside {other:die}, of the same colour */
      "same-colour": {"die":"die","space":"space","other":"die"},
      /** {die:die} on space {space:space} would be beside {other:die}, of the same value */
      "same-value": {"die":"die","space":"space","other":"die"},
      /** tool {number:tool-number} is not in this game; its tools are {tools:tools} */
      "tool-not-in-play": {"number":"tool-number","tools":"tools"},
      /** you have used {tool:tool} on this turn; only one tool a turn */
      "one-tool-a-turn": {"tool":"tool"},
      /** tools are paid for with favour tokens; dice pay only in a solo game */
      "tokens-pay": {},
      /** {tool:tool} costs {price:tokens} and you have {left} */
      "too-few-tokens": {"tool":"tool","price":"tokens","left":""},
      /** {tool:tool} has been used; in a solo game each tool works once */
      "tool-gone": {"tool":"tool"},
      /** name the {colour:colour} die of the pool that pays for {tool:tool} */
      "name-payment": {"colour":"colour","tool":"tool"},
      /** the die that pays must be in the draft pool */
      "payment-not-in-pool": {},
      /** {tool:tool} is paid for with a {colour:colour} die, not with {die:die} */
      "payment-colour": {"tool":"tool","colour":"colour","die":"die"},
      /** {tool:tool} acts on the die you draft, and you have drafted on this turn */
      "draft-spent": {"tool":"tool"},
      /** {tool:tool} may only be used on your first turn of a round */
      "first-turn-only": {"tool":"tool"},
      /** {tool:tool} may only be used on your second turn of a round */
      "second-turn-only": {"tool":"tool"},
      /** {tool:tool} must be used before drafting */
      "before-drafting": {"tool":"tool"},
      /** {tool:tool} may only be used after drafting a die */
      "after-drafting": {"tool":"tool"},
      /** no die of the pool, one higher or lower, would fit into your window */
      "no-change-fits": {},
      /** none of your dice can be moved, even disregarding printed colours */
      "no-move-without-colours": {},
      /** none of your dice can be moved, even disregarding printed values */
      "no-move-without-values": {},
      /** you cannot move two dice one after the other, and the tool moves exactly two */
      "no-two-moves": {},
      /** the round track holds no die that would fit into your window */
      "no-track-die-fits": {},
      /** there is no die in the pool to roll again */
      "nothing-to-roll": {},
      /** no die of the pool fits into your window */
      "no-die-fits": {},
      /** no die of the pool fits on a space of your window that touches no die */
      "no-die-fits-apart": {},
      /** no die of the pool, turned upside down, would fit into your window */
      "no-turned-die-fits": {},
      /** there is no die in the pool to put back into the bag */
      "nothing-to-return": {},
      /** none of your dice of a colour on the round track can be moved */
      "no-track-colour-moves": {},
      /** no tool is in use */
      "no-tool-in-use": {},
      /** {tool:tool} is in use: choose a die of the draft pool, or go back */
      "tool-wants-die": {"tool":"tool"},
      /** {tool:tool} is in use: turn the die up or down, or go back */
      "tool-wants-change": {"tool":"tool"},
      /** {tool:tool} is in use: choose a die of the round track, or go back */
      "tool-wants-track": {"tool":"tool"},
      /** {tool:tool} is in use: choose the value of the new die, or go back */
      "tool-wants-value": {"tool":"tool"},
      /** {tool:tool} is in use: move a die of your window, or go back */
      "tool-wants-move": {"tool":"tool"},
      /** {tool:tool} is in use: place a die of the draft pool, or go back */
      "tool-wants-place": {"tool":"tool"},
      /** {die:die} could not be placed afterwards */
      "not-placeable": {"die":"die"},
      /** a {value} cannot go up */
      "highest": {"value":""},
      /** a {value} cannot go down */
      "lowest": {"value":""},
      /** {die:die} would not fit into your window */
      "changed-fits-nowhere": {"die":"die"},
      /** a die shows {first} to {last}, not {value} */
      "no-such-value": {"first":"","last":"","value":""},
      /** the round track has dice {first:track} to {last:track}; there is no {index:track} */
      "no-such-track-die": {"first":"track","last":"track","index":"track"},
      /** {die:die} from the round track would not fit into your window */
      "track-fits-nowhere": {"die":"die"},
      /** none of your {colour:colour} dice can be moved */
      "colour-cannot-move": {"colour":"colour"},
      /** there is no die on space {space:space} */
      "no-die-there": {"space":"space"},
      /** a moved die must go to another space */
      "same-space": {},
      /** {die:die} has been moved already; the second die must be another one */
      "moved-already": {"die":"die"},
      /** {die:die} is not {colour:colour}, the colour chosen from the round track */
      "other-colour": {"die":"die","colour":"colour"},
    },
    lines: {
      /** {objective:public}: {count} x {each} */
      "public": {"objective":"public","count":"","each":""},
      /** {colour:private}: {dice:dice} */
      "private": {"colour":"private","dice":"dice"},
      /** {colour:private}: no {colour:colour} die */
      "private-none": {"colour":"colour"},
      /** Favour tokens: {left} left */
      "tokens": {"left":""},
      /** Empty spaces: {count} x -{each} */
      "empty": {"count":"","each":""},
      /** Target: to be exceeded: {target} on the round track */
      "target": {"target":""},
    },
  },
  renaissance: {
    refusals: {
      /** that is no move of Masters of Renaissance */
      "no-such-action": {},
      /** the game is over */
      "over": {},
      /** there is no seat {seat:seat} at this table */
      "no-such-seat": {"seat":"seat"},
      /** it is not your turn */
      "not-your-turn": {},
      /** choose your leaders and bonus resources first; turns start when everybody has */
      "setup-first": {},
      /** that is not possible before your main action: visit the market, buy a card or produce */
      "before-main-action": {},
      /** first store or discard what you took from the market */
      "store-first": {},
      /** first finish your productions, or revert them */
      "productions-first": {},
      /** you have made your main action; you may still play or discard leaders, then end your turn */
      "main-action-made": {},
      /** you have already chosen your leaders */
      "leaders-chosen": {},
      /** keep exactly {count} different leaders */
      "keep-exactly": {"count":""},
      /** leader {leader:leader_card} was not offered to you; choose among {offered:leader_cards} */
      "leader-not-offered": {"leader":"leader_card","offered":"leader_cards"},
      /** choose your leaders before your bonus resources */
      "leaders-first": {},
      /** you have no bonus resource left to place; turns start when everybody has chosen */
      "no-bonus-left": {},
      /** a bonus resource is a coin, stone, servant or shield on one of your three shelves */
      "not-a-bonus": {},
      /** you have no leader depot {depot:depot} */
      "no-depot": {"depot":"depot"},
      /** the strongbox is filled by productions alone */
      "strongbox-closed": {},
      /** {place:place} is for {type:resources}, so no {resource:resource} can go there */
      "other-type": {"place":"place","type":"resources","resource":"resource"},
      /** {place:place} is full: it has room for {room} */
      "place-full": {"place":"place","room":""},
      /** {type:resources} already lie on shelf {shelf:shelf}, and a type may lie on one shelf only */
      "on-another-shelf": {"type":"resources","shelf":"shelf"},
      /** only two different shelves ({first:shelf} to {last:shelf}) can change their contents */
      "swap-two-shelves": {"first":"shelf","last":"shelf"},
      /** shelves {first:shelf} and {second:shelf} are both empty */
      "shelves-empty": {"first":"shelf","second":"shelf"},
      /** shelves {first:shelf} and {second:shelf} cannot change places: shelf {target:shelf} has no room for {contents:amounts} */
      "no-room-to-swap": {"first":"shelf","second":"shelf","target":"shelf","contents":"amounts"},
      /** single resources move between a shelf ({first:shelf} to {last:shelf}) and a leader depot ({depot:depot}, {other:depot}) only */
      "move-shelf-depot": {"first":"shelf","last":"shelf","depot":"depot","other":"depot"},
      /** {place:place} is empty */
      "place-empty": {"place":"place"},
      /** you have no shelf or depot {place:depot} */
      "no-place": {"place":"depot"},
      /** depot {depot:depot} takes only {type:resources} */
      "depot-takes-only": {"depot":"depot","type":"resources"},
      /** two leader depots hold different types, so their contents cannot change places */
      "depots-differ": {},
      /** there are too many resources in {source:place} for {target:place} */
      "no-room-to-exchange": {"source":"place","target":"place"},
      /** {first:place} and {second:place} are both empty */
      "places-empty": {"first":"place","second":"place"},
      /** the market has no {line:line}; it has {rows} rows and {columns} columns */
      "no-line": {"line":"line","rows":"","columns":""},
      /** that is not pending; you still have to place {pending:pending} */
      "not-pending": {"pending":"pending"},
      /** no white marble is waiting for a choice */
      "no-white-marble": {},
      /** your leaders turn a white marble into a {choices:either} */
      "not-a-white-choice": {"choices":"either"},
      /** first choose what your white marbles are; then all can be discarded at once */
      "whites-first": {},
      /** discard resources one by one, or all that are left at once */
      "discard-one-or-all": {},
      /** there is no {pile:pile} */
      "no-pile": {"pile":"pile"},
      /** there is no slot {slot:slot}; slots are {first:slot} to {last:slot} */
      "no-slot": {"slot":"slot","first":"slot","last":"slot"},
      /** {pile:pile} is empty */
      "pile-empty": {"pile":"pile"},
      /** a card of level 1 goes in an empty slot, and slot {slot:slot} holds {held:cards} */
      "needs-empty-slot": {"slot":"slot","held":"cards"},
      /** a card of level {level} goes on a card of level {below}, and slot {slot:slot} holds {held:cards} */
      "needs-lower-card": {"level":"","below":"","slot":"slot","held":"cards"},
      /** this costs {cost:amounts}, and you have {owned:amounts} */
      "cannot-afford": {"cost":"amounts","owned":"amounts"},
      /** a payment names resources, places and amounts of at least 1 */
      "not-a-payment": {},
      /** you want to take {taken:amounts} from {place:place}, where {there:there} */
      "not-there": {"taken":"amounts","place":"place","there":"there"},
      /** this costs {cost:amounts}, and you offer {offered:amounts} */
      "wrong-payment": {"cost":"amounts","offered":"amounts"},
      /** productions take and give coins, stones, servants and shields of your choice, never faith */
      "never-faith": {},
      /** the basic production takes exactly two resources */
      "two-inputs": {},
      /** slot {slot:slot} is empty, so it produces nothing */
      "slot-empty": {"slot":"slot"},
      /** you have {count:production_leaders} in play, so there is no number {number:production_leader} */
      "no-production-leader": {"count":"production_leaders","number":"production_leader"},
      /** each production can be activated once a turn, and this one already was */
      "once-a-turn": {},
      /** you kept {count:leaders}, so there is no {leader:leader} */
      "no-leader": {"count":"leaders","leader":"leader"},
      /** {leader:leader} is already in play */
      "leader-in-play": {"leader":"leader"},
      /** {leader:leader} has been discarded */
      "leader-discarded": {"leader":"leader"},
      /** to play {leader:leader} you must own {needed:amounts} */
      "leader-needs-resources": {"leader":"leader","needed":"amounts"},
      /** to play {leader:leader} you must own {needed:coloured_cards} */
      "leader-needs-cards": {"leader":"leader","needed":"coloured_cards"},
      /** to play {leader:leader} you must own {needed:coloured_cards} of level {level} */
      "leader-needs-level": {"leader":"leader","needed":"coloured_cards","level":""},
    },
    lines: {
      /** development cards: {bought} bought */
      "cards": {"bought":""},
      /** faith track: space {space} */
      "faith": {"space":""},
      /** pope's favour: {up} face up */
      "favour": {"up":""},
      /** leaders: {played} in play */
      "leaders": {"played":""},
      /** resources: {left} left, 1 point for every {each} */
      "resources": {"left":"","each":""},
    },
  },
  table: {
    refusals: {
      /** {game} is for {least} to {most} players, not {seats} */
      "wrong-size": {"game":"","least":"","most":"","seats":""},
      /** {game} has no option {option:quoted} */
      "no-option": {"game":"","option":"quoted"},
      /** {game} cannot be played so: {problem} */
      "bad-option": {"game":"","problem":""},
      /** every seat of this table is taken */
      "full": {},
      /** {name} sits at this table already */
      "sits-here": {"name":""},
      /** {joined} sit here already */
      "too-small": {"joined":""},
      /** nobody sits there */
      "empty-seat": {},
      /** the game has started already */
      "started": {},
      /** you have opened many tables: open the next in {wait:seconds} */
      "tables-too-fast": {"wait":"seconds"},
      /** you have opened many tables that are not over yet: that is enough */
      "tables-enough": {},
      /** you have opened some games over days that have not begun yet: that is enough */
      "days-tables-enough": {},
      /** you have taken many seats: take the next in {wait:seconds} */
      "seats-too-fast": {"wait":"seconds"},
      /** you hold {most} seats of this game: finish one of them first */
      "seats-enough": {"most":""},
      /** a year has {most:days} of absence: you have {left:days} left */
      "away-too-long": {"most":"days","left":"days"},
      /** you hold no seat that could wait for you */
      "nothing-to-leave": {},
      /** no word is taken for this seat */
      "no-words": {},
      /** a word has {least} to {most} characters, not {length} */
      "word-length": {"least":"","most":"","length":""},
      /** a word is made of visible characters, without a blank at either end */
      "word-characters": {},
      /** the game has not started yet */
      "not-started": {},
      /** the game is over */
      "finished": {},
      /** only those who sit at the table play */
      "not-seated": {},
      /** you have left this game */
      "left": {},
      /** there is no action in that move */
      "no-action": {},
      /** a move has at most {most} actions, not {count} */
      "too-many-actions": {"most":"","count":""},
      /** a turn has at most {most} actions: the table ends it */
      "turn-too-long": {"most":""},
      /** a game has at most {most} actions: the table ends it */
      "game-too-long": {"most":""},
      /** {action} brings something new to light: it must be the last action of a move */
      "reveals-midway": {"action":""},
      /** only the table skips a turn */
      "skip": {},
      /** that is not how this turn is skipped */
      "wrong-skip": {},
      /** {problem} */
      "notation": {"problem":""},
      /** entry {last} was made since you looked at entry {seen} */
      "stale": {"last":"","seen":""},
      /** the command id {command:quoted} was used by somebody else at this table */
      "command-used": {"command":"quoted"},
      /** that cannot be taken back: something was revealed since, or nothing was played */
      "cannot-undo": {},
      /** somebody else has played since: ask the others */
      "undo-needs-consent": {},
      /** you have taken back {most} moves in a row: play on */
      "undone-enough": {"most":""},
      /** something else is being asked for by now: look again before you answer */
      "other-question": {},
      /** something is being asked for already: answer that first */
      "ballot-open": {},
      /** nothing is being asked for */
      "nothing-asked": {},
      /** you are not asked, or have answered already */
      "not-asked": {},
      /** {name}'s client has no word to answer with */
      "cannot-vote": {"name":""},
      /** no bot can play for {name}: they play themselves, or have left */
      "cannot-replace": {"name":""},
      /** {name} is here, and plays themselves */
      "is-here": {"name":""},
      /** {name} may be back any moment: ask again in {wait} s */
      "just-left": {"name":"","wait":""},
      /** {name} need not be here: in a game over days it is the clock that decides */
      "over-days": {"name":""},
      /** the game is paused */
      "paused": {},
      /** the game is not paused */
      "not-paused": {},
      /** the others have not agreed to a pause */
      "pause-needs-consent": {},
      /** the game has not started yet: leave the seat instead */
      "leave-instead": {},
      /** {name} has left already */
      "has-left": {"name":""},
      /** this cannot be saved at the moment: try again in a while */
      "store": {},
      /** the log does not answer: whether this was kept will be seen when it does */
      "unsure": {},
      /** the table changed at the same moment: look again, then repeat */
      "conflict": {},
      /** a name has {least} to {most} characters, not {length} */
      "name-length": {"least":"","most":"","length":""},
      /** a name is made of visible characters */
      "name-characters": {},
      /** a name neither begins nor ends with a blank */
      "name-blanks": {},
      /** a name is made of Latin letters and digits here */
      "name-letters": {},
      /** {name} plays that seat: it is not free */
      "seat-not-free": {"name":""},
      /** a bot plays for {name} only until they are back: it is not free */
      "minded": {"name":""},
      /** nobody who plays is here to agree to your playing on for {name} */
      "nobody-agrees": {"name":""},
      /** the players have not agreed to that */
      "seat-needs-consent": {},
      /** nobody is called so: it stands for those who were forgotten */
      "name-reserved": {},
      /** a name is written in the letters of one alphabet */
      "name-mixed": {},
      /** a name is written in an alphabet that is in everyday use */
      "name-script": {},
      /** the name {name} looks like {other}, which is in use: choose another */
      "name-alike": {"name":"","other":""},
      /** the name {name} is in use: choose another */
      "name-taken": {"name":""},
      /** the name {name} belongs to somebody with a password */
      "name-owned": {"name":""},
      /** the name {name} is in use: choose another, or go on by a code from the device that has it */
      "name-in-use": {"name":""},
      /** the name {name} is in use on another device: go on by a code from there, or choose another */
      "wrong-token": {"name":""},
      /** the name {name} belongs to somebody: give its password */
      "needs-password": {"name":""},
      /** that is not the password of {name} */
      "wrong-password": {"name":""},
      /** nobody at the table was told that {name}'s client shows hidden cards: come back without it */
      "gives-away": {"name":""},
      /** too many passwords are being checked at the moment: try again in a while */
      "logins-wait": {},
      /** too many wrong passwords, or too many at once: try again in {wait:seconds} */
      "locked-out": {"wait":"seconds"},
      /** that code is not good: it was mistyped, used already, or is too old */
      "no-such-code": {},
      /** you have asked for many codes: ask for the next in {wait:seconds} */
      "codes-too-fast": {"wait":"seconds"},
      /** this house cannot tell anybody anything by {way} */
      "no-such-way": {"way":""},
      /** nothing can be sent there: {problem} */
      "bad-way": {"problem":""},
      /** you have changed this often: try again in {wait:seconds} */
      "ways-too-fast": {"wait":"seconds"},
      /** this house tells as many people as it can already */
      "ways-enough": {},
      /** many codes were sent by mail: ask for the next in {wait:seconds} */
      "mails-too-fast": {"wait":"seconds"},
      /** that code is not good: it was mistyped, was sent elsewhere, or is too old */
      "wrong-mail-code": {},
      /** no passkey can be used here: it takes a page of https, or of this machine by its name */
      "no-passkey-here": {},
      /** the name {name} has no passkey */
      "no-passkey": {"name":""},
      /** a name has at most {most} passkeys */
      "passkeys-enough": {"most":""},
      /** that is no passkey of {name} */
      "wrong-passkey": {"name":""},
      /** {name}'s seat cannot be freed: they are here, or come back by name or password */
      "seat-not-lost": {"name":""},
      /** {name} plays at other tables too: their seat stays theirs */
      "plays-elsewhere": {"name":""},
      /** the name {name} has a password already */
      "has-password": {"name":""},
    },
    lines: {
    },
  },
  house: {
    refusals: {
      /** a message is one text frame */
      "not-text": {},
      /** {problem}: see docs/protocols/house.md */
      "unreadable": {"problem":""},
      /** say hello with a name first */
      "hello-first": {},
      /** you sit at a table as {name}: leave it before you change your name */
      "keeps-seat": {"name":""},
      /** this house tells nobody anything while they are away */
      "nothing-leaves": {},
      /** your name is {name}: give it to have it forgotten */
      "other-name": {"name":""},
      /** games under this name are not over, and until then their logs cannot be changed: {tables:list} */
      "not-over": {"tables":"list"},
      /** there is no table {table} */
      "no-such-table": {"table":""},
      /** table {table} cannot be opened: whoever runs the house knows more */
      "set-aside": {"table":""},
      /** table {table} cannot be read at the moment: try again in a while */
      "unread": {"table":""},
      /** too many old games are being looked up at the moment: try again in a while */
      "busy": {},
      /** you do not follow a table {table} */
      "not-following": {"table":""},
      /** you follow {most} tables: that is enough */
      "follows-enough": {"most":""},
      /** the game is not over yet */
      "not-finished": {},
      /** the game is not over yet: its log holds the seed, which is secret until then */
      "seed-is-secret": {},
      /** you did not play in that game */
      "did-not-play": {},
      /** there is no moment {seq} in that game */
      "no-such-moment": {"seq":""},
      /** a line has {most} actions at the most */
      "line-too-long": {"most":""},
      /** {name} needs a number */
      "not-a-number": {"name":""},
      /** {most} games are being studied or wait for it: try again in a while */
      "studies-wait": {"most":""},
      /** some of what you have asked for is still being studied: wait for it first */
      "studies-enough": {},
      /** the game is over there */
      "game-over": {},
      /** the name {name} is about to take or to leave a seat of {game} */
      "seat-pending": {"name":"","game":""},
      /** you hold another seat of {game}: who takes one over has no other */
      "one-seat": {"game":""},
      /** you sit at this table already */
      "sits-here": {},
      /** you do not sit at this table */
      "not-seated": {},
      /** only those who sit at this table decide that */
      "not-yours-to-decide": {},
      /** you have given up your seat at this table */
      "gave-up-seat": {},
      /** a turn has at least {least:seconds}, or no clock at all (0) */
      "turn-too-short": {"least":"seconds"},
      /** a turn has at most {most:hours}, but in a game over days */
      "turn-too-long": {"most":"hours"},
      /** in a game over days a turn has {least:hours} to {most:days} */
      "days-turn": {"least":"hours","most":"days"},
      /** there is no bot {bot}; there are {bots:list} */
      "no-such-bot": {"bot":"","bots":"list"},
      /** no bot called {name} sits at this table */
      "no-bot-there": {"name":""},
      /** you have asked for many bots: ask for the next in {wait:seconds} */
      "bots-too-fast": {"wait":"seconds"},
      /** only whoever sat down first sends others away */
      "not-first": {},
      /** only whoever sat down first, of those who are here, frees a seat */
      "not-host": {},
      /** nobody called {name} sits there whom you could send away */
      "no-one-there": {"name":""},
      /** nobody whose turn it is can be reminded: it is yours, or they are away */
      "nobody-to-nudge": {},
      /** you have asked the others for much: ask for more in {wait:seconds} */
      "asked-too-fast": {"wait":"seconds"},
      /** you see this table some moves later: that seat cannot be asked for now */
      "ask-later": {},
      /** the players of this table let nobody watch */
      "shut-out": {},
      /** there is nothing in it that can be read */
      "nothing-said": {},
      /** that is {length} characters; {most} is the most */
      "said-too-much": {"length":"","most":""},
      /** {most} lines were said at this table: that is enough */
      "said-enough": {"most":""},
      /** not so fast: wait a moment before you say more */
      "said-too-fast": {},
    },
    lines: {
    },
  },
} as const
