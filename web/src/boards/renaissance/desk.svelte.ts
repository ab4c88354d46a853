/**
 * The desk: what the board is given, and the half-built move on it.
 *
 * Every part of the board gets the desk and asks it two things: is this lit, and what happens when it is pressed.
 * What is lit comes from the legal notations alone (`moves`); why something is not, the house is asked.
 *
 * The half-built move is at most one of: a line of the market, a card to buy, inputs of the basic production, a
 * production leader that waits for its output, a leader in hand, a place whose contents are being carried elsewhere, a
 * payment being put together; and at set-up the leaders to be kept. `resource` is the pending or bonus resource in the fingers. All of it is dropped by
 * `forget`, which the board calls whenever something happens at the table.
 */

import { tick } from "svelte";
import type { LeaderCard, RenaissanceCatalogue, RenaissancePlayerView, RenaissanceView } from "../../lib/protocol";
import type { BoardProps } from "../contract";
import { BOX, RESOURCES, cardOf, hasChoice, leaderOf, owned, paidWith, price, ways, type Part } from "./goods";
import { basic, carries, carrying, discards, keeping, leaderOutputs, nextForBasic, puttable, putting, slotsFor } from "./moves";

type Props = BoardProps<RenaissanceView, RenaissanceCatalogue>;

export type Half =
  | { kind: "line"; line: string }
  | { kind: "card"; pile: string }
  | { kind: "basic"; inputs: string[] }
  | { kind: "production"; number: number }
  | { kind: "leader"; position: number }
  | { kind: "carry"; from: number | null }
  | { kind: "pay"; action: string; cost: readonly number[]; chosen: readonly number[] };

export const FIRST_LEADER = 4;
const MOST_KEPT = 2;
/** Places 1 to 3 are shelves, those above are depots of leaders. */
const SHELVES = 3;

export class Desk {
  half = $state.raw<Half | null>(null);
  kept = $state.raw<number[]>([]);
  /** Whoever wants to is asked where each payment comes from; else the house takes shelves before the strongbox. */
  picky = $state(false);
  root = $state<HTMLElement>();
  #wanted = $state<string | null>(null);
  #back: HTMLElement | null = null;
  readonly #props: () => Props;

  constructor(props: () => Props) {
    this.#props = props;
  }

  get view(): RenaissanceView {
    return this.#props().view;
  }
  get legal(): readonly string[] {
    return this.#props().legal;
  }
  get data(): RenaissanceCatalogue {
    return this.#props().data;
  }
  get t(): Props["t"] {
    return this.#props().t;
  }
  get busy(): boolean {
    return this.#props().busy;
  }
  get you(): number | null {
    return this.#props().you;
  }
  get names(): readonly string[] {
    return this.#props().names;
  }
  get me(): RenaissancePlayerView | undefined {
    return this.you === null ? undefined : this.view.players[this.you];
  }
  get yours(): boolean {
    return this.legal.length > 0;
  }
  /** Leaders are being chosen. */
  get choosing(): boolean {
    return this.legal.some((one) => one.startsWith("keep "));
  }
  /** The resource in the fingers: the chosen one, or else the first that fits somewhere. */
  get resource(): string | null {
    const all = this.resources;
    if (this.#wanted && all.includes(this.#wanted)) return this.#wanted;
    return this.view.phase === "storing" ? (puttable(this.legal)[0] ?? all[0] ?? null) : null;
  }
  /** The resources that wait to be put somewhere, one entry a kind. */
  get resources(): string[] {
    if (this.view.phase === "setup") return puttable(this.legal);
    if (this.view.phase !== "storing" || !this.yours) return [];
    return RESOURCES.filter((one) => this.view.pending[one]);
  }

  act(...actions: string[]): void {
    if (!this.busy) void this.#props().act(actions);
  }
  explain(text: string): void {
    this.#props().explain(text);
  }
  /** Let the house say why this cannot be done. */
  why(action: string): void {
    this.#props().why(action);
  }
  may(action: string): boolean {
    return this.legal.includes(action);
  }
  #mayBegin(verb: string): boolean {
    return this.legal.some((one) => one.startsWith(`${verb} `));
  }

