import { expect, test } from "vitest";

import { attempt } from "../../src/lib/attempt";
import { Refusal } from "../../src/lib/connection.svelte";

test("what is done says nothing", async () => {
  expect(await attempt(() => Promise.resolve("ok"))).toBe("");
});

test("what the server refuses is told as a sentence", async () => {
  expect(await attempt(() => Promise.reject(new Refusal("nowhere.known", "there is no seat")))).toBe("There is no seat.");
});

test("what goes wrong otherwise is nobody's refusal", async () => {
  await expect(attempt(() => Promise.reject(new TypeError("a slip")))).rejects.toThrow("a slip");
});
