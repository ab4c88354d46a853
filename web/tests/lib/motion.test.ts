import { beforeEach, describe, expect, test, vi } from "vitest";

import { flyFrom, keepPlaces, placeOf, sendGhost, still } from "../../src/lib/motion";

let calm = false;
const animate = vi.fn((_frames: Keyframe[], _options?: unknown) => ({ onfinish: null as (() => void) | null }));

function at(element: Element, x: number, y: number, size = 10): void {
  element.getBoundingClientRect = () => new DOMRect(x, y, size, size);
}

beforeEach(() => {
  calm = false;
  vi.stubGlobal("matchMedia", (query: string) => ({ matches: calm && query.includes("reduced-motion") }));
  vi.stubGlobal("CSS", { escape: (text: string) => text });
  animate.mockClear();
  Element.prototype.animate = animate as unknown as typeof Element.prototype.animate;
  document.body.innerHTML = `
    <main>
      <b data-piece="card-1"></b><b data-piece="card-2"></b><b data-place="bank-w"></b><b data-piece="new" data-from="bank-w"></b>
    </main>`;
});

const board = () => document.querySelector("main")!;
const find = (name: string) => placeOf(board(), name)!;

describe("pieces fly", () => {
  test("from the old place to the new one, from centre to centre and in size", () => {
    at(find("card-1"), 100, 50, 20);
    flyFrom(find("card-1"), new DOMRect(0, 0, 10, 10));
    expect(animate.mock.calls[0]![0][0]).toMatchObject({
      transform: "translate(-105px, -55px) scale(0.5)",
      pointerEvents: "none",
    });
  });

  test("only if they moved, and new ones from the place they name", () => {
    at(find("card-1"), 0, 0);
    at(find("card-2"), 30, 0);
    at(find("bank-w"), 60, 0);
    const fresh = find("new");
    fresh.remove();
    const fly = keepPlaces(board());
    board().append(fresh);
    at(fresh, 90, 0);
    at(find("card-2"), 30, 40);
    fly();
    expect(animate.mock.instances).toEqual([find("card-2"), fresh]);
  });

  test("not from or to what is not drawn", () => {
    at(find("card-1"), 0, 0, 0);
    expect(flyFrom(find("card-1"), new DOMRect(0, 0, 10, 10))).toBeNull();
    expect(flyFrom(find("card-1"), new DOMRect(0, 0, 0, 0))).toBeNull();
  });

  test("not at all for whoever asked for stillness", () => {
    calm = true;
    expect(still()).toBe(true);
    at(find("card-1"), 10, 10);
    expect(flyFrom(find("card-1"), new DOMRect(0, 0, 10, 10))).toBeNull();
    sendGhost(find("card-1"), new DOMRect(0, 0, 10, 10), new DOMRect(50, 0, 10, 10));
    keepPlaces(board())();
    expect(animate).not.toHaveBeenCalled();
  });
});

describe("a ghost", () => {
  test("is hidden from readers, has no name of its own, and vanishes on arrival", () => {
    at(find("card-1"), 0, 0);
    sendGhost(find("card-1"), new DOMRect(0, 0, 10, 10), new DOMRect(50, 0, 10, 10));
    const ghost = document.body.lastElementChild!;
    expect(ghost.getAttribute("aria-hidden")).toBe("true");
    expect(ghost.hasAttribute("data-piece")).toBe(false);
    animate.mock.results[0]!.value.onfinish();
    expect(ghost.isConnected).toBe(false);
  });
});

test("a piece or a place is found by its name within the board", () => {
  expect(find("bank-w").getAttribute("data-place")).toBe("bank-w");
  expect(placeOf(board(), "nowhere")).toBeNull();
});
