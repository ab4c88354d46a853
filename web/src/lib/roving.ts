/**
 * One tab stop for a group of buttons, arrow keys within it: an attachment for the element around them.
 *
 *   <div role="group" aria-label="Cards" {@attach roving()}>…buttons…</div>
 *
 * Arrow keys go to the nearest button in that direction as it is drawn (rows, grids, windows of dice alike),
 * Home and End to the first and last. Buttons that are `disabled` are passed over; use `aria-disabled` for those that
 * explain themselves when pressed.
 */

import type { Attachment } from "svelte/attachments";

const DIRECTIONS: Record<string, [number, number]> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const STOPS = "button:not(:disabled), [role=button]:not([aria-hidden=true])";

function centre(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

function nearest(from: Element, all: readonly HTMLElement[], [dx, dy]: [number, number]): HTMLElement | undefined {
  const [x, y] = centre(from);
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const other of all) {
    if (other === from) continue;
    const [ox, oy] = centre(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (along <= 1) continue;
    const distance = along + 2.5 * aside;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

/** Arrow keys move the focus among the buttons inside. */
export function roving(): Attachment<HTMLElement> {
  return (group) => {
    const stops = () => [...group.querySelectorAll<HTMLElement>(STOPS)];

    function settle(current?: HTMLElement) {
      const all = stops();
      const stop = current ?? all.find((one) => one.tabIndex === 0 && one.dataset["stop"] === "") ?? all[0];
      for (const one of all) {
        one.tabIndex = one === stop ? 0 : -1;
        if (one === stop) one.dataset["stop"] = "";
        else delete one.dataset["stop"];
      }
    }

    function key(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
      const all = stops();
      const here = event.target.closest<HTMLElement>(STOPS);
      if (!here || !all.includes(here)) return;
      const direction = DIRECTIONS[event.key];
      const next = direction
        ? nearest(here, all, direction)
        : event.key === "Home"
          ? all[0]
          : event.key === "End"
            ? all.at(-1)
            : undefined;
      if (!next) return;
      event.preventDefault();
      event.stopPropagation();
      settle(next);
      next.focus();
    }

    function focused(event: FocusEvent) {
      const stop = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>(STOPS) : null;
      if (stop) settle(stop);
    }

    settle();
    const watcher = new MutationObserver(() => settle());
    watcher.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
    group.addEventListener("keydown", key);
    group.addEventListener("focusin", focused);
    return () => {
      watcher.disconnect();
      group.removeEventListener("keydown", key);
      group.removeEventListener("focusin", focused);
    };
  };
}
