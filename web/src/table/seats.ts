/** Each seat has its sign, so that nobody is told apart by colour alone: in the players' bar, the log and the chart. */

const SIGNS = ["●", "■", "▲", "◆"];

/** The sign of a seat. */
export function seatSign(seat: number): string {
  return SIGNS[seat] ?? "·";
}
