// Where profiles came from: kept with them, filtered, sorted and grouped by in the reader's words, and looked up of those of before.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListGroup, ListSort } from "#schemas/list.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing } from "../contract.ts";
import { tidySources } from "../server/columns/source.ts";
import { createThings } from "../server/repository.ts";
import { someValues } from "./factories.ts";

const SOURCE = "beside.event-data.source";
const WORDS = {
  "en-gb": { hand: "By hand", import: "Import", "": "" },
  de: { hand: "Von Hand", import: "Import", "": "" },
};

describe.each(testDatabases)("where profiles came from, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let truth: Map<number, string>;

  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    truth = new Map();
    for (let at = 0; at < 5; at++) truth.set((await aProfile(place, { last_name: `H${at}` })).id, "hand");
    const lines = Array.from({ length: 12 }, (_, at) => `Ida,I${at % 3},ida${at}@source.example`);
    const csv = ["First name,Last name,Email", ...lines, ""].join("\n");
    await place.asker.importFile(place.eventId, `kind=thing&format=csv&type=${place.types[1]}&mode=apply`, csv);
    const values = Array.from({ length: 4 }, (_, at) =>
      someValues({ type_id: place.types[1], name: `D${at}`, email: `d${at}@source.example` }),
    );
    await server.deps.database.write
      .transaction()
      .execute((db) => createThings(db as never, place.eventId, values, "2026-01-01T00:00:00.000Z"));
    for (const { id, email, name } of (await find({})).rows)
      if (!truth.has(id)) truth.set(id, email.startsWith("ida") ? "import" : name.startsWith("D") ? "" : "?");
    expect([...truth.values()].filter((one) => one === "import")).toHaveLength(12);
  }, 60_000);
  afterAll(() => server.close());

  const ask = (question: object, locale = "en-gb", what = "query") =>
    place.asker.post(`${place.path}/thing/${what}?locale=${locale}`, { limit: 1000, ...question });
  const find = async (
    question: { filter?: ListFilter[]; sort?: ListSort[]; limit?: number; offset?: number },
    locale?: string,
  ) => {
    const { data, error } = await ask(question, locale);
    expect(error).toBeUndefined();
    return data as { rows: Thing[]; matched: number };
  };
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const ascending = (all: readonly number[]) => [...all].sort((a, b) => a - b);
  const of = (id: number) => truth.get(id) ?? "?";

  async function expectTrue() {
    const all = ascending([...truth.keys()]);
    for (const locale of ["en-gb", "de"] as const) {
      const order = Object.entries(WORDS[locale])
        .sort(([, a], [, b]) => a.localeCompare(b, locale))
        .map(([key]) => key);
      for (const direction of ["asc", "desc"] as const) {
        const sign = direction === "asc" ? 1 : -1;
        const sorted = [...all].sort((a, b) => sign * (order.indexOf(of(a)) - order.indexOf(of(b)) || a - b));
        const sort: ListSort[] = [{ field: SOURCE, direction }];
        expect(ids((await find({ sort }, locale)).rows)).toEqual(sorted);
        const pages = [];
        for (let offset = 0; offset < all.length; offset += 5)
          pages.push(...(await find({ sort, offset, limit: 5 }, locale)).rows);
        expect(ids(pages)).toEqual(sorted);
        const byName: ListSort[] = [...sort, { field: "name", direction: "asc" }];
        const named = (await find({ sort: byName }, locale)).rows;
        expect(named.map(({ id }) => order.indexOf(of(id)))).toEqual(sorted.map((id) => order.indexOf(of(id))));
      }
      const groups: ListGroup[] = (await ask({ by: SOURCE, limit: 100 }, locale, "group")).data.groups;
      expect(groups.map(({ value, count }) => [value, count])).toEqual(
        order.flatMap((key) => {
          const count = all.filter((id) => of(id) === key).length;
          return count > 0 ? [[key, count]] : [];
        }),
      );
      for (const { count, filter } of groups) expect((await find({ filter })).matched).toBe(count);
    }
    const found = async (op: ListFilter["op"], value: ListFilter["value"]) =>
      ascending(
        ids(
          (await find({ filter: [{ field: SOURCE, op, value }], sort: [{ field: "email", direction: "asc" }] })).rows,
        ),
      );
    expect(await found("eq", "import")).toEqual(all.filter((id) => of(id) === "import"));
    expect(await found("in", ["hand", "api"])).toEqual(all.filter((id) => of(id) === "hand"));
    expect(await found("ne", "import")).toEqual(all.filter((id) => of(id) !== "import"));
    expect(await found("empty", true)).toEqual(all.filter((id) => of(id) === ""));
    expect(await found("empty", false)).toEqual(all.filter((id) => of(id) !== ""));
    const { data } = await place.asker.post(`${place.path}/thing/column`, { columns: [SOURCE], ids: all });
    const told = new Map(
      (data as { id: number; values: Record<string, string> }[]).map((one) => [one.id, one.values[SOURCE]]),
    );
    for (const id of all) expect(told.get(id) ?? "").toBe(WORDS["en-gb"][of(id) as "hand"]);
  }

  test("is found, sorted and grouped by in the reader's words, and no part of the rows", async () => {
    await expectTrue();
    const [row] = (await find({ sort: [{ field: SOURCE, direction: "asc" }] })).rows;
    expect(Object.keys(row ?? {})).not.toContain(SOURCE);
    const { data } = await place.asker.get(`${place.path}/thing/column?locale=de`);
    expect(data).toContainEqual(
      expect.objectContaining({
        field: SOURCE,
        listed: true,
        choices: expect.arrayContaining([{ value: "hand", label: WORDS.de.hand }]),
      }),
    );
  });

  test("stays with profiles that are changed, taken out and put back", async () => {
    const some = [...truth.keys()].slice(3, 8);
    const act = { do: "remove", confirm: some.length };
    const removed = await place.asker.post(`${place.path}/thing/bulk`, {
      selection: { ids: some },
      act,
      mode: "apply",
    });
    await place.asker.finished(removed.data.job.id);
    const undone = await place.asker.post(`${place.path}/thing/bulk/${removed.data.job.id}/undo`, {});
    await place.asker.finished(undone.data.job.id);

    await expectTrue();
  });

  test("of those who came before it was kept it is looked up in their histories", async () => {
    const { write } = server.deps.database;
    await sql`update event_data_thing set source = null where event_id = ${place.eventId}`.execute(write);
    const refused = await ask({ sort: [{ field: SOURCE, direction: "asc" }] });
    expect([refused.status, refused.error.message]).toEqual([400, expect.stringContaining("put in order")]);
    const { data } = await place.asker.get(`${place.path}/thing/column`);
    expect(data).toContainEqual(expect.objectContaining({ field: SOURCE, listed: false, in_work: true }));

    await tidySources(tidyContext(server.deps));

    await expectTrue();
  });
});
