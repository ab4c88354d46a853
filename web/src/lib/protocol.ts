// Made by `python -m bottega.wire.house.types` from the server's message types. Do not edit.

/** What a leader gives when it is played. */
export type Ability = "depot" | "discount" | "production" | "white"

/** Play one action or several, all or nothing. With `seq`, only if nothing has happened since that entry. */
export interface Act {
  type: "act"
  table: string
  actions: string[]
  seq?: number | null
  cmd_id: string
}

/** Let a bot take a free seat. */
export interface AddBot {
  type: "add_bot"
  table: string
  bot: string
  cmd_id: string
}

/** `GET /api/archive`: finished games, newest first; `next` as `after` gives those that follow. */
export interface Archive {
  games: PastGame[]
  next: string | null
}

/** Be told the games in which you have a seat, now and whatever changes there, or no longer. */
export interface AskOwnGames {
  type: "own_games"
  on?: boolean
  cmd_id: string
}

/** Have what a browser needs to prove a name by its passkey or, without a name, to make one for yours. */
export interface AskPasskey {
  type: "ask_passkey"
  name?: string | null
  cmd_id: string
}

/** Be told your games at private tables that are over: first without `after`, then with that of the last page. */
export interface AskPastGames {
  type: "past_games"
  after?: string
  cmd_id: string
}

/** Ask those who play for a seat that has fallen free (`free`), to play on there from now on. */
export interface AskSeat {
  type: "ask_seat"
  table: string
  seat: number
  cmd_id: string
}

/** Ask by which ways you are told about your games while you are away, and which ways there are. */
export interface AskWays {
  type: "ways"
  cmd_id: string
}

/** Who of those who sit at a game over days is away, and until when (milliseconds since 1970); nobody else is. */
export interface Away {
  type: "away"
  table: string
  names: Record<string, number>
  clock: ClockView
}

/** What somebody asks the others for, by seats: who asks (-1: somebody without one), who is asked, who agreed. */
export interface BallotView {
  by: number
  what: "end" | "pause" | "replace" | "seat" | "undo"
  to: number
  seat: number | null
  bot: string
  asked: number[]
  agreed: number[]
  name: string
  seq?: number
}

/**
 * What is kept about you, or a part of it; only the first has what is no game.
 *
 * `left` of the tables that were looked at have your name by somebody who is not proven to be you: who sat there, or
 * watched as a guest and said something.
 * `after` asks for the next part, and is null in the last.
 */
export interface Belongings {
  type: "belongings"
  name: string
  games: KeptGame[]
  left: number
  after: string | null
  password?: boolean
  passkeys?: string[]
  notes?: OwnNote[]
  talk?: OwnLine[]
}

/** A score that somebody has reached. */
export interface BestScore {
  name: string
  score: number
  ended: number
  table: string
}

/** A development card: its deck, the colour of its bonus, its prestige and its cost. */
export interface Card {
  id: number
  level: number
  bonus: number
  prestige: number
  cost: [number, number, number, number, number]
}

/** What `GET /api/games.json` gives. */
export interface Catalogue {
  splendor: SplendorCatalogue
  sagrada: SagradaCatalogue
  renaissance: RenaissanceCatalogue
}

/** Say something to everybody at the table. */
export interface Chat {
  type: "chat"
  table: string
  text: string
  cmd_id: string
}

/** Seconds: of a whole turn (0: no clock), left of this one, until the table starts by itself. */
export interface ClockView {
  turn_seconds: number
  turn_left: number | null
  starts_in: number | null
}

/** The house closes; come back in a moment, nothing is lost. */
export interface Closing {
  type: "closing"
  reason: string
}

export type Command = Hello | SetPassword | SignOut | Transfer | Redeem | AskPasskey | KeepPasskey | AskWays | SetWay | ConfirmMail | Export | Forget | Lobby | AskOwnGames | AskPastGames | Open | Watch | Unwatch | Sit | Stand | Word | Start | Quit | AddBot | RemoveBot | Remove | Free | Nudge | Hurry | ShutOut | Act | Undo | Propose | AskSeat | Vote | PlayOn | Why | Chat | Story | Talk | Rematch | Tap | Untap | Vacation

