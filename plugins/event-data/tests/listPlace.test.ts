// Addresses of lists and of the profiles beside them: what was open in one profile is not open in the next.
import { expect, test } from "vitest";
import { listPath, profilePath } from "../web/place.ts";

const query = () => new URLSearchParams("sort=name&list=category.1&tab=networking%2FMeetingsTab&tab.meeting=new");

test("the next profile keeps the tab and the list, and not the form that was open in the one before", () => {
  expect(profilePath(5, 8, { category: 1 }, query())).toBe(
    "/event-data/5/profile/8?sort=name&list=category.1&tab=networking%2FMeetingsTab",
  );
});

test("the list alone keeps its order, and nothing of a profile", () => {
  expect(listPath(5, { category: 1 }, query())).toBe("/event-data/5/category/1?sort=name");
});
