import { beforeEach, describe, expect, test, vi } from "vitest";

import { followLinks, go, route } from "../../src/lib/router.svelte";

beforeEach(() => {
  vi.stubGlobal("scrollTo", vi.fn());
  go("/");
});

describe("the address says which page is shown", () => {
  test.each([
    ["/", "lobby", ""],
    ["/table/K7-xq_2", "table", "K7-xq_2"],
    ["/table/K7/", "table", "K7"],
    ["/replay/abc#12", "replay", "abc"],
    ["/wire", "wire", ""],
    ["/table/", "nowhere", ""],
    ["/elsewhere/abc", "nowhere", ""],
  ])("%s is %s %s", (path, page, id) => {
    go(path);
    expect(route).toEqual({ page, id });
  });

  test("going back shows the page before", () => {
    go("/table/a");
    history.replaceState(null, "", "/");
    dispatchEvent(new PopStateEvent("popstate"));
    expect(route.page).toBe("lobby");
  });
});

describe("a link that is pressed", () => {
  /** Whether the page follows the link itself; nothing is dispatched, as that would leave the page. */
  function pressed(html: string, how: MouseEventInit = {}): boolean {
    document.body.innerHTML = html;
    const event = new MouseEvent("click", { cancelable: true, button: 0, ...how });
    Object.defineProperty(event, "target", { value: document.querySelector("b") });
    followLinks(event);
    return event.defaultPrevented;
  }

  test("within the page loads nothing anew", () => {
    expect(pressed('<a href="/table/x"><b>go</b></a>')).toBe(true);
    expect(route).toEqual({ page: "table", id: "x" });
  });

  test.each([
    ["to elsewhere", '<a href="https://example.org/table/x"><b>go</b></a>', {}],
    ["to a download of the house's", '<a href="/api/log"><b>go</b></a>', {}],
    ["that downloads", '<a href="/x" download="x"><b>go</b></a>', {}],
    ["for another window", '<a href="/x" target="_blank"><b>go</b></a>', {}],
    ["with a key that opens a new tab", '<a href="/table/x"><b>go</b></a>', { ctrlKey: true }],
    ["that is none", "<p><b>go</b></p>", {}],
  ])("%s is the browser's own", (_, html, how) => {
    expect(pressed(html, how)).toBe(false);
    expect(route.page).toBe("lobby");
  });
});
