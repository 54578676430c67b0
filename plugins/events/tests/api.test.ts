import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

const draft = {
  name: "Spring Summit",
  format: "hybrid",
  timezone: "Europe/Berlin",
  date_start: "2026-05-04T07:00:00.000Z",
  date_end: "2026-05-05T15:00:00.000Z",
  active: 1,
  web_networking_activated: 0,
};

describe.each(testDatabases)("events on %s", (database) => {
  let lanyard: TestApp;
  let admin: Asker;
  beforeAll(async () => {
    lanyard = await app({ database });
    admin = await lanyard.as("app");
  });
  afterAll(() => lanyard.close());

  const query = (who: Asker, question: Record<string, unknown> = {}) => who.post("/1/api/container/query", question);
  const names = (rows: { name: string }[]) => rows.map((row) => row.name);

  test("are listed with search, filter and order", async () => {
    const { data } = await query(admin, {
      search: "northwind summit",
      filter: [{ field: "archived_at", op: "empty", value: true }],
      sort: [{ field: "name", direction: "asc" }],
    });

    expect(names(data.rows)).toEqual(["Northwind Summit"]);
    expect(data).toMatchObject({ matched: 1 });
    expect(data.total).toBeGreaterThan(5);
  });

  test("without a date are not on that day, whether a day is asked for or an instant", async () => {
    const search = "northwind summit";
    for (const value of ["2026-01-01", "2026-01-01T00:00:00.000Z"]) {
      const filter = [{ field: "archived_at", op: "ne", value }];
      expect(names((await query(admin, { search, filter })).data.rows), value).toContain("Northwind Summit");
    }
  });

  test("are found by words with accents, whole and folded", async () => {
    await admin.post("/1/api/container", { ...draft, name: "Café Forum Zürich" });
    await admin.post("/1/api/container", { ...draft, name: "Cafe Forum Genf" });
    const found = async (search: string) =>
      names((await query(admin, { search, sort: [{ field: "name", direction: "asc" }] })).data.rows);

    expect(await found("café zürich")).toEqual(["Café Forum Zürich"]);
    expect(await found("ZÜRICH")).toEqual(["Café Forum Zürich"]);
    expect(await found("Café Genf")).toEqual(["Cafe Forum Genf"]);
    expect(await found("cafe zurich")).toEqual(["Café Forum Zürich"]);
    expect(await found("cafe forum")).toEqual(["Cafe Forum Genf", "Café Forum Zürich"]);
  });

  test("are found by the days of their own clocks, and by those of the reader's when they were changed", async () => {
    const lists = { east: "Pacific/Auckland", west: "America/Los_Angeles" };
    // Monday morning there, and Sunday evening.
    const dates = { date_start: "2031-03-02T20:00:00.000Z", date_end: "2031-03-03T08:00:00.000Z" };
    for (const [name, timezone] of Object.entries(lists))
      await admin.post("/1/api/container", { ...draft, ...dates, name: `Clocks ${name}`, timezone });
    const on = async (field: string, op: string, value: string) => {
      const filter = [{ field, op, value }];
      const sort = [{ field: "name", direction: "asc" }];
      return names((await query(admin, { search: "clocks", filter, sort })).data.rows);
    };

    expect(await on("date_start", "eq", "2031-03-03")).toEqual(["Clocks east"]);
    expect(await on("date_start", "eq", "2031-03-02")).toEqual(["Clocks west"]);
    expect(await on("date_start", "ne", "2031-03-02")).toEqual(["Clocks east"]);
    expect(await on("date_end", "gte", "2031-03-03")).toEqual(["Clocks east", "Clocks west"]);
    expect(await on("date_end", "gt", "2031-03-02")).toEqual(["Clocks east", "Clocks west"]);
    expect(await on("date_start", "lt", "2031-03-03")).toEqual(["Clocks west"]);
    expect(await on("date_start", "eq", "2031-03-02T20:00:00.000Z")).toEqual(["Clocks east", "Clocks west"]);

    const [row] = (await query(admin, { search: "clocks east" })).data.rows;
    const changed = async (zone: string) => {
      const day = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date(row.updated_at));
      const filter = [{ field: "updated_at", op: "eq", value: day }];
      return names((await query(admin, { search: "clocks east", filter, zone })).data.rows);
    };
    for (const zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(await changed(zone)).toEqual(["Clocks east"]);
    expect((await query(admin, { zone: "Mars/Olympus" })).status).toBe(400);
  });

  test("that the person may not open are not listed", async () => {
    const { data } = await query(await lanyard.as("owner", "harbour"));

    expect(names(data.rows)).toContain("Port Logistics Week");
    expect(names(data.rows)).not.toContain("Harbour Board Retreat");
    expect(names(data.rows)).not.toContain("Northwind Summit");
  });

  test("are created with the app's data types and open to their maker at once", async () => {
    const harbour = await lanyard.as("app", "harbour");

    const created = await harbour.post("/1/api/container", draft);

    expect(created.status).toBe(201);
    expect(created.data).toMatchObject({ ...draft, rev: 1, archived_at: null });
    expect((await harbour.get(`/1/api/container/${created.data.id}`)).status).toBe(200);
    const categories = await harbour.get(`/1/api/container/${created.data.id}/type-category`);
    expect(categories.data[0].types.length).toBeGreaterThan(0);
  });

  test("that one person creates at once are all open to them, and an administrator's open form is told", async () => {
    const harbour = await lanyard.as("app", "harbour");
    const membership = lanyard.deps.database.quick
      .selectFrom("core_membership")
      .select(["allowed_events", "rev"])
      .where("user_id", "=", harbour.userId)
      .where("app_id", "=", lanyard.apps.harbour);
    const before = await membership.executeTakeFirstOrThrow();
    const three = ["First", "Second", "Third"].map((name) => ({ ...draft, name }));

    const made = await Promise.all(three.map((one) => harbour.post("/1/api/container", one)));

    const ids = made.map(({ data }) => data.id as number);
    const after = await membership.executeTakeFirstOrThrow();
    expect(new Set(JSON.parse(after.allowed_events))).toEqual(new Set([...JSON.parse(before.allowed_events), ...ids]));
    expect(after.rev).toBe(before.rev + 3);
  });

  test.each(["/1/api/container", "/1/api/container/non-archived"])(
    "that may be seen fill a limit of %s",
    async (path) => {
      const guest = await lanyard.as("registration", "harbour");
      const ids = async (address: string) => (await guest.get(address)).data.map(({ id }: { id: number }) => id);
      const all: number[] = await ids(path);

      expect(all.length).toBeGreaterThan(1);
      for (let limit = 1; limit <= all.length; limit++)
        expect(await ids(`${path}?limit=${limit}`)).toEqual(all.slice(0, limit));
    },
  );

  test("that a list names are looked for among those that may be seen", async () => {
    const guest = await lanyard.as("registration", "harbour");
    const path = "/1/api/container/non-archived";
    const last = (await guest.get(path)).data.at(-1).id;
    const named = async (ids: unknown[]) => (await guest.get(`${path}?limit=1&containers=${ids}`)).data;

    expect(await named([lanyard.events["Harbour Board Retreat"], last, "99999999999"])).toMatchObject([{ id: last }]);
    expect(await named([lanyard.events["Harbour Board Retreat"]])).toEqual([]);
    expect((await admin.get(`${path}?containers=99999999999`)).data).toEqual([]);
  });

  test("that a token of one event creates take nothing from its owner", async () => {
    const draftOfToken = { name: "Fair planner", scopes: ["container:create"], days: 5 };
    const lists = lanyard.deps.database.quick.selectFrom("core_membership").select("allowed_events");
    for (const [name, who] of [
      ["northwind", admin] as const,
      ["harbour", await lanyard.as("app", "harbour")] as const,
    ]) {
      const listed = async () => {
        const own = lists.where("user_id", "=", who.userId).where("app_id", "=", lanyard.apps[name]);
        return JSON.parse((await own.executeTakeFirstOrThrow()).allowed_events) as number[];
      };
      const { data: one } = await who.post("/1/api/container", draft);
      const before = await listed();
      const token = await who.post("/1/api/api-token", { ...draftOfToken, allowed_containers: [one.id] });
      const headers = { authorization: `Bearer ${token.data.secret}` };

      const made = await lanyard.anonymous.ask("POST", "/1/api/container", draft, { headers });

      expect(made.status).toBe(201);
      expect(await listed()).toEqual(before.includes(-1) ? before : [...before, made.data.id]);
    }
  });

  test("are refused with an end before the start, a zone that is none, or an unknown field", async () => {
    const create = (change: Record<string, unknown>) => admin.post("/1/api/container", { ...draft, ...change });

    expect((await create({ date_end: "2026-05-03T07:00:00Z" })).error.code).toBe("events.ends_early");
    expect((await create({ timezone: "Europe/Atlantis" })).error).toMatchObject({
      code: "events.unknown_zone",
      fields: { timezone: expect.any(String) },
    });
    expect((await create({ owner: 1 })).error.code).toBe("invalid");
    expect((await create({ name: "   " })).error.code).toBe("invalid");
  });

  test("are saved by revision; who comes late gets what it is now", async () => {
    const { data: event } = await admin.post("/1/api/container", draft);
    const path = `/1/api/container/${event.id}`;

    const first = await admin.patch(path, { ...draft, name: "Summer Summit", rev: event.rev });
    const late = await admin.patch(path, { ...draft, name: "Winter Summit", rev: event.rev });

    expect(first.data).toMatchObject({ name: "Summer Summit", rev: 2 });
    expect(late.status).toBe(409);
    expect(late.error).toMatchObject({ code: "stale", current: { name: "Summer Summit", rev: 2 } });
  });

  test("are archived, leave the current list, and come back inactive", async () => {
    const { data: event } = await admin.post("/1/api/container", draft);
    const path = `/1/api/container/${event.id}`;

    const archived = await admin.post(`${path}/archive`, { rev: 1 });
    const late = [await admin.patch(path, { ...draft, rev: 1 }), await admin.post(`${path}/archive`, { rev: 1 })];
    const saved = await admin.patch(path, { ...draft, rev: 2 });
    const restored = await admin.post(`${path}/restore`, { rev: 2 });

    expect(archived.data).toMatchObject({ active: 0, archived_at: expect.any(String) });
    expect(late.map(({ error }) => error)).toMatchObject([
      { code: "stale", current: { rev: 2, archived_at: archived.data.archived_at } },
      { code: "stale", current: { rev: 2, archived_at: archived.data.archived_at } },
    ]);
    expect(saved.error.code).toBe("events.archived");
    expect(restored.data).toMatchObject({ active: 0, archived_at: null });
  });

  test("that are not archived are not brought back, and nothing tells that they were", async () => {
    const { data: event } = await admin.post("/1/api/container", draft);
    const lines = () =>
      lanyard.deps.database.quick
        .selectFrom("core_audit")
        .select("action")
        .where("event_id", "=", event.id)
        .where("object_type", "=", "event")
        .execute();

    const answer = await admin.post(`/1/api/container/${event.id}/restore`, { rev: 1 });

    expect(answer.data).toMatchObject({ rev: 1, archived_at: null });
    expect((await lines()).map(({ action }) => action)).toEqual(["create"]);
  });

  test("are copied with format, zone, length and data types", async () => {
    const body = { name: "Next Summit", date_start: "2027-05-04T07:00:00.000Z" };

    const { data: copy } = await admin.post(`/1/api/container/${lanyard.bigEventId}/copy`, body);
    const original = (await admin.get(`/1/api/container/${lanyard.bigEventId}`)).data;
    const types = async (id: number) => (await admin.get(`/1/api/container/${id}/type-category`)).data;

    expect(copy).toMatchObject({ ...body, active: 0, timezone: original.timezone, format: original.format });
    expect(Date.parse(copy.date_end) - Date.parse(copy.date_start)).toBe(
      Date.parse(original.date.date_end) - Date.parse(original.date.date_start),
    );
    expect(await types(copy.id)).toEqual(await types(lanyard.bigEventId));
  });

  test("have a history that begins with where they come from", async () => {
    const chief = await lanyard.as("super");
    const { data: made } = await admin.post("/1/api/container", draft);
    const body = { name: "Second of two", date_start: "2027-05-04T07:00:00.000Z" };
    const { data: copy } = await admin.post(`/1/api/container/${made.id}/copy`, body);
    const lines = async (id: number) => {
      const { data } = await chief.post(`/1/api/container/${id}/history/query`, {});
      return data.rows.map((line: { action: string; object_id: string }) => `${line.action} ${line.object_id}`);
    };

    expect(await lines(made.id)).toEqual([`create ${made.id}`]);
    expect(await lines(copy.id)).toEqual([`copy ${copy.id}`]);
  });

  test("are created by app administrators and saved by event experts, not by others", async () => {
    const expert = await lanyard.as("expert");
    const owner = await lanyard.as("owner");
    const { data: event } = await admin.post("/1/api/container", draft);

    expect((await expert.post("/1/api/container", draft)).error.code).toBe("forbidden");
    expect((await expert.patch(`/1/api/container/${event.id}`, { ...draft, rev: 1 })).status).toBe(200);
    expect((await owner.patch(`/1/api/container/${event.id}`, { ...draft, rev: 2 })).error.code).toBe("forbidden");
    expect(
      (await (await lanyard.as("app", "harbour")).post(`/1/api/container/${event.id}/archive`, { rev: 2 })).status,
    ).toBe(404);
  });
});
