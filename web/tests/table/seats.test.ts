import { expect, test } from "vitest";

import { seatSign, withoutUs } from "../../src/table/seats";

test("every seat has a sign of its own", () => {
  const signs = [0, 1, 2, 3].map(seatSign);
  expect(new Set(signs).size).toBe(4);
  expect(seatSign(9)).toBe("·");
});

test("whoever leaves is told what comes of the game", () => {
  const seat = (bot = "", quit = false) => ({ name: "", presence: "here" as const, bot, quit });
  expect(withoutUs([seat()], 0)).toBe("quit.sure.over");
  expect(withoutUs([seat(), seat("nina")], 0)).toBe("quit.sure.over");
  expect(withoutUs([seat(), seat("", true)], 0)).toBe("quit.sure.over");
  expect(withoutUs([seat(), seat()], 1)).toBe("quit.sure.wins");
  expect(withoutUs([seat(), seat("nina", true), seat()], 0)).toBe("quit.sure.wins");
  expect(withoutUs([seat(), seat("nina"), seat()], 0)).toBe("quit.sure");
});
