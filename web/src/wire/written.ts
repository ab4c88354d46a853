/** What has passed, as text: a message to be read, and a whole connection as a transcript (`tests/transcripts`). */

import { profiled, type Line, type Passage } from "./lines";

/** What the client is called in a transcript. */
const WHO = "client";

/** How to talk to a port by hand; a listener that is `plain:` has no TLS in a house that has it. */
export function dial(host: string, listener: string, port: number | string, secure: boolean): string {
  if (!secure || listener.startsWith("plain:")) return `nc ${host} ${port}`;
  return `openssl s_client -quiet -connect ${host}:${port}`;
}

/** JSON on lines of its own; anything else as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A message on one line, or with its further lines indented, which continues it. */
function speech({ way, text }: Passage): string {
  const lines = text.split(/\s*[\r\n]\s*/).filter(Boolean);
  return `${WHO}${way === "said" ? ">" : "<"} ${lines.join("\n  ")}`;
}

/** A connection as a transcript, with all of its messages or some. */
export function transcript({ protocol, open, count, passages }: Line, shown: readonly Passage[] = passages): string {
  const [dialect, profile] = profiled(protocol);
  const out = [`dialect: ${dialect}`];
  if (profile) out.push(`profile: ${profile}`);
  out.push("", `${WHO} connects`);
  const missing = count - shown.length;
  if (missing) out.push(`# ${missing} of ${count} messages are not here.`);
  out.push(...shown.map(speech));
  if (!open) out.push(`${WHO} drops`);
  return `${out.join("\n")}\n`;
}