/** Give back the code that was sent to your mail address: from now on you are told by mail. */
export interface ConfirmMail {
  type: "confirm_mail"
  code: string
  cmd_id: string
}

/** One of the 48 cards: what it costs, what it is worth and what it produces. */
export interface DevelopmentCard {
  id: number
  level: number
  colour: number
  points: number
  cost: number[]
  inputs: number[]
  outputs: number[]
  faith: number
}

/** One message: a sentence about it and the section of the page that describes it. */
export interface Entry {
  sentence: string
  section: string
}

/** The players let nobody watch any more; this connection hears no more of the table. */
export interface Excluded {
  type: "excluded"
  table: string
}

/** Be told everything that is kept about you, in parts: first without `after`, then with that of the last part. */
export interface Export {
  type: "export"
  after?: string
  cmd_id: string
}

/** Have everything about you forgotten, for good; `name` is yours, so that nobody does it by mistake. */
export interface Forget {
  type: "forget"
  name: string
  cmd_id: string
}

/** Have a code for the seat of somebody who is away and has lost their token, if you are the first who is here. */
export interface Free {
  type: "free"
  table: string
  name: string
  site?: string
  cmd_id: string
}

/** The host has made a code for the seat of somebody who has lost theirs: whoever has the code plays on there. */
export interface Freed {
  type: "freed"
  table: string
  name: string
  by: string
}

/** How many games of a kind somebody has played, with this outcome. */
export interface GameCount {
  game: "renaissance" | "sagrada" | "splendor"
  players: number
  outcome: string
  count: number
}

/** A game that can be played here, and by how many. */
export interface GameOffer {
  game: "renaissance" | "sagrada" | "splendor"
  seats: number[]
}

/** `GET /api/hall`: the best scores of every game and number of players. */
export interface Hall {
  lists: ScoreList[]
}

/** Who you are. A password proves (or, the first time, claims) a name; a token brings your seats back. */
export interface Hello {
  type: "hello"
  name: string
  password?: string | null
  token?: string | null
  passkey?: string | null
  cmd_id: string
}

/** Let the bots of a table act at once until somebody else is to act; with `pause`, wait so long from now on. */
export interface Hurry {
  type: "hurry"
  table: string
  pause?: number | null
  cmd_id: string
}

/** What was to be had in one decision of a finished game, as its seat could see it; chances are from 0 to 1. */
export interface JudgedMove {
  seq: number
  seat: number
  action: string
  chances: number[]
  points: number[]
  played: number
  best: number
  lines: LineOfPlay[]
}

/** Keep your name by the passkey that your browser has made after `ask_passkey`: its credential, as JSON. */
export interface KeepPasskey {
  type: "keep_passkey"
  credential: string
  cmd_id: string
}

/**
 * A table at which you have sat: its log once it is over (the file that `bottega export` writes), until then what
 * your seat may know.
 */
export interface KeptGame {
  table: string
  game: "renaissance" | "sagrada" | "splendor"
  log: string
  snapshot: Snapshot | null
  talk: OwnLine[]
}

/** One of the 16 leaders: its ability, its points and what must be owned to play it. */
export interface LeaderCard {
  id: number
  ability: Ability
  resource: number
  points: number
  needs_cards: number[]
  needs_level: number
  needs_resources: number[]
}

/** A leader in words: what it does and what it asks for. */
export interface LeaderText {
  id: number
  ability: string
  needs: string
}

/** What could have been played, with the answers that are expected, and what it brings its seat. */
export interface LineOfPlay {
  actions: string[]
  chance: number
}

/** A line of a score sheet: what for and how it was counted, as data (code and parameters) and in English. */
export interface LineView {
  code: string
  points: number
  params: Record<string, number | string | (number | string)[]>
  what: string
  detail: string
}

/** Be told the list of tables now and at every change (with `changes`, then only what changed), or no longer. */
export interface Lobby {
  type: "lobby"
  on?: boolean
  changes?: boolean
  cmd_id: string
}

