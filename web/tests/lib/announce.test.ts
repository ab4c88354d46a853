import { expect, test } from "vitest";

import { announce, spoken } from "../../src/lib/announce.svelte";

test("what is said is in the live region of its urgency", () => {
  announce("Ada takes three");
  announce("Your turn", true);
  expect(spoken).toEqual({ polite: "Ada takes three", urgent: "Your turn" });
});

test("the same text twice is a change, so that it is read twice", () => {
  announce("again");
  const first = spoken.polite;
  announce("again");
  expect(spoken.polite).not.toBe(first);
  expect(spoken.polite.trim()).toBe("again");
});
