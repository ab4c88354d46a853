/** A message of the house protocol without its secrets. */

const HIDDEN = "…";

/** The name and the text of a message, with the values of these keys hidden wherever they are; null if it is no message. */
export function masked(text: string, secrets: ReadonlySet<string>): { name: string; text: string } | null {
  try {
    const message = JSON.parse(text, function (this: { type?: unknown }, key, value: unknown) {
      const refusal = key === "code" && this.type === "refused"; // what a refusal is called is no secret
      return secrets.has(key) && value !== null && !refusal ? HIDDEN : value;
    }) as { type?: unknown };
    return { name: String(message.type ?? ""), text: JSON.stringify(message) };
  } catch {
    return null;
  }
}
