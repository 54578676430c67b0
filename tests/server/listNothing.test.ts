// Rows with nothing in the field of the order stand before all others, and a list that is taken out in blocks goes on behind them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../server/kernel/context.ts";
import { type ListField, type ListSpec, planList } from "../../server/kernel/list.ts";
import { eachBlock } from "../../server/kernel/listBlocks.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
import { app, type TestApp, testDatabases } from "../support/app.ts";

describe.each(testDatabases)("an order of what some rows lack on %s", (database) => {
  let server: TestApp;
  let db: Db;
  let list: ListSpec;
  beforeAll(async () => {
    server = await app({ database });
    const { write, dialect } = server.deps.database;
    db = write as unknown as Db;
    const { schema } = write;
    await schema
      .createTable("part_filled")
      .addColumn("id", "integer", (c) => dialect.idColumn(c))
      .addColumn("number", "integer")
      .addColumn("day", "text")
      .execute();
    const rows = Array.from({ length: 30 }, (_, at) =>
      at % 3 ? { number: at - 9, day: `2026-03-${10 + at}T00:00:00.000Z` } : { number: null, day: null },
    );
    await write.withTables<{ part_filled: object }>().insertInto("part_filled").values(rows).execute();
    const field = (column: string, kind: ListField["kind"]): ListField => ({ column, kind, nullable: true });
    const fields: ListSpec["fields"] = {
      id: { column: "id", kind: "number" },
      number: field("number", "number"),
      day: field("day", "date"),
    };
    list = { from: "part_filled", fields, scope: [] };
  });
  afterAll(() => server.close());

  test.each([
    ["number", "asc"],
    ["number", "desc"],
    ["day", "asc"],
    ["day", "desc"],
  ] as const)("by %s %s", async (field, direction) => {
    const { dialect } = server.deps.database;
    const question = { sort: [{ field, direction }] };
    const { page } = await pageRows(db, planList(list, dialect, question), { offset: 0, limit: 100 });
    const ids = page.map(({ id }) => Number(id));
    const taken: number[] = [];
    for await (const block of eachBlock(db, dialect, list, question, 4))
      taken.push(...block.map(({ id }) => Number(id)));

    const lacking = direction === "asc" ? ids.slice(0, 10) : ids.slice(-10).reverse();
    expect(lacking).toEqual(Array.from({ length: 10 }, (_, at) => 3 * at + 1));
    expect(taken).toEqual(ids);
    expect(taken).toHaveLength(30);
  });
});
