/** What a piece of a board is called, and where there is space beside it. */

const GAP = 6;
const EDGE = 8;

/** The name of a piece: the one for whoever sees it, else its label, or the words in it that are read aloud. */
export function nameOf(piece: HTMLElement): string {
  const words =
    piece.dataset.name ?? piece.getAttribute("aria-label") ?? piece.querySelector(":scope > .sr-only")?.textContent ?? "";
  return words.trim();
}

/** A window, as much of it as matters here. */
export interface Window {
  innerWidth: number;
  innerHeight: number;
}

/** Where something of that size is put beside a piece: above it, else below, else as far down as the window goes. */
export function placeBeside(
  piece: Pick<DOMRect, "left" | "top" | "right" | "bottom">,
  size: Pick<DOMRect, "width" | "height">,
  window: Window = globalThis,
): { left: number; top: number } {
  const middle = (piece.left + piece.right) / 2 - size.width / 2;
  const left = Math.max(EDGE, Math.min(middle, window.innerWidth - size.width - EDGE));
  const above = piece.top - GAP - size.height;
  const below = piece.bottom + GAP;
  const top = above >= EDGE ? above : Math.min(below, window.innerHeight - size.height - EDGE);
  return { left, top: Math.max(EDGE, top) };
}
