// A list of which one question fails: its request fails, and nothing else.
import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { thingList } from "../../plugins/event-data/server/list.ts";
import type { Db } from "../../server/kernel/context.ts";
import { listRows } from "../../server/kernel/index.ts";
import { app, type TestApp } from "../support/app.ts";

let server: TestApp;
beforeAll(async () => {
  server = await app({ areaDemo: true });
});
afterAll(() => server.close());

test("a count that fails while the pages are read fails with them, and is waited for", async () => {
  const { read, dialect } = server.deps.database;
  const question = { sort: [{ field: "type_id", direction: "asc" as const }], search: "a", limit: 20 };
  const list = await thingList(
    read as unknown as Db,
    dialect,
    server.bigEventId,
    {},
    server.deps.offered,
    [],
    question,
  );
  let asked = 0;
  const failing: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      asked += 1;
      if (asked === 1) throw new Error("away");
      await new Promise((done) => setTimeout(done, 100));
      return result;
    },
  };
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on("unhandledRejection", hear);

  await expect(listRows(read.withPlugin(failing) as unknown as Db, dialect, list, question)).rejects.toThrow("away");
  await new Promise((done) => setTimeout(done, 200));
  process.off("unhandledRejection", hear);

  expect(asked).toBeGreaterThan(1);
  expect(unheard).toEqual([]);
});
