import { expect, test } from "vitest";

import { seatSign } from "../../src/table/seats";

test("every seat has a sign of its own", () => {
  const signs = [0, 1, 2, 3].map(seatSign);
  expect(new Set(signs).size).toBe(4);
  expect(seatSign(9)).toBe("·");
});
