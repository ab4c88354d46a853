/** Web push: this browser lets itself be reached by the house while no page of it is open. */

import { connection } from "./connection.svelte";
import { language } from "./i18n.svelte";
import type { Ok, PushSubscription as Given, SetWay } from "./protocol";
import { settings } from "./settings.svelte";

/** Whether this browser can be pushed to at all, and nobody has refused it. */
export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in globalThis && Notification.permission !== "denied";
}

/** The house's key, as browsers want it. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (char) => char.charCodeAt(0));
}

/** What the house needs to reach a browser, null if the browser does not tell. */
export function given(subscription: PushSubscription): Given | null {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : null;
}

/** The language that notifications are in. */
export function spoken(): NonNullable<SetWay["language"]> {
  const code = language();
  return code === "pl" || code === "it" ? code : "en";
}

/** Whether a subscription was made for this house as it is now: another key would be refused. */
function isFor(subscription: PushSubscription, key: Uint8Array): boolean {
  const known = subscription.options.applicationServerKey;
  return known !== null && new Uint8Array(known).every((byte, place) => byte === key[place]);
}

async function subscription(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const wanted = bytesOf(key);
  const there = await pushManager.getSubscription();
  if (there && isFor(there, wanted)) return there;
  await there?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: wanted });
}

/** Let this browser be told; only ever on a click, since it may have to ask. Null if it is not allowed to. */
export async function turnOn(key: string): Promise<Ok | null> {
  if (!canPush() || (await Notification.requestPermission()) !== "granted") return null;
  const found = given(await subscription(key));
  if (!found) return null;
  const answer = await connection.send({ type: "set_way", way: "push", subscription: found, language: spoken() });
  settings.push = true;
  return answer;
}

/** Let it be told no longer. */
export async function turnOff(): Promise<Ok> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const there = await pushManager.getSubscription();
  settings.push = false;
  await there?.unsubscribe();
  return connection.send({ type: "set_way", way: "push", to: there?.endpoint ?? "none", language: spoken() });
}

/** Tell the house again where this browser is, which may have changed, or after everybody was signed out. */
export async function renew(): Promise<void> {
  if (!settings.push || !canPush() || Notification.permission !== "granted") return;
  try {
    const { ways } = await connection.send({ type: "ways" });
    if (ways?.push_key) await turnOn(ways.push_key);
  } catch {
    // It is tried again when the page is opened the next time.
  }
}
