// A session's stage is taken back by which one it was, whatever stages have come to be called since.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { revertSession } from "../server/revert.ts";
import type { AgendaTables } from "../server/tables.ts";

describe.each(testDatabases)("a change of a session that is taken back, on %s", (database) => {
  let server: TestApp;
  let chief: Asker;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    chief = await server.as("super");
    base = `/1/api/container/${server.bigEventId}`;
  });
  afterAll(() => server.close());

  const stages = () => server.deps.database.write.withTables<AgendaTables>();
  let count = 0;
  const aStage = async (name: string) => {
    count += 1;
    const row = { event_id: server.bigEventId, name, position: count };
    const { id } = await stages().insertInto("agenda_stage").values(row).returning("id").executeTakeFirstOrThrow();
    return { id, name };
  };
  const rename = (id: number, name: string) =>
    stages().updateTable("agenda_stage").set({ name }).where("id", "=", id).execute();
  const draft = { start: "2026-09-01T09:00:00.000Z", end: "2026-09-01T10:00:00.000Z", track_id: null };
  /** A session that was moved from one stage to another, and the line of that. */
  const moved = async (from: { id: number }, to: { id: number }) => {
    const title = `Moved ${from.id}`;
    const { data: session } = await chief.post(`${base}/session`, { ...draft, title, stage_id: from.id });
    const change = { ...draft, title, stage_id: to.id, rev: session.rev };
    expect((await chief.ask("PATCH", `${base}/session/${session.id}`, change)).status).toBe(200);
    return { id: session.id as number, line: await lineOf(session.id, "save") };
  };
  const lineOf = async (id: number, action: string) => {
    const filter = [
      { field: "object_type", op: "eq", value: "session" },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    const { rows } = (await chief.post(`${base}/history/query`, { filter })).data;
    return (rows as { id: number; action: string }[]).find((line) => line.action === action)?.id as number;
  };
  const revert = (line: number) => chief.post(`${base}/history/${line}/revert`, {});
  const stageOf = async (id: number) => (await chief.get(`${base}/session/${id}`)).data.stage;
  /** Lines as they were written before stages stood in them with their ids. */
  const asBefore = (line: number, before: object, after: object) =>
    server.deps.database.write
      .updateTable("core_audit")
      .set({ before: JSON.stringify(before), after: JSON.stringify(after) })
      .where("id", "=", line)
      .execute();

  test("leads back to the stage that was meant, though another is called so by now", async () => {
    const [hall, garden] = [await aStage("Hall"), await aStage("Garden")];
    const { id, line } = await moved(hall, garden);
    await rename(hall.id, "Attic");
    await rename(garden.id, "Hall");

    const reverted = await revert(line);

    expect([reverted.status, reverted.error?.message]).toEqual([200, undefined]);
    expect(await stageOf(id)).toEqual({ id: hall.id, name: "Attic" });
  });

  test("is refused where the stage is gone, and says which", async () => {
    const [cellar, roof] = [await aStage("Cellar"), await aStage("Roof")];
    const { id, line } = await moved(cellar, roof);
    await stages().deleteFrom("agenda_stage").where("id", "=", cellar.id).execute();

    const reverted = await revert(line);

    expect([reverted.status, reverted.error.code]).toEqual([409, "history.object_gone"]);
    const values = { name: `Cellar (${cellar.id})` };
    expect(reverted.error.reasons).toEqual({ "": { text: "common:gone.told", values } });
    expect(await stageOf(id)).toEqual(roof);
  });

  test("of an older line is taken back by a name that only one has, and by the id that one of still older ones holds", async () => {
    const [one, two] = [await aStage("Only one"), await aStage("Other one")];
    const [byName, byId] = [await moved(one, two), await moved(one, two)];
    await asBefore(byName.line, { stage: "Only one" }, { stage: "Other one" });
    await asBefore(byId.line, { stage_id: one.id }, { stage_id: two.id });

    expect((await revert(byName.line)).status).toBe(200);
    expect((await revert(byId.line)).status).toBe(200);

    expect([await stageOf(byName.id), await stageOf(byId.id)]).toEqual([one, one]);
  });

  test("of an older line is refused where its name may also stand for a name and an id", async () => {
    const to = await aStage("No twin");
    const twin = await aStage(`Twin (${to.id})`);
    const { id, line } = await moved(twin, to);
    await asBefore(line, { stage: twin.name }, { stage: "No twin" });

    expect((await revert(line)).error.code).toBe("history.object_gone");
    expect(await stageOf(id)).toEqual(to);
  });

  test("is refused in words where the session goes between two looks", async () => {
    const { database, dialect } = { database: server.deps.database, dialect: server.deps.database.dialect };
    const context = { db: database.write, dialect, event: { id: server.bigEventId } };
    const writing = revertSession.write(context as never, "9999999", {}, { calls_off: false, tells: false });

    await expect(writing).rejects.toMatchObject({ code: "history.object_gone" });
  });
});