export type Message = Ok | Refused | Welcome | Tables | TableChanges | OwnGames | Snapshot | Step | PresenceNews | Said | StoryPage | TalkPage | Belongings | PastGames | Watchers | Nudged | Freed | Excluded | Replaced | SignedOut | RematchNews | Wire | Closing | Away | VacationNews

/** A moment of a finished game, or of what was played on from one, as one seat sees it. */
export interface Moment {
  seat: number | null
  actors: number[]
  view: View
  legal: string[]
  points: number[]
  result: ResultView | null
}

/** A noble tile: its prestige and the bonuses it asks for. */
export interface Noble {
  id: number
  prestige: number
  cost: [number, number, number, number, number]
}

/** Remind those whose turn it is. */
export interface Nudge {
  type: "nudge"
  table: string
  cmd_id: string
}

/** Somebody reminds you that it is your turn. */
export interface Nudged {
  type: "nudged"
  table: string
  name: string
}

/** The command was done; what was asked for or made is in the other fields. */
export interface Ok {
  type: "ok"
  cmd_id: string
  table?: string | null
  seq?: number | null
  name?: string | null
  token?: string | null
  tables?: string[] | null
  code?: string | null
  seconds?: number | null
  link?: string | null
  picture?: string | null
  options?: string | null
  ways?: WaysView | null
  left?: number | null
}

/** Open a table and, unless you only want to watch, sit down at it. */
export interface Open {
  type: "open"
  game: "renaissance" | "sagrada" | "splendor"
  seats?: number
  options?: Record<string, boolean | number | string>
  turn_seconds?: number
  listed?: boolean
  absent?: string
  start?: "asked" | "full"
  sit?: boolean
  correspondence?: boolean
  delay?: number
  cmd_id: string
}

/** With whom somebody has played lately, how often, and how often they won then. */
export interface Opponent {
  name: string
  bot: string
  games: number
  won: number
}

/** A game of yours at a glance. */
export interface OwnGame {
  line: TableLine
  listed: boolean
  you: number
  actors: number[]
  asked: boolean
  paused: boolean
  turn_left: number | null
  picture: string[]
}

/** Games of yours that are new or otherwise now, and tables where you have none any more; `whole`: no others. */
export interface OwnGames {
  type: "own_games"
  whole: boolean
  games: OwnGame[]
  gone: string[]
}

/** Something that you have said, and when (milliseconds since 1970). */
export interface OwnLine {
  table: string
  number: number
  text: string
  at: number
}

/** Something that is noted about you. */
export interface OwnNote {
  kind: string
  key: string
  text: string
}

/** A finished game of the archive. */
export interface PastGame {
  table: string
  game: "renaissance" | "sagrada" | "splendor"
  opened: number
  ended: number
  reason: string
  seats: PastSeat[]
}

/** Games of yours at private tables that are over, newest first; `after` asks for those before, null: none. */
export interface PastGames {
  type: "past_games"
  games: PastGame[]
  after: string | null
}

/** Who played a finished game, and what came of it: `won`, `lost`, `left` or `undecided`. */
export interface PastSeat {
  name: string
  bot: string
  person: boolean
  outcome: string
  score: number | null
}

/** A finished table in `GET /api/tables`. */
export interface PastTable {
  table: string
  game: "renaissance" | "sagrada" | "splendor"
  opened: number
  seats: string[]
  winners: string[]
  reason: string
}

/** `GET /api/people/NAME`: what is told about a name; its best scores are those of games alone. */
export interface Person {
  name: string
  counts: GameCount[]
  best: ScoreList[]
  opponents: Opponent[]
  games: PastGame[]
}

/** End a pause. */
export interface PlayOn {
  type: "play_on"
  table: string
  cmd_id: string
}

/** Whether a player is connected, not, or connected and passed over until they ask to come back. */
export type Presence = "away" | "here" | "suspended"

/** Somebody at the table is here again, away, or passed over until they come back. */
export interface PresenceNews {
  type: "presence"
  table: string
  name: string
  presence: Presence
}

/** A private objective: the values of all own dice of one colour (an index into COLOURS). */
export interface PrivateObjective {
  number: number
  name: string
  name_it: string
  colour: number
  description: string
}

