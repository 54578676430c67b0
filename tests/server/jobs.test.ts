import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { verifyAudit } from "../../server/core/audit/verify.ts";
import { expireJobs } from "../../server/core/jobs/forget.ts";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import type { JobHandler } from "../../server/kernel/plugins.ts";
import { fieldProblem, problem } from "../../server/kernel/problem.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";

const nameTaken = { text: "problem:field.nameTaken", values: {} };
const gone = { code: "not_found", error: /^Gone$/, reasons: { "": { text: "data-types:gone.type", values: {} } } };
const taken = { code: "invalid", error: /: Taken$/, reasons: { "": nameTaken, name: nameTaken } };

describe("a job", () => {
  let lanyard: TestApp;
  let owner: Asker;
  let runner: JobRunner;
  beforeEach(async () => {
    lanyard = await app();
    owner = await lanyard.as("owner");
    await lanyard.deps.jobs.stop();
    runner = new JobRunner();
    lanyard.deps.jobs = runner;
  });
  afterEach(async () => {
    await runner.stop();
    await lanyard.close();
  });

  const enqueue = async (payload: unknown = null, eventId?: number) => {
    const { deps, apps } = lanyard;
    const draft = {
      kind: "count",
      payload,
      appId: apps.northwind,
      eventId,
      userId: owner.userId,
      at: new Date(),
    };
    const { id } = await deps.database.write.transaction().execute((db) => runner.enqueue(db, draft));
    return id;
  };
  const run = (count: JobHandler) => runner.start(lanyard.deps, { count });

  test("runs and keeps its result", async () => {
    const id = await enqueue({ up: 3 });

    run(async ({ payload }) => ({ counted: payload }));

    expect((await owner.finished(id)).data).toMatchObject({
      state: "done",
      progress: 1,
      result: { counted: { up: 3 } },
    });
  });

  test("prolongs its lease with each place that it keeps, and tells how far it is", async () => {
    const id = await enqueue();
    const { database } = lanyard.deps;
    const known = () =>
      database.quick.selectFrom("core_job").select(["lease_until", "progress"]).where("id", "=", id).executeTakeFirst();
    const seen: Awaited<ReturnType<typeof known>>[] = [];

    run(async ({ inTransaction, progress }) => {
      const past = { lease_until: new Date(0).toISOString() };
      await database.write.updateTable("core_job").set(past).where("id", "=", id).execute();
      progress(0.5);
      await inTransaction(async () => undefined, { keep: () => ({ at: 1, result: null }) });
      seen.push(await known());
      return null;
    });

    await owner.finished(id);
    expect(seen).toEqual([{ lease_until: expect.any(String), progress: 0.5 }]);
    expect(Date.parse(String(seen[0]?.lease_until))).toBeGreaterThan(Date.now() + 20_000);
  });

  test("that is refused tells why, and one that breaks tells no internals", async () => {
    const refused = await enqueue("refuse");
    const broken = await enqueue("break");

    run(async ({ payload }) => {
      if (payload === "refuse") throw problem("invalid", { message: "The file is empty" });
      throw new Error("secret detail");
    });

    expect((await owner.finished(refused)).data).toMatchObject({ state: "failed", error: "The file is empty" });
    const { data } = await owner.finished(broken);
    expect(data.state).toBe("failed");
    expect(JSON.stringify(data)).not.toContain("secret detail");
  });

  test.for([
    ["of an area", () => problem("data-types.in_use"), { code: "data-types.in_use", error: /^This data type/ }],
    ["of any kind", () => problem("stale"), { code: "stale", error: /^Somebody else changed this/ }],
    ["with a text", () => problem("not_found", { message: "Gone", text: "data-types:gone.type" }), gone],
    ["of one field", () => fieldProblem("invalid", "name", "Taken", "problem:field.nameTaken"), taken],
    ["that is none", () => new Error("secret"), { code: "unexpected", error: /^Something went wrong on our side$/ }],
  ] as const)("that fails by a problem %s tells its sentence, code and reasons", async ([, thrown, told]) => {
    const id = await enqueue();

    run(async () => {
      throw thrown();
    });

    const { data } = await owner.finished(id);
    expect(data).toMatchObject({ state: "failed", ...told, error: expect.stringMatching(told.error) });
  });

  test("that failed keeps its code and none of its reasons when it has been emptied", async () => {
    const id = await enqueue();
    run(async () => {
      throw fieldProblem("invalid", "name", "Ada is taken", "problem:field.nameTaken", { name: "Ada" });
    });
    const { data: told } = await owner.finished(id);

    const { database } = lanyard.deps;
    await expireJobs({ database, now: () => new Date(Date.now() + 8 * 86_400_000) });

    const { data: left } = await owner.get(`/1/api/job/${id}`);
    expect(JSON.stringify(told)).toContain("Ada");
    expect(JSON.stringify(left)).not.toContain("Ada");
    expect(left).toMatchObject({ state: "failed", code: "invalid" });
  });

  test("that is cancelled undoes what it has not committed", async () => {
    const id = await enqueue();
    let begun: () => void = () => {};
    const halfDone = new Promise<void>((go) => {
      begun = go;
    });
    run(({ inTransaction, signal }) =>
      inTransaction(async (db) => {
        const tables = db as unknown as TestApp["deps"]["database"]["write"];
        await tables.updateTable("core_app").set({ name: "Half done" }).execute();
        begun();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }),
    );
    await halfDone;

    runner.cancel(id);

    expect((await owner.finished(id)).data.state).toBe("cancelled");
    expect((await owner.get("/1/dashboard/application")).data.map((each: { name: string }) => each.name)).not.toContain(
      "Half done",
    );
  });

  test("that is called off after its last commit stays called off, and tells what it did", async () => {
    const id = await enqueue();
    let told: unknown;
    run(async ({ inTransaction }) => {
      await inTransaction(async () => undefined);
      told = (await owner.post(`/1/api/job/${id}/cancel`)).data;
      return { written: 3 };
    });

    await expect.poll(async () => (await owner.get(`/1/api/job/${id}`)).data.result).toEqual({ written: 3 });
    expect(told).toMatchObject({ state: "cancelled" });
    expect((await owner.get(`/1/api/job/${id}`)).data.state).toBe("cancelled");
  });

  test("that is called off when it has put its end into its last commit is told to be done", async () => {
    const id = await enqueue();
    let told: unknown;
    run(async ({ inTransaction }) => {
      const done = await inTransaction(async () => ({ written: 3 }), { last: true });
      told = (await owner.post(`/1/api/job/${id}/cancel`)).data;
      return done;
    });

    await expect.poll(() => told).toMatchObject({ state: "done", result: { written: 3 } });
    expect((await owner.finished(id)).data).toEqual(told);
  });

  test.for([
    ["breaks", async () => Promise.reject(problem("invalid", { message: "Too late" }))],
    ["is cut off by a stop of the server", () => runner.stop()],
  ] as const)("that was called off and then %s stays called off", async ([, end]) => {
    const id = await enqueue();
    const { database } = lanyard.deps;
    const rows = database.write.updateTable("core_job").set({ state: "cancelled" }).where("id", "=", id);
    let isCalledOff = false;
    run(async ({ signal }) => {
      // As by another process, of which this one has not heard yet.
      await rows.execute();
      isCalledOff = true;
      const aborted = new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason)));
      await Promise.race([end(), aborted]);
    });

    await expect.poll(() => isCalledOff).toBe(true);
    await runner.stop();
    const { data } = await owner.get(`/1/api/job/${id}`);
    expect([data.state, data.error]).toEqual(["cancelled", undefined]);
  });

  test("tells thousands of changes as one chain, and of those that were taken back nothing", async () => {
    const { deps } = lanyard;
    const before = (await verifyAudit(deps.database.quick)).lines;
    const broken = await enqueue("break");
    const whole = await enqueue("whole");

    run(async ({ payload, inTransaction, audit }) =>
      inTransaction(async (db) => {
        for (let id = 1; id <= 2500; id++) {
          await audit(db, {
            action: "count",
            object: { type: "number", id, label: `${payload} ${id}` },
            after: { id },
          });
        }
        if (payload === "break") throw new Error("at last");
      }),
    );

    expect((await owner.finished(broken)).data.state).toBe("failed");
    expect((await owner.finished(whole)).data.state).toBe("done");
    const history = await verifyAudit(deps.database.quick);
    expect(history).not.toHaveProperty("broken");
    expect(history.lines).toBe(before + 2500);
  });

  test("that a stop of the server cut off runs again at the next start", async () => {
    const id = await enqueue();
    let begun: () => void = () => {};
    const first = new Promise<void>((go) => {
      begun = go;
    });
    run(({ signal }) => {
      begun();
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await first;
    await runner.stop();

    runner = new JobRunner();
    lanyard.deps.jobs = runner;
    run(async () => "second time");

    expect((await owner.finished(id)).data).toMatchObject({ state: "done", result: "second time" });
  });

  test("that a kill cut off is free again by the time that a runner has stopped, however soon after its start", async () => {
    const { write, quick, dialect } = lanyard.deps.database;
    // On PostgreSQL another process may have it: its lease has to end first.
    if (dialect.kind !== "sqlite") return;
    const id = await enqueue();
    const byNobody = { state: "running", worker: "killed", lease_until: new Date(Date.now() + 60_000).toISOString() };
    await write.updateTable("core_job").set(byNobody).where("id", "=", id).execute();

    run(async () => "not any more");
    await runner.stop();

    const job = await quick.selectFrom("core_job").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(job).toMatchObject({ state: "queued", worker: null });
  });

  test("of somebody else does not exist, except for those who manage the app", async () => {
    const id = await enqueue();

    expect((await (await lanyard.as("expert")).get(`/1/api/job/${id}`)).status).toBe(404);
    expect((await (await lanyard.as("app")).get(`/1/api/job/${id}`)).status).toBe(200);
    expect((await (await lanyard.as("owner", "harbour")).get(`/1/api/job/${id}`)).status).toBe(404);
  });

  test("of an event that one may not open any more does not exist, nor does its file", async () => {
    const other = lanyard.events["Baltic Trade Forum"] as number;
    const manager = await lanyard.as("app");
    const id = await enqueue(null, lanyard.bigEventId);
    const waiting = await enqueue("later", lanyard.bigEventId);
    const asked = async (who: Asker) => [
      (await who.get(`/1/api/job/${id}`)).status,
      (await who.get(`/1/api/job/${id}/file`)).status,
    ];
    run(async ({ payload, saveFile, signal }) => {
      if (payload === "later") return new Promise((_, no) => signal.addEventListener("abort", () => no(signal.reason)));
      await saveFile({ name: "list.csv", mediaType: "text/csv", bytes: Buffer.from("Ada") });
    });
    await owner.finished(id);
    expect([await asked(owner), await asked(manager)]).toEqual([
      [200, 200],
      [200, 200],
    ]);

    const { write, quick } = lanyard.deps.database;
    const only = { allowed_events: JSON.stringify([other]) };
    await write.updateTable("core_membership").set(only).where("app_id", "=", lanyard.apps.northwind).execute();

    expect([await asked(owner), await asked(manager)]).toEqual([
      [404, 404],
      [404, 404],
    ]);
    expect((await owner.post(`/1/api/job/${waiting}/cancel`)).status).toBe(404);
    const { state } = await quick
      .selectFrom("core_job")
      .select("state")
      .where("id", "=", waiting)
      .executeTakeFirstOrThrow();
    expect(["queued", "running"]).toContain(state);
  });
});
