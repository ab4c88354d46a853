/** Every game is taught in every language, and nothing is spoken of that has no words. */

import { describe, expect, it } from "vitest";
import type { Lesson } from "../../src/boards/contract";
import renaissance from "../../src/boards/renaissance/lesson";
import sagrada from "../../src/boards/sagrada/lesson";
import splendor from "../../src/boards/splendor/lesson";
import { LANGUAGES } from "../languages";

const LESSONS = { renaissance, sagrada, splendor } as unknown as Record<string, Lesson>;

describe.each(Object.keys(LESSONS))("the lesson of %s", (game) => {
  const { messages, rules, abouts, notes } = LESSONS[game]!;

  it("has the same keys in every language", () => {
    for (const code of LANGUAGES) expect(Object.keys(messages[code]!).sort()).toEqual(Object.keys(messages.en).sort());
  });

  it("has the same values to fill in", () => {
    const values = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    for (const code of LANGUAGES)
      for (const [key, text] of Object.entries(messages[code]!))
        expect([key, ...values(text)]).toEqual([key, ...values(messages.en[key]!)]);
  });

  it("tells the goal, a turn and the scoring, and has words for all of it", () => {
    const keys = [
      ...rules.flatMap(({ name, sentences }) => [
        `rules.${name}`,
        ...Array.from({ length: sentences }, (_, at) => `rules.${name}.${at + 1}`),
      ]),
      ...abouts.map(([, key]) => `about.${key}`),
      ...Array.from({ length: notes }, (_, at) => `note.${at + 1}`),
    ];
    for (const key of keys) expect(messages.en).toHaveProperty([key]);
    for (const part of ["goal", "turn", "scoring"]) expect(rules.map(({ name }) => name)).toContain(part);
    const spoken = Object.keys(messages.en).filter((key) => /^(rules|about|note)\./.test(key));
    expect(new Set(spoken)).toEqual(new Set(keys));
  });
});
