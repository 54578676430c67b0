// A long schedule is read in blocks, and is one list all the same.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "#server";
import { insertRows } from "../../../server/db/rows.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { SessionRow } from "../contract.ts";
import type { AgendaTables } from "../server/tables.ts";

const MANY = 2300;
const AT = "2026-06-01T00:00:00.000Z";

describe.for(testDatabases)("a long agenda on %s", (database) => {
  let house: TestApp;
  let expert: Asker;
  let base: string;
  beforeAll(async () => {
    house = await app({ database });
    expert = await house.as("expert");
    base = `/1/api/container/${house.bigEventId}/session`;
    const { write, dialect } = house.deps.database;
    const db = (write as unknown as Db).withTables<AgendaTables>();
    await db.deleteFrom("agenda_session_speaker").execute();
    await db.deleteFrom("agenda_session").execute();
    const columns =
      "id event_id title subtitle abstract description url kind language start_at end_at created_at updated_at".split(
        " ",
      );
    const rows = Array.from({ length: MANY }, (_, at) => {
      // Seven begin at the same time, and none in the order of their ids.
      const start = new Date(Date.parse(AT) + ((at * 37) % (MANY / 7)) * 60_000).toISOString();
      return [100_000 + at, house.bigEventId, `Talk ${at}`, "", "", "", "", "", "", start, start, AT, AT];
    });
    await insertRows(write as never, dialect, "agenda_session", columns, rows);
    const speaker = { event_id: house.bigEventId, source: "", external_id: "", name: "Ada Lovelace" };
    const { id } = await db.insertInto("agenda_speaker").values(speaker).returning("id").executeTakeFirstOrThrow();
    const links = rows.filter((_, at) => at % 100 === 0).map(([session]) => [session as number, id, 0]);
    await insertRows(
      write as never,
      dialect,
      "agenda_session_speaker",
      ["session_id", "speaker_id", "position"],
      links,
    );
  });
  afterAll(() => house.close());

  const list = async (query: string): Promise<SessionRow[]> => (await expert.get(`${base}?${query}`)).data;

  test("has each session once, by its start", async () => {
    const all = await list("limit=100000");

    expect(new Set(all.map(({ id }) => id)).size).toBe(MANY);
    const sorted = all.toSorted((one, other) => one.start.localeCompare(other.start) || one.id - other.id);
    expect(all.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(
      all.filter(({ speakers }) => speakers.length === 1).map(({ title }) => Number(title.slice(5)) % 100),
    ).toEqual(Array.from({ length: MANY / 100 }, () => 0));
  });

  test("has the same order in any part of it", async () => {
    const all = await list("limit=100000");

    expect(await list("limit=1150&offset=990")).toEqual(all.slice(990, 2140));
    expect(await list("limit=50&offset=2290")).toEqual(all.slice(2290));
  });
});
