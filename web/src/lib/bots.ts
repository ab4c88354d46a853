/** Whom one can play against: seven characters from the gentlest to the strongest, and the bots of former times. */

import { t } from "./i18n.svelte";

export const CHARACTERS = ["nina", "beppe", "lucia", "tonio", "ginevra", "fausto", "elettra"] as const;
export type Character = (typeof CHARACTERS)[number];

export function isCharacter(bot: string): bot is Character {
  return (CHARACTERS as readonly string[]).includes(bot);
}

/** Who plays when nobody in particular is asked for: friendly, and no beginner. */
export function rival(bots: readonly string[]): string {
  return bots.includes("lucia") ? "lucia" : (bots[0] ?? "");
}

/** What sort of bot it is, in a few words: how strong it is among the seven, or the name of a former one. */
export function called(bot: string): string {
  return isCharacter(bot)
    ? t("bot.level", { n: CHARACTERS.indexOf(bot) + 1, all: CHARACTERS.length })
    : t(`bot.${bot}` as "bot.greedy");
}

/** A bot's name as it is written: Nina. */
export function nameOf(bot: string): string {
  return bot.charAt(0).toUpperCase() + bot.slice(1);
}
