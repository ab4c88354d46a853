import { beforeEach, describe, expect, it } from "vitest";

import { loadLanguage } from "../../src/lib/i18n.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { absent, day, endOf, length, span } from "../../src/lib/time";

const DAY = 86400;

beforeEach(async () => {
  settings.language = "en";
  await loadLanguage();
});

describe("a time of hours and days", () => {
  it("has its two largest units, and promises nothing that is not there", () => {
    expect(span(2 * DAY + 3 * 3600 + 3599)).toBe("2 days 3 hours");
    expect(span(DAY)).toBe("1 day");
    expect(span(5 * 3600 + 20 * 60)).toBe("5 hours 20 minutes");
    expect(span(3600)).toBe("1 hour 0 minutes");
    expect(span(-5)).toBe("0 minutes");
  });

  it("is told in the language that is shown", async () => {
    settings.language = "pl";
    await loadLanguage();
    expect(span(2 * DAY + 3 * 3600)).toBe("2 dni 3 godziny");
    expect([length(12 * 3600), length(DAY)]).toEqual(["12 godzin", "1 dzień"]);
    settings.language = "it";
    await loadLanguage();
    expect([length(12 * 3600), length(14 * DAY)]).toEqual(["12 ore", "14 giorni"]);
  });

  it("of a turn is a number of hours or days", () => {
    expect(length(43200)).toBe("12 hours");
    expect(length(3 * DAY)).toBe("3 days");
  });
});

describe("an absence", () => {
  it("lasts to the end of its day, as this device counts days", () => {
    const end = new Date(endOf("2026-11-30"));
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([30, 23, 59]);
    expect(endOf("no day")).toBeNaN();
  });

  it("is told while it lasts", () => {
    const until = Date.UTC(2026, 10, 30, 12);
    expect(absent({ Ada: until, Bob: 5 }, until - 1)).toBe(`Ada (${day(until)})`);
    expect(absent({ Ada: until }, until)).toBe("");
  });
});
