/** Times of hours and days, in words of the language that is shown. */

import { language, list } from "./i18n.svelte";

const [MINUTE, HOUR, DAY] = [60, 3600, 86400];

function unit(n: number, name: "day" | "hour" | "minute"): string {
  return new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: "long" }).format(n);
}

/** `2 days 3 hours`: the two largest units, rounded down, so that nobody is promised more than there is. */
export function span(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  const [days, hours, minutes] = [Math.floor(left / DAY), Math.floor((left % DAY) / HOUR), Math.floor((left % HOUR) / MINUTE)];
  const parts = days
    ? [unit(days, "day"), hours ? unit(hours, "hour") : ""]
    : [hours ? unit(hours, "hour") : "", unit(minutes, "minute")];
  return parts.filter(Boolean).join(" ");
}

/** The time for a turn that was chosen in whole hours or days. */
export function length(seconds: number): string {
  return seconds % DAY ? unit(seconds / HOUR, "hour") : unit(seconds / DAY, "day");
}

/** A day, as it is written in a sentence. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);
}

/** Those of some names who are away now, with the day until which they are. */
export function absent(names: Record<string, number>, now = Date.now()): string {
  const away = Object.entries(names).filter(([, until]) => until > now);
  return list(away.map(([name, until]) => `${name} (${day(until)})`));
}

/** The last moment of a day given as `2026-11-30`, as this device counts days; NaN if it is none. */
export function endOf(date: string): number {
  return new Date(`${date}T23:59:59.999`).getTime();
}
