/** Each seat has its sign, so that nobody is told apart by colour alone: in the players' bar, the log and the chart. */

import type { SeatView } from "../lib/protocol";

const SIGNS = ["●", "■", "▲", "◆"];

/** The sign of a seat. */
export function seatSign(seat: number): string {
  return SIGNS[seat] ?? "·";
}

/** What comes of a running game when a seat is left for good: the others play on, one of them has won, or it is over. */
export function withoutUs(seats: readonly SeatView[], you: number | null): "quit.sure" | "quit.sure.wins" | "quit.sure.over" {
  const staying = seats.filter((seat, number) => number !== you && !seat.quit);
  if (staying.every((seat) => seat.bot)) return "quit.sure.over";
  return staying.length === 1 ? "quit.sure.wins" : "quit.sure";
}
