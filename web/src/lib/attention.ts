/** Calling somebody whose turn it is: the title, a sound, and a notification if they asked for one. */

import { t } from "./i18n.svelte";
import { settings } from "./settings.svelte";
import { play } from "./sound";

/** Whether this browser can notify and nobody has refused it. */
export function canNotify(): boolean {
  return "Notification" in globalThis && Notification.permission !== "denied";
}

/** Ask for notifications; only ever on a click. */
export async function askToNotify(): Promise<void> {
  settings.notify = canNotify() && (await Notification.requestPermission()) === "granted";
}

/** It is your turn. */
export function callToTable(game: string): void {
  play("turn");
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const note = new Notification(t("turn.yours"), { body: game, icon: "/icon.svg", tag: "bottega-turn" });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Some phones have permissions for notifications but let no page make one.
  }
}

/** How many games wait for us, on the app's icon where a browser has such a thing. */
export function showBadge(count: number): void {
  if (!("setAppBadge" in navigator)) return;
  const shown = count ? navigator.setAppBadge(count) : navigator.clearAppBadge();
  shown.catch(() => {}); // a page that is not installed has no icon
}
