// Lists are sorted, filtered and grouped by how far participants have come, and what the columns say is true after every change.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListFilter, ListGroup, ListSort } from "#schemas/list.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { columns } from "../server/migrations/0002_columns.ts";
import { comeTogether } from "../server/migrations/0003_come_together.ts";
import { aPerson, aServer, Desk } from "./factories.ts";

const STEP = "beside.app-access.step";
const SEEN = "beside.app-access.seen";
const MAILED = "beside.app-access.mailed";
const COLUMNS = [STEP, SEEN, MAILED] as const;
const HOUR = 3_600_000;
const NAMES: Record<string, string> = {
  "Email written": "emailed",
  "Link opened": "link_opened",
  "Logged in": "logged_in",
};

describe.each(testDatabases)("lists by how far participants have come, on %s", (database) => {
  let server: TestApp;
  let desk: Desk;
  let people: { id: number; rev: number }[];
  beforeAll(async () => {
    server = await aServer({ database });
    desk = await Desk.at(server);
    people = [];
    for (let at = 0; at < 24; at++) people.push(await aPerson(desk.place, { country: at % 2 ? "DE" : "FR" }));
  }, 60_000);
  afterAll(() => server.close());

  const find = async (question: { filter?: ListFilter[]; sort?: ListSort[]; limit?: number; offset?: number }) => {
    const { data, error } = await desk.asker.post(`${desk.place.path}/thing/query`, { limit: 1000, ...question });
    expect(error).toBeUndefined();
    return data as { rows: { id: number }[]; matched: number };
  };
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const ascending = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  const person = (at: number) => people[at] as { id: number; rev: number };

  /** What the columns say of each profile of the event, as lists name it. */
  async function said(): Promise<Map<number, Record<string, string>>> {
    const ids = idsOf((await find({})).rows);
    const { data } = await desk.asker.post(`${desk.place.path}/thing/column`, { columns: COLUMNS, ids });
    const values = new Map(
      (data as { id: number; values: Record<string, string> }[]).map((one) => [one.id, one.values]),
    );
    return new Map(
      ids.map((id) => {
        const own = values.get(id) ?? {};
        return [id, { [STEP]: NAMES[own[STEP] ?? ""] ?? "", [SEEN]: own[SEEN] ?? "", [MAILED]: own[MAILED] ?? "" }];
      }),
    );
  }

  async function expectTrue() {
    const all = await said();
    const ids = ascending([...all.keys()]);
    for (const column of COLUMNS) {
      const of = (id: number) => all.get(id)?.[column] ?? "";
      for (const direction of ["asc", "desc"] as const) {
        const sign = direction === "asc" ? 1 : -1;
        const sorted = [...ids].sort((a, b) => sign * (of(a) < of(b) ? -1 : of(a) > of(b) ? 1 : a - b));
        const sort = [{ field: column, direction }];
        expect(idsOf((await find({ sort })).rows), `${column} ${direction}`).toEqual(sorted);
        const country = { field: "country", op: "eq", value: "DE" } as const;
        const some = idsOf((await find({ sort, filter: [country] })).rows);
        expect(some).toEqual(sorted.filter((id) => some.includes(id)));
        expect(idsOf((await find({ sort, offset: 7, limit: 5 })).rows)).toEqual(sorted.slice(7, 12));
      }
      const none = await find({ filter: [{ field: column, op: "empty", value: true }] });
      expect(ascending(idsOf(none.rows)), column).toEqual(ids.filter((id) => of(id) === ""));
      const some = await find({ filter: [{ field: column, op: "empty", value: false }] });
      expect(some.matched).toBe(ids.length - none.matched);
      const grouped = await desk.asker.post(`${desk.place.path}/thing/group`, { by: column, limit: 100 });
      const groups: ListGroup[] = grouped.data.groups;
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length);
      for (const { count, filter } of groups) expect((await find({ filter })).matched, column).toBe(count);
    }
  }

  test("before anybody has been let in, everybody has nothing, and lists can be asked", async () => {
    await expectTrue();

    const { data } = await desk.asker.get(`${desk.place.path}/thing/column`);
    const own = data.filter(({ field }: { field: string }) => field.startsWith("beside.app-access."));
    expect(own).toMatchObject([
      { title: "Log-in", kind: "text", listed: true, none: "No log-in email yet" },
      { title: "Last seen", kind: "date", listed: true },
      { title: "Log-in email written", kind: "date", listed: true },
    ]);
  });

  test("with the first log-in e-mail the columns are put in order within a minute; until then they say so", async () => {
    await desk.mail(person(0));

    const coming = await desk.asker.post(`${desk.place.path}/thing/query`, {
      sort: [{ field: SEEN, direction: "asc" }],
    });
    for (const { tidy } of server.plugins) await tidy?.(tidyContext(server.deps));

    expect(coming.error.reasons?.[""]?.text).toBe("event-data:problem.inWork");
    await expectTrue();
  });

  test("what happens to participants stands in their lists at once", async () => {
    for (const at of [1, 2, 3, 4, 5]) await desk.mail(person(at));
    await desk.open(await desk.token(person(2)));
    await desk.verify(await desk.token(person(3)));
    await desk.seen(...[4, 6, 7, 8].map((at) => ({ id: person(at).id, at: ago(at * 20) })));
    await desk.link(person(9));
    await expectTrue();

    const entered = await find({ filter: [{ field: STEP, op: "eq", value: "logged_in" }] });
    expect(ascending(idsOf(entered.rows))).toEqual(ascending([3, 4, 6, 7, 8].map((at) => person(at).id)));
    const further = await find({ filter: [{ field: STEP, op: "in", value: ["link_opened", "logged_in"] }] });
    expect(further.matched).toBe(6);

    await desk.seen({ id: person(7).id, at: ago(1) });
    const sorted = await find({ sort: [{ field: SEEN, direction: "desc" }], limit: 2 });
    expect(idsOf(sorted.rows)).toEqual([person(3).id, person(7).id]);
    await expectTrue();
  });

  test("days are those of the event's clocks, and nobody was seen before all days who was never seen", async () => {
    const zone = (await desk.asker.get(desk.place.path)).data.timezone;
    const dayOf = (instant: string) => new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(instant));
    const all = await said();
    const ids = ascending([...all.keys()]);
    const days = [...new Set([...all.values()].flatMap((one) => (one[SEEN] ? [dayOf(one[SEEN])] : [])))].sort();
    const tests = { eq: (a: string, b: string) => a === b, gt: (a: string, b: string) => a > b } as const;
    const more = { gte: (a: string, b: string) => a >= b, lt: (a: string, b: string) => a < b } as const;

    expect(days.length).toBeGreaterThan(2);
    for (const day of days) {
      for (const [op, holds] of Object.entries({ ...tests, ...more })) {
        const filter = [{ field: SEEN, op, value: day } as ListFilter];
        const found = ascending(idsOf((await find({ filter })).rows));
        const seen = ids.filter((id) => all.get(id)?.[SEEN] && holds(dayOf(all.get(id)?.[SEEN] ?? ""), day));
        expect(found, `${op} ${day}`).toEqual(seen);
        const both = [...filter, { field: "country", op: "eq", value: "FR" } as const];
        const searched = await desk.asker.post(`${desk.place.path}/thing/query`, {
          filter: both,
          search: "person",
          limit: 1000,
        });
        expect(searched.data.rows.every(({ id }: { id: number }) => seen.includes(id))).toBe(true);
      }
    }
  });

  test("what was removed and put back, merged and parted says the same as before", async () => {
    const before = await said();
    const bulk = async (path: string, body?: object) => {
      const { data } = await desk.asker.post(`${desk.place.path}/thing/bulk${path}`, body);
      return (await desk.asker.finished(data.job.id)).data;
    };
    const selection = { ids: [3, 4, 10].map((at) => person(at).id) };

    const gone = await bulk("", { selection, act: { do: "remove", confirm: 3 }, mode: "apply" });
    await expectTrue();
    await bulk(`/${gone.id}/undo`);
    expect(await said()).toEqual(before);
    await expectTrue();

    const [keep, drop] = [await desk.thing(person(11)), await desk.thing(person(6))];
    const merged = await desk.asker.post(`${desk.place.path}/thing/merge`, {
      ...{ keep: { id: keep.id, rev: keep.rev }, drop: { id: drop.id, rev: drop.rev }, take: [] },
    });
    await expectTrue();
    await desk.asker.post(`${desk.place.path}/thing/merge/${merged.data.id}/undo`, {});
    expect(await said()).toEqual(before);
    await expectTrue();
  });

  test("an export writes the step by its name and instants on the event's clocks", async () => {
    const shown = [STEP, SEEN].map((field) => ({ field, title: field }));
    const filter = [{ field: STEP, op: "eq", value: "logged_in" }];
    const { data } = await desk.asker.post(`${desk.place.path}/thing/export`, {
      format: "csv",
      columns: shown,
      filter,
    });
    await desk.asker.finished(data.job.id);
    const file = (await desk.asker.get(`/1/api/job/${data.job.id}/file`)).response.body.trim().split(/\r?\n/);

    // Whole minutes are written without their seconds.
    const written = /^Logged in,(20\d{2}-\d{2}-\d{2}) (\d{2}:\d{2}(?::\d{2})?)([+-]\d{2}:\d{2})$/;
    const instants = file.slice(1).map((line) => {
      expect(line).toMatch(written);
      const [, day, clock, ahead] = written.exec(line) as RegExpExecArray;
      return Date.parse(`${day}T${clock}${ahead}`);
    });
    const seen = [...(await said()).values()].filter((own) => own[STEP] === "logged_in").map((own) => own[SEEN] ?? "");
    expect(instants).toHaveLength(5);
    expect(ascending(instants)).toEqual(ascending(seen.map((at) => Math.floor(Date.parse(at) / 1000) * 1000)));
  });

  test("an event that had log-ins before the columns came has them in its lists", async () => {
    const { write, dialect } = server.deps.database;
    const before = await said();
    const ofUs = sql`select id from core_beside_column where key like 'app-access.%'`;
    await sql`delete from core_beside_value where of_column in (${ofUs})`.execute(write);
    await sql`delete from core_beside_column where key like 'app-access.%'`.execute(write);
    const told = ["app_access_told_added", "app_access_told_changed", "app_access_told_removed"];
    for (const name of [...told, "app_access_beside_comes"]) {
      const drop = dialect.kind === "sqlite" ? `drop trigger ${name}` : `drop function ${name} cascade`;
      await sql.raw(drop).execute(write);
    }

    await write.transaction().execute(async (db) => {
      for (const { up } of [columns, comeTogether]) await up(db, dialect);
    });
    for (const { tidy } of server.plugins) await tidy?.(tidyContext(server.deps));

    expect(await said()).toEqual(before);
    await expectTrue();
    await desk.seen({ id: person(12).id, at: ago(3) });
    await expectTrue();
  });
});
