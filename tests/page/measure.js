/**
 * What is wrong with the page as it is laid out now, one sentence each; nothing is changed.
 *
 * Measured is what is drawn: texts by the boxes of their letters, pieces and panels by theirs. What is hidden on purpose
 * does not count: texts for screen readers alone, what is inert, cards of which another one covers all but the head,
 * what is said of a piece while somebody rests on it, and the one line in which a phone repeats what the log says last.
 */
({ text: smallestText, letter: smallestLetter, pieces, whole }) => {
  const root = document.documentElement;
  const scope = document.querySelector("dialog[open]") ?? document.querySelector("#app");
  const [width, height] = [root.clientWidth, root.clientHeight];
  const told = new Map();
  const blame = (what, detail) => told.set(what, told.get(what) ?? detail);

  const called = (it) => {
    const own = it.dataset?.testid ?? it.dataset?.piece ?? it.dataset?.place;
    const classes = [...(it.classList ?? [])].filter((one) => !one.startsWith("svelte-")).join(".");
    const part = `${it.localName}${classes && `.${classes}`}${own ? `[${own}]` : ""}`;
    const panel = it.parentElement?.closest("section, aside, dialog, [role=group], .board");
    return panel && panel !== scope ? `${part} in ${panel.localName}.${panel.classList[0] ?? ""}` : part;
  };
  const ignored = ".sr-only, .skip, .ticker, [inert], option, .covered, [popover], [role=tooltip]";
  const drawn = (it) => !it.closest(ignored) && it.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const round = (n) => Math.round(n * 10) / 10;

  /** The part of a box that no ancestor clips away; null once something scrolls, as it can be brought into sight. */
  const cut = (it, box, slack) => {
    for (let above = it; above && above !== root; above = above.parentElement) {
      const style = getComputedStyle(above);
      if (style.position === "fixed") return null;
      const clips = { x: style.overflowX, y: style.overflowY };
      if (clips.x === "visible" && clips.y === "visible") continue;
      if (above instanceof SVGElement) continue;
      const edge = above.getBoundingClientRect();
      if (/auto|scroll/.test(clips.x + clips.y)) return null;
      if (clips.x !== "visible" && (box.left < edge.left - slack.x || box.right > edge.right + slack.x)) return above;
      if (clips.y !== "visible" && (box.top < edge.top - slack.y || box.bottom > edge.bottom + slack.y)) return above;
    }
    return null;
  };
  /** The part of a box that is in sight, where something around it scrolls. */
  const inSight = (it, { left, right, top, bottom }) => {
    for (let above = it.parentElement; above && above !== root; above = above.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(above);
      if (!/auto|scroll/.test(overflowX + overflowY)) continue;
      const edge = above.getBoundingClientRect();
      [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
      [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
    }
    return { left, right, top, bottom };
  };
  /** What lies around it, out to the panel. */
  const within = (it, panel) => {
    const around = [panel];
    for (let above = it.parentElement; above !== panel; above = above.parentElement) around.push(above);
    return around;
  };
  /** On which layer it lies: what stays in sight while the page scrolls lies over the page, a drawer over both. */
  const layer = (it) => {
    for (let above = it; above && above !== root; above = above.parentElement) {
      const { position, zIndex } = getComputedStyle(above);
      if (/sticky|fixed/.test(position)) return Number(zIndex) || 1;
    }
    return 0;
  };
  const meet = (a, b, slack) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > slack &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > slack;

  if (root.scrollWidth > width) blame("the page scrolls sideways", `${root.scrollWidth} of ${width}`);
  if (whole && root.scrollHeight > height + 1) blame("the page scrolls", `${root.scrollHeight} of ${height}`);

  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const it = node.parentElement;
    if (!node.data.trim() || !drawn(it)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 0.5 || box.height < 0.5) continue;
    const style = getComputedStyle(it);
    const inPicture = it instanceof SVGElement;
    const scale = inPicture ? it.getScreenCTM().d : 1;
    const size = parseFloat(style.fontSize) * scale;
    const least = inPicture ? smallestLetter : smallestText;
    const words = node.data.trim().slice(0, 30);
    if (size < least - 0.05) blame(`${called(it)}: letters too small`, `"${words}" ${round(size)} px of ${least}`);
    const clip = cut(it, box, { x: 1.5, y: size * 0.3 });
    if (clip) blame(`${called(it)}: text is cut`, `"${words}" by ${called(clip)}`);
    const piece = it.closest("button, a, [role=img], td, th, section, .tray")?.getBoundingClientRect();
    if (piece && (box.left < piece.left - 2 || box.right > piece.right + 2))
      blame(`${called(it)}: text sticks out`, `"${words}" of ${called(it.closest("button, a, [role=img], td, th, section, .tray"))}`);
    const shrunk = inPicture ? 0.3 : 0.22;
    for (const line of range.getClientRects()) {
      const edge = line.height * shrunk;
      const ink = inSight(it, { left: line.left, right: line.right, top: line.top + edge, bottom: line.bottom - edge });
      texts.push({ it, ink, words, layer: layer(it) });
    }
  }
  for (let a = 0; a < texts.length; a++)
    for (let b = a + 1; b < texts.length; b++)
      if (meet(texts[a].ink, texts[b].ink, 1.5) && texts[a].it !== texts[b].it && texts[a].layer === texts[b].layer)
        blame(`${called(texts[a].it)} over ${called(texts[b].it)}`, `"${texts[a].words}" and "${texts[b].words}"`);

  const kinds = "button, a, input, select, textarea, [role=img], section, [data-piece], .cell, .token, h3, p, td, th, summary";
  const blocks = [...scope.querySelectorAll(kinds)].flatMap((it) => {
    if (!drawn(it) || it.closest("svg") !== (it.localName === "svg" ? it : null)) return [];
    const box = it.getBoundingClientRect();
    return box.width < 1 || box.height < 1 ? [] : [{ it, box, seen: inSight(it, box), layer: layer(it) }];
  });
  for (const { it, box, layer } of blocks) {
    const clip = cut(it.parentElement, box, { x: 3, y: 3 });
    if (clip) blame(`${called(it)} is cut`, `by ${called(clip)}`);
    const panel = it.parentElement.closest("section, aside, .tray, .middle, .mine, .others, .upper");
    const edge = panel?.getBoundingClientRect();
    const scrolls = panel && within(it, panel).some((one) => /auto|scroll/.test(getComputedStyle(one).overflowY));
    if (edge && edge.height && !scrolls && !layer && panel.contains(it)) {
      const out = Math.max(edge.left - box.left, box.right - edge.right, edge.top - box.top, box.bottom - edge.bottom);
      if (out > 3) blame(`${called(it)} sticks out of ${called(panel)}`, `${round(out)} px`);
    }
  }
  for (let a = 0; a < blocks.length; a++)
    for (let b = a + 1; b < blocks.length; b++) {
      const [one, other] = [blocks[a], blocks[b]];
      if (one.layer !== other.layer || !meet(one.seen, other.seen, 2.5)) continue;
      if (one.it.contains(other.it) || other.it.contains(one.it)) continue;
      blame(`${called(one.it)} overlaps ${called(other.it)}`, "");
    }

  for (const it of scope.querySelectorAll("*"))
    if (/auto|scroll/.test(getComputedStyle(it).overflowX) && it.scrollWidth > it.clientWidth + 1 && drawn(it))
      blame(`${called(it)} scrolls sideways`, `${it.scrollWidth} of ${it.clientWidth}`);

  const board = document.querySelector(".board");
  for (const it of board?.querySelectorAll("*") ?? []) {
    const style = getComputedStyle(it);
    if (/auto|scroll/.test(style.overflowY) && it.scrollHeight > it.clientHeight + 1)
      blame(`${called(it)} scrolls inside the board`, `${it.scrollHeight} of ${it.clientHeight}`);
  }
  for (const [selector, least] of Object.entries(pieces))
    for (const it of board?.querySelectorAll(selector) ?? []) {
      if (!drawn(it)) continue;
      const box = it.getBoundingClientRect();
      const side = Math.min(box.width, box.height);
      if (side && side < least - 0.5) blame(`${selector} too small`, `${round(side)} px of ${least}`);
    }
  return [...told].map(([what, detail]) => (detail ? `${what}: ${detail}` : what));
};
