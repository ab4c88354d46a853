/** Small sounds made on the spot: a plucked string when it is your turn, a fanfare at the end. */

import { settings } from "./settings.svelte";

type Note = [frequency: number, start: number, length: number];

const TUNES: Record<string, Note[]> = {
  turn: [
    [587.33, 0, 0.35],
    [880, 0.12, 0.6],
  ],
  end: [
    [523.25, 0, 0.3],
    [659.25, 0.14, 0.3],
    [783.99, 0.28, 0.3],
    [1046.5, 0.42, 0.9],
  ],
  chat: [[740, 0, 0.15]],
};

let context: AudioContext | undefined;

/** Play a tune, unless muted; browsers let a page sound only after somebody has touched it. */
export function play(tune: keyof typeof TUNES): void {
  if (settings.muted || !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [frequency, start, length] of TUNES[tune]!) pluck(context, frequency, context.currentTime + start, length);
}

function pluck(audio: AudioContext, frequency: number, start: number, length: number): void {
  const string = new OscillatorNode(audio, { type: "triangle", frequency });
  const loudness = new GainNode(audio, { gain: 0 });
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.16, start + 0.012);
  loudness.gain.exponentialRampToValueAtTime(0.0005, start + length);
  string.connect(loudness).connect(audio.destination);
  string.start(start);
  string.stop(start + length);
}
