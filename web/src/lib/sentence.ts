/** A reason of the server's as a sentence: a capital letter, a full stop. */
export function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
