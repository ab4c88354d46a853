/**
 * A turn of Splendor while it is being thought about.
 *
 * The half-built move is one of: tokens picked from the bank, one card or deck chosen (with colours for which gold shall be
 * given instead), or tokens picked to be returned. It is dropped whenever something happens at the table, and sent by a
 * button, never by picking alone. What cannot be done changes nothing; the house says why.
 */

import { may } from "../../lib/notation";
import type { Card, SplendorCatalogue, SplendorPlayerView, SplendorView } from "../../lib/protocol";
import type { BoardProps } from "../contract";
import {
  COLOURS,
  GOLD,
  buying,
  cardInWords,
  counted,
  inWords,
  leadsSomewhere,
  payment,
  returning,
  taking,
  withGold,
} from "./moves";

type Props = BoardProps<SplendorView, SplendorCatalogue>;
/** So many tokens are taken at most. */
const MOST_TAKEN = 3;

export type Chosen = { card: number } | { deck: number };

export class Turn {
  picked = $state.raw<number[]>([]);
  spared = $state.raw<number[]>([]);
  chosen = $state.raw<Chosen | null>(null);

  readonly #props: () => Props;

  constructor(props: () => Props) {
    this.#props = props;
  }

  get props(): Props {
    return this.#props();
  }

  get me(): SplendorPlayerView | undefined {
    const { you, view } = this.props;
    return you === null ? undefined : view.players[you];
  }

  /** A main action is owed. */
  get main(): boolean {
    return this.props.legal.length > 0 && this.props.view.phase === "main";
  }

  /** Tokens have to be returned. */
  get giving(): boolean {
    return this.props.legal.length > 0 && this.props.view.phase === "return";
  }

  /** The card that is chosen. */
  get card(): Card | undefined {
    return this.chosen && "card" in this.chosen ? this.props.data.cards[this.chosen.card] : undefined;
  }

  /** The level of the deck that is chosen. */
  get deck(): number | undefined {
    return this.chosen && "deck" in this.chosen ? this.chosen.deck : undefined;
  }

  /** What the chosen card is paid with. */
  get price(): number[] {
    return this.card && this.me ? withGold(payment(this.card, this.me), this.spared) : [];
  }

  /** Whether gold is left to be given instead of a colour. */
  get goldLeft(): boolean {
    return !!this.card && this.canBuy(this.card) && this.price[GOLD]! < (this.me?.tokens[GOLD] ?? 0);
  }

  /** Whether the picked tokens make a whole move. */
  get ready(): boolean {
    return this.props.legal.includes(this.#notation());
  }

  /** What is asked for, or what was put together so far. */
  get prompt(): string {
    const { view, legal, t } = this.props;
    const what = inWords(counted(this.picked), t);
    if (view.over) return t("turn.over");
    if (!legal.length) return t("say.wait");
    if (view.phase === "noble") return t("say.noble");
    if (view.phase === "return") {
      const rest = view.surplus - this.picked.length;
      return this.picked.length ? t("say.returning", { what, n: rest }) : t("say.return", { n: rest });
    }
    if (may(legal, "pass")) return t("say.pass");
    if (this.card) return cardInWords(this.card, t);
    if (this.deck) return t("say.deck", { n: this.deck });
    if (!this.picked.length) return t("say.main");
    if (!COLOURS.some((colour) => this.canPick(colour))) return t("say.take", { what });
    return t(this.ready ? "say.take.more" : "say.take.must", { what });
  }

  canBuy(card: Card): boolean {
    return this.props.legal.includes(`buy ${card.id}`);
  }

  /** Whether the card, or the top of the deck (`deck2`), can be reserved. */
  canReserve(what: string): boolean {
    return this.props.legal.includes(`reserve ${what}`);
  }

  canPick(colour: number): boolean {
    return this.main && leadsSomewhere([...this.picked, colour], this.props.legal);
  }

  forget(): void {
    this.picked = [];
    this.spared = [];
    this.chosen = null;
  }

  /** Add a token of the bank to those to be taken. */
  pick(colour: number): void {
    const { explain, why, t } = this.props;
    if (!this.canPick(colour)) {
      if (!this.main) return why(taking([0]));
      if (colour === GOLD) return explain(t("why.gold"));
      if (this.picked.length === MOST_TAKEN) return explain(t("why.enough"));
      return why(taking([...this.picked, colour]));
    }
    this.chosen = null;
    this.picked = [...this.picked, colour];
  }

  /** Add an own token to those to be returned. */
  give(colour: number): void {
    const { view, explain, t } = this.props;
    if (this.picked.length >= view.surplus) return explain(t("why.returned"));
    this.picked = [...this.picked, colour];
  }

  /** Choose a card or a deck, or no longer; whether something is chosen now. */
  choose(next: Chosen): boolean {
    if (!this.main) {
      this.props.why("card" in next ? `buy ${next.card}` : `reserve deck${next.deck}`);
      return false;
    }
    const same = JSON.stringify(this.chosen) === JSON.stringify(next);
    this.forget();
    this.chosen = same ? null : next;
    return !same;
  }

  /** Take, or return, what was picked. */
  send(): void {
    if (this.ready) void this.props.act([this.#notation()]);
    else this.props.why(this.#notation());
  }

  buy(card: Card): void {
    const { act, why } = this.props;
    if (this.canBuy(card)) void act([buying(card.id, this.price, card.id !== this.card?.id || !this.spared.length)]);
    else why(`buy ${card.id}`);
  }

  reserve(what: string): void {
    if (this.canReserve(what)) void this.props.act([`reserve ${what}`]);
    else this.props.why(`reserve ${what}`);
  }

  #notation(): string {
    return this.giving ? returning(this.picked) : taking(this.picked);
  }
}