/** Ask those who are here for a pause, for the end of the game, or to let a bot play for somebody who is away. */
export interface Propose {
  type: "propose"
  table: string
  what: "end" | "pause" | "replace"
  name?: string
  bot?: string
  cmd_id: string
}

/** What a page needs to explain a protocol: its messages of both directions, its states, and the keys of secrets. */
export interface ProtocolGuide {
  said: Record<string, Entry>
  told: Record<string, Entry>
  states: StateGuide[]
  secrets: string[]
}

/** A public objective: `points` for every one of `per`. */
export interface PublicObjective {
  number: number
  name: string
  name_it: string
  points: number
  per: string
  description: string
}

/** What your browser gives out so that it can be reached. */
export interface PushSubscription {
  endpoint: string
  p256dh: string
  auth: string
}

/** Leave a running game for good. */
export interface Quit {
  type: "quit"
  table: string
  cmd_id: string
}

/** Be told name and token for a code; say hello with them. */
export interface Redeem {
  type: "redeem"
  code: string
  cmd_id: string
}

/**
 * The command changed nothing: why, as data (code and parameters) and in English.
 *
 * `cmd_id` is null if the message had none that could be read.
 */
export interface Refused {
  type: "refused"
  cmd_id: string | null
  code: string
  params: Record<string, number | string | (number | string)[]>
  reason: string
}

/** After a game: open a table just like it, or find the one that somebody else opened for it. */
export interface Rematch {
  type: "rematch"
  table: string
  cmd_id: string
}

/** Somebody opened the table `next` for another game. */
export interface RematchNews {
  type: "rematch"
  table: string
  name: string
  next: string
}

/** Send the person of that name away from the table, before the game starts: whoever sat down first may. */
export interface Remove {
  type: "remove"
  table: string
  name: string
  cmd_id: string
}

/** Send the bot of that seat name away, before the game starts. */
export interface RemoveBot {
  type: "remove_bot"
  table: string
  name: string
  cmd_id: string
}

/** Development cards and leaders; resources and colours are places in their lists. */
export interface RenaissanceCatalogue {
  resources: string[]
  colours: string[]
  piles: string[]
  cards: DevelopmentCard[]
  leaders: LeaderCard[]
  leader_texts: LeaderText[]
  track_points: number[]
  tile_points: number[]
}

/** A kept leader; `id` only for those who may know it. */
export interface RenaissanceLeaderView {
  position: number
  id: number | null
  fate: string
}

/** The tray, row by row, and the marble on the slide, by colour. */
export interface RenaissanceMarketView {
  rows: string[][]
  slide: string
}

/** The official rules know no variants; the solo game is the one with one seat. */
export interface RenaissanceOptions {
}

/** A pile of the grid: its top card and how many cards it has. */
export interface RenaissancePileView {
  pile: string
  level: number
  colour: string
  top: number | null
  left: number
}

/** A shelf or a depot; `resource` is what it holds or, for a depot, may hold. */
export interface RenaissancePlaceView {
  place: number
  resource: string | null
  count: number
  size: number
}

/** One seat's board. */
export interface RenaissancePlayerView {
  seat: number
  points: number
  faith: number
  tiles: string[]
  shelves: RenaissancePlaceView[]
  depots: RenaissancePlaceView[]
  strongbox: Record<string, number>
  slots: number[][]
  leaders: RenaissanceLeaderView[]
  offered: number[]
  bonus: number
  ready: boolean
}

/** Productions under way: 0 basic, 1-3 slots, 4-5 leaders; and what they will give. */
export interface RenaissanceProductionView {
  used: number[]
  outputs: Record<string, number>
  faith: number
}

/** Lorenzo's side: the black cross, the tokens revealed since the last shuffle, the one revealed last. */
export interface RenaissanceSoloView {
  cross: number
  revealed: string[]
  left: number
  token: number | null
  last: string | null
  lost: string
}

