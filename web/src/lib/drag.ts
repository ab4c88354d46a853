/**
 * Dragging with mouse, pen or finger, beside clicking: an attachment for a piece.
 *
 *   <button {@attach draggable({ can: () => lit, lift: () => pick(die), drop: (place) => put(die, place) })}>
 *
 * Drop targets carry `data-drop="cell-7"`; `drop` gets the name of the one under the pointer, or null. While one
 * is hovered over it has the attribute `data-over`. A press that does not move stays a click.
 */

import type { Attachment } from "svelte/attachments";

const SLACK = 6;

export interface Drag {
  /** Whether the piece can be lifted now. */
  can(): boolean;
  /** Also by finger (the default); false where fingers scroll the page and tapping is enough. */
  touch?: boolean;
  /** The piece leaves its place: light where it may go. */
  lift?(): void;
  /** The piece was let go over a drop target, or over nothing. */
  drop(place: string | null): void;
}

function targetAt(x: number, y: number): HTMLElement | null {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>("[data-drop]") ?? null;
}

/** Let the element be dragged. */
export function draggable(drag: Drag): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number; id: number } | null = null;
    let lifted = false;
    let over: HTMLElement | null = null;

    function hover(target: HTMLElement | null) {
      if (target === over) return;
      over?.removeAttribute("data-over");
      target?.setAttribute("data-over", "");
      over = target;
    }

    function down(event: PointerEvent) {
      if (event.button !== 0 || !drag.can() || (event.pointerType === "touch" && drag.touch === false)) return;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    }

    function move(event: PointerEvent) {
      if (!start || event.pointerId !== start.id) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!lifted && Math.hypot(dx, dy) < SLACK) return;
      if (!lifted) {
        lifted = true;
        element.setPointerCapture(event.pointerId);
        element.setAttribute("data-lifted", "");
        element.style.pointerEvents = "none";
        element.style.zIndex = "60";
        drag.lift?.();
      }
      element.style.translate = `${dx}px ${dy}px`;
      hover(targetAt(event.clientX, event.clientY));
    }

    function end(event: PointerEvent) {
      if (!start || event.pointerId !== start.id) return;
      const place = event.type === "pointerup" ? (targetAt(event.clientX, event.clientY)?.dataset["drop"] ?? null) : null;
      const was = lifted;
      start = null;
      lifted = false;
      hover(null);
      element.removeAttribute("data-lifted");
      for (const name of ["translate", "pointer-events", "z-index"]) element.style.removeProperty(name);
      if (!was) return;
      element.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", swallow, { capture: true }), 50);
      drag.drop(place);
    }

    function swallow(event: Event) {
      event.stopImmediatePropagation();
      event.preventDefault();
    }

    if (drag.touch !== false) element.style.touchAction = "none";
    element.addEventListener("pointerdown", down);
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    return () => {
      element.removeEventListener("pointerdown", down);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
    };
  };
}
