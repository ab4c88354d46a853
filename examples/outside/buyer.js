#!/usr/bin/env node
// A bot from outside in JavaScript, for all three games: what comes first in the list, but it buys whenever it can.
// See docs/outside.md. Run: bottega arena splendor random examples/outside/buyer.js --games 20
let legal = [];

function answer(line) {
  const [word, ...rest] = line.split(" ");
  if (word === "bottega") return "ready";
  if (word === "quit") process.exit(0);
  if (word === "game") legal = [];
  if (word === "legal") legal.push(rest.join(" "));
  if (word === "go") return `play ${legal.find((action) => action.startsWith("buy")) ?? legal[0]}`;
  return null; // "view": this bot does not look at the table
}

require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const said = answer(line);
    if (said !== null) console.log(said);
  })
  .on("close", () => process.exit(0));
