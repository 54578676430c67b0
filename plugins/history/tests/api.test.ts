import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { csvCell } from "../server/rules.ts";

describe("the history", () => {
  let lanyard: TestApp;
  let chief: Asker;
  let expert: Asker;
  let base: string;
  let thingId: number;
  beforeAll(async () => {
    lanyard = await app();
    chief = await lanyard.as("super");
    expert = await lanyard.as("expert");
    base = `/1/api/container/${lanyard.bigEventId}`;
    const types = await chief.get(`${base}/type-category`);
    const typeId = types.data[0].types[0].id;
    const made = await expert.post(`${base}/thing`, {
      type_id: typeId,
      first_name: "Ada",
      last_name: "Byron",
      email: "ada@example.test",
    });
    thingId = made.data.id;
    await expert.patch(`${base}/thing/${thingId}`, { rev: 1, last_name: "Lovelace", country: "GB" });
  });
  afterAll(() => lanyard.close());

  const query = async (question: object = {}) => (await chief.post(`${base}/history/query`, question)).data;

  test("tells who changed what, the latest first, with both values of each field", async () => {
    const { rows, total } = await query();

    expect(total).toBe(2);
    expect(rows[0]).toMatchObject({
      actor: "Elias Bergmann",
      actor_kind: "person",
      action: "save",
      object_type: "event-data.thing",
      before: { last_name: "Byron", country: "" },
      after: { last_name: "Lovelace", country: "GB" },
      reversal: "fields",
      may_lose: true,
    });
    expect(rows[1]).toMatchObject({ action: "create", reversal: "remove" });
  });

  test("can be filtered, and searched in its values", async () => {
    const byAction = await query({ filter: [{ field: "action", op: "eq", value: "create" }] });
    const byValue = await query({ search: "lovelace" });

    expect(byAction.rows.map((row: { action: string }) => row.action)).toEqual(["create"]);
    expect(byValue.rows.map((row: { action: string }) => row.action)).toEqual(["save"]);
  });

  test("finds words with accents, umlauts and other letters, as they are written and without them, in any case", async () => {
    const { data: types } = await chief.get(`${base}/type-category`);
    const draft = {
      type_id: types[0].types[0].id,
      first_name: "Ömer",
      last_name: "Müller-Großmann",
      job_title: "Café",
    };
    const { data: made } = await expert.post(`${base}/thing`, draft);
    const matched = async (question: object) => (await query({ ...question, limit: 0 })).matched;

    const typed = ["Müller", "müller", "Großmann", "großmann", "CAFÉ", "ömer müller-großmann", "Mu\u0308ller"];
    const words = [...typed, "Muller", "muller-grossmann omer", "grossmann", "cafe"];
    const found = await Promise.all(words.map((search) => matched({ search })));
    const contained = (value: string) => matched({ filter: [{ field: "object_label", op: "contains", value }] });

    expect(found).toEqual(words.map(() => 1));
    expect(await matched({ search: "müller byron" })).toBe(0);
    expect([await contained("ller-gro"), await contained("LLER-GRO")]).toEqual([1, 1]);
    await expert.remove(`${base}/thing/${made.id}?rev=${made.rev}`);
  });

  test("is for super admins only", async () => {
    const partner = await lanyard.as("partner");

    expect((await partner.post(`${base}/history/query`, {})).error.code).toBe("forbidden");
  });

  test("a single field of a change is put back, and then the whole is refused, since it was changed since", async () => {
    const [line] = (await query({ filter: [{ field: "action", op: "eq", value: "save" }] })).rows;

    const reverted = await chief.post(`${base}/history/${line.id}/revert`, { fields: ["country"] });
    const again = await chief.post(`${base}/history/${line.id}/revert`, {});

    expect(reverted.data.fields).toEqual(["country"]);
    expect((await chief.get(`${base}/thing/${thingId}`)).data).toMatchObject({ last_name: "Lovelace", country: "" });
    expect([again.error.code, again.error.fields]).toEqual([
      "history.changed_since",
      { country: "Changed again since" },
    ]);
    expect((await query()).rows[0]).toMatchObject({
      action: "revert",
      before: { country: "GB" },
      after: { country: "" },
    });
  });

  test("a change of the event itself, and of a session, is put back by its own rules", async () => {
    const { rows: events } = (
      await chief.post("/1/api/container/query", { filter: [{ field: "id", op: "eq", value: lanyard.bigEventId }] })
    ).data;
    const { id: _, archived_at: __, updated_at: ___, ...draft } = events[0];
    await chief.ask("PATCH", base, { ...draft, name: "Renamed by mistake" });
    const [line] = (await query({ filter: [{ field: "object_type", op: "eq", value: "event" }] })).rows;

    const reverted = await chief.post(`${base}/history/${line.id}/revert`, {});

    expect(reverted.data.fields).toEqual(["name"]);
    expect((await chief.get(base)).data.name).toBe("Northwind Summit");
  });

  test("what was created by mistake is removed, and what was removed is brought back, once", async () => {
    const { data: types } = await chief.get("/1/api/type");
    const type_id = types.find((type: { type_category_id: number }) => type.type_category_id === 1).id;
    const draft = { type_id, first_name: "Grace", last_name: "Hopper", email: "grace@history.test" };
    const { data: thing } = await chief.post(`${base}/thing`, draft);
    const lineOf = async (action: string, id: number) =>
      (await query({ filter: [{ field: "object_id", op: "eq", value: String(id) }] })).rows.find(
        (line: { action: string }) => line.action === action,
      );
    const revert = (line: { id: number }) => chief.post(`${base}/history/${line.id}/revert`, {});

    const created = await lineOf("create", thing.id);
    expect(created.reversal).toBe("remove");
    expect((await revert(created)).status).toBe(200);
    expect((await chief.get(`${base}/thing/${thing.id}`)).status).toBe(404);
    expect((await revert(created)).error.code).toBe("history.changed_since");

    const { data: second } = await chief.post(`${base}/thing`, draft);
    await chief.remove(`${base}/thing/${second.id}?rev=${second.rev}`);
    const removed = await lineOf("remove", second.id);
    expect([removed.reversal, (await revert(removed)).status]).toEqual(["bring_back", 200]);
    expect((await revert(removed)).error.code).toBe("history.changed_since");
    const back = (await query({ filter: [{ field: "action", op: "eq", value: "bring_back" }] })).rows[0];
    expect((await chief.get(`${base}/thing/${back.object_id}`)).data).toMatchObject({ last_name: "Hopper", type_id });
    await chief.remove(`${base}/thing/${back.object_id}?rev=1`);
  });

  test("a session that was removed is brought back with its stage, and a creation that was changed since stays", async () => {
    const draft = { title: "Opening", start: "2026-09-01T09:00:00.000Z", end: "2026-09-01T10:00:00.000Z" };
    const { data: session } = await chief.post(`${base}/session`, { ...draft, stage_id: null, track_id: null });
    const lines = async (id: number) =>
      (await query({ filter: [{ field: "object_id", op: "eq", value: String(id) }] })).rows as {
        id: number;
        action: string;
        object_type: string;
      }[];
    const line = async (action: string) =>
      (await lines(session.id)).find((one) => one.action === action && one.object_type === "session")?.id;
    await chief.ask("PATCH", `${base}/session/${session.id}`, {
      ...draft,
      title: "Grand opening",
      stage_id: null,
      track_id: null,
      rev: session.rev,
    });
    const created = await line("create");
    expect((await chief.post(`${base}/history/${created}/revert`, {})).error.code).toBe("history.changed_since");

    await chief.remove(`${base}/session/${session.id}`);
    expect((await chief.post(`${base}/history/${await line("remove")}/revert`, {})).status).toBe(200);
    const titles = (await chief.get(`${base}/session?limit=1000`)).data.map((one: { title: string }) => one.title);
    expect(titles).toContain("Grand opening");
  });

  test("is counted by day and by who made the change", async () => {
    const { data } = await chief.get(`${base}/history/day`);

    expect(data).toHaveLength(30);
    const today = data.at(-1);
    expect(today.day).toBe(new Date().toISOString().slice(0, 10));
    expect(today.person).toBeGreaterThan(5);
    const everywhere = (await chief.get(`${base}/history/day?everywhere=true`)).data.at(-1);
    expect(everywhere.person).toBeGreaterThanOrEqual(today.person);
  });

  test("is exported as CSV in which no cell is a formula", async () => {
    const started = await chief.post(`${base}/history/export`, { search: "lovelace" });
    const job = await chief.finished(started.data.job.id);
    const file = await chief.get(`/1/api/job/${job.data.id}/file`);

    expect(job.data).toMatchObject({ state: "done", result: { rows: 2 } });
    expect(file.response.body).toContain("Elias Bergmann");
    expect(csvCell("=HYPERLINK(1)")).toBe('"\'=HYPERLINK(1)"');
  });

  test("of every event is, for a token, that of the token's events, also in a job, and of none once it is revoked", async () => {
    const other = lanyard.events["Northwind Summit, last year"] as number;
    const { data: types } = await chief.get(`/1/api/container/${other}/type-category`);
    const stranger = { type_id: types[0].types[0].id, first_name: "Zenobia", last_name: "Elsewhere" };
    expect((await expert.post(`/1/api/container/${other}/thing`, stranger)).status).toBe(201);
    const draft = { name: "Archive", scopes: ["history:change"], allowed_containers: [lanyard.bigEventId], days: 5 };
    const { token, secret } = (await chief.post("/1/api/api-token", draft)).data;
    const headers = { authorization: `Bearer ${secret}` };
    const linesOf = async (jobId: number) => {
      await chief.finished(jobId);
      return (await chief.get(`/1/api/job/${jobId}/file`)).response.body.trim().split("\r\n").slice(1);
    };
    const body = { everywhere: true, filter: [{ field: "object_type", op: "eq", value: "event-data.thing" }] };

    const whole = await linesOf((await chief.post(`${base}/history/export`, body)).data.job.id);
    const asked = await lanyard.anonymous.ask("POST", `${base}/history/export`, body, { headers });
    const part = await linesOf(asked.data.job.id);

    expect([whole, part].map((lines) => lines.some((line) => line.includes("Zenobia")))).toEqual([true, false]);
    expect([whole, part].map((lines) => lines.some((line) => line.includes("Lovelace")))).toEqual([true, true]);

    await chief.post(`/1/api/api-token/${token.id}/revoke`);
    const { jobs, database } = lanyard.deps;
    const late = { kind: "history.export", payload: body, appId: lanyard.apps.northwind, eventId: lanyard.bigEventId };
    const draftOfJob = { ...late, userId: chief.userId, tokenId: token.id, at: new Date() };
    const { id } = await database.write.transaction().execute((db) => jobs.enqueue(db, draftOfJob));
    jobs.wake();
    expect(await linesOf(id)).toEqual([]);
  });

  test("keeps what was typed sign by sign, and stays whole", async () => {
    const odd = `O'Brien''; \\'); drop table core_audit; -- $1 "x" é 😀 Ł`;
    const types = await chief.get(`${base}/type-category`);
    const made = await expert.post(`${base}/thing`, { type_id: types.data[0].types[0].id, last_name: "Plain" });

    const saved = await expert.patch(`${base}/thing/${made.data.id}`, { rev: 1, last_name: odd, job_title: odd });

    const history = await expert.get(`${base}/thing/${made.data.id}/history`);
    expect(saved.data).toMatchObject({ last_name: odd, rev: 2 });
    expect(history.data[0]).toMatchObject({ action: "save", after: { last_name: odd, job_title: odd } });
    expect((await verifyAudit(lanyard.deps.database.quick)).broken).toBeUndefined();
  });

  test("is whole, and a line that was changed or taken out is found", async () => {
    const { write, quick } = lanyard.deps.database;
    expect((await verifyAudit(quick)).broken).toBeUndefined();
    const lines = await quick.selectFrom("core_audit").select(["id", "object_label"]).orderBy("id").execute();
    const [first, second] = lines as [{ id: number; object_label: string }, { id: number; object_label: string }];

    await write.updateTable("core_audit").set({ object_label: "Somebody else" }).where("id", "=", second.id).execute();
    const changed = await verifyAudit(quick);
    await write
      .updateTable("core_audit")
      .set({ object_label: second.object_label })
      .where("id", "=", second.id)
      .execute();
    await write.deleteFrom("core_audit").where("id", "=", first.id).execute();
    const missing = await verifyAudit(quick);

    expect(changed.broken).toEqual({ id: second.id, reason: "changed" });
    expect(missing.broken).toEqual({ id: second.id, reason: "missing before" });
  });
});