  forget(): void {
    this.half = null;
    this.kept = [];
    this.#wanted = null;
  }
  /** Escape: one step back, and the focus where it came from. */
  undo(): void {
    if (this.half?.kind === "basic" && this.half.inputs.length)
      this.half = { kind: "basic", inputs: this.half.inputs.slice(0, -1) };
    else if (this.half || this.kept.length) {
      this.forget();
      this.#back?.focus();
    }
  }
  get begun(): boolean {
    return this.half !== null || this.kept.length > 0;
  }

  /** By keyboard, what comes next is under the fingers at once. */
  async #next(event: Event | undefined, selector: string): Promise<void> {
    if (!(event instanceof MouseEvent) || event.detail) return;
    this.#back = event.currentTarget as HTMLElement | null;
    await tick();
    this.root?.querySelector<HTMLElement>(selector)?.focus();
  }
  #begin(half: Half, event?: Event, selector = ".tray .primary, .tray .lit"): void {
    const same = JSON.stringify(this.half) === JSON.stringify(half);
    this.half = same ? null : half;
    if (!same) void this.#next(event, selector);
  }

  /* Set-up */

  pressOffered(id: number): void {
    if (!this.choosing) return this.why(`keep ${id} ${id}`);
    if (this.kept.includes(id)) this.kept = this.kept.filter((one) => one !== id);
    else if (this.kept.length >= MOST_KEPT) this.explain(this.t("why.two"));
    else this.kept = [...this.kept, id];
  }
  get keeps(): string | undefined {
    return keeping(this.legal, this.kept);
  }

  /* The market */

  lineLit(line: string): boolean {
    return this.may(`market ${line}`);
  }
  pressLine(line: string, event?: Event): void {
    if (this.lineLit(line)) this.#begin({ kind: "line", line }, event);
    else this.why(`market ${line}`);
  }
  takeLine(line: string): void {
    if (this.lineLit(line)) this.act(`market ${line}`);
  }

  /* Buying */

  cardLit(pile: string): boolean {
    return slotsFor(this.legal, pile).length > 0;
  }
  pressCard(pile: string, event?: Event): void {
    if (this.view.phase !== "start" || !this.yours) return this.why(`buy ${pile} slot 1`);
    this.#begin({ kind: "card", pile }, event, ".tray .buy");
  }
  /** The slots that wait for the chosen card. */
  get slotsOpen(): number[] {
    return this.half?.kind === "card" ? slotsFor(this.legal, this.half.pile) : [];
  }
  priceOf(pile: string): number[] {
    const id = this.view.grid.find((one) => one.pile === pile)?.top;
    return id && this.me ? price(this.me, cardOf(this.data, id), this.data) : [0, 0, 0, 0];
  }
  buy(pile: string, slot: number): void {
    const level = this.view.grid.find((one) => one.pile === pile)?.level ?? 1;
    const meant = slot || this.#slotMeant(level);
    if (!meant) return this.explain(this.t(level > 1 ? "why.slots" : "why.slots.1", { level, below: level - 1 }));
    const action = `buy ${pile} slot ${meant}`;
    if (this.may(action)) this.#spend(action, this.priceOf(pile));
    else this.why(action);
  }
  /** The slot that a card would go in if none is named: one with as many cards as it needs below it; 0 if there is none. */
  #slotMeant(level: number): number {
    return (this.me?.slots.findIndex((slot) => slot.length === level - 1) ?? -1) + 1;
  }

  /* Paying */

  get mayChoosePayment(): boolean {
    return !!this.me && hasChoice(this.me) && (this.#mayBegin("buy") || this.#mayBegin("produce"));
  }
  /** Do what costs something, after asking where it comes from if that was wanted. */
  #spend(action: string, cost: readonly number[]): void {
    const asks = this.picky && this.me && ways(this.me, cost).some((several) => several.length > 1);
    if (!asks) return this.act(action);
    this.half = { kind: "pay", action, cost, chosen: cost.map(() => 0) };
    void tick().then(() => {
      if (document.activeElement === document.body) this.root?.querySelector<HTMLElement>(".tray .primary")?.focus();
    });
  }
  /** The payment as it stands: for each resource, what is paid and whether that could come from elsewhere. */
  get payments(): { kind: string; parts: Part[]; choice: boolean }[] {
    const { half, me } = this;
    if (half?.kind !== "pay" || !me) return [];
    return ways(me, half.cost).map((several, at) => ({
      kind: RESOURCES[at]!,
      parts: several[half.chosen[at]! % several.length] ?? [],
      choice: several.length > 1,
    }));
  }
  payOtherwise(kind: string): void {
    const half = this.half;
    if (half?.kind !== "pay") return;
    this.half = { ...half, chosen: half.chosen.map((n, at) => n + Number(RESOURCES[at] === kind)) };
  }
  pay(): void {
    if (this.half?.kind === "pay") this.act(this.half.action + paidWith(this.payments.flatMap((one) => one.parts)));
  }

  /* Producing */

  slotLit(slot: number): boolean {
    return this.half?.kind === "card" ? this.slotsOpen.includes(slot) : this.may(`produce slot ${slot}`);
  }
  pressSlot(slot: number): void {
    if (this.half?.kind === "card") return this.buy(this.half.pile, slot);
    const id = this.me?.slots[slot - 1]?.at(-1);
    if (id && this.may(`produce slot ${slot}`)) this.#spend(`produce slot ${slot}`, cardOf(this.data, id).inputs);
    else this.why(`produce slot ${slot}`);
  }
  used(number: number): boolean {
    return this.view.production?.used.includes(number) ?? false;
  }
  get basicLit(): boolean {
    return this.#mayBegin("produce basic");
  }
  pressBasic(event?: Event): void {
    if (this.basicLit) this.#begin({ kind: "basic", inputs: [] }, event);
    else this.#whyNotBasic();
  }
  /** Without two resources there is nothing to choose, so no notation to ask about. */
  #whyNotBasic(): void {
    const had = this.me ? owned(this.me) : [];
    const n = had.reduce((sum, one) => sum + one, 0);
    const time = this.yours && ["start", "producing"].includes(this.view.phase) && !this.used(0);
    if (time && n < 2) return this.explain(this.t("why.basic", { n }));
    const inputs = RESOURCES.flatMap((resource, at) => Array<string>(had[at] ?? 0).fill(resource));
    this.why(basic([...inputs, "coin", "coin"].slice(0, 2), "coin"));
  }
  /** What can be chosen next for the half-built production. */
  get choices(): string[] {
    if (this.half?.kind === "basic") return nextForBasic(this.legal, this.half.inputs);
    if (this.half?.kind === "production") return leaderOutputs(this.legal, this.half.number);
    return [];
  }
  choose(resource: string, event?: Event): void {
    const half = this.half;
    if (half?.kind === "production") {
      const input = this.view.leader_inputs[half.number - 1];
      this.#spend(
        `produce leader ${half.number}>${resource}`,
        RESOURCES.map((one) => Number(one === input)),
      );
    } else if (half?.kind === "basic" && half.inputs.length < 2) {
      this.half = { kind: "basic", inputs: [...half.inputs, resource] };
      const back = this.#back;
      void this.#next(event, ".tray .lit").then(() => (this.#back = back));
    } else if (half?.kind === "basic") {
      this.#spend(
        basic(half.inputs, resource),
        RESOURCES.map((one) => half.inputs.filter((other) => other === one).length),
      );
    }
  }

  /* Leaders */

  /** The number of a production leader of ours, as in `produce leader 1`. */
  productionOf(leader: LeaderCard): number {
    if (leader.ability !== "production" || this.view.seat !== this.you) return 0;
    return this.view.leader_inputs.indexOf(RESOURCES[leader.resource]!) + 1;
  }
  leaderLit(position: number): boolean {
    const one = this.me?.leaders[position - 1];
    if (!one?.id) return false;
    if (one.fate === "hand") return this.may(`play leader ${position}`);
    const number = one.fate === "played" ? this.productionOf(leaderOf(this.data, one.id)) : 0;
    return number > 0 && leaderOutputs(this.legal, number).length > 0;
  }
  pressLeader(position: number, event?: Event): void {
    const one = this.me?.leaders[position - 1];
    if (!one?.id) return;
    const leader = leaderOf(this.data, one.id);
    if (one.fate === "hand") {
      if (this.may(`discard leader ${position}`)) this.#begin({ kind: "leader", position }, event);
      else this.why(`discard leader ${position}`);
    } else if (this.leaderLit(position)) {
      this.#begin({ kind: "production", number: this.productionOf(leader) }, event);
    } else if (one.fate === "played" && leader.ability === "production") {
      this.why(`produce leader ${this.productionOf(leader)}>coin`);
    } else {
      this.why(`play leader ${position}`);
    }
  }
  playLeader(position: number): void {
    const action = `play leader ${position}`;
    if (this.may(action)) this.act(action);
    else this.why(action);
  }

  /* Shelves and depots */

  take(resource: string, event?: Event): void {
    this.half = null;
    this.#wanted = resource;
    void this.#next(event, ".own .place.lit");
  }
  placeLit(place: number): boolean {
    if (this.half?.kind === "carry") {
      return this.half.from === null ? carries(this.legal, place) : !!carrying(this.legal, this.half.from, place);
    }
    return !!this.resource && !!putting(this.legal, this.resource, place);
  }
  pressPlace(place: number, event?: Event): void {
    const half = this.half;
    if (half?.kind === "carry" && half.from !== null) {
      if (half.from === place) this.half = { kind: "carry", from: null };
      else this.carry(half.from, place);
    } else if (half?.kind === "carry" || !this.resource) {
      if (!this.yours) return this.why("end");
      if (this.view.phase === "setup") return this.explain(this.t(this.choosing ? "why.setup" : "why.choose"));
      if (carries(this.legal, place)) {
        this.half = { kind: "carry", from: place };
        void this.#next(event, ".own .place.lit");
      } else this.explain(this.t("why.carry.none"));
    } else this.put(this.resource, place);
  }
  put(resource: string, place: number): void {
    const action = putting(this.legal, resource, place);
    if (action) this.act(action);
    else this.why(this.view.phase === "setup" ? `bonus ${resource}@${place}` : `store ${resource} ${place}`);
  }
  carry(from: number, to: number): void {
    const action = carrying(this.legal, from, to);
    if (action) this.act(action);
    else if (Math.min(from, to) > SHELVES) this.explain(this.t("why.depots"));
    else this.why(Math.max(from, to) > SHELVES ? `move ${from} ${to}` : `swap ${Math.min(from, to)} ${Math.max(from, to)}`);
  }
  get mayCarry(): boolean {
    return carries(this.legal, 0);
  }
  rearrange(event?: Event): void {
    this.#begin({ kind: "carry", from: null }, event, ".own .place.lit");
  }
  get discards() {
    return discards(this.legal);
  }

  /** Something was dragged onto a place, the strongbox, the heap of discards or a slot. */
  dropped(what: { resource: string } | { from: number } | { pile: string }, target: string | null): void {
    const [kind, name = ""] = target?.split("-") ?? [];
    if ("pile" in what) {
      if (kind === "slot") this.buy(what.pile, Number(name));
    } else if (kind === "place") {
      if ("resource" in what) this.put(what.resource, Number(name));
      else if (what.from !== Number(name)) this.carry(what.from, Number(name));
    } else if (kind === BOX) {
      this.explain(this.t("why.box"));
    } else if (kind === "discard" && "resource" in what && this.may(`discard ${what.resource}`)) {
      this.act(`discard ${what.resource}`);
    }
  }
}
