// What the picture of countries says of those whom it does not draw.
import { expect, test } from "vitest";
import { byCountry, funnel } from "../server/figures.ts";

test("others are more than those who are drawn; where no country is known there is nothing that they add to", () => {
  const counts = [
    { country: "DE", count: 3 },
    { country: "", count: 2 },
  ];

  expect(byCountry(counts).help).toEqual({ key: "event-data:tells.countries.others", values: { count: 2 } });
  expect(byCountry(counts.slice(1)).help).toEqual({ key: "event-data:tells.countries.unknown", values: { count: 2 } });
});

const filterIn = (path = "") => JSON.parse(new URL(path, "http://localhost").searchParams.get("filter") ?? "[]");

test("those whom a picture leaves out are found by its sentence: of none of its countries, without one, or blocked", () => {
  const countries = ["AT", "BE", "CH", "DE", "ES", "FR", "GB", "IT", "NL"].map((country) => ({ country, count: 1 }));
  const { helpPath } = byCountry([...countries, { country: "", count: 4 }], 7);

  expect(helpPath).toMatch(/^\/event-data\/7\/category\/1\?/);
  expect(filterIn(helpPath)).toEqual(countries.slice(0, 8).map(({ country }) => ["country", "ne", country]));
  expect(filterIn(byCountry([{ country: "", count: 4 }], 7).helpPath)).toEqual([["country", "empty", true]]);
  expect(byCountry([{ country: "", count: 4 }]).helpPath).toBeUndefined();
  expect(byCountry(countries.slice(0, 8), 7).helpPath).toBeUndefined();

  const people = { typeId: 3, status: "blocked", count: 2 } as Parameters<typeof funnel>[0][number];
  expect(filterIn(funnel([people], [3], 7).helpPath)).toEqual([["status", "eq", "blocked"]]);
  expect(funnel([{ ...people, status: "active" }], [3], 7).helpPath).toBeUndefined();
});
