import { expect, test } from "vitest";
import { changeInForm, changeOf, clashesOf, settled } from "../web/conflict.ts";
import { listOf, listPath, profilePath } from "../web/place.ts";
import { aThing } from "./factories.ts";

const base = aThing({ fields: { diet: "vegan", badge: 4 } });

test("only what both sides changed differently has to be chosen", () => {
  const theirs = { ...base, rev: 2, job_title: "Countess", country: "FR", fields: { diet: "halal", badge: 4 } };
  const change = { job_title: "Poet", country: "FR", last_name: "King", fields: { diet: "none" } };

  expect(clashesOf({ base, theirs, change })).toEqual([
    { field: "job_title", mine: "Poet", theirs: "Countess" },
    { field: "fields.diet", mine: "none", theirs: "halal" },
  ]);
});

test("where theirs is chosen the second save leaves the field out, and it starts from their revision", () => {
  const theirs = { ...base, rev: 5, job_title: "Countess" };
  const change = { job_title: "Poet", last_name: "King", fields: { diet: "none" } };

  expect(settled({ base, theirs, change }, new Set(["job_title"]))).toEqual({
    rev: 5,
    last_name: "King",
    fields: { diet: "none" },
  });
});

test("a form sends only what was changed, and an emptied own field as taken away", () => {
  const values = { ...base, job_title: "", fields: { diet: "", badge: 4 } };

  expect(changeOf(base, values)).toEqual({ job_title: "", fields: { diet: null } });
});

test("an answer that a form has let go is taken away, and one that both took away is no clash", () => {
  const change = changeInForm(base, { ...base, fields: { diet: "vegan" } });

  expect(change).toEqual({ fields: { badge: null } });
  expect(clashesOf({ base, theirs: { ...base, rev: 2, fields: { diet: "vegan" } }, change })).toEqual([]);
});

test("a profile's address keeps the list that it was opened from", () => {
  const query = new URLSearchParams("q=ada");
  const path = profilePath(3, 7, { category: 1 }, query);
  const opened = new URL(path, "http://x");

  expect(path).toBe("/event-data/3/profile/7?q=ada&list=category.1");
  expect(listOf(opened.pathname, { thingId: "7" }, opened.searchParams)).toEqual({ category: 1 });
  expect(listPath(3, { category: 1 }, opened.searchParams)).toBe("/event-data/3/category/1?q=ada");
});

test("an address that names no list shows everything", () => {
  expect(listOf("/event-data/3", {}, new URLSearchParams("list=type.x"))).toEqual({});
  expect(listOf("/event-data/3/type/12", { typeId: "12" }, new URLSearchParams())).toEqual({ type: 12 });
});