/** The table as a viewer sees it. */
export interface RenaissanceView {
  turn: number
  phase: string
  seat: number
  actors: number[]
  market: RenaissanceMarketView
  grid: RenaissancePileView[]
  pending: Record<string, number>
  whites: number
  white_choices: string[]
  leader_inputs: string[]
  production: RenaissanceProductionView | null
  reports: number
  ending: boolean
  over: boolean
  winners: number[]
  solo: RenaissanceSoloView | null
  players: RenaissancePlayerView[]
}

/** Your seat is now played from another connection; this one hears no more of the table. */
export interface Replaced {
  type: "replaced"
  table: string
}

/** A finished game, from `GET /api/tables/ID/replay`. */
export interface Replay {
  table: string
  game: "renaissance" | "sagrada" | "splendor"
  opened: number
  setup: SetupView
  commitment: string
  seed: string
  words: string[]
  seats: SeatView[]
  result: ResultView
  steps: ReplayStep[]
}

/** One entry of a finished game as a spectator saw it, and everybody's points after it. */
export interface ReplayStep {
  seq: number
  at: number
  kind: string
  seat: number | null
  name: string | null
  actions: string[]
  view: View
  points: number[]
}

/** How it ended: `played` out, `walkover`, `abandoned` or `endless`; who won; every score line by line. */
export interface ResultView {
  reason: string
  winners: number[]
  scores: ScoreView[]
}

/** Windows, tools and objectives; colours are places in `letters` and `colours`. */
export interface SagradaCatalogue {
  letters: string
  colours: string[]
  windows: Window[]
  tools: Tool[]
  public_objectives: PublicObjective[]
  private_objectives: PrivateObjective[]
}

/** One line of a score sheet: what it is for (a code), its points, and how they were counted. */
export interface SagradaLine {
  code: string
  points: number
  params?: Record<string, number | string | (number | string)[]>
}

/** A public objective. */
export interface SagradaObjectiveView {
  number: number
  name: string
  points: number
  text: string
}

/** How many tools lie on the table: three by the rules, in a solo game one (hardest) to five. */
export interface SagradaOptions {
  tools?: number
  solo_tools?: number
}

/** The parts of a game. */
export type SagradaPhase = "over" | "rounds" | "windows"

/**
 * A seat as the viewer sees it; `private` is empty where it is secret.
 *
 * `drafted` and `tool_used` speak of the turn under way: its draft is spent, a tool has been paid for.
 */
export interface SagradaPlayerView {
  seat: number
  chosen: boolean
  window: SagradaWindowView | null
  dice: (string | null)[]
  tokens: number
  private: string[]
  first_turn_done: boolean
  second_turn_done: boolean
  drafted: boolean
  tool_used: boolean
}

/** One seat's score, explained line by line; `tie_break` decides among equal totals, higher first. */
export interface SagradaScore {
  seat: number
  total: number
  lines: SagradaLine[]
  tie_break?: number[]
}

/** What a tool in use asks for next. */
export type SagradaStage = "change" | "die" | "move" | "place" | "track" | "value"

/** A tool on the table: the tokens on it and what it costs now (in a solo game a die of `colour`). */
export interface SagradaToolView {
  number: number
  name: string
  text: string
  tokens: number
  used: boolean
  cost: number
  colour: string
}

/** The whole game as one seat (or a spectator) may know it. */
export interface SagradaView {
  seat: number | null
  phase: SagradaPhase
  round: number
  turn: number
  actors: number[]
  second_turn: boolean
  offered: SagradaWindowView[]
  players: SagradaPlayerView[]
  publics: SagradaObjectiveView[]
  tools: SagradaToolView[]
  pool: string[]
  pending: number | null
  obliged: boolean
  track: string[][]
  bag: Record<string, number>
  work: SagradaWorkView | null
  target: number | null
  scores: SagradaScore[]
  winners: number[]
}

/** A pattern; `cells` has a colour letter, a digit or '.' for each space. */
export interface SagradaWindowView {
  name: string
  difficulty: number
  cells: string
}

/** A tool in use: what it asks for next, and what has been chosen so far. */
export interface SagradaWorkView {
  tool: number
  stage: SagradaStage
  pool_index: number | null
  colour: string | null
  moved: [number, number] | null
  dice: (string | null)[]
}

