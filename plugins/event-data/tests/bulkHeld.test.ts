// What an act on many is held to: the number that was seen before, what its person may do once it begins, and its own end before
// its undoing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Access } from "#schemas/access.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import type { BulkAct } from "../contract.ts";
import { thingActKey } from "../offers.ts";

const edit: BulkAct = { do: "edit", field: "job_title", value: "Held" };

describe.each(testDatabases)("an act on many, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let base: string;
  let type: number;
  let round = 0;
  /** Asked after each transaction of an act, an import or an undoing. */
  let meanwhile: ((job: number) => Promise<unknown>) | undefined;
  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("matchmaker");
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    type = types.find((one) => one.type_category_id === 1)?.id as number;
    const after = async (job: number) => meanwhile?.(job);
    for (const kind of ["event-data.bulk", "event-data.bulk-undo", "event-data.import"])
      watchJobs(server, kind, { after });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    meanwhile = undefined;
    round += 1;
  });

  const add = async (count: number) => {
    const lines = Array.from({ length: count }, (_, at) => `Held ${at},${at}.${Math.random()}@held${round}.example`);
    const query = `kind=thing&format=csv&mode=apply&type=${type}`;
    await editor.importFile(server.bigEventId, query, `Name,Email\n${lines.join("\n")}\n`);
  };
  const order = (act: object, more: object = {}) => ({
    ...{ selection: { question: { search: `held${round}.example` } }, act, mode: "apply", ...more },
  });
  const start = async (act: object, more: object = {}): Promise<number> => {
    const started = await editor.post(`${base}/thing/bulk`, order(act, more));
    expect(started.status).toBe(202);
    return started.data.job.id;
  };
  const run = async (act: object, more: object = {}) => (await editor.finished(await start(act, more))).data;
  const held = async (): Promise<number> => {
    const filter = [{ field: "job_title", op: "eq", value: "Held" }];
    const search = `held${round}.example`;
    return (await editor.post(`${base}/thing/query`, { search, filter, limit: 0 })).data.matched;
  };

  test("is not undone before it has ended", async () => {
    await add(600);
    const asked: unknown[] = [];
    meanwhile = async (job) => {
      if (asked.length === 0) asked.push((await editor.post(`${base}/thing/bulk/${job}/undo`)).error?.code);
    };

    const job = await run(edit);
    meanwhile = undefined;
    const undone = await editor.post(`${base}/thing/bulk/${job.id}/undo`);

    expect(asked).toEqual(["event-data.undo_early"]);
    expect(job).toMatchObject({ state: "done", result: { changed: 600 } });
    expect((await editor.finished(undone.data.job.id)).data.result).toMatchObject({ changed: 600, skipped: 0 });
  });

  test.each([
    ["a change", edit],
    ["a merge", { do: "merge", by: "mail" }],
    ["a removal", { do: "remove", confirm: 4 }],
  ])("changes nobody where the selection holds others than were seen: %s", async (_, act) => {
    await add(3);
    const before = (await run(act, { mode: "dry-run" })).result;
    expect(before.changed + before.unchanged + before.skipped).toBe(3);
    await add(1);

    const refused = await run(act, { seen: 3 });

    expect(refused).toMatchObject({ state: "failed", code: "invalid" });
    expect(refused.error).toBe("The selection now holds 4 profiles; look at it again");
    expect(await held()).toBe(0);
    expect(await run(act, { seen: 4 })).toMatchObject({ state: "done" });
  });

  test("goes on after a stop with those that it was begun with, though they match no more", async () => {
    await add(600);
    const empty = { field: "job_title", op: "empty", value: true };
    const question = { search: `held${round}.example`, filter: [empty] };
    const stops = { left: 1 };
    const { write } = server.deps.database;
    meanwhile = async (job) => {
      stops.left -= 1;
      // As one whose process was killed: it is taken up again with what it kept.
      if (stops.left === 0) {
        const cut = { state: "queued", worker: null, lease_until: null };
        await write.updateTable("core_job").set(cut).where("id", "=", job).execute();
      }
    };

    const job = await run(edit, { selection: { question }, seen: 600 });

    expect(job).toMatchObject({ state: "done", result: { changed: 600 } });
    expect(await held()).toBe(600);
  });

  describe("of somebody who may not any more once it begins", () => {
    const ROLE = { role_id: 299 };
    const PERMISSIONS = { permissions: JSON.stringify({ things: false }) };
    const EVERYTHING = { permissions: JSON.stringify({ things: true, emails: false }) };
    const EVENTS = { allowed_events: "[]" };
    const membership = async (change: object) => {
      const { write } = server.deps.database;
      const own = (one: object) =>
        write
          .updateTable("core_membership")
          .set(one)
          .where("user_id", "=", editor.userId)
          .where("app_id", "=", server.apps.northwind)
          .execute();
      const rows = await write
        .selectFrom("core_membership")
        .select(["role_id", "permissions", "allowed_events"])
        .where("user_id", "=", editor.userId)
        .where("app_id", "=", server.apps.northwind)
        .execute();
      await own(change);
      return () => own(rows[0] as object);
    };
    /** What comes of jobs that wait, once their person may less. */
    const ends = async (change: object, begin: () => Promise<number>) => {
      let open = () => {};
      const closed = new Promise<void>((done) => {
        open = done;
      });
      meanwhile = () => closed;
      const busy = await start({ ...edit, value: "Other" });
      const waiting = await begin();
      const back = await membership(change);
      open();
      meanwhile = undefined;
      await server.resting();
      await back();
      return { busy: (await editor.finished(busy)).data, waiting: (await editor.finished(waiting)).data };
    };

    test.each([
      ["the role", ROLE],
      ["the permission", PERMISSIONS],
      ["the event", EVENTS],
    ])("is refused: %s", async (_, change) => {
      await add(2);

      const { waiting } = await ends(change, () => start(edit));

      expect(waiting).toMatchObject({ state: "failed", code: "forbidden" });
      expect(await held()).toBe(0);
    });

    test("is refused: what the area of an offered act asks for", async () => {
      await add(2);
      const offer = server.deps.offered(thingActKey).find(({ key }) => key === "availability.set") as {
        access?: Access;
      };
      const before = offer.access;

      const { waiting } = await ends(EVERYTHING, () => {
        offer.access = { permissions: ["emails"] };
        return start({ do: "other", act: "availability.set", with: { windows: [] } });
      });
      offer.access = before as Access;

      expect(waiting).toMatchObject({ state: "failed", code: "forbidden" });
    });

    test("is not undone by them, and can be by others", async () => {
      await add(2);
      const { id } = await run(edit);
      const undo = async () => (await editor.post(`${base}/thing/bulk/${id}/undo`)).data.job.id as number;

      const { waiting } = await ends(PERMISSIONS, undo);

      expect(waiting).toMatchObject({ state: "failed", code: "forbidden" });
      expect((await editor.finished(await undo())).data).toMatchObject({ state: "done" });
    });
  });
});
