import { describe, expect, test } from "vitest";
import { labelOf, tidyDraft } from "../server/rules.ts";

describe("a note", () => {
  test("loses the white space around it", () => {
    expect(tidyDraft({ text: "  ring the caterer \n" })).toEqual({ text: "ring the caterer" });
  });

  test("is named in the history by its beginning", () => {
    const label = labelOf({ text: "x".repeat(200) });

    expect(label).toHaveLength(60);
    expect(label.endsWith("…")).toBe(true);
  });
});
