import { beforeEach, describe, expect, test, vi } from "vitest";

import { keepSeal, keepWords, keptOf, randomWord } from "../../src/lib/seals";

beforeEach(() => localStorage.setItem("bottega.seals", "[]"));

describe("what is kept of a table", () => {
  test("is nothing before it was seen", () => {
    expect(keptOf("never seen")).toBeNull();
  });

  test("is the first seal, whatever is shown later", () => {
    expect(keepSeal("t", "aa")).toEqual({ seal: "aa", word: "", words: null });
    expect(keepSeal("t", "bb").seal).toBe("aa");
    expect(keptOf("t")?.seal).toBe("aa");
  });

  test("lies in the browser's storage", () => {
    keepSeal("t", "aa");
    expect(localStorage.getItem("bottega.seals")).toContain("aa");
  });

  test("has the word that was taken and the words of the start", () => {
    keepSeal("t", "aa");
    keepSeal("u", "bb");
    keepWords("t", { word: "pepe" });
    keepWords("t", { words: ["pepe", ""] });
    expect(keptOf("t")).toEqual({ seal: "aa", word: "pepe", words: ["pepe", ""] });
    expect(keptOf("u")).toEqual({ seal: "bb", word: "", words: null });
  });

  test("is not made up by a word alone", () => {
    keepWords("elsewhere", { word: "pepe" });
    expect(keptOf("elsewhere")).toBeNull();
  });

  test("makes way when there is very much, the oldest first", () => {
    for (let number = 0; number < 501; number++) keepSeal(`t${number}`, String(number));
    expect(keptOf("t0")).toBeNull();
    expect(keptOf("t1")?.seal).toBe("1");
    expect(keptOf("t500")?.seal).toBe("500");
  });

  test("is remembered for the session where nothing can be stored, or what is stored is no use", () => {
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    keepSeal("t", "aa");
    expect(keepSeal("t", "bb").seal).toBe("aa");
    vi.restoreAllMocks();
    localStorage.setItem("bottega.seals", "{");
    expect(keptOf("t")?.seal).toBe("aa");
  });
});

test("a random word is another every time, and long enough that nobody guesses it", () => {
  const words = Array.from({ length: 50 }, randomWord);
  expect(new Set(words).size).toBe(50);
  for (const word of words) expect(word).toMatch(/^[0-9a-f]{16}$/);
});
