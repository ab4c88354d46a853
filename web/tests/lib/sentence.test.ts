import { expect, test } from "vitest";

import { sentence } from "../../src/lib/sentence";

test.each([
  ["it is not your turn", "It is not your turn."],
  ["Already whole.", "Already whole."],
  ["really?", "Really?"],
  ["wait …", "Wait …"],
  ["élan", "Élan."],
])("a reason becomes a sentence: %o is %o", (reason, whole) => {
  expect(sentence(reason)).toBe(whole);
});
