/**
 * The connections that a wire page shows, and what has passed on each: made of `wire` messages, one after the other.
 *
 * What must stay true: however long somebody looks, only so much is kept. Of a connection the last messages, and of the
 * connections that are closed the last few.
 */

import type { ProtocolGuide, StateGuide, Wire, WireGuide } from "../lib/protocol";

/** How many messages of a connection are kept. */
export const KEPT = 1_000;
/** How many connections are kept, unless more are open. */
export const LINES = 16;
/** The name of the protocol that pages speak. */
export const HOUSE = "house";

/** A message that has passed. */
export interface Passage {
  number: number;
  at: number;
  way: "said" | "told";
  name: string;
  text: string;
  state: string;
}

/** Who shows a connection: the server one that said the code, this page its own, another tab its own. */
export interface Source {
  kind: "tcp" | "own" | "tab";
  /** What tells it from others of its kind. */
  id: string;
  /** The address of a tab's page. */
  where?: string;
}

/** A connection. */
export interface Line {
  key: string;
  source: Source;
  number: number;
  protocol: string;
  open: boolean;
  state: string;
  passages: readonly Passage[];
  /** How many have passed, also those that are no longer kept. */
  count: number;
}

export type Lines = readonly Line[];

/** The connections after some news about one of them. */
export function follow(lines: Lines, source: Source, news: Wire): Lines {
  const key = `${source.kind} ${source.id} ${news.line}`;
  if (news.what === "opened" && !lines.some((line) => line.key === key)) return opened(lines, key, source, news);
  return lines.map((line) => (line.key === key ? { ...after(line, news), source } : line));
}

function opened(lines: Lines, key: string, source: Source, { line: number, protocol = "" }: Wire): Lines {
  const line: Line = { key, source, number, protocol, open: true, state: "", passages: [], count: 0 };
  let excess = lines.length + 1 - LINES;
  return [...lines.filter((each) => each.open || excess-- <= 0), line];
}

function after(line: Line, { what, at, name = "", text = "", state = "" }: Wire): Line {
  if (what === "opened" || what === "closed") return { ...line, open: what === "opened" };
  if (what === "state") return { ...line, state };
  const passage: Passage = { number: line.count, at, way: what, name, text, state };
  return { ...line, state, count: line.count + 1, passages: [...line.passages.slice(1 - KEPT), passage] };
}

/** The connections of that kind are shown no longer. */
export function hung(lines: Lines, kind: Source["kind"]): Lines {
  return lines.map((line) => (line.source.kind === kind ? { ...line, open: false } : line));
}

/** Without what has passed on a connection, and without the connection if it is closed. */
export function cleared(lines: Lines, key: string): Lines {
  return lines
    .filter((line) => line.key !== key || line.open)
    .map((line) => (line.key === key ? { ...line, passages: [] } : line));
}

/** The messages whose name has this in it. */
export function called(passages: readonly Passage[], name: string): readonly Passage[] {
  const wanted = name.trim().toLowerCase();
  return wanted ? passages.filter((passage) => passage.name.toLowerCase().includes(wanted)) : passages;
}

/** A protocol and its profile: `splendor-json+original` is that of `splendor-json`. */
export function profiled(protocol: string): [name: string, profile: string] {
  const [name = "", profile = ""] = protocol.split("+");
  return [name, profile];
}

/** What is known about a connection's protocol. */
export function guideOf(guide: WireGuide | null, { protocol }: Line): ProtocolGuide | undefined {
  return guide?.protocols[profiled(protocol)[0]];
}

/** What is known about the state that a connection is in. */
export function standing(guide: ProtocolGuide | undefined, { state }: Line): StateGuide | undefined {
  return guide?.states.find((each) => each.state === state);
}

/** Where a section of a protocol's document is. */
export function address(protocol: string, section: string): string {
  return `/docs/protocols/${profiled(protocol)[0]}#${section}`;
}
