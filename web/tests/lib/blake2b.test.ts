import { describe, expect, test } from "vitest";

import { blake2b, commitment, hex, unhex } from "../../src/lib/blake2b";

const bytes = (length: number, at: (place: number) => number) => Uint8Array.from({ length }, (_, place) => at(place));
const abc = new TextEncoder().encode("abc");

describe("BLAKE2b", () => {
  // Digests of Python's hashlib.blake2b(message, digest_size=size, person=personal).
  test.each([
    ["nothing", new Uint8Array(), 32, "", "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"],
    [
      "abc, as in RFC 7693",
      abc,
      64,
      "",
      "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
    ],
    ["abc for us", abc, 32, "bottega-commit", "d1303b80766e33242717788b0a9263d1db28481e87e2abfb56feb7aafd2e437f"],
    [
      "a whole block",
      bytes(128, (place) => place),
      64,
      "x",
      "018a4c4d82e23e1ed5e3ec14b630b6e5b055be7586f539441265f8002547f923e5f8da5f72f13ea601a5180707844d6a977673fd78190fb6f8f09a84ce5d194f",
    ],
    [
      "one byte more than a block",
      bytes(129, (place) => place),
      32,
      "bottega-deal",
      "cff12f381b6d829517285c7d4126d6196d5d2258aeeddc14398d8daf32e6325b",
    ],
    [
      "two whole blocks",
      bytes(256, (place) => place),
      32,
      "",
      "39a7eb9fedc19aabc83425c6755dd90e6f9d0c804964a1f4aaeea3b9fb599835",
    ],
    ["a short digest", bytes(32, () => 255), 16, "bottega-commit", "5ee876c14256471a0021207131a47e9c"],
  ])("the digest of %s is the one that Python counts", (_, message, size, personal, digest) => {
    expect(blake2b(message, size, personal)).toBe(digest);
  });

  // Likewise with key=key.
  test.each([
    ["a draw", Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 0), 8, bytes(32, (place) => place), "676958240b09840d"],
    ["nothing", new Uint8Array(), 8, Uint8Array.of(107), "2111189c0e723b49"],
    [
      "three blocks and a bit",
      bytes(300, (place) => place % 256),
      64,
      bytes(32, (place) => place),
      "0431a83199b3d38f61f4bafa65eea05acb4d40cc70eb7fdafa56e0ae08a7245c873c359467e3670457403112382734547818993f25dd5f41879416fe4a54a7ab",
    ],
  ])("the keyed digest of %s is the one that Python counts", (_, message, size, key, digest) => {
    expect(blake2b(message, size, "", key)).toBe(digest);
  });

  test("a commitment is the personalised digest of the seed's bytes", () => {
    expect(commitment("616263")).toBe(blake2b(abc, 32, "bottega-commit"));
  });

  test("hexadecimal there and back", () => {
    expect(hex(Uint8Array.of(0, 15, 255))).toBe("000fff");
    expect([...unhex("000fff")]).toEqual([0, 15, 255]);
    expect(unhex("").length).toBe(0);
  });
});
