/** Refusals of Sagrada and score lines that this page words otherwise than the server. */

import type { PhrasesOf } from "../../../lib/refusals.svelte";

export default {
  "refused.not-your-turn": "It is not your turn but {seat:seat}’s.",
  "refused.not-in-pool": "There is no {die:die} in the draft pool.",
  "refused.not-at-place": "The {die:die} does not lie at that place of the draft pool.",
  "refused.only-changed-die": "On this turn only the {die:die} may be placed, which {tool:tool} has changed.",
  "refused.must-place": "The {die:die}, changed with {tool:tool}, fits into your window and must be placed.",
  "refused.space-taken": "On {space:space} there is the {die:die} already.",
  "refused.printed-colour": "The space at {space:space} takes only {colour:colour}; the {die:die} does not fit.",
  "refused.printed-value": "The space at {space:space} takes only a {value}; the {die:die} does not fit.",
  "refused.not-on-edge": "The first die goes on the edge; {space:space} is inside.",
  "refused.not-apart": "The space at {space:space} touches the {die:die}; with this tool it must touch no die.",
  "refused.no-contact": "The space at {space:space} touches no die of your window.",
  "refused.same-colour": "The {die:die} would be beside the {other:die}, which has the same colour.",
  "refused.same-value": "The {die:die} would be beside the {other:die}, which has the same value.",
  "refused.name-payment": "{tool:tool} is paid for with a {colour:colour} die of the pool.",
  "refused.payment-colour": "{tool:tool} is paid for with a {colour:colour} die, not with the {die:die}.",
  "refused.not-placeable": "The {die:die} could not be placed afterwards.",
  "refused.changed-fits-nowhere": "The {die:die} would not fit into your window.",
  "refused.track-fits-nowhere": "The {die:die} of the round track would not fit into your window.",
  "refused.no-die-there": "There is no die on {space:space}.",
  "refused.moved-already": "The {die:die} has been moved already; the second die must be another one.",
  "refused.other-colour": "The {die:die} is not {colour:colour}, the colour chosen from the round track.",
} satisfies Partial<PhrasesOf<"sagrada">>;
