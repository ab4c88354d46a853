/** Refusals of Splendor and score lines that this page words otherwise than the server. */

import type { PhrasesOf } from "../../../lib/refusals.svelte";

export default {
  "refused.not-your-turn": "It is not your turn but {seat:seat}’s.",
  "refused.card-bought": "{card:card} has already been bought.",
  "refused.card-yours": "{card:card} is reserved by you.",
  "refused.card-reserved": "{card:card} is reserved by another player.",
  "refused.card-not-shown": "{card:card} is no longer on the table.",
  "refused.too-dear": "You are {short:token|tokens} short: this card costs you {price:price}.",
  "refused.payment-too-much": "This card costs you {cost:pile}, not {paid}.",
  "refused.payment-wrong-gold": "With these coloured tokens it costs {needs} gold, not {paid}.",
  "refused.noble-not-coming": "This noble is not among those who would come to you.",
  "refused.no-choice-of-nobles":
    "Nobles come by themselves at the end of a turn, to whoever has the cards they ask for; there is none to choose now.",
} satisfies Partial<PhrasesOf<"splendor">>;
