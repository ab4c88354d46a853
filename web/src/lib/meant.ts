/**
 * A press that is meant: not the second of two at one spot, where the first was for something that has made room since.
 * An attachment for what stays on the page while its buttons come and go; those that cannot bear a mistake are marked.
 *
 *   <div {@attach meant}><button data-meant onclick={discard}>…</button></div>
 *
 * Whoever presses a shelf twice has stored a resource with the first press, and means nothing by the second, even if the
 * button to discard the next one lies under the pointer by then. The keyboard does not come into it.
 */

/** Milliseconds within which two presses at one spot are one movement of the hand. */
const SOON = 600;
/** Pixels that a finger moves between them. */
const NEAR = 32;

interface Press {
  at: number;
  x: number;
  y: number;
  /** What was pressed, as it was called then. */
  what: string;
}

/** Let no press reach a marked button that was not meant for it. */
export function meant(element: HTMLElement): () => void {
  const page = element.ownerDocument;
  let last: Press | undefined;
  let hasty = false;

  function press({ target, timeStamp: at, clientX: x, clientY: y }: PointerEvent) {
    const what = target instanceof Element ? (target.closest("button")?.textContent ?? "") : "";
    const again = last && at - last.at < SOON && Math.hypot(x - last.x, y - last.y) < NEAR ? last : undefined;
    hasty = !!again && again.what !== what;
    last = { at, x, y, what: again?.what ?? what };
  }

  function click(event: MouseEvent) {
    if (!hasty || !event.detail || !(event.target instanceof Element) || !event.target.closest("[data-meant]")) return;
    event.preventDefault();
    event.stopPropagation();
  }

  page.addEventListener("pointerdown", press, { capture: true });
  element.addEventListener("click", click, { capture: true });
  return () => {
    page.removeEventListener("pointerdown", press, { capture: true });
    element.removeEventListener("click", click, { capture: true });
  };
}
