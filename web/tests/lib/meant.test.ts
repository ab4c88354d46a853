import { expect, test, vi } from "vitest";
import { meant } from "../../src/lib/meant";

function tray() {
  document.body.innerHTML = `<button id="shelf">shelf</button><div><button id="discard" data-meant>Discard coin</button><button id="end">End</button></div>`;
  const [shelf, discard, end] = ["shelf", "discard", "end"].map((id) => document.getElementById(id)!) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const done = vi.fn();
  for (const button of [discard, end]) button.addEventListener("click", done);
  const leave = meant(document.querySelector("div")!);
  function press(it: Element, at: number, x = 50) {
    const down = new MouseEvent("pointerdown", { bubbles: true, clientX: x, clientY: 20 });
    Object.defineProperty(down, "timeStamp", { value: at });
    it.dispatchEvent(down);
    it.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  }
  return { shelf, discard, end, done, leave, press };
}

test("a quick second press at a spot where something else lay is not meant", () => {
  const { shelf, discard, done, press } = tray();
  press(shelf, 1000);
  press(discard, 1300, 60);
  press(discard, 1400, 60);
  expect(done).not.toHaveBeenCalled();
});

test("neither is one on the same button, when it is for something else by now", () => {
  const { discard, done, press } = tray();
  press(discard, 1000);
  discard.textContent = "Discard stone";
  press(discard, 1300);
  expect(done).toHaveBeenCalledOnce();
});

test("a press after a while, elsewhere, or again on the same is meant", () => {
  const { shelf, discard, done, press } = tray();
  press(shelf, 1000);
  press(discard, 1700);
  press(discard, 1900);
  press(shelf, 3000);
  press(discard, 3100, 200);
  expect(done).toHaveBeenCalledTimes(3);
});

test("the keyboard, and buttons without a mark, are not minded", () => {
  const { shelf, discard, end, done, press } = tray();
  press(shelf, 1000);
  press(end, 1100);
  press(discard, 1150);
  done.mockClear();
  discard.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
  expect(done).toHaveBeenCalledOnce();
});

test("what is gone from the page hears nothing", () => {
  const { shelf, discard, done, leave, press } = tray();
  leave();
  press(shelf, 1000);
  press(discard, 1100);
  expect(done).toHaveBeenCalledOnce();
});
