import { beforeEach, expect, test, vi } from "vitest";

const fresh = async () => (await import("../../src/lib/settings.svelte")).settings;

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

test("a browser that remembers nothing starts with the usual settings", async () => {
  expect(await fresh()).toMatchObject({ name: "", token: "", language: "", theme: "auto", muted: false });
});

test("what is remembered comes back, what is not is as usual", async () => {
  localStorage.setItem("bottega", '{"name": "Ada", "muted": true}');
  expect(await fresh()).toMatchObject({ name: "Ada", muted: true, theme: "auto" });
});

test.each(["{", "nonsense", "null"])("settings that cannot be read (%s) are forgotten", async (text) => {
  localStorage.setItem("bottega", text);
  expect(await fresh()).toMatchObject({ name: "", theme: "auto" });
});

test("a token that another window has got for the same name is taken over, another name's is not", async () => {
  localStorage.setItem("bottega", '{"name": "Ada", "token": "former"}');
  const { settings, hearOfToken } = await import("../../src/lib/settings.svelte");
  localStorage.setItem("bottega", '{"name": "Bob", "token": "bobs"}');
  hearOfToken(new StorageEvent("storage", { key: "bottega" }));
  expect(settings.token).toBe("former");
  localStorage.setItem("bottega", '{"name": "Ada", "token": "newer"}');
  hearOfToken(new StorageEvent("storage", { key: "something else" }));
  expect(settings.token).toBe("former");
  hearOfToken(new StorageEvent("storage", { key: "bottega" }));
  expect(settings).toMatchObject({ name: "Ada", token: "newer" });
});
