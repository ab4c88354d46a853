import { expect, test } from "vitest";

import { iconOf } from "../../src/table/icons";

test("a move has the picture of what was played, anything else that of its kind", () => {
  expect(iconOf("move", "take")).not.toBe(iconOf("move", "buy"));
  expect(iconOf("start", "")).toBe(iconOf("end", ""));
  expect(iconOf("move", "never heard of")).toMatch(/^M/);
});
