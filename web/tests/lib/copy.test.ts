import { expect, test, vi } from "vitest";

import { copyText } from "../../src/lib/copy";

test("what is copied goes to the clipboard", async () => {
  const written = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText: written } });
  await copyText("a seal");
  expect(written).toHaveBeenCalledWith("a seal");
});

test("without a clipboard it is selected and copied the old way, and nothing is left behind", async () => {
  vi.stubGlobal("navigator", {});
  let selected = "";
  document.execCommand = vi.fn(() => {
    selected = document.querySelector("textarea")?.value ?? "";
    return true;
  });
  await copyText("a seal");
  expect(selected).toBe("a seal");
  expect(document.querySelector("textarea")).toBeNull();
});
