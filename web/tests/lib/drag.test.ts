import { beforeEach, describe, expect, test, vi } from "vitest";

import { draggable, type Drag } from "../../src/lib/drag";

let piece: HTMLElement;
let target: HTMLElement;
const lift = vi.fn();
const drop = vi.fn();

function pointer(type: string, x: number, y: number, how: PointerEventInit = {}) {
  const event = new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: y, ...how });
  (type === "pointerdown" ? piece : window).dispatchEvent(event);
}

beforeEach(() => {
  document.body.innerHTML = '<button>5</button><div data-drop="cell-7"><i></i></div>';
  piece = document.querySelector("button")!;
  target = document.querySelector("div")!;
  piece.setPointerCapture = vi.fn();
  document.elementFromPoint = (x) => (x >= 100 ? target.firstElementChild : document.body);
  lift.mockReset();
  drop.mockReset();
});

describe("a piece that is dragged", () => {
  test("is dropped on the target under the pointer, which shows it", () => {
    void draggable({ can: () => true, lift, drop })(piece);
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 120, 0);
    expect(lift).toHaveBeenCalledOnce();
    expect(target.hasAttribute("data-over")).toBe(true);
    pointer("pointerup", 120, 0);
    expect(drop).toHaveBeenCalledExactlyOnceWith("cell-7");
    expect(target.hasAttribute("data-over")).toBe(false);
    expect(piece.style.translate).toBe("");
  });

  test("over nothing is dropped on nothing", () => {
    void draggable({ can: () => true, drop })(piece);
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 50, 0);
    pointer("pointerup", 50, 0);
    expect(drop).toHaveBeenCalledExactlyOnceWith(null);
  });

  test("and then taken from the fingers is dropped on nothing", () => {
    void draggable({ can: () => true, drop })(piece);
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 120, 0);
    pointer("pointercancel", 120, 0);
    expect(drop).toHaveBeenCalledExactlyOnceWith(null);
  });

  test.each<[string, Pick<Drag, "can" | "touch">, number, PointerEventInit]>([
    ["moved too little", { can: () => true }, 3, {}],
    ["not to be lifted now", { can: () => false }, 120, {}],
    ["pressed with another button", { can: () => true }, 120, { button: 2 }],
    ["touched where fingers scroll", { can: () => true, touch: false }, 120, { pointerType: "touch" }],
  ])("%s stays where it is", (_, drag, to, how) => {
    void draggable({ ...drag, lift, drop })(piece);
    pointer("pointerdown", 0, 0, how);
    pointer("pointermove", to, 0, how);
    pointer("pointerup", to, 0, how);
    expect(lift).not.toHaveBeenCalled();
    expect(drop).not.toHaveBeenCalled();
  });

  test("was not clicked", () => {
    const click = vi.fn();
    piece.addEventListener("click", click);
    void draggable({ can: () => true, drop })(piece);
    pointer("pointerdown", 0, 0);
    pointer("pointermove", 50, 0);
    pointer("pointerup", 50, 0);
    piece.click();
    expect(click).not.toHaveBeenCalled();
    piece.click();
    expect(click).toHaveBeenCalledOnce();
  });
});
