/** Where an explanation is put, and what a piece is called. */

import { describe, expect, it } from "vitest";
import { nameOf, placeBeside } from "../../src/table/tips";

const WINDOW = { innerWidth: 400, innerHeight: 300 };

describe("an explanation", () => {
  it.each([
    ["above the piece", { left: 150, top: 200, right: 190, bottom: 240 }, { left: 120, top: 154 }],
    ["below it where there is no room above", { left: 150, top: 10, right: 190, bottom: 50 }, { left: 120, top: 56 }],
    ["inside the window", { left: 0, top: 200, right: 20, bottom: 240 }, { left: 8, top: 154 }],
    ["inside it on the other side", { left: 380, top: 10, right: 400, bottom: 290 }, { left: 292, top: 252 }],
  ])("lies %s", (_, piece, place) => {
    expect(placeBeside(piece, { width: 100, height: 40 }, WINDOW)).toEqual(place);
  });

  it("names the piece by its label, or by the words that are read aloud", () => {
    const labelled = document.createElement("button");
    labelled.setAttribute("aria-label", "Deck of level 2");
    const spoken = document.createElement("button");
    spoken.innerHTML = '<span class="sr-only"> Slot 1, empty </span><i>1</i>';
    expect([nameOf(labelled), nameOf(spoken), nameOf(document.createElement("i"))]).toEqual([
      "Deck of level 2",
      "Slot 1, empty",
      "",
    ]);
  });
});
