import { describe, expect, it } from "vitest";
import { linkTo, newDeal, readLink } from "../../src/lib/study";

describe("a link to a moment that was played on", () => {
  it("says all there is to know", () => {
    const fork = { seq: 12, line: ["0 take wbg", "1 reserve 37"], deal: "abc" };
    const link = new URL(linkTo("t1", fork, 1), "http://house.example");
    expect(link.pathname).toBe("/study/t1");
    expect(readLink(link.hash)).toEqual({ fork, you: 1 });
  });

  it("may name no seat and no line", () => {
    const fork = { seq: 3, line: [], deal: "" };
    const link = new URL(linkTo("t1", fork, null), "http://house.example");
    expect(readLink(link.hash)).toEqual({ fork, you: null });
  });

  it("is read as well as it can be", () => {
    expect(readLink("#nonsense")).toEqual({ fork: { seq: 0, line: [], deal: "" }, you: null });
    expect(readLink("#seq=x&you=-1")).toEqual({ fork: { seq: 0, line: [], deal: "" }, you: null });
  });
});

it("deals anew each time", () => {
  expect(newDeal()).not.toBe(newDeal());
});
