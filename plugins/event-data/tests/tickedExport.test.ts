// What is ticked in a list, taken out of it: single rows, or all that match but some, in the order and columns of the list.
import readXlsx from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { EventDataTables } from "../server/tables.ts";
import { someValues } from "./factories.ts";
import { makeThings } from "./makeThings.ts";

const COLUMNS = ["name", "status"].map((field) => ({ field, title: field }));
const SORT = [{ field: "name", direction: "desc" }];

describe.each(testDatabases)("an export of what is ticked, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let ids: number[];
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    ids = [];
    for (const [at, first_name] of ["Ada", "Bo", "Cy", "Di", "Ed"].entries())
      ids.push((await aProfile(place, { first_name, last_name: "Tick", status: at % 2 ? "active" : "blocked" })).id);
  });
  afterAll(() => server.close());

  async function exported(body: object, format = "xlsx", path = place.path) {
    const asked = { format, columns: COLUMNS, sort: SORT, ...body };
    const started = await place.asker.post(`${path}/thing/export`, asked);
    if (started.status !== 202) return { status: started.status };
    const job = await place.asker.finished(started.data.job.id);
    const file = (await place.asker.get(`/1/api/job/${started.data.job.id}/file`)).response;
    return { rows: job.data.result.rows, file };
  }
  const sheetOf = async ({ file }: Awaited<ReturnType<typeof exported>>) =>
    (await readXlsx(file?.rawPayload as Buffer))[0]?.data;

  test("a workbook has single rows in the order of the list, and no row of another event", async () => {
    const foreign = { ...place, path: `/1/api/container/${server.events["Baltic Trade Forum"]}` };
    const { id } = await aProfile(foreign, { first_name: "Far", last_name: "Away" });

    const told = await exported({ ids: [ids[0], ids[2], ids[1], id, 987_654_321] });

    expect(told.rows).toBe(3);
    expect(await sheetOf(told)).toEqual([
      ["name", "status"],
      ["Cy Tick", "Blocked"],
      ["Bo Tick", "Active"],
      ["Ada Tick", "Blocked"],
    ]);
  });

  test("all that match but some are all that match but these, in either format, also where rows are grouped", async () => {
    const filter = [{ field: "status", op: "eq", value: "blocked" }];

    const sheet = await exported({ filter, except: [ids[2]] });
    const csv = await exported({ filter, except: [ids[2]], search: "tick" }, "csv");
    const grouped = await exported({ search: "tick", group: ["status"], except: ids.slice(0, 2) }, "csv");

    expect((await sheetOf(sheet))?.slice(1)).toEqual([
      ["Ed Tick", "Blocked"],
      ["Ada Tick", "Blocked"],
    ]);
    expect(csv.file?.body.trim().split(/\r?\n/).slice(1)).toEqual(["Ed Tick,Blocked", "Ada Tick,Blocked"]);
    expect(grouped.rows).toBe(3);
    expect(grouped.file?.body.trim().split(/\r?\n/).slice(1).sort()).toEqual([
      "Cy Tick,Blocked",
      "Di Tick,Active",
      "Ed Tick,Blocked",
    ]);
  });

  test("nothing ticked one by one, and more than can be, are refused", async () => {
    expect((await exported({ ids: [] })).status).toBe(400);
    expect((await exported({ ids: Array.from({ length: 10_001 }, (_, at) => at + 1) })).status).toBe(400);
  });

  test("ten thousand that are ticked come in order, each once", async () => {
    await makeThings(
      server,
      Array.from({ length: 10_000 }, (_, at) => someValues({ name: `Many ${String(at).padStart(5, "0")}` })),
    );
    const path = `/1/api/container/${server.bigEventId}`;
    const things = server.deps.database.read.withTables<EventDataTables>().selectFrom("event_data_thing");
    const rows = await things.select("id").where("name", "like", "Many %").execute();

    const told = await exported({ ids: rows.map(({ id }) => id) }, "csv", path);

    const names = told.file?.body.trim().split(/\r?\n/).slice(1) ?? [];
    expect(told.rows).toBe(10_000);
    expect(names[0]).toMatch(/^Many 09999/);
    expect(names.at(-1)).toMatch(/^Many 00000/);
    expect(new Set(names).size).toBe(10_000);
  });
});