/** Somebody said something; `at` is in milliseconds since 1970, `number` its place in the talk of the table. */
export interface Said {
  type: "chat"
  table: string
  number: number
  name: string
  text: string
  at: number
}

/** The best scores of a game with so many players, best first. */
export interface ScoreList {
  game: "renaissance" | "sagrada" | "splendor"
  players: number
  best: BestScore[]
}

/** One seat's score, line by line; `tie_break` decides among equal totals, higher first. */
export interface ScoreView {
  seat: number
  total: number
  lines: LineView[]
  tie_break: number[]
}

/** What made a seat's result: the chance it began with, the own choices, the others', and luck add up to it. */
export interface SeatAccount {
  began: number
  own: number
  others: number
  luck: number
  accuracy: number
  decisions: number
}

/** Who sits there. `bot` is who plays the seat now if it is one, `gives_away` what its client sees unlike us. */
export interface SeatView {
  name: string
  presence: Presence
  bot: string
  quit: boolean
  gives_away?: string[]
  free?: boolean
}

/** Keep your name: from now on it can be used only with this password. */
export interface SetPassword {
  type: "set_password"
  password: string
  cmd_id: string
}

/**
 * Be told by a way from now on: a topic or a mail address (`to`), or a browser; with neither, no longer.
 *
 * Of `push`, `to` is the endpoint of a browser that shall be told no longer.
 */
export interface SetWay {
  type: "set_way"
  way: "mail" | "ntfy" | "push" | "webhook"
  to?: string | null
  subscription?: PushSubscription | null
  language?: "en" | "it" | "pl"
  cmd_id: string
}

/** What whoever opened the table decided. */
export interface SetupView {
  options: Record<string, boolean | number | string>
  start: string
  turn_seconds: number
  absent: string
  listed: boolean
  words: boolean
  correspondence?: boolean
  delay?: number
}

/** Let nobody watch who does not play, or (`on` false) everybody again. */
export interface ShutOut {
  type: "shut_out"
  table: string
  on?: boolean
  cmd_id: string
}

/** Sign out everywhere else: your tokens are void, and the answer has a new one. */
export interface SignOut {
  type: "sign_out"
  cmd_id: string
}

/** The token you came with is void: you, or whoever runs the house, signed it out. The connection is closed. */
export interface SignedOut {
  type: "signed_out"
}

/** Take a free seat before the game starts; `word`, for those who know the commitment, is added to the seed. */
export interface Sit {
  type: "sit"
  table: string
  word?: string | null
  cmd_id: string
}

/**
 * A table as it stands after entry `seq`.
 *
 * `commitment` is the hash of the house's seed, the same from the opening on; `words` is what each seat has added
 * to it, in the order of joining ("" for none).
 */
export interface Snapshot {
  type: "snapshot"
  table: string
  seq: number
  game: "renaissance" | "sagrada" | "splendor"
  setup: SetupView
  commitment: string
  words: string[]
  size: number
  seats: SeatView[]
  you: number | null
  started: boolean
  view: View
  actors: number[]
  legal: string[]
  clock: ClockView
  result: ResultView | null
  seed: string | null
  rematch: string | null
  chat: Said[]
  paused: boolean
  ballot: BallotView | null
  undo: "ask" | "free" | null
}

/** Cards and nobles; a card's `bonus` is a place in `colours`, costs are in their order. */
export interface SplendorCatalogue {
  colours: string[]
  cards: Card[]
  nobles: Noble[]
}

/** What a table may play differently; the defaults are the official rules. */
export interface SplendorOptions {
  reserve_limit?: number
  blind_reserve?: boolean
  return_gold?: boolean
  lenient_take?: boolean
}

/** What the seat to move owes: a main action, tokens above the limit, the choice of a noble, nothing any more. */
export type SplendorPhase = "main" | "noble" | "over" | "return"

/** What lies before a player. */
export interface SplendorPlayerView {
  seat: number
  tokens: [number, number, number, number, number, number]
  bonuses: [number, number, number, number, number]
  prestige: number
  cards: number[]
  nobles: number[]
  reserved: SplendorReservedView[]
}

/** A reserved card; `card` is None for those who did not see it. */
export interface SplendorReservedView {
  level: number
  card: number | null
  blind: boolean
}

