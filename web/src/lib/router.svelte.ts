/** Which page is shown: `/`, `/table/ID`, `/replay/ID#seq`; any other address is nowhere. */

export interface Route {
  page: "lobby" | "table" | "replay" | "nowhere";
  id: string;
}

function read(): Route {
  const [, page, id] = /^\/(table|replay)\/([\w-]+)\/?$/.exec(location.pathname) ?? [];
  if (page && id) return { page: page as Route["page"], id };
  return { page: location.pathname === "/" ? "lobby" : "nowhere", id: "" };
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
  go(link.pathname + link.hash);
}
