import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import type { Selection } from "../contract.ts";
import { countSelected, eachSelected } from "../server/selection.ts";
import { selectionOf } from "../web/selection.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

let server: TestApp;
let all: { id: number; status: string; name: string }[];

beforeAll(async () => {
  server = await app();
  const types: { id: number; type_category_id: number }[] = (await (await server.as("owner")).get("/1/api/type")).data;
  const people = types.filter((type) => type.type_category_id === 1).map((type) => type.id);
  const companies = types.filter((type) => type.type_category_id === 2).map((type) => type.id);
  const values = Array.from({ length: 40 }, (_, at) =>
    someValues({
      name: at % 2 ? `Ann ${at}` : `Bo ${at}`,
      status: at % 4 ? "active" : "blocked",
      type_id: (at % 5 ? people : companies)[0] as number,
    }),
  );
  await makeThings(server, values);
  all = await brought({ question: {} });
});
afterAll(() => server.close());

async function brought(selection: Selection, size = 7) {
  const { read, dialect } = server.deps.database;
  const { offered } = server.deps;
  const rows: Record<string, unknown>[] = [];
  for await (const block of eachSelected(read as never, dialect, server.bigEventId, selection, offered, [], { size })) {
    expect(block.length).toBeLessThanOrEqual(size);
    rows.push(...block);
  }
  expect(await countSelected(read as never, dialect, server.bigEventId, selection, offered, [])).toBe(rows.length);
  return rows as { id: number; status: string; name: string }[];
}

test("a selection by question brings every row that the list would show, by id, and leaves out the exceptions", async () => {
  const blocked = all.filter((row) => row.status === "blocked").map((row) => row.id);
  const question = { filter: [{ field: "status", op: "eq" as const, value: "blocked" }] };

  expect(all).toHaveLength(40);
  expect((await brought({ question })).map((row) => row.id)).toEqual(blocked);
  expect((await brought({ question, except: blocked.slice(0, 3) })).map((row) => row.id)).toEqual(blocked.slice(3));
  expect((await brought({ question: { search: "ann", category: 2 } })).length).toBe(4);
});

test("a selection by ids brings those of the event and no others", async () => {
  const wanted = [all[5], all[1], all[30]].map((row) => row?.id ?? 0);

  expect((await brought({ ids: [...wanted, 999_999] })).map((row) => row.id)).toEqual(
    [...wanted].sort((a, b) => a - b),
  );
});

test("rows that are changed along the way are neither missed nor met twice", async () => {
  const { read, write, dialect } = server.deps.database;
  const question = { filter: [{ field: "status", op: "eq" as const, value: "active" }] };
  const expected = all.filter((row) => row.status === "active").map((row) => row.id);
  const met: unknown[] = [];
  for await (const block of eachSelected(
    read as never,
    dialect,
    server.bigEventId,
    { question },
    server.deps.offered,
    [],
    {
      size: 4,
    },
  )) {
    met.push(...block.map((row) => row["id"]));
    const ids = block.map((row) => row["id"] as number);
    await write
      .withTables<{ event_data_thing: { id: number; status: string } }>()
      .updateTable("event_data_thing")
      .set({ status: "invited" })
      .where("id", "in", ids)
      .execute();
  }

  expect(met).toEqual(expected);
});

test("what is ticked in the list becomes ids, or its question with what was unticked", () => {
  const view = {
    search: " ann ",
    sort: [],
    filter: [{ field: "status", op: "eq" as const, value: "active" }],
    group: [],
  };

  expect(selectionOf({ all: false, ids: [], count: 0, view }, {})).toBeUndefined();
  expect(selectionOf({ all: false, ids: [3, "4"], count: 2, view }, { category: 1 })).toEqual({ ids: [3, 4] });
  expect(selectionOf({ all: true, ids: [3], count: 9, view }, { category: 1 })).toEqual({
    question: { category: 1, search: "ann", filter: view.filter },
    except: [3],
  });
});
