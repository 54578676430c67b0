// The command that proves the history, as an operator runs it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeAudit } from "../../server/core/audit/audit.ts";
import { app, root, type TestApp } from "../support/app.ts";
import { lanyard } from "../support/lanyard.ts";

describe("lanyard server verify-history", () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await app();
    const chief = await server.as("super");
    for (const name of ["One", "Two", "Three"]) {
      await chief.post("/1/api/api-token", { name, scopes: ["thing:read"], allowed_containers: [-1], days: 30 });
    }
  });
  afterAll(() => server.close());

  const verify = (...args: string[]) =>
    lanyard(["server", "verify-history", ...args], {
      cwd: root,
      env: { DATABASE_URL: server.deps.config.databaseUrl },
    });
  const hashIn = (text: string) => /hash ([0-9a-f]{64})/.exec(text)?.[1] ?? "";

  test("finds it whole with a name of which half a sign was brought by somebody who does not look", async () => {
    const { deps } = server;
    const who = { id: 1, email: "a@b.test", firstName: "Ada\ud83d", lastName: "\udc00Low", sessionId: 0 };
    const entry = {
      action: "save",
      object: { type: "x", id: 1, label: "Half \ud800" },
      before: { name: "whole \u{1f600}" },
      after: { name: "half \udc00", of: ["\ud83d"] },
    };
    const draft = { entry, who: { ...who, accessRole: 1, permissions: {}, allowedEvents: [-1] }, at: new Date() };
    await deps.database.write
      .transaction()
      .execute((db) => writeAudit(deps, db, [{ ...draft, appId: null, eventId: undefined, requestId: "x" }]));

    const { status, stdout } = await verify();
    expect([status, stdout]).toEqual([0, expect.stringContaining("none changed")]);
    const line = await deps.database.quick
      .selectFrom("core_audit")
      .select(["actor_label", "object_label", "before", "after"])
      .where("object_type", "=", "x")
      .executeTakeFirst();
    expect(line).toEqual({
      actor_label: "Ada Low",
      object_label: "Half ",
      before: '{"name":"whole \u{1f600}"}',
      after: '{"name":"half ","of":[""]}',
    });
  });

  test("finds it whole, then a line that was changed, and with the noted hash an end that was cut off", async () => {
    const { write } = server.deps.database;
    const lines = await write.selectFrom("core_audit").select(["id", "object_label"]).orderBy("id").execute();
    const [first, last] = [lines[0], lines.at(-1)] as [{ id: number; object_label: string }, { id: number }];
    const relabel = (object_label: string) =>
      write.updateTable("core_audit").set({ object_label }).where("id", "=", first.id).execute();

    const whole = await verify();
    const noted = hashIn(whole.stdout);
    const same = await verify("--noted", noted);
    await relabel("Somebody else");
    const changed = await verify();
    await relabel(first.object_label);
    await write.deleteFrom("core_audit").where("id", "=", last.id).execute();
    const cut = await verify();
    const missed = await verify("--noted", noted);

    expect([whole.status, whole.stdout]).toEqual([0, expect.stringContaining(`${lines.length} lines, none changed`)]);
    expect([same.status, same.stdout]).toEqual([0, expect.stringContaining("0 were written since")]);
    expect([changed.status, changed.stdout]).toEqual([1, expect.stringContaining("was changed after it was written")]);
    // Without what was noted outside, a shorter history looks like a history.
    expect(cut.status).toBe(0);
    expect([missed.status, missed.stdout]).toEqual([1, expect.stringContaining("the end of the history was cut off")]);
    expect((await verify("--noted", "abc")).status).toBe(2);
  });
});
