import { expect, test } from "vitest";

import { masked } from "../../src/wire/masked";

const SECRETS = new Set(["token", "password", "code", "credential"]);
const hide = (message: unknown) => JSON.parse(masked(JSON.stringify(message), SECRETS)!.text) as unknown;

test("secrets are hidden wherever they are, nothing else is", () => {
  expect(hide({ type: "hello", name: "ann", password: "p", token: null })).toEqual({
    type: "hello",
    name: "ann",
    password: "…",
    token: null,
  });
  expect(hide({ type: "x", in: [{ credential: { id: 1 } }] })).toEqual({ type: "x", in: [{ credential: "…" }] });
});

test("a key that is spelt in another way is the same key", () => {
  expect(masked('{"type":"hello","tok\\u0065n":"t"}', SECRETS)!.text).toBe('{"type":"hello","token":"…"}');
});

test("the code of a refusal is its name, and no secret", () => {
  expect(hide({ type: "refused", code: "house.unreadable" })).toEqual({ type: "refused", code: "house.unreadable" });
  expect(hide({ type: "ok", code: "7KQF29MXRT" })).toEqual({ type: "ok", code: "…" });
});

test("what is no message is not shown", () => {
  expect(masked("token", SECRETS)).toBeNull();
  expect(masked('{"type":"ok"}', SECRETS)!.name).toBe("ok");
});
