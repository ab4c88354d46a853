/**
 * Shows this tab's connection to the wire pages of this browser, for as long as one of them looks.
 *
 * What must stay true: a secret is hidden before it is handed on, and what cannot be read is not handed on at all.
 * What wire pages are told about other connections (`wire`) is left out: they show it already, as what it is.
 */

import { connection } from "../lib/connection.svelte";
import type { Wire, WireGuide } from "../lib/protocol";
import type { Asking } from "../lib/tabs";
import { ask } from "../people/ask";
import { HOUSE } from "./lines";
import { masked } from "./masked";

/** Where tabs show what passes. */
export const SHOWING = "bottega.wire.showing";

/** What has passed in a tab, and the address of the page that it shows. */
export interface Showing {
  tab: string;
  where: string;
  news: Wire;
}

/** This tab among those of the browser. */
export const tab = crypto.getRandomValues(new Uint32Array(2)).join("-");

let pages: readonly string[] = [];
const channel = new BroadcastChannel(SHOWING);
let secrets: Promise<ReadonlySet<string> | null> = Promise.resolve(null);
let stop: (() => void) | null = null;
let line = 1;
let open = false;

const state = () => (connection.name ? "guest" : "stranger");

function tell(what: Wire["what"], fields: Partial<Wire> = {}): void {
  const news: Wire = { type: "wire", line, what, at: Date.now(), ...fields };
  channel.postMessage({ tab, where: location.pathname, news } satisfies Showing);
}

function opened(): void {
  open = true;
  tell("opened", { protocol: HOUSE });
  tell("state", { state: state() });
}

async function passed(what: "said" | "told" | "closed", text: string): Promise<void> {
  const hidden = await secrets; // (in their order: everything waits for the same promise)
  if (what === "closed") {
    if (open) tell("closed");
    if (open) line++;
    open = false;
    return;
  }
  const message = hidden && masked(text, hidden);
  if (!message || message.name === "wire") return;
  if (!open) opened();
  tell(what, { ...message, state: state() });
}

/** A wire page asks to be shown this tab's connection, or no longer. */
export function asked({ page, on }: Asking): void {
  pages = [...pages.filter((each) => each !== page), ...(on ? [page] : [])];
  if (pages.length && !stop) stop = show();
  else if (!pages.length && stop) {
    stop();
    stop = null;
  }
  if (on && (open || connection.status === "open")) opened();
}

function show(): () => void {
  secrets = ask<WireGuide>("/api/wire.json").then(
    ({ protocols }) => new Set(protocols[HOUSE]!.secrets),
    () => null,
  );
  const deaf = connection.overhear((what, text) => void passed(what, text));
  const leave = () => tell("closed");
  addEventListener("pagehide", leave);
  const still = $effect.root(() => {
    $effect(() => {
      const now = state();
      if (open) tell("state", { state: now });
    });
  });
  return () => {
    deaf();
    still();
    removeEventListener("pagehide", leave);
    open = false;
  };
}
