// A job does no more than the API token that ordered it may by now.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { JobRunner } from "../../server/core/jobs/runner.ts";
import { askedAgain } from "../../server/core/jobs/stillAllowed.ts";
import type { JobHandler } from "../../server/kernel/plugins.ts";
import { type Asker, app, type TestApp, testDatabases } from "../support/app.ts";

const EXPORT = "history.export";

describe.each(testDatabases)("a job that a token ordered, on %s", (database) => {
  let lanyard: TestApp;
  let chief: Asker;
  let runner: JobRunner;
  let goOn: () => void = () => {};
  beforeEach(async () => {
    lanyard = await app({ database });
    chief = await lanyard.as("super");
    await lanyard.deps.jobs.stop();
    runner = new JobRunner();
    lanyard.deps.jobs = runner;
  });
  afterEach(async () => {
    goOn();
    await runner.stop();
    await lanyard.close();
  });

  const start = (handler: JobHandler) => {
    const waits = new Promise<void>((go) => {
      goOn = go;
    });
    const hold: JobHandler = () => waits;
    runner.start(lanyard.deps, { hold, [EXPORT]: handler });
  };
  /** Keeps the runner busy. */
  const hold = () =>
    lanyard.deps.database.write.transaction().execute((db) => {
      const draft = { kind: "hold", payload: null, appId: lanyard.apps.northwind, eventId: undefined };
      return runner.enqueue(db, { ...draft, userId: chief.userId, at: new Date() });
    });
  const issue = async () => {
    const scopes = ["history:change", "thing:read"];
    const draft = { name: "Archive", scopes, allowed_containers: [lanyard.bigEventId], days: 5 };
    return (await chief.post("/1/api/api-token", draft)).data as { token: { id: number; rev: number }; secret: string };
  };
  const order = async (secret: string) => {
    const path = `/1/api/container/${lanyard.bigEventId}/history/export`;
    const headers = { authorization: `Bearer ${secret}` };
    return (await lanyard.anonymous.ask("POST", path, {}, { headers })).data.job.id as number;
  };
  const change = async ({ id, rev }: { id: number; rev: number }, values: object) => {
    const same = {
      name: "Archive",
      scopes: ["history:change", "thing:read"],
      allowed_containers: [lanyard.bigEventId],
    };
    const saved = await chief.patch(`/1/api/api-token/${id}`, { rev, allowed_networks: [], ...same, ...values });
    expect(saved.status).toBe(200);
  };
  const made = askedAgain({ accessRole: 1 }, async () => "made");

  test.each([
    ["has lost its scope", { scopes: ["thing:read"] }, "token_scope", /lacks the scope history:change by now$/],
    ["has lost its event", { allowed_containers: [1_000_000] }, "forbidden", /^You may not do this$/],
    ["lost what it did not need", { scopes: ["history:change"] }, undefined, undefined],
  ])("while it waited and the token %s", async (_, values, code, error) => {
    start(made);
    await hold();
    const { token, secret } = await issue();
    const id = await order(secret);
    const other = lanyard.events["Northwind Summit, last year"] as number;
    await change(token, "allowed_containers" in values ? { allowed_containers: [other] } : values);
    goOn();

    const { data } = await chief.finished(id);
    if (!code) return expect(data).toMatchObject({ state: "done", result: "made" });
    expect(data).toMatchObject({ state: "failed", code, error: expect.stringMatching(error as RegExp) });
  });

  test("while it waited and the token was revoked", async () => {
    start(made);
    await hold();
    const { token, secret } = await issue();
    const id = await order(secret);
    await chief.post(`/1/api/api-token/${token.id}/revoke`);
    goOn();

    const { data } = await chief.finished(id);
    expect(data).toMatchObject({ state: "failed", code: "forbidden", error: expect.stringMatching(/been revoked$/) });
  });

  test("does not commit what the token may not do any more when it commits", async () => {
    const { token, secret } = await issue();
    const note = (action: string) => ({ action, object: { type: "job", id: 1, label: "x" } });
    start(
      askedAgain({ accessRole: 1 }, async ({ inTransaction, audit }) => {
        await inTransaction((db) => audit(db, note("first")));
        await change(token, { scopes: ["thing:read"] });
        await inTransaction((db) => audit(db, note("second")));
      }),
    );
    const id = await order(secret);

    const { data } = await chief.finished(id);
    const lines = await lanyard.deps.database.quick
      .selectFrom("core_audit")
      .select("action")
      .where("object_type", "=", "job")
      .execute();
    expect(data).toMatchObject({ state: "failed", code: "token_scope" });
    expect(lines).toEqual([{ action: "first" }]);
  });

  test("ends well where it asks nothing again, since it puts something back or follows from what was done", async () => {
    start(async () => "followed");
    await hold();
    const { token, secret } = await issue();
    const id = await order(secret);
    await change(token, { scopes: ["thing:read"] });
    goOn();

    expect((await chief.finished(id)).data).toMatchObject({ state: "done", result: "followed" });
  });
});
