// Who asks to be erased is erased from the history too, and the history can still be proved.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashOf } from "../../../server/core/audit/audit.ts";
import { verifyAudit } from "../../../server/core/audit/verify.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

interface Line {
  id: number;
  action: string;
  object_id: string;
  object_label: string;
  before: object | null;
  after: Record<string, unknown> | null;
  erased_at: string | null;
  reversal: string | null;
}

describe("what is gone", () => {
  let lanyard: TestApp;
  let chief: Asker;
  let base: string;
  let typeId: number;
  let companyType: number;
  beforeAll(async () => {
    lanyard = await app();
    chief = await lanyard.as("super");
    base = `/1/api/container/${lanyard.bigEventId}`;
    const categories = (await chief.get(`${base}/type-category`)).data as { types: { id: number }[] }[];
    typeId = categories[0]?.types[0]?.id as number;
    companyType = categories[1]?.types[0]?.id as number;
  });
  afterAll(() => lanyard.close());

  const make = async (last_name: string, more: object = {}) =>
    (await chief.post(`${base}/thing`, { type_id: typeId, first_name: "Ada", last_name, ...more })).data as {
      id: number;
    };
  const linesOf = async (id: number) => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    return (await chief.post(`${base}/history/query`, { filter })).data.rows as Line[];
  };
  const lineWith = async (field: string, value: unknown, action: string) => {
    const filter = [
      { field, op: "eq", value },
      { field: "action", op: "eq", value: action },
    ];
    return (await chief.post(`${base}/history/query`, { filter })).data.rows[0] as Line;
  };
  const lastLine = async (id: number) => (await linesOf(id))[0] as Line;
  const erase = (line: Line, asker = chief) => asker.post(`${base}/history/${line.id}/erase`);
  const proof = () => verifyAudit(lanyard.deps.database.quick);
  const searched = async (search: string) =>
    (await chief.post(`${base}/history/query`, { search })).data.matched as number;
  const meet = async (participants: number[]) => {
    const day = 86_400_000;
    const start = new Date(Math.floor(Date.now() / day + 40) * day).toISOString();
    const end = new Date(Date.parse(start) + 1_800_000).toISOString();
    const draft = { participants, start, end, location_id: null, message: "", state: "accepted" };
    const { status, data } = await chief.post(`${base}/meeting`, draft);
    expect(status).toBe(201);
    return data.id as number;
  };
  /** Made, changed, linked to a company, met by others and removed. */
  const gone = async (last_name: string, others: readonly { id: number }[] = []) => {
    const thing = await make(last_name, { email: `${last_name}@erased.test` });
    const company = (await chief.post(`${base}/thing`, { type_id: companyType, name: `${last_name} Ltd` })).data;
    const end = (category: number) => ({ label: "At", category, types: [] });
    const kind = { name: `At ${last_name}`, from: end(1), to: end(2), cardinality: "many-many" };
    const made = (await chief.post(`${base}/relationship`, kind)).data;
    const link = await chief.post(`${base}/relationship/${made.id}/link`, { from: thing.id, to: company.id });
    expect(link.status).toBe(201);
    for (const other of others) await meet([thing.id, other.id]);
    await chief.patch(`${base}/thing/${thing.id}`, { rev: 1, job_title: `Pilot${last_name}` });
    expect((await chief.remove(`${base}/thing/${thing.id}?rev=2`)).status).toBe(200);
    return thing.id;
  };

  test("is forgotten by every line that tells of it; that something was done, when and by whom, stays", async () => {
    const other = await make("Kept", { email: "kept@erased.test" });
    const id = await gone("Forgotten", [other]);
    const before = await linesOf(id);
    const linked = await lineWith("object_label", "At Forgotten", "link");
    const met = await lineWith("object_label", `Ada Forgotten (${id}) – Ada Kept (${other.id})`, "create");
    expect(linked.after).toMatchObject({ from: `Ada Forgotten (${id})` });

    const { status, data } = await erase(await lastLine(id));

    const after = await linesOf(id);
    expect([status, before.length]).toEqual([200, 5]);
    expect(after.map(({ action }) => action)).toEqual(["erase", "remove", "save", "accept_meeting", "link", "create"]);
    for (const line of after.slice(1)) {
      expect(line).toMatchObject({
        object_label: "",
        before: null,
        after: null,
        reversal: null,
        actor: expect.any(String),
      });
      expect(line.erased_at).not.toBeNull();
    }
    expect(await searched("forgotten@erased.test")).toBe(0);
    expect(await searched("PilotForgotten")).toBe(0);
    expect(await lineWith("id", linked.id, "link")).toMatchObject({ object_label: "", after: null });
    expect(await lineWith("id", met.id, "create")).toMatchObject({ object_label: "", after: null });
    expect(after[0]?.after).toEqual({ lines: expect.arrayContaining(before.map((line) => line.id)) });
    // Beside its own those of the link and the meeting, and what these say of the company and, twice, of the other one.
    expect(data.lines).toBe(before.length + 5);
    const [off, theirs, made] = await linesOf(other.id);
    expect(off).toMatchObject({ action: "cancel_meeting", object_label: "", after: null });
    expect(theirs).toMatchObject({ action: "accept_meeting", object_label: "", after: null });
    expect(made?.after).toMatchObject({ last_name: "Kept" });
    expect(await proof()).toMatchObject({ erased: data.lines });
    expect((await proof()).broken).toBeUndefined();
  });

  test("leaves alone what bears the same number under another name", async () => {
    const id = await gone("Numbered");
    const name = `Somebody else (${id})`;
    expect((await chief.post(`${base}/custom-group`, { name, mode: "manual" })).status).toBe(201);

    await erase(await lastLine(id));

    expect(await lineWith("object_label", name, "create")).toMatchObject({ object_label: name, erased_at: null });
  });

  test("can be forgotten once: a second time finds nothing, and nothing brings it back", async () => {
    const id = await gone("Twice");
    const removal = await lastLine(id);
    await erase(removal);

    expect((await erase(removal)).data).toEqual({ lines: 0 });
    expect((await chief.post(`${base}/history/${removal.id}/revert`, {})).error.code).toBe("history.not_revertible");
    expect((await erase(await lastLine(id))).error.code).toBe("history.not_erasable");
  });

  test("must be gone first, be of a kind that comes and goes, and be asked for by a super admin", async () => {
    const alive = await make("Alive");
    const session = (await chief.post(`${base}/history/query`, { everywhere: true, search: "session" })).data.rows[0];
    const id = await gone("Guarded");
    const removal = await lastLine(id);

    expect((await erase(await lastLine(alive.id))).error.code).toBe("history.still_there");
    if (session) expect((await erase(session)).status).toBe(409);
    for (const role of ["partner", "app", "expert"] as const) {
      expect((await erase(removal, await lanyard.as(role))).error.code).toBe("forbidden");
    }
    const elsewhere = `/1/api/container/${lanyard.bigEventId + 1}/history/${removal.id}/erase`;
    expect((await chief.post(elsewhere)).status).toBe(404);
    expect((await lastLine(id)).erased_at).toBeNull();
  });

  test("leaves a history in which no line can be emptied, or changed, without being found out", async () => {
    const { write } = lanyard.deps.database;
    const id = await gone("Proved");
    const [removal, saved] = (await linesOf(id)) as [Line, Line];
    const set = (values: object, line: Line) =>
      write.updateTable("core_audit").set(values).where("id", "=", line.id).execute();
    const row = await write.selectFrom("core_audit").selectAll().where("id", "=", saved.id).executeTakeFirstOrThrow();
    const { id: _, ...was } = row;

    await set(
      { object_label: "", before: null, after: null, salt: null, erased_at: "2026-01-01T00:00:00.000Z" },
      saved,
    );
    const emptied = await proof();
    await set(was, saved);
    await erase(removal);
    const whole = await proof();
    await set({ actor_label: "Somebody else" }, saved);
    const changed = await proof();
    await set({ actor_label: was.actor_label, after: "{}" }, saved);
    const filled = await proof();
    await set({ after: null }, saved);

    expect(emptied.broken).toEqual({ id: saved.id, reason: "changed" });
    expect(whole.broken).toBeUndefined();
    expect(changed.broken).toEqual({ id: saved.id, reason: "changed" });
    expect(filled.broken).toEqual({ id: saved.id, reason: "changed" });
  });

  test("is forgotten by lines of earlier versions as well, which vouched for their values themselves", async () => {
    const { write } = lanyard.deps.database;
    const id = await gone("Earlier");
    const last = await write
      .selectFrom("core_audit")
      .selectAll()
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    const { id: _, hash, ...facts } = { ...last, object_id: String(id), object_label: "Ada Earlier" };
    const line = { ...facts, previous_hash: hash, salt: null, values_hash: null, erased_at: null };
    await write
      .insertInto("core_audit")
      .values({ ...line, hash: hashOf(line) })
      .execute();
    const before = await proof();

    await erase(await lastLine(id));

    expect(before.broken).toBeUndefined();
    expect((await proof()).broken).toBeUndefined();
    expect(await searched("Ada Earlier")).toBe(0);
  });
});
