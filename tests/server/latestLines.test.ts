// The latest lines of some kinds of objects are found by an index, however long the history is and whatever else was done since.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeAudit } from "../../server/core/audit/audit.ts";
import { latestAudit } from "../../server/core/audit/latest.ts";
import type { Db } from "../../server/kernel/context.ts";
import { app, type TestApp, testDatabases } from "../support/app.ts";
import { heard } from "../support/heard.ts";

describe.each(testDatabases)("the latest lines of an app, on %s", (database) => {
  let server: TestApp;
  let [northwind, harbour] = [0, 0];
  beforeAll(async () => {
    server = await app({ database });
    ({ northwind, harbour } = server.apps);
    const who = { id: 1, email: "a@b.test", firstName: "Ada", lastName: "Low", sessionId: 0 };
    const of = (appId: number, label: string, eventId?: number) => ({
      ...{ appId, eventId, requestId: "x", at: new Date() },
      who: { ...who, accessRole: 1, permissions: {}, allowedEvents: [-1] },
      entry: { action: "save", object: { type: "x", id: 1, label }, before: null, after: null },
    });
    const other = server.events["Northwind Summit, last year"];
    const [few, elsewhere] = [
      of(northwind, "Last year", other),
      of(northwind, "Elsewhere", server.events["Baltic Trade Forum"]),
    ];
    const quiet = (label: string) => of(harbour, label, server.events["Harbour Expo Spring"]);
    const many = Array.from({ length: 500 }, (_, at) => of(northwind, `Line ${at}`, server.bigEventId));
    const { deps } = server;
    await deps.database.write
      .transaction()
      .execute((db) => writeAudit(deps, db, [quiet("Early"), few, ...many, few, elsewhere, quiet("Late")]));
  });
  afterAll(() => server.close());

  const whole = (id: number) => ({ id, allowedEvents: [-1] });
  const links = ["link", "unlink"];
  const rights = { accessRole: 1, permissions: {}, allowedEvents: [-1] };

  test("are its own, the newest first, be they few or many", async () => {
    const { read, dialect } = server.deps.database;
    const labels = async (...where: [number, number?]) => {
      const [id, eventId] = where;
      const lines = await latestAudit(read as unknown as Db, dialect, whole(id), eventId, ["x"]);
      return lines.slice(0, 3).map(({ label }) => label);
    };

    expect(await labels(northwind)).toEqual(["Elsewhere", "Last year", "Line 499"]);
    expect(await labels(northwind, server.bigEventId)).toEqual(["Line 499", "Line 498", "Line 497"]);
    expect(await labels(harbour)).toEqual(["Late", "Early"]);
  });

  test("are for whoever may open some events those of these events, wherever among the others they stand", async () => {
    const { read, dialect } = server.deps.database;
    const { "Northwind Summit, last year": last, "Baltic Trade Forum": forum } = server.events as Record<
      string,
      number
    >;
    const labels = async (...allowedEvents: (number | undefined)[]) => {
      const app = { id: northwind, allowedEvents: allowedEvents.map((id) => id ?? 0) };
      const lines = await latestAudit(read as unknown as Db, dialect, app, undefined, ["x"]);
      return lines.slice(0, 3).map(({ label }) => label);
    };
    const unknown = Array.from({ length: 200 }, (_, at) => 1_000_000 + at);

    expect(await labels(server.bigEventId, last)).toEqual(["Last year", "Line 499", "Line 498"]);
    expect(await labels(last, forum)).toEqual(["Elsewhere", "Last year", "Last year"]);
    expect(await labels(last)).toEqual(["Last year", "Last year"]);
    expect(await labels(last, ...unknown)).toEqual(["Last year", "Last year"]);
    expect(await labels()).toEqual([]);
  });

  test("are those that are told, however many of other actions and other kinds came after them", async () => {
    const { deps } = server;
    const { read, dialect } = deps.database;
    const { "Northwind Summit, last year": last, "Baltic Trade Forum": forum } = server.events as Record<
      string,
      number
    >;
    const who = { id: 1, email: "a@b.test", firstName: "Ada", lastName: "Low", sessionId: 0 };
    const of = (label: string, action: string, eventId: number | undefined) => ({
      ...{ appId: northwind, eventId, requestId: "x", at: new Date() },
      who: { ...who, accessRole: 1, permissions: {}, allowedEvents: [-1] },
      entry: { action, object: { type: "linked", id: 1, label }, before: null, after: null },
    });
    const file = Array.from({ length: 10_600 }, () => of("Of a file", "link", last));
    const own = [of("Kept", "save", last), of("Made elsewhere", "create", forum), of("Kept elsewhere", "save", forum)];
    await deps.database.write.transaction().execute((db) => writeAudit(deps, db, [...own, ...file]));
    const labels = async (
      allowedEvents: (number | undefined)[],
      eventId?: number,
      kind = "linked",
      untold: readonly string[] = links,
    ) => {
      const app = { id: northwind, allowedEvents: allowedEvents.map((id) => id ?? 0) };
      const lines = await latestAudit(read as unknown as Db, dialect, app, eventId, [kind], untold);
      return lines.slice(0, 2).map(({ label }) => label);
    };

    expect(await labels([-1], last)).toEqual(["Kept"]);
    expect(await labels([-1])).toEqual(["Kept elsewhere", "Made elsewhere"]);
    expect(await labels([last, forum])).toEqual(["Kept elsewhere", "Made elsewhere"]);
    expect(await labels([last])).toEqual(["Kept"]);
    // Other kinds find their own behind that file, too.
    expect(await labels([-1], last, "x", [])).toEqual(["Last year", "Last year"]);
    expect(await labels([-1], undefined, "x")).toEqual(["Elsewhere", "Last year"]);
    expect(await labels([last, forum], undefined, "x")).toEqual(["Elsewhere", "Last year"]);
    // Nothing is kept from whoever reads all of it.
    expect(await labels([-1], last, "linked", [])).toEqual(["Of a file", "Of a file"]);
  });

  test("of an app with many events are the newest ones, in whichever of these they stand", async () => {
    const { deps } = server;
    const { read, dialect } = deps.database;
    const { "Northwind Summit, last year": last, "Baltic Trade Forum": forum } = server.events;
    const chief = await server.as("super");
    const draft = {
      name: "Spring Summit",
      format: "hybrid",
      timezone: "Europe/Berlin",
      date_start: "2026-05-04T07:00:00.000Z",
      date_end: "2026-05-05T15:00:00.000Z",
      active: 1,
      web_networking_activated: 0,
    };
    const of = (label: string, eventId: number | undefined, type = "rare") => ({
      ...{ appId: northwind, eventId, requestId: "x", at: new Date() },
      who: { id: 1, email: "a@b.test", firstName: "Ada", lastName: "Low", sessionId: 0, ...rights },
      entry: { action: "save", object: { type, id: 1, label }, before: null, after: null },
    });
    const write = (drafts: ReturnType<typeof of>[]) =>
      deps.database.write.transaction().execute((db) => writeAudit(deps, db, drafts));
    const twenty = Array.from({ length: 20 }, () => of("Last year", last));
    await write([...twenty, of("Between", forum), ...twenty]);
    for (let made = 0; made < 55; made += 1)
      expect((await chief.post("/1/api/container", { ...draft, name: `Quiet ${made}` })).status).toBe(201);
    await write([of("Something else", last, "other")]);

    const lines = await latestAudit(read as unknown as Db, dialect, whole(northwind), undefined, ["rare"]);

    expect(lines).toHaveLength(32);
    expect(lines.findIndex(({ label }) => label === "Between")).toBe(20);
  });

  test("are found by SQLite in the order of an index alone", async () => {
    const { read, dialect } = server.deps.database;
    if (dialect.kind !== "sqlite") return;
    let ways: string[] = [];
    const explaining = heard(server, async ({ sql: text, parameters }) => {
      const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await read.executeQuery<{ detail: string }>(asked);
      ways.push(...rows.map(({ detail }) => detail).filter((detail) => /\bl\b|core_audit/.test(detail)));
    });
    const wayOf = async (eventId: number | undefined, allowedEvents: readonly number[]) => {
      ways = [];
      await latestAudit(explaining, dialect, { id: northwind, allowedEvents }, eventId, ["x"]);
      return [...new Set(ways)];
    };
    const where = "(app_id=? AND event_id=? AND object_type=?";
    const acts = [
      `SEARCH l USING COVERING INDEX core_audit_act ${where})`,
      `SEARCH l USING COVERING INDEX core_audit_act ${where} AND action>?)`,
      `SEARCH l USING COVERING INDEX core_audit_act ${where} AND action=?)`,
    ];
    const rows = "SEARCH core_audit USING INTEGER PRIMARY KEY (rowid=?)";
    const events = "SEARCH l USING COVERING INDEX core_audit_event (app_id=? AND event_id=?)";

    expect(await wayOf(server.bigEventId, [-1])).toEqual([...acts, rows]);
    expect(await wayOf(undefined, [-1])).toEqual([events, ...acts, rows]);
    expect(await wayOf(undefined, [server.bigEventId])).toEqual([events, ...acts, rows]);
  });
});
