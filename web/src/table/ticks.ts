/** Where a chart has lines across: at round numbers, so that each is where its label says; `least` is at most 0. */

const PACES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500];

export function ticksBetween(least: number, most: number): number[] {
  const pace = PACES.find((each) => (most - least) / each <= 4) ?? 1000;
  return Array.from({ length: 9 }, (_, n) => (n - 4) * pace).filter((value) => value >= least && value <= most);
}
