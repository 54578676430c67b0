import { expect, test } from "vitest";
import { fillPath } from "#schemas/endpoint.ts";
import { routeAt } from "../../../src/app/ahead.ts";
import { firstQuestion } from "../../../src/kernel/grid/useFirstBlock.ts";
import { queryThings } from "../contract.ts";
import manifest from "../plugin.json" with { type: "json" };
import { DEFAULT_SORT, listOf } from "../web/place.ts";

const ADDRESSES = {
  "/event-data/4": {},
  "/event-data/4/category/1": {},
  "/event-data/4/category/2": {},
  "/event-data/4/category/3": {},
  "/event-data/4/type/12": { typeId: "12" },
};

test("what a list's address asks ahead is the very question that the list begins with", () => {
  const routes = manifest.routes.map((route) => ({ ...route, texts: [], files: [] }));
  for (const [address, params] of Object.entries(ADDRESSES)) {
    const asks = routeAt({ files: [], frame: [], routes }, address)?.asks;

    const query = Object.entries(listOf(address, params, new URLSearchParams())).map(([key, id]) => `?${key}=${id}`);
    expect(asks?.map(({ path }) => path)).toEqual([`${fillPath(queryThings.path, { eventId: 4 })}${query.join("")}`]);
    const wanted = firstQuestion(new URLSearchParams(), DEFAULT_SORT);
    expect(JSON.stringify(asks?.[0]?.body)).toBe(JSON.stringify(wanted));
  }
});
