/** Refusals of Masters of Renaissance and score lines that this page words otherwise than the server. */

import type { PhrasesOf } from "../../../lib/refusals.svelte";

export default {
  "refused.leader-not-offered": "This leader was not offered to you.",
  "refused.no-line": "The market has no such line.",
  "refused.no-pile": "There is no such pile.",
  "refused.pile-empty": "The pile of {pile:pile} is empty.",
  "refused.no-production-leader": "You have no such leader in play.",
  "refused.leader-in-play": "This leader is in play already.",
  "refused.leader-discarded": "This leader has been discarded.",
  "refused.leader-needs-resources": "To play this leader you must own {needed:amounts}.",
  "refused.leader-needs-cards": "To play this leader you must own {needed:coloured_cards}.",
  "refused.leader-needs-level": "To play this leader you must own {needed:coloured_cards} of level {level}.",
} satisfies Partial<PhrasesOf<"renaissance">>;
