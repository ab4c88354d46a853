import type { ResultView } from "../lib/protocol";

/** Which of the game's comparisons made one player win before others with as many points; null where none had to. */
export function tieBreaker({ reason, winners, scores }: Pick<ResultView, "reason" | "winners" | "scores">): number | null {
  const best = scores.find(({ seat }) => seat === winners[0]);
  if (!best || winners.length > 1 || reason !== "played") return null;
  const equal = scores.filter(({ seat, total }) => seat !== best.seat && total === best.total);
  const decided = equal.map(({ tie_break }) => tie_break.findIndex((value, at) => value !== best.tie_break[at]));
  return decided.length ? Math.max(...decided) : null;
}
