// The history of a profile that has been changed thousands of times: page by page, to the first line.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { HISTORY_PAGE, type HistoryLine } from "../contract.ts";

const LINES = 2500;

describe.each(testDatabases)("a long history on %s", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  /** So many lines of a profile, as if somebody had saved it that often. */
  async function changed(thing: { id: number }, facts: (at: number) => object) {
    const { write } = server.deps.database;
    const line = { app_id: 1, event_id: place.eventId, actor_kind: "person", actor_id: 1, actor_label: "Somebody" };
    const about = {
      object_type: "event-data.thing",
      object_id: String(thing.id),
      object_label: "Ada",
      request_id: "r",
    };
    for (let from = 0; from < LINES; from += 500) {
      const rows = Array.from({ length: 500 }, (_, at) => {
        const after = JSON.stringify(facts(from + at));
        const at_ = new Date(Date.UTC(2026, 0, 1) + (from + at) * 1000).toISOString();
        return { ...line, ...about, at: at_, action: "save", before: "{}", after, previous_hash: "", hash: "" };
      });
      await write
        .insertInto("core_audit")
        .values(rows as never)
        .execute();
    }
  }

  async function pages({ id }: { id: number }) {
    const found: HistoryLine[][] = [];
    for (let before: number | undefined; ; ) {
      const query = before === undefined ? "" : `?before=${before}`;
      const { data } = await place.asker.get(`${place.path}/thing/${id}/history${query}`);
      found.push(data);
      before = data.at(-1)?.id;
      if (data.length < HISTORY_PAGE) return found;
    }
  }

  test("every line is told once, the newest first, down to the one that made it", async () => {
    const thing = await aProfile(place);
    await changed(thing, (at) => ({ job_title: `No. ${at}` }));

    const found = await pages(thing);

    const lines = found.flat();
    expect(found.slice(0, -1).every((page) => page.length === HISTORY_PAGE)).toBe(true);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(LINES + 1);
    expect(lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id).sort((a, b) => b - a));
    expect(lines[0]?.after).toEqual({ job_title: `No. ${LINES - 1}` });
    expect(lines.at(-1)?.action).toBe("create");
  });

  test("lines about a field that is hidden make no page short before the end", async () => {
    const expert = await server.as("expert");
    const field = { key: "secret_past", kind: "text", labels: { "en-gb": "Secret" }, see_role: 95 };
    expect((await expert.post(`${place.path}/field`, field)).status).toBe(201);
    const thing = await aProfile(place);
    const isSeen = (at: number) => at % 5 === 0;
    await changed(thing, (at) => (isSeen(at) ? { job_title: `No. ${at}` } : { "fields.secret_past": `No. ${at}` }));

    const found = await pages(thing);

    expect(found.map((page) => page.length)).toEqual([200, 200, 101]);
    expect(JSON.stringify(found)).not.toContain("secret_past");
  });
});
