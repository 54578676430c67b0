// The latest lines of a whole app are read from the last one on, however long its history is.
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
    const many = Array.from({ length: 500 }, (_, at) => of(northwind, `Line ${at}`, server.bigEventId));
    const { deps } = server;
    await deps.database.write
      .transaction()
      .execute((db) => writeAudit(deps, db, [of(harbour, "Early"), few, ...many, few, elsewhere, of(harbour, "Late")]));
  });
  afterAll(() => server.close());

  const whole = (id: number) => ({ id, allowedEvents: [-1] });
  const links = { type: "linked", actions: ["link", "unlink"] };

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

  test("are those that are not left out, however many of the others came after them", async () => {
    const { deps } = server;
    const { read, dialect } = deps.database;
    const { "Northwind Summit, last year": last, "Baltic Trade Forum": forum } = server.events as Record<
      string,
      number
    >;
    const who = { id: 1, email: "a@b.test", firstName: "Ada", lastName: "Low", sessionId: 0 };
    const of = (label: string, action: string, at: number) => ({
      ...{ appId: northwind, eventId: at % 2 === 0 ? last : forum, requestId: "x", at: new Date() },
      who: { ...who, accessRole: 1, permissions: {}, allowedEvents: [-1] },
      entry: { action, object: { type: "linked", id: 1, label }, before: null, after: null },
    });
    const file = Array.from({ length: 1200 }, (_, at) => of("Of a file", "link", at));
    const own = [of("Kept", "save", 0), of("Kept elsewhere", "save", 1)];
    await deps.database.write.transaction().execute((db) => writeAudit(deps, db, [...own, ...file]));
    const labels = async (
      allowedEvents: (number | undefined)[],
      eventId?: number,
      kind = "linked",
      leftOut = links,
    ) => {
      const app = { id: northwind, allowedEvents: allowedEvents.map((id) => id ?? 0) };
      const lines = await latestAudit(read as unknown as Db, dialect, app, eventId, [kind], leftOut);
      return lines.slice(0, 2).map(({ label }) => label);
    };

    expect(await labels([-1], last)).toEqual(["Kept"]);
    expect(await labels([-1])).toEqual(["Kept elsewhere", "Kept"]);
    expect(await labels([last, forum])).toEqual(["Kept elsewhere", "Kept"]);
    expect(await labels([last])).toEqual(["Kept"]);
    // Others find their own behind that file, too.
    expect(await labels([-1], undefined, "x")).toEqual(["Elsewhere", "Last year"]);
    expect(await labels([last, forum], undefined, "x")).toEqual(["Elsewhere", "Last year"]);
    // Nothing is left out of whoever reads all of it.
    expect(await labels([-1], last, "linked", { ...links, actions: [] })).toEqual(["Of a file", "Of a file"]);
  });

  test("are found by SQLite without sorting all of them", async () => {
    const { read, dialect } = server.deps.database;
    if (dialect.kind !== "sqlite") return;
    let ways: string[] = [];
    const explaining = heard(server, async ({ sql: text, parameters }) => {
      const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
      const { rows } = await read.executeQuery<{ detail: string }>(asked);
      ways.push(rows.map(({ detail }) => detail).join("; "));
    });
    const wayOf = async (id: number, eventId?: number, allowedEvents = [-1], leftOut?: typeof links) => {
      ways = [];
      await latestAudit(explaining, dialect, { id, allowedEvents }, eventId, ["nothing of this kind"], leftOut);
      return ways;
    };

    expect(await wayOf(northwind)).toEqual([
      expect.stringContaining("SEARCH core_audit USING INTEGER PRIMARY KEY (rowid>?)"),
    ]);
    expect((await wayOf(northwind))[0]).not.toContain("B-TREE");
    expect(await wayOf(northwind, server.bigEventId)).toEqual([
      "SEARCH core_audit USING INDEX core_audit_event (app_id=? AND event_id=?)",
    ]);
    // Of some events each is looked through from its own last line on.
    const some = await wayOf(northwind, undefined, [server.bigEventId, server.events["Baltic Trade Forum"] as number]);
    expect(some).toEqual([expect.stringContaining("COVERING INDEX core_audit_event (app_id=? AND event_id=?)")]);
    // How far back is looked is found in the index alone, and what is left out in its order.
    const [left = ""] = await wayOf(northwind, server.bigEventId, [-1], links);
    expect(left).toContain("COVERING INDEX core_audit_event (app_id=? AND event_id=?)");
    expect(left).toContain("INDEX core_audit_event (app_id=? AND event_id=? AND id>?)");
    expect(left).not.toContain("B-TREE");
    expect((await wayOf(northwind, undefined, [-1], links))[0]).not.toContain("B-TREE");
    // The lines of a quiet app, which are few so far back, are not looked for among those of all apps.
    expect((await wayOf(harbour))[1]).toContain("INDEX core_audit_event (app_id=?)");
  });
});
