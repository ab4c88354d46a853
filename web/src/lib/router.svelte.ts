/**
 * Which page is shown: `/`, `/table/ID`, `/replay/ID#seq`, `/study/ID#…`, `/archive`, `/hall`, `/people/NAME`, `/wire`; any
 * other address is nowhere.
 */

export interface Route {
  page: "lobby" | "table" | "replay" | "study" | "archive" | "hall" | "people" | "wire" | "nowhere";
  id: string;
}

function read(): Route {
  const [, page, id] = /^\/(table|replay|study)\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (page && id) return { page: page as Route["page"], id };
  const [, name] = /^\/people\/(.+)$/.exec(location.pathname) ?? [];
  if (name) return { page: "people", id: plain(name) };
  const [, list] = /^\/(archive|hall|wire)\/?$/.exec(location.pathname) ?? [];
  if (list) return { page: list as Route["page"], id: location.search };
  return { page: location.pathname === "/" ? "lobby" : "nowhere", id: "" };
}

/** A part of an address as it was before it was one. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route: Route = $state(read());

/** Go to another page of ours. */
export function go(path: string): void {
  history.pushState(null, "", path);
  Object.assign(route, read());
  scrollTo(0, 0);
}

addEventListener("popstate", () => Object.assign(route, read()));

/** Links inside the page do not load it anew. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.download || link.target || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
