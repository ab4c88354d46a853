/**
 * Pieces that fly from where they were to where they are.
 *
 * `keepPlaces(root)` is called before a board changes (`$effect.pre`) and remembers where every `data-piece` and
 * `data-place` is; the function it returns is called afterwards (`$effect`) and lets each piece that moved fly from
 * its old place. A piece that is new flies from the place its `data-from` names, if it has one. What flies catches no
 * press: that is meant for what lies below. With prefers-reduced-motion nothing flies; the log tells the same story.
 */

const FLIGHT = { duration: 420, easing: "cubic-bezier(.2,.75,.25,1)" };

/** Whether the reader asked for stillness. */
export function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function flight(from: DOMRect, to: DOMRect): Keyframe[] {
  const dx = from.left + from.width / 2 - (to.left + to.width / 2);
  const dy = from.top + from.height / 2 - (to.top + to.height / 2);
  const scale = to.width > 0 ? from.width / to.width : 1;
  const above = { zIndex: 5, pointerEvents: "none" };
  return [
    { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, ...above },
    { transform: "none", ...above },
  ];
}

/** Let an element fly to where it is now from another element or place. */
export function flyFrom(element: Element, from: Element | DOMRect, delay = 0): Animation | null {
  if (still()) return null;
  const source = from instanceof Element ? from.getBoundingClientRect() : from;
  const target = element.getBoundingClientRect();
  if (source.width === 0 || target.width === 0) return null;
  return element.animate(flight(source, target), { ...FLIGHT, delay, fill: "backwards" });
}

/** Send a copy of an element from one place to another; it vanishes on arrival. For things that are counted, not kept. */
export function sendGhost(likeness: Element, from: Element | DOMRect, to: Element | DOMRect, delay = 0): void {
  if (still()) return;
  const source = from instanceof Element ? from.getBoundingClientRect() : from;
  const target = to instanceof Element ? to.getBoundingClientRect() : to;
  const size = likeness.getBoundingClientRect();
  if (source.width === 0 || target.width === 0 || size.width === 0) return;
  const ghost = likeness.cloneNode(true) as HTMLElement;
  for (const named of [ghost, ...ghost.querySelectorAll("[data-piece], [data-place], [id]")]) {
    for (const name of ["data-piece", "data-place", "id", "aria-live"]) named.removeAttribute(name);
  }
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${target.left + target.width / 2 - size.width / 2}px`,
    top: `${target.top + target.height / 2 - size.height / 2}px`,
    width: `${size.width}px`,
    height: `${size.height}px`,
    margin: "0",
    pointerEvents: "none",
    zIndex: "50",
  });
  document.body.append(ghost);
  const centred = new DOMRect(
    target.left + target.width / 2 - size.width / 2,
    target.top + target.height / 2 - size.height / 2,
    size.width,
    size.height,
  );
  const dx = source.left + source.width / 2 - (centred.left + centred.width / 2);
  const dy = source.top + source.height / 2 - (centred.top + centred.height / 2);
  const frames = [
    { transform: `translate(${dx}px, ${dy}px)`, opacity: 1 },
    { transform: "none", opacity: 1, offset: 0.85 },
    { transform: "none", opacity: 0 },
  ];
  ghost.animate(frames, { ...FLIGHT, duration: 560, delay, fill: "both" }).onfinish = () => ghost.remove();
}

/** The element of a piece or a place inside a board. */
export function placeOf(root: Element, name: string): Element | null {
  const safe = CSS.escape(name);
  return root.querySelector(`[data-piece="${safe}"], [data-place="${safe}"]`);
}

/** Remember where everything is; call the answer once the board has changed. */
export function keepPlaces(root: Element | undefined): () => void {
  if (!root || still()) return () => {};
  const before = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<HTMLElement>("[data-piece], [data-place]")) {
    const name = element.dataset["piece"] ?? element.dataset["place"]!;
    before.set(name, element.getBoundingClientRect());
  }
  return () => {
    for (const piece of root.querySelectorAll<HTMLElement>("[data-piece]")) {
      const was = before.get(piece.dataset["piece"]!) ?? before.get(piece.dataset["from"] ?? "");
      if (!was) continue;
      const is = piece.getBoundingClientRect();
      if (Math.abs(was.left - is.left) + Math.abs(was.top - is.top) > 2) flyFrom(piece, was);
    }
  };
}
