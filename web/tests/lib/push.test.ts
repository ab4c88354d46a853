import { describe, expect, it } from "vitest";
import { bytesOf, given, spoken } from "../../src/lib/push";
import { settings } from "../../src/lib/settings.svelte";

describe("what the house and the browser tell each other", () => {
  it("reads the house's key as the web writes it", () => {
    expect([...bytesOf("-_8B")]).toEqual([251, 255, 1]);
  });

  it("gives out where the browser is and by which keys only it reads", () => {
    const json = { endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } };
    expect(given({ toJSON: () => json } as never)).toEqual({ endpoint: "https://push.example/1", p256dh: "p", auth: "a" });
  });

  it("gives out nothing of a browser that does not tell its keys", () => {
    expect(given({ toJSON: () => ({ endpoint: "https://push.example/1" }) } as never)).toBeNull();
  });

  it("asks for the language of the page", () => {
    for (const language of ["en", "pl", "it"] as const) {
      settings.language = language;
      expect(spoken()).toBe(language);
    }
  });
});
