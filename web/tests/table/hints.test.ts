/** Which hint is told: the nearest step whose piece is there and can be pressed. */

import { describe, expect, it } from "vitest";
import { toldOf } from "../../src/table/hints";

function board(html: string): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = html;
  for (const piece of place.querySelectorAll<HTMLElement>("button"))
    piece.getClientRects = () => (piece.hidden ? [] : [{}]) as unknown as DOMRectList;
  return place;
}

const HINTS = [
  { key: "take", at: ".take" },
  { key: "row", at: ".row" },
];

describe("a hint", () => {
  it.each([
    ["the button of a whole move", '<button class="row"></button><button class="take"></button>', "take"],
    [
      "what comes before it, while it cannot be pressed",
      '<button class="row"></button><button class="take" disabled></button>',
      "row",
    ],
    [
      "the same, where a press would only say why",
      '<button class="row"></button><button class="take" aria-disabled="true"></button>',
      "row",
    ],
    ["nothing that is out of sight", '<button class="take" hidden></button><button class="row" hidden></button>', undefined],
  ])("points at %s", (_, html, key) => {
    const told = toldOf(board(html), HINTS);
    expect(told?.hint.key).toBe(key);
    expect(told?.piece?.className).toBe(key);
  });

  it("that points at nothing is told all the same", () => {
    expect(toldOf(board(""), [{ key: "wait" }])).toEqual({ hint: { key: "wait" }, piece: null });
  });
});
