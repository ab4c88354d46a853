import { beforeEach, describe, expect, test } from "vitest";

import { roving } from "../../src/lib/roving";

/** Six buttons in two rows of three, 10 wide and apart; `c` is disabled. */
const PLACES: Record<string, [number, number]> = { a: [0, 0], b: [20, 0], c: [40, 0], d: [0, 20], e: [20, 20], f: [40, 20] };

let group: HTMLElement;
const button = (id: string) => document.getElementById(id)!;
const stops = () =>
  [...group.querySelectorAll("button")].filter((one) => one.tabIndex === 0 && !one.disabled).map((one) => one.id);

function press(from: string, key: string, how: KeyboardEventInit = {}): string {
  button(from).focus();
  button(from).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...how }));
  return document.activeElement!.id;
}

beforeEach(() => {
  document.body.innerHTML = `<div>${Object.keys(PLACES)
    .map((id) => `<button id="${id}" ${id === "c" ? "disabled" : ""}>${id}</button>`)
    .join("")}</div>`;
  group = document.querySelector("div")!;
  for (const [id, [x, y]] of Object.entries(PLACES)) button(id).getBoundingClientRect = () => new DOMRect(x, y, 10, 10);
  void roving()(group);
});

describe("a group of buttons", () => {
  test("is one tab stop", () => {
    expect(stops()).toEqual(["a"]);
  });

  test.each([
    ["a", "ArrowRight", "b"],
    ["b", "ArrowRight", "f"],
    ["a", "ArrowDown", "d"],
    ["e", "ArrowUp", "b"],
    ["f", "ArrowLeft", "e"],
    ["a", "ArrowLeft", "a"],
    ["b", "End", "f"],
    ["f", "Home", "a"],
    ["a", "x", "a"],
  ])("from %s the key %s goes to %s, past what is disabled", (from, key, to) => {
    expect(press(from, key)).toBe(to);
  });

  test("leaves keys with Ctrl or Alt to the browser", () => {
    expect(press("a", "ArrowRight", { altKey: true })).toBe("a");
  });

  test("is left and entered at the button that had the focus last", () => {
    press("a", "ArrowRight");
    expect(stops()).toEqual(["b"]);
  });
});
