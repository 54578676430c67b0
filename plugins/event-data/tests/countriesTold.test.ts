// What the picture of countries says of those whom it does not draw.
import { expect, test } from "vitest";
import { byCountry } from "../server/figures.ts";

test("others are more than those who are drawn; where no country is known there is nothing that they add to", () => {
  const counts = [
    { country: "DE", count: 3 },
    { country: "", count: 2 },
  ];

  expect(byCountry(counts).help).toEqual({ key: "event-data:tells.countries.others", values: { count: 2 } });
  expect(byCountry(counts.slice(1)).help).toEqual({ key: "event-data:tells.countries.unknown", values: { count: 2 } });
});
