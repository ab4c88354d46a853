/** How Masters of Renaissance is taught, in English. */

import type { Catalogue } from "../../../contract";

export default {
  "rules.goal": "Goal",
  "rules.goal.1": "You trade, build a workshop of cards and walk the faith track. Whoever has most points at the end wins.",
  "rules.goal.2": "It ends when somebody buys a seventh card or reaches the last space of the faith track.",
  "rules.turn": "A turn",
  "rules.turn.1":
    "Do exactly one of three things: take from the market, buy one card, or produce. Before or after it you may play or discard leaders; your shelves you may rearrange at any time of your turn.",
  "rules.turn.2":
    "Whoever begins has nothing. The second player begins with one resource of their choice, the third with one and a step of faith, the fourth with two and a step of faith.",
  "rules.market": "Take from the market",
  "rules.market.1": "Choose a row or a column by its arrow: you get what all its marbles stand for.",
  "rules.market.2":
    "White marbles give nothing (unless a leader of yours says otherwise), a red one is a step on the faith track.",
  "rules.market.3": "Then the marble on the slide is pushed in, and the one that falls out lies on the slide.",
  "rules.store": "Store it",
  "rules.store.1":
    "Your warehouse has three shelves, for one, two and three resources. A shelf holds one kind, and no kind lies on two shelves.",
  "rules.store.2":
    "What you cannot or do not want to keep you discard: every other player then moves one step of faith for each.",
  "rules.store.3": "The strongbox has no limits, but only productions fill it. Pay from wherever you like.",
  "rules.buy": "Buy a card",
  "rules.buy.1": "Only the top card of each pile is on sale. Pay what is printed on its upper half.",
  "rules.buy.2":
    "It goes into one of three slots: level I into an empty one, level II on a card of level I, level III on one of level II.",
  "rules.buy.3": "A covered card produces no longer, but its points count.",
  "rules.produce": "Produce",
  "rules.produce.1":
    "Activate as many productions as you can pay: the top cards of your slots, the basic one (any two resources become one), and those of leaders. Each of them once.",
  "rules.produce.2": "Everything is paid before anything arrives, so nothing that is produced can be used in the same turn.",
  "rules.produce.3": "Resources go to the strongbox; faith moves your marker at once.",
  "rules.leaders": "Leaders",
  "rules.leaders.1": "You keep two of four. Nobody sees them until they are played.",
  "rules.leaders.2":
    "To play one you must own what it asks for at that moment; nothing is paid. Then its ability and its points are yours for good.",
  "rules.leaders.3": "A leader you do not need can be discarded for one step of faith.",
  "rules.faith": "Faith and the pope",
  "rules.faith.1":
    "The track has 25 spaces, 0 to 24. The number in bold on the last one you passed is what it is worth at the end.",
  "rules.faith.2":
    "When the first marker reaches a pope space (8, 16, 24), everybody in the marked section before it, or beyond, wins that tile: 2, 3, 4 points. All others lose theirs.",
  "rules.faith.3": "Each of the three reports happens once.",
  "rules.scoring": "Scoring",
  "rules.scoring.1": "Cards: the points of all you have bought, covered ones too.",
  "rules.scoring.2": "Faith: what your last marked space is worth (1, 2, 4, 6, 9, 12, 16 or 20; not added up).",
  "rules.scoring.3": "Pope’s favour: the tiles you have won.",
  "rules.scoring.4": "Leaders: the points of those you have played.",
  "rules.scoring.5": "Resources: one point for every five left, wherever they lie.",
  "rules.scoring.6": "In a tie, more resources win.",
  "rules.end": "The end",
  "rules.end.1": "After a seventh card or space 24 the round is finished, so that all have had the same number of turns.",
  "rules.end.2": "Then the points are counted.",
  "rules.solo": "Alone against Lorenzo",
  "rules.solo.1": "After each of your turns Lorenzo reveals a token: he removes two cards of a colour, or moves his black cross.",
  "rules.solo.2": "The cross calls the pope’s reports like a marker. Each resource you discard moves it one step.",
  "rules.solo.3":
    "You lose if no card of one colour is left or the cross reaches 24; you win with your seventh card or at space 24.",

  "legend.coin": "Coin",
  "legend.stone": "Stone",
  "legend.servant": "Servant",
  "legend.shield": "Shield",
  "legend.faith": "Faith: a step on the track, never stored",
  "legend.any": "Any resource, as you choose",
  "legend.marble.yellow": "Yellow marble: a coin",
  "legend.marble.grey": "Grey marble: a stone",
  "legend.marble.purple": "Purple marble: a servant",
  "legend.marble.blue": "Blue marble: a shield",
  "legend.marble.red": "Red marble: one faith",
  "legend.marble.white": "White marble: nothing",
  "legend.card":
    "A card. Above: colour, level and points; in the middle what it costs; below what it turns into what when it produces.",
  "legend.colour.green": "Green cards",
  "legend.colour.blue": "Blue cards",
  "legend.colour.yellow": "Yellow cards",
  "legend.colour.purple": "Purple cards",
  "legend.leader.discount": "Leader: cards cost one of that resource less. What he needs is above, his points are beside it.",
  "legend.leader.depot": "Leader: two more places for that resource",
  "legend.leader.white": "Leader: white marbles give that resource",
  "legend.leader.production": "Leader: that resource becomes one of your choice and one faith",
  "legend.pope": "Pope space: the first marker on it calls a report",
  "legend.tile.down": "Pope’s favour, not decided yet",
  "legend.tile.up": "Pope’s favour, won",
  "legend.tile.lost": "Pope’s favour, lost",
  "legend.cross": "Lorenzo’s black cross, in games alone",

  "about.slide": "The marble that will be pushed into the line somebody takes.",
  "about.marble": "Take the whole row or column with the arrow at its end.",
  "about.line": "Takes every marble of this line, and pushes the one on the slide in from here.",
  "about.card":
    "On sale: the middle is the cost, below is what it produces, at the top right its points. Level II needs a card of level I below it, level III one of level II.",
  "about.basic": "Pay any two resources for one of your choice. Once a turn, together with your cards.",
  "about.slot": "Your cards lie here, one upon the other; the top one produces. Points of covered cards count as well.",
  "about.leader":
    "At the top is what you must own to play it; below what it does then. Discarded, it is worth one step of faith.",
  "about.depot": "A leader’s extra place for two resources of one kind.",
  "about.shelf": "Shelves for one, two and three resources: one kind on each, and no kind on two of them.",
  "about.box": "Filled by productions only, without limits. You can pay from here.",
  "about.favour":
    "Tiles of the pope’s favour, 2, 3 and 4 points: you win one if you are far enough when somebody reaches its pope space.",
  "about.pope":
    "Whoever comes here first calls a report: all in the marked section or beyond win the tile, the others lose theirs.",
  "about.faith":
    "Bold numbers are points at the end: the last one you passed counts. The sections before a pope space are marked.",
  "about.lorenzo": "Your opponent in a game alone: after each of your turns he reveals one of these tokens.",
  "about.discard": "Give it away: every other player moves one step of faith for each.",
  "about.rearrange": "Exchange the contents of two shelves, as often as you like.",
  "about.collect": "Ends the production: what was produced goes to the strongbox.",
  "about.revert": "Nothing is produced; what was paid comes back.",
  "about.end": "Ends your turn. Leaders can still be played before it.",
  "about.bonus": "A resource to begin with, because you are not the first player: it goes onto a shelf.",
  "about.pending": "From the market: it has to go onto a shelf, or be discarded.",
  "about.other": "Another player’s board: shelves, strongbox, cards, leaders and tiles.",

  "hint.keep":
    "Choose two leaders to keep. Below is what one does, above what you must own to play it. Leaders that ask for the same kind of cards go well together.",
  "hint.keep.do": "Two are chosen: keep them. Nobody else sees them.",
  "hint.bonus": "You are not the first player, so you begin with a resource: choose one.",
  "hint.bonus.shelf": "Put it on a shelf. The small one is a good place for a single resource.",
  "hint.leader": "You own all that this leader asks for: play it. It costs nothing.",
  "hint.play": "Press here, and the leader is in play: its points and its ability are yours.",
  "hint.card": "You can pay for this card. Cards bring points and productions: press it.",
  "hint.slot": "Choose the slot for it: level I takes an empty one, level II or III one whose card is a level lower.",
  "hint.view.cards": "You can pay for a card: look at the cards.",
  "hint.view.market": "Look at the market.",
  "hint.produce": "You can pay what this card needs: press it to produce.",
  "hint.produce.more": "This one can produce as well.",
  "hint.collect": "Nothing else can produce: collect. Resources go to your strongbox.",
  "hint.basic":
    "There is hardly room for what the market brings. The basic production turns any two resources into one you choose: press it.",
  "hint.choose.pay": "Two resources are paid: choose what you need least.",
  "hint.choose.get": "Choose what the next card asks for. It goes to your strongbox.",
  "hint.pay": "Pay.",
  "hint.row": "You cannot buy or produce yet, so take resources: of this row you can keep {n}, faith included. Press its arrow.",
  "hint.column":
    "You cannot buy or produce yet, so take resources: of this column you can keep {n}, faith included. Press its arrow.",
  "hint.row.more":
    "Producing would bring little now, and no card can be bought: of this row you can keep {n}, faith included. Press its arrow.",
  "hint.column.more":
    "Producing would bring little now, and no card can be bought: of this column you can keep {n}, faith included. Press its arrow.",
  "hint.take": "These marbles would be yours. Take them.",
  "hint.white": "Your leaders turn white marbles into resources: choose which.",
  "hint.pending": "Choose which resource you put away first.",
  "hint.store": "Put it on a lit shelf: one kind a shelf, and the more you expect of it, the bigger the shelf.",
  "hint.full": "There is no room for it. You may rearrange your shelves; discarded, it brings the others a step of faith.",
  "hint.end": "That was your action: end the turn.",

  "note.1": "Points come from cards, faith, the pope’s tiles, leaders and resources left; the rules are behind the ? above.",
  "note.2": "The first cards, level I, cost little and make the later ones possible.",
  "note.3": "Every red marble is a step on the track at the top: be in the marked section when somebody reaches the pope.",
  "note.4": "Resources in the strongbox are safe: only the shelves are small.",
  "note.5": "A row or column that you cannot store is a present for the others: one faith for each resource.",
  "note.6": "The game ends with somebody’s seventh card or at the end of the faith track: keep an eye on both.",
} satisfies Catalogue;
