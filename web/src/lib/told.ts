/** Questions whose answer says that something was found, and is followed by the message that has it. */

import { connection, Refusal, type Wish } from "./connection.svelte";
import type { Message } from "./protocol";

const PATIENCE = 10_000;

/** The message of a type that the answer to a command announces. */
export async function told<T extends Message["type"]>(wish: Wish, type: T): Promise<Extract<Message, { type: T }>> {
  let stop = () => {};
  const found = new Promise<Extract<Message, { type: T }>>((resolve) => {
    stop = connection.listen((message) => {
      if (message.type === type) resolve(message as Extract<Message, { type: T }>);
    });
  });
  const lost = new Refusal("lost", "The connection was lost.");
  try {
    await connection.send(wish);
    return await Promise.race([found, new Promise<never>((_, reject) => setTimeout(() => reject(lost), PATIENCE))]);
  } finally {
    stop();
  }
}