/** One level: its four slots, None where empty, and how many cards its deck still has. */
export interface SplendorRowView {
  level: number
  face_up: (number | null)[]
  deck: number
}

/**
 * The table as one viewer sees it.
 *
 * `seat` is the seat to move, None when the game is over; `surplus` is how many tokens it has to
 * return now, `guests` the nobles it has to choose from; `last_round` says that somebody has 15.
 */
export interface SplendorView {
  options: SplendorOptions
  viewer: number | null
  turn: number
  seat: number | null
  phase: SplendorPhase
  surplus: number
  guests: number[]
  bank: [number, number, number, number, number, number]
  rows: SplendorRowView[]
  nobles: number[]
  players: SplendorPlayerView[]
  last_round: boolean
  over: boolean
  winners: number[]
}

/** Give up your seat before the game starts. */
export interface Stand {
  type: "stand"
  table: string
  cmd_id: string
}

/** Begin the game with those who sit there. */
export interface Start {
  type: "start"
  table: string
  cmd_id: string
}

/** A state of a protocol: the messages that are heard in it, and where it may lead. */
export interface StateGuide {
  state: string
  takes: string[]
  leads: string[]
}

/**
 * Entry `seq` of a table: what happened, and the table after it. The two parts above, in one object.
 *
 * `words` is there where they may have changed, and at the start, as in a snapshot.
 */
export interface Step {
  type: "step"
  table: string
  seq: number
  at: number
  kind: "ask" | "bot" | "end" | "leave" | "move" | "pause" | "propose" | "quit" | "sit" | "size" | "skip" | "start" | "succeed" | "undo" | "vote" | "word"
  seat: number | null
  name: string | null
  turn: number | null
  about: string
  size: number
  seats: SeatView[]
  actors: number[]
  clock: ClockView
  result: ResultView | null
  seed: string | null
  paused: boolean
  ballot: BallotView | null
  actions: string[]
  you: number | null
  view: View
  legal: string[]
  undo: "ask" | "free" | null
  words?: string[]
}

/** Ask what happened at a table, as far as you might have seen it: the last entries, or the last before one. */
export interface Story {
  type: "story"
  table: string
  before?: number | null
  most?: number
  cmd_id: string
}

/** What you asked for with `story`, oldest first; `before` is the game before the first of the steps. */
export interface StoryPage {
  type: "story"
  table: string
  before: View
  steps: StoryStep[]
}

/** An entry of former times, as a `step` would have told it: `view` is the game after it. */
export interface StoryStep {
  seq: number
  at: number
  kind: "ask" | "bot" | "end" | "leave" | "move" | "pause" | "propose" | "quit" | "sit" | "size" | "skip" | "start" | "succeed" | "undo" | "vote" | "word"
  seat: number | null
  name: string | null
  names: string[]
  size: number
  actions: string[]
  turn: number | null
  about: string
  view: View
}

/** A finished game looked at again, from `/api/tables/ID/study`: how far that is, and what was found. */
export interface Study {
  state: "done" | "failed" | "none" | "waiting"
  done?: number
  all?: number
  moves?: JudgedMove[]
  accounts?: SeatAccount[]
  turning_points?: number[]
  simulations?: number
}

/** What a bot would do at a moment. */
export interface Suggestion {
  seat: number
  action: string
}

/** What has changed in the list since it was last told: tables that are new or otherwise now, and those gone. */
export interface TableChanges {
  type: "lobby_changes"
  tables: TableLine[]
  gone: string[]
}

/** A table in the lobby. */
export interface TableLine {
  table: string
  game: "renaissance" | "sagrada" | "splendor"
  size: number
  seats: SeatView[]
  started: boolean
  options: Record<string, boolean | number | string>
  turn_seconds: number
  opened: number
  correspondence?: boolean
  away?: Record<string, number>
}

/** `GET /api/tables`: what is waiting or being played, and what was played lately. */
export interface TableList {
  tables: TableLine[]
  finished: PastTable[]
}

/** All listed tables that are waiting or being played, newest first: by `opened`, then by `table`. */
export interface Tables {
  type: "lobby"
  tables: TableLine[]
}

