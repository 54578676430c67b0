// An act that makes people such as a field is asked of brings the answers that they gave in other events: nobody has changed
// them by that, and undone it takes nothing away from the other events.
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { keepBrought } from "../server/bulk/keptCarried.ts";
import { lockThings } from "../server/locks.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("undone, what brought answers leaves them elsewhere, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let partner: Asker;
  let here: string;
  let there: string;
  let visitor: number;
  let speaker: number;
  let field: Field;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    partner = await server.as("partner");
    here = `/1/api/container/${server.bigEventId}`;
    there = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const aType = async (type: string): Promise<number> =>
      ok(await partner.post("/1/api/type", { type, type_category_id: 1, to_events: true })).data.id;
    visitor = await aType("Listening");
    speaker = await aType("Speaking");
  });
  beforeEach(async () => {
    round += 1;
    const draft = { key: `bio_${round}`, labels: { "en-gb": `Bio ${round}` }, kind: "text", type_ids: [speaker] };
    field = ok(await admin.post("/1/api/field", draft)).data;
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const mail = (who: string) => `${who}${round}@undone.example`;
  async function person(path: string, type_id: number, email: string, fields = {}, more = {}): Promise<number> {
    const draft = { type_id, first_name: "Ada", last_name: `Undone${round}`, company_name: "Acme", ...more };
    return ok(await admin.post(`${path}/thing`, { ...draft, email, fields })).data.id;
  }
  const now = async (path: string, id: number) => ok(await admin.get(`${path}/thing/${id}`)).data;
  const answer = async (path: string, id: number) => (await now(path, id)).fields[field.key];
  const becomes = (path: string, id: number, said: unknown) =>
    expect.poll(() => answer(path, id), { timeout: 8000 }).toEqual(said);
  const carriedAll = () =>
    expect
      .poll(async () => (await sql`select id from event_data_travel`.execute(server.deps.database.read)).rows.length)
      .toBe(0);
  async function act(what: object, ...ids: number[]): Promise<number> {
    const draft = { selection: { ids }, act: what, mode: "apply" };
    const { id } = ok(await admin.post(`${here}/thing/bulk`, draft)).data.job;
    expect((await admin.finished(id)).data).toMatchObject({ state: "done", result: { skipped: 0 } });
    return id;
  }
  const undo = async (job: number) =>
    (await admin.finished(ok(await admin.post(`${here}/thing/bulk/${job}/undo`)).data.job.id)).data.result;

  test("a move to a type that a field is asked of", async () => {
    const other = await person(there, speaker, mail("ada"), { [field.key]: "known" });
    const one = await person(here, visitor, mail("ada"));
    const job = await act({ do: "move", type_id: speaker }, one);
    await becomes(here, one, "known");

    expect(await undo(job)).toMatchObject({ changed: 1, skipped: 0, errors: [] });

    await carriedAll();
    expect(await now(here, one)).toMatchObject({ type_id: visitor, fields: {} });
    expect(await answer(there, other)).toBe("known");
  });

  test("two acts on those whom a field comes to ask after both", async () => {
    const own = { event_ids: [server.events["Baltic Trade Forum"]] };
    field = ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, ...own })).data;
    const other = await person(there, speaker, mail("ada"), { [field.key]: "known" });
    const one = await person(here, visitor, mail("ada"));
    const moved = await act({ do: "move", type_id: speaker }, one);
    const edited = await act({ do: "edit", field: "job_title", value: "Speaker" }, one);
    ok(await admin.patch(`/1/api/field/${field.id}`, { rev: field.rev, event_ids: [] }));
    await becomes(here, one, "known");

    expect(await undo(edited)).toMatchObject({ changed: 1, skipped: 0, errors: [] });
    expect(await now(here, one)).toMatchObject({ job_title: "", fields: { [field.key]: "known" } });
    expect(await undo(moved)).toMatchObject({ changed: 1, skipped: 0, errors: [] });

    await carriedAll();
    expect(await now(here, one)).toMatchObject({ type_id: visitor, fields: {} });
    expect(await answer(there, other)).toBe("known");
  });

  test("whom somebody changed since, or who answered otherwise elsewhere, stays", async () => {
    const other = await person(there, speaker, mail("ada"), { [field.key]: "known" });
    const one = await person(here, visitor, mail("ada"));
    const job = await act({ do: "move", type_id: speaker }, one);
    await becomes(here, one, "known");
    const { rev } = await now(there, other);
    ok(await admin.patch(`${there}/thing/${other}`, { rev, fields: { [field.key]: "changed" } }));
    await becomes(here, one, "changed");

    expect(await undo(job)).toMatchObject({ changed: 0, skipped: 1 });

    await carriedAll();
    expect(await now(here, one)).toMatchObject({ type_id: speaker, fields: { [field.key]: "changed" } });
  });

  test("an import that gives another address", async () => {
    const [ada, bea] = [
      await person(there, speaker, mail("ada"), { [field.key]: "of Ada" }),
      await person(there, speaker, mail("bea"), { [field.key]: "of Bea" }),
    ];
    const one = await person(here, speaker, mail("none"));
    const lines = `Id,First name,Last name,Email\n${one},Ada,Undone,${mail("bea")}\n`;
    const file = (await sendFile(admin, here, lines)).id;
    const { id, result } = await importSent(admin, here, { file, type: speaker });
    expect(result).toMatchObject({ updated: 1, skipped: 0 });
    await becomes(here, one, "of Bea");

    expect(await undo(id)).toMatchObject({ changed: 1, skipped: 0, errors: [] });

    await carriedAll();
    expect(await now(here, one)).toMatchObject({ email: mail("none"), fields: {} });
    expect([await answer(there, ada), await answer(there, bea)]).toEqual(["of Ada", "of Bea"]);
  });

  test("an import that gives another address and another answer, where the first address has answered otherwise since", async () => {
    const other = await person(there, speaker, mail("ada"), { [field.key]: "old" });
    const one = await person(here, speaker, mail("ada"), { [field.key]: "old" });
    await carriedAll();
    const lines = `Id,First name,Last name,Email,Bio ${round}\n${one},Ada,Undone,${mail("bea")},of Bea\n`;
    const file = (await sendFile(admin, here, lines)).id;
    const { id, result } = await importSent(admin, here, { file, type: speaker });
    expect(result).toMatchObject({ updated: 1, skipped: 0 });
    const { rev } = await now(there, other);
    ok(await admin.patch(`${there}/thing/${other}`, { rev, fields: { [field.key]: "new" } }));
    await carriedAll();

    expect(await undo(id)).toMatchObject({ changed: 1, skipped: 0, errors: [] });

    await carriedAll();
    expect(await now(here, one)).toMatchObject({ email: mail("ada"), fields: { [field.key]: "old" } });
    expect(await answer(there, other)).toBe("new");
  });

  test("a merge of many that gives whoever stays an address", async () => {
    const other = await person(there, speaker, mail("ada"), { [field.key]: "known" });
    const keep = await person(here, speaker, "", {}, { job_title: "Buyer", country: "FR" });
    const drop = await person(here, speaker, mail("ada"), {});
    await becomes(here, drop, "known");
    const { rev } = await now(here, drop);
    await sql`update event_data_thing set fields = '{}' where id = ${drop} and rev = ${rev}`.execute(
      server.deps.database.write,
    );
    const job = await act({ do: "merge", by: "name" }, keep, drop);
    await becomes(here, keep, "known");

    expect(await undo(job)).toMatchObject({ changed: 1, skipped: 0, errors: [] });

    await carriedAll();
    expect(await now(here, keep)).toMatchObject({ email: "" });
    expect(await answer(there, other)).toBe("known");
  });

  // SQLite has one writer at a time.
  test.runIf(database === "postgres")("a merge of many, while answers are just coming to whoever stayed", async () => {
    const keep = await person(here, speaker, "", {}, { job_title: "Buyer", country: "FR" });
    const drop = await person(here, speaker, mail("ada"), {});
    const job = await act({ do: "merge", by: "name" }, keep, drop);
    await carriedAll();
    const { write, quick, dialect } = server.deps.database;
    let undone: Promise<unknown> | undefined;
    await write.transaction().execute(async (transaction) => {
      const db = transaction as never;
      await lockThings(db, dialect, server.bigEventId);
      undone = undo(job);
      const waiting = sql<{ count: number }>`select count(*) as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`;
      const isWaiting = async () => Number((await waiting.execute(quick)).rows[0]?.count) > 0;
      await expect.poll(isWaiting, { timeout: 8000, interval: 50 }).toBe(true);
      const fields = JSON.stringify({ [field.key]: "known" });
      await sql`update event_data_thing set fields = ${fields}, rev = rev + 1 where id = ${keep}`.execute(db);
      await keepBrought(db, dialect, server.bigEventId, new Map([[keep, [field.key]]]));
    });

    expect(await undone).toMatchObject({ changed: 1, skipped: 0, errors: [] });
    expect(await now(here, drop)).toMatchObject({ email: mail("ada") });
  });
});
