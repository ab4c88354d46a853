/** The rows of a score sheet on which not everybody has the same lines. */

import { expect, test } from "vitest";

import { merged } from "../../src/table/merged";

test("what only one has stands where it stood on their own list, not below everybody's last line", () => {
  const yellow = ["Medium Shades", "Shades of Yellow", "Favour tokens", "Empty spaces"];
  const blue = ["Medium Shades", "Shades of Blue", "Favour tokens", "Empty spaces"];
  expect(merged([yellow, blue])).toEqual([
    "Medium Shades",
    "Shades of Blue",
    "Shades of Yellow",
    "Favour tokens",
    "Empty spaces",
  ]);
});

test("the same lines stay as they are", () => {
  expect(merged([["a", "b"], ["a", "b"], []])).toEqual(["a", "b"]);
});
