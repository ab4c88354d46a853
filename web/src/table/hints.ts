/** Which of several hints is told: the first whose piece is in sight and can be pressed. */

import type { Hint } from "../boards/contract";

function usable(piece: HTMLElement): boolean {
  return !piece.matches("[disabled], [aria-disabled=true]") && piece.getClientRects().length > 0;
}

/** The hint to tell, and what it points at; a hint that points at nothing is always told. */
export function toldOf(place: ParentNode, hints: readonly Hint[]): { hint: Hint; piece: HTMLElement | null } | null {
  for (const hint of hints) {
    if (!hint.at) return { hint, piece: null };
    const piece = [...place.querySelectorAll<HTMLElement>(hint.at)].find(usable);
    if (piece) return { hint, piece };
  }
  return null;
}
