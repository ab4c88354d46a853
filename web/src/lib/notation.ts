/** Finding one's way in a list of legal notations: `take wbg`, `place R5@12`, `market r1`. */

/** The actions that begin with a word, without that word: `ending(legal, "buy")` of `buy 12` is `12`. */
export function ending(legal: readonly string[], verb: string): string[] {
  const start = `${verb} `;
  return legal.filter((text) => text.startsWith(start)).map((text) => text.slice(start.length));
}

/** The actions that a pattern matches, with what it captured. */
export function matching(legal: readonly string[], pattern: RegExp): { action: string; parts: string[] }[] {
  return legal.flatMap((action) => {
    const found = pattern.exec(action);
    return found ? [{ action, parts: found.slice(1) }] : [];
  });
}

/** Whether any legal action begins with this word. */
export function may(legal: readonly string[], verb: string): boolean {
  return legal.some((text) => text === verb || text.startsWith(`${verb} `));
}
