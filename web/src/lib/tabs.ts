/**
 * Wire pages ask all tabs of this browser to show their connections; nothing of it leaves the browser.
 *
 * Every tab hears the question, and has it asked anew when it comes later. What answers is loaded when somebody asks, so
 * that nobody else pays for it.
 */

/** Where wire pages ask. */
export const ASKING = "bottega.wire.asking";

/** A wire page wants to be shown this browser's connections, or has had enough. */
export interface Asking {
  page: string;
  on: boolean;
}

/** A tab has come: whoever wants to be shown its connection may ask. */
export const HERE = "here";

/** Answer wire pages from now on. */
export function hearWirePages(): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(ASKING);
  channel.onmessage = ({ data }: MessageEvent<Asking | typeof HERE>) => {
    if (data !== HERE) void import("../wire/showing.svelte").then(({ asked }) => asked(data));
  };
  channel.postMessage(HERE);
}
