/**
 * A double press: both presses on this very element. An attachment for it.
 *
 *   <button onclick={choose} {@attach twice(() => buy())}>…</button>
 *
 * Browsers tell of a double click also when the first press hit something else that lay at the same spot: whoever takes
 * tokens and then touches the card that has moved under the finger has only chosen it.
 */

import type { Attachment } from "svelte/attachments";

/** Call when the element is pressed twice. */
export function twice(pressed: () => void): Attachment<HTMLElement> {
  return (element) => {
    const page = element.ownerDocument;
    let here = false;
    let before = false;

    function press({ target }: MouseEvent) {
      before = here;
      here = target instanceof Node && element.contains(target);
    }

    function double() {
      if (before && here) pressed();
    }

    page.addEventListener("click", press, { capture: true });
    element.addEventListener("dblclick", double);
    return () => {
      page.removeEventListener("click", press, { capture: true });
      element.removeEventListener("dblclick", double);
    };
  };
}
