/** All tests share a window and its modules: each begins in English and with the real clock, whatever the one before it did. */

import { beforeEach, vi } from "vitest";
import { speak } from "./languages";

beforeEach(async () => {
  vi.useRealTimers();
  await speak("en");
});
