import { expect, test } from "vitest";
import { whenText } from "../server/whenText.ts";

test("a letter names the clocks of a meeting as its reader's language does", () => {
  const meeting = { start_at: "2026-07-15T09:00:00Z", end_at: "2026-07-15T09:30:00Z" };

  expect(whenText(meeting, "Europe/London", "de")).toMatch(/10:00\s*–\s*10:30 Uhr WESZ$/);
  expect(whenText(meeting, "Europe/London", "en-GB")).toMatch(/10:00\s*–\s*10:30 BST$/);
});
