// A link to somebody's changes means that person, whoever opens it.
import { expect, test } from "vitest";
import { isOfReader, whoseOf } from "../web/whose.ts";

const of = (query: string) => new URLSearchParams(query);

test("the person whose changes are meant stands in the address, also for another reader", () => {
  expect([whoseOf(of("by=7"), 7), whoseOf(of("by=7"), 8)]).toEqual([7, 7]);
  expect(isOfReader(of("by=7"))).toBe(false);
});

test("an older link means its reader, and says so", () => {
  expect([whoseOf(of("by=me"), 7), isOfReader(of("by=me"))]).toEqual([7, true]);
});

test.each(["", "by=", "by=0", "by=-1", "by=x", "by=1.5", "by=12345678901"])("%j means everybody", (query) => {
  expect(whoseOf(of(query), 7)).toBeUndefined();
});