/** Ask what was said at a table: the last lines, or the last before the one of that number. */
export interface Talk {
  type: "talk"
  table: string
  before?: number | null
  cmd_id: string
}

/** What you asked for with `talk`, oldest first. */
export interface TalkPage {
  type: "talk"
  table: string
  lines: Said[]
}

/** Ask for a code: the next TCP connection that begins with `WATCH code` is shown to you, message by message. */
export interface Tap {
  type: "tap"
  cmd_id: string
}

/** A tool card; `colour` is that of the die which pays for it in a solo game. */
export interface Tool {
  number: number
  name: string
  name_it: string
  colour: number
  effect: string
  when: string
  restrictions: string
}

/** Have a code by which another device of yours is given your name and token, once; `site` begins its link. */
export interface Transfer {
  type: "transfer"
  token: string
  site?: string
  cmd_id: string
}

/** Take back your last move, where that is free; with `ask`, ask the others where it is not. */
export interface Undo {
  type: "undo"
  table: string
  ask?: boolean
  cmd_id: string
}

/** Be shown no connection any more; your code is void. */
export interface Untap {
  type: "untap"
  cmd_id: string
}

/** Follow a table no longer. A seat you hold counts as left alone. */
export interface Unwatch {
  type: "unwatch"
  table: string
  cmd_id: string
}

/**
 * Be away until then (milliseconds since 1970), so that your time in games over days stands still; `until` now or
 * before: be back. Without it, only be told how it stands.
 */
export interface Vacation {
  type: "vacation"
  until?: number | null
  cmd_id: string
}

/** Until when you are away (milliseconds since 1970, null if you are not), and how many days of a year are left. */
export interface VacationNews {
  type: "vacation"
  until: number | null
  days_left: number
}

/** A game as a viewer may know it; null before it starts. */
export type View = SplendorView | SagradaView | RenaissanceView | null

/** Agree to what somebody asks for, or not. Whoever asked takes it back with `yes` false. */
export interface Vote {
  type: "vote"
  table: string
  yes: boolean
  ballot?: number | null
  cmd_id: string
}

/** Follow a table; if your seat is there, you are back at it. `since`: the last seq you saw. */
export interface Watch {
  type: "watch"
  table: string
  since?: number | null
  cmd_id: string
}

/** Who watches the table without playing, by name; `strangers` have none. Told to those who play. */
export interface Watchers {
  type: "watchers"
  table: string
  names: string[]
  strangers: number
  shut_out: boolean
}

/** By which ways you are told about your games, and by which you could be. */
export interface WaysView {
  offered: ("mail" | "ntfy" | "push" | "webhook")[]
  push_key: string
  ntfy_site: string
  devices: number
  ntfy: string
  mail: string
  unconfirmed: string
  webhook: boolean
}

/** The first message on every connection. */
export interface Welcome {
  type: "welcome"
  protocol: number
  version: string
  games: GameOffer[]
  bots: string[]
}

/** Ask why such an `act` would be refused now: it is answered as the `act` would be, and nothing is played. */
export interface Why {
  type: "why"
  table: string
  actions: string[]
  cmd_id: string
}

/** A pattern: `cells` has a colour letter, a digit or '.' for each of the 20 spaces, row by row. */
export interface Window {
  number: number
  card: number
  side: string
  name: string
  difficulty: number
  cells: string
}

/**
 * Something about a connection of yours that you are shown: it was opened or closed, a message was `said` by the
 * client or `told` by the server, or it has come to another `state`.
 */
export interface Wire {
  type: "wire"
  line: number
  what: "closed" | "opened" | "said" | "state" | "told"
  at: number
  protocol?: string
  name?: string
  text?: string
  state?: string
}

/** Every protocol by its name, and where the house listens: ports by protocol and profile. */
export interface WireGuide {
  protocols: Record<string, ProtocolGuide>
  ports: Record<string, number>
}

/** Add a word to the seed, in place of the one you gave before. Everybody is told; until the game starts. */
export interface Word {
  type: "word"
  table: string
  word: string
  cmd_id: string
}
