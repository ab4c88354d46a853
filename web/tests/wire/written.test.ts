import { describe, expect, test } from "vitest";

import type { Line, Passage } from "../../src/wire/lines";
import { dial, readable, transcript } from "../../src/wire/written";

const passage = (way: Passage["way"], text: string): Passage => ({ number: 0, at: 0, way, name: "", text, state: "" });
const line = (fields: Partial<Line>): Line => ({
  key: "a",
  source: { kind: "tcp", id: "1" },
  number: 1,
  protocol: "sagrada-text",
  open: true,
  state: "",
  passages: [],
  count: fields.passages?.length ?? 0,
  ...fields,
});

describe("a transcript", () => {
  test("has what was said and told, in order", () => {
    const passages = [passage("told", "Connection established!"), passage("said", "LOGIN ann …")];
    expect(transcript(line({ passages }))).toBe(
      "dialect: sagrada-text\n\nclient connects\nclient< Connection established!\nclient> LOGIN ann …\n",
    );
  });

  test("names the profile, and says that the connection is gone", () => {
    const text = transcript(line({ protocol: "sagrada-text+original", open: false }));
    expect(text).toBe("dialect: sagrada-text\nprofile: original\n\nclient connects\nclient drops\n");
  });

  test("continues a message of several lines by indenting them", () => {
    const text = transcript(line({ passages: [passage("said", '{\n"a": 1,\r\n\r\n  "b": 2\n}')] }));
    expect(text).toContain('client> {\n  "a": 1,\n  "b": 2\n  }\n');
  });

  test("says what is missing", () => {
    const passages = [passage("said", "a"), passage("said", "b")];
    expect(transcript(line({ passages, count: 7 }), passages.slice(1))).toContain("# 6 of 7 messages are not here.\nclient> b\n");
  });
});

test("JSON is written on lines of its own, anything else as it is", () => {
  expect(readable('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(readable("LOGIN ok")).toBe("LOGIN ok");
});

test("a port is talked to by hand, with TLS where the house has it", () => {
  expect(dial("host", "sagrada-text", 2001, false)).toBe("nc host 2001");
  expect(dial("host", "plain:sagrada-text", 2001, true)).toBe("nc host 2001");
  expect(dial("host", "sagrada-text", 2001, true)).toBe("openssl s_client -quiet -connect host:2001");
});
