// What a change of kind, a merge of options and a promotion would do is looked at before: whoever waits sees how far that is, and
// may call it off.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import type { JobContext, JobHandler } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { contextOf } from "../../../tests/support/cutOff.ts";
import { runKind } from "../server/fields/kind/change.ts";
import { runReplace } from "../server/fields/options.ts";
import { runPromotion } from "../server/fields/promotion/promote.ts";
import { slicesOf } from "../server/fields/slices.ts";

/** More than are read at once, and as many elsewhere. */
const COUNT = 1500;

describe.each(testDatabases)("a look at what becomes of a field on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: [number, number];
  let shared: Field;
  let own: Field[];
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const options = ["a", "b"].map((key) => ({ key, labels: { "en-gb": key.toUpperCase() } }));
    const draft = { labels: { "en-gb": "Pick" }, kind: "choice", options };
    shared = (await admin.post("/1/api/field", draft)).data;
    own = [];
    for (const [at, event] of events.entries()) {
      const labels = { "en-gb": "Seat" };
      const made = await admin.post(`/1/api/container/${event}/field`, { key: `seat_${at}`, labels, kind: "text" });
      own.push(made.data);
      const type = (await admin.get(`/1/api/container/${event}/type-category`)).data[0].types[0].id;
      const lines = Array.from({ length: COUNT }, (_, row) => `Look ${row},${row}@look.example,${at}${row},A`);
      const file = `Name,Email,Seat,Pick\n${lines.join("\n")}\n`;
      await admin.importFile(event, `kind=thing&format=csv&mode=apply&type=${type}`, file);
    }
  }, 120_000);
  afterAll(() => server.close());

  const JOBS: [string, JobHandler, () => object, object][] = [
    [
      "a change of kind",
      runKind,
      () => ({ fieldId: shared.id, rev: shared.rev, kind: "text", mode: "dry-run" }),
      { answers: 2 * COUNT, lost: 0 },
    ],
    [
      "a merge of options",
      runReplace,
      () => ({ fieldId: shared.id, rev: shared.rev, option: "a", into: "b", mode: "dry-run" }),
      { changed: 2 * COUNT },
    ],
    [
      "a promotion",
      runPromotion,
      () => ({ fields: own.map(({ id }) => id), differing: "newest", mode: "dry-run" }),
      { changed: 2 * COUNT, differing: COUNT },
    ],
  ];
  /** The job with what it told of its progress; called off where it has told so much. */
  async function look(run: JobHandler, payload: object, until = 2) {
    const told: number[] = [];
    const abort = new AbortController();
    const { context } = contextOf(server, { id: 930_001, payload });
    const progress = (share: number) => {
      told.push(share);
      if (share >= until) abort.abort();
    };
    const asked = { ...context, eventId: undefined, progress, signal: abort.signal } as unknown as JobContext;
    return { told, done: await run(asked).catch((error: Error) => error) };
  }

  test.each(JOBS)("%s tells how far it is, up to the end", async (_, run, payload, result) => {
    const { told, done } = await look(run, payload());

    expect(done).toMatchObject(result);
    expect(told.length).toBeGreaterThan(1);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told[0]).toBeLessThan(0.7);
    expect(told.at(-1)).toBe(1);
  });

  test.each(JOBS)("%s that is called off reads no more and changes nothing", async (_, run, payload) => {
    const before = (await admin.get("/1/api/field")).data;

    const { told, done } = await look(run, payload(), 0);

    expect((done as Error).name).toBe("AbortError");
    expect(told).toHaveLength(1);
    expect((await admin.get("/1/api/field")).data).toEqual(before);
  });

  test("slices of an event hold each of its profiles once", async () => {
    const { read } = server.deps.database;
    const found: number[] = [];
    for await (const { after, upTo, profiles } of slicesOf(read as never, events[0], 400)) {
      expect(upTo).toBeGreaterThan(after);
      found.push(profiles);
    }

    expect(found).toEqual([400, 400, 400, 300]);
  });
});
