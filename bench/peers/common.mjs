// What the peers' servers and loads share: the board that is told, and how a load counts.

export const SEATS = 4;
const COLOURS = ["white", "green", "blue", "black", "red"];
const gems = Object.fromEntries(COLOURS.map((colour) => [colour, 3]));
const tokens = { ...gems, yellow: 1 };

/** A board of the usual size, as bench/bare.py has it. */
export function board(names, mover) {
  return {
    answer_type: "game_board",
    next_player: names[mover],
    bankCash: tokens,
    players: names.map((nick, seat) => ({
      nick,
      cash: tokens,
      active: seat === mover,
      claimedCard: null,
      totalDiscount: gems,
      totalPrestige: 7,
    })),
    cards: { level1: [1, 2, 3, 4], level2: [41, 42, 43, 44], level3: [71, 72, 73, 74] },
    nobles: [90, 91, 92, 93, 94],
  };
}

/** Warm up, count for so long, tell: as bench/measured.py does for the loads in Python. */
export async function count(seen, seconds) {
  await pause(2);
  console.log("measuring");
  const began = performance.now();
  seen.measuring = true;
  await pause(seconds);
  seen.measuring = false;
  const elapsed = (performance.now() - began) / 1e3;
  const latencies = seen.latencies.sort((one, other) => one - other);
  const at = (share) => (latencies[Math.floor(latencies.length * share)] ?? 0) / 1e3;
  console.log(JSON.stringify({ moves: seen.moves, seconds: elapsed, p50: at(0.5), p99: at(0.99) }));
  process.exit(0);
}

export const seen = { moves: 0, latencies: [], measuring: false };

/** A move that was answered after so many milliseconds. */
export function saw(milliseconds) {
  if (seen.measuring) {
    seen.moves += 1;
    seen.latencies.push(milliseconds);
  }
}

export const pause = (seconds) => new Promise((done) => setTimeout(done, 1e3 * seconds));

/** A free port. */
export async function freePort() {
  const { createServer } = await import("node:net");
  const server = createServer();
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address();
  await new Promise((closed) => server.close(closed));
  return port;
}
