// From a list with two ticked to the two beside each other, and back to that list.
import { expect, test } from "vitest";
import { CompareTicked } from "../web/compareTicked.ts";
import { listBehind } from "../web/fromList.ts";

test("exactly two lead to their comparison, which leads back to the list that they were ticked in", () => {
  const [ofType, ofAll] = [{ type: 12 }, {}].map((list) => new URL(CompareTicked.pathOf(4, list, [7, 9]), "http://x"));
  const categories = [{ id: 1, types: [{ id: 12, type: "Speakers" }] }] as never;

  for (const path of [ofType, ofAll]) {
    expect(path?.pathname).toBe("/event-data/4/duplicates");
    expect([path?.searchParams.get("one"), path?.searchParams.get("other")]).toEqual(["7", "9"]);
  }
  expect(listBehind(4, ofType?.searchParams.get("list") ?? null, categories).to).toBe("/event-data/4/type/12");
  expect(listBehind(4, ofAll?.searchParams.get("list") ?? null, categories).to).toBe("/event-data/4");
});

test.each([[undefined], [[7]], [[7, 8, 9]]])("with %j it says that it takes two", (ids) => {
  expect(CompareTicked.hindered(ids)).toBe("duplicates:compare.two");
});
