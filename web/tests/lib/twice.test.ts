import { expect, test, vi } from "vitest";
import { twice } from "../../src/lib/twice";

function board() {
  document.body.innerHTML = `<button id="take"></button><button id="card"><i></i></button>`;
  const take = document.getElementById("take")!;
  const card = document.getElementById("card")!;
  const bought = vi.fn();
  const leave = twice(bought)(card) as () => void;
  const press = (it: Element, type = "click") => it.dispatchEvent(new MouseEvent(type, { bubbles: true }));
  return { take, card, bought, leave, press };
}

test("two presses on it are a double press, wherever on it they fall", () => {
  const { card, bought, press } = board();
  press(card);
  press(card.firstElementChild!);
  press(card.firstElementChild!, "dblclick");
  expect(bought).toHaveBeenCalledOnce();
});

test("a first press on something else at the same spot does not count", () => {
  const { take, card, bought, press } = board();
  press(card);
  press(take);
  press(card);
  press(card, "dblclick");
  expect(bought).not.toHaveBeenCalled();
});

test("what is gone from the page hears nothing", () => {
  const { card, bought, leave, press } = board();
  leave();
  press(card);
  press(card);
  press(card, "dblclick");
  expect(bought).not.toHaveBeenCalled();
});
