/** What a beginner is advised to do in Masters of Renaissance. */

import { expect, test } from "vitest";

import lesson from "../../../src/boards/renaissance/lesson";
import { CARD, DATA, player, view } from "./positions";

const LEGAL = ["market c1", "produce slot 1"];
const EVEN = { ...DATA, cards: [{ ...CARD, outputs: [0, 1, 0, 0], faith: 0 }] };
const shelf = (place: number, resource: string | null, count: number) => ({ place, resource, count, size: place });
const FULL = [shelf(1, "coin", 1), shelf(2, "servant", 2), shelf(3, "shield", 3)];

/** The first hint to somebody with such shelves, and one card that makes one of one. */
function advice(shelves: ReturnType<typeof shelf>[], legal = LEGAL) {
  const row = ["grey", "grey", "grey", "grey"];
  const market = { rows: [row, row, row], slide: "grey" };
  const me = player(0, { shelves, slots: [[CARD.id], [], []] });
  return lesson
    .hints({ view: view({ market, players: [me, player(1)] }), legal, you: 0, data: EVEN, t: String })
    .find(({ key }) => key.endsWith(".more") || ["produce", "basic"].includes(key));
}

test("while the market brings more, nobody is sent to produce one of one", () => {
  expect(advice([shelf(1, null, 0), shelf(2, null, 0), shelf(3, null, 0)])).toMatchObject({
    key: "column.more",
    values: { n: 3 },
  });
});

test("full shelves are emptied by producing: nobody is sent to the market for what has no room", () => {
  expect(advice(FULL)).toMatchObject({ key: "produce" });
});

test("where no card can produce, the basic production empties them", () => {
  expect(advice(FULL, ["market c1", "produce basic coin+servant>stone"])).toMatchObject({ key: "basic" });
});

test("a production of any resources is paid with what the nearest card does not ask for, and brings what it lacks", () => {
  const data = { ...DATA, cards: [{ ...CARD, level: 1, cost: [0, 2, 1, 0] }] };
  const me = player(0, { shelves: FULL, strongbox: {}, slots: [[], [], []] });
  const grid = [{ pile: "g1", level: 1, colour: "green", top: CARD.id, left: 1 }];
  const said = lesson.hints({ view: view({ grid, players: [me, player(1)] }), legal: LEGAL, you: 0, data, t: String });
  const first = (paid: number) => said.find(({ at }) => at?.includes(`data-paid="${paid}"`))?.at;
  expect(first(0)).toContain("choose-shield");
  expect(first(1)).toContain("choose-shield");
  expect(first(2)).toContain("choose-stone");
});
