// Stores of areas, which are made when they are first asked for.
import { autorun } from "mobx";
import { isAlive, types } from "mobx-state-tree";
import { expect, test } from "vitest";
import { env } from "../../src/kernel/store/env.ts";
import { web } from "../support/web.ts";

const Notes = types.model("Notes", { count: 0 }).actions((self) => ({
  add(): void {
    self.count += 1;
  },
}));

test("an area's store is one for all who ask, with the surroundings of the page", () => {
  const { root, session } = web({ table: {} });
  root.areaStore(Notes).add();

  expect(root.areaStore(Notes).count).toBe(1);
  expect(env(root.areaStore(Notes)).session).toBe(session);
});

test("with another person or app it is made anew, whoever draws it is told, and the old one is over", () => {
  const { root } = web({ table: {} });
  const seen: number[] = [];
  const stop = autorun(() => seen.push(root.areaStore(Notes).count));
  const before = root.areaStore(Notes);
  before.add();

  root.renewAreas();

  expect(seen).toEqual([0, 1, 0]);
  expect([isAlive(before), root.areaStore(Notes) === before]).toEqual([false, false]);
  stop();
});
