// Whose answers one field of several takes for those of one person, and what it leaves as it was.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Promotion } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("one field of several, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let events: readonly [number, number];
  let types: Record<number, number | undefined>;
  let now = new Date("2026-05-01T10:00:00.000Z");
  let round = 0;
  beforeAll(async () => {
    server = await app({ database, now: () => now });
    admin = await server.as("super");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    types = Object.fromEntries(
      [1, 2, 3].map((one) => [one, all.find(({ type_category_id }) => type_category_id === one)?.id]),
    );
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  async function aPair(): Promise<{ keys: [string, string]; fields: number[] }> {
    round += 1;
    const keys: [string, string] = [`hall_${round}`, `floor_${round}`];
    const made: Field[] = [];
    for (const [place, key] of keys.entries()) {
      const draft = { key, kind: "text", labels: { "en-gb": `Hall ${round}` } };
      made.push(ok(await admin.post(`${at(events[place] as number)}/field`, draft)).data);
    }
    return { keys, fields: made.map(({ id }) => id) };
  }
  /** A later answer is a newer one. */
  async function profile(event: number, email: string, fields: object, category = 1): Promise<number> {
    now = new Date(now.getTime() + 1000);
    const draft = { type_id: types[category], last_name: email, name: email, email, fields };
    return ok(await admin.post(`${at(event)}/thing`, draft)).data.id;
  }
  const fieldsOf = async (event: number, id: number) => ok(await admin.get(`${at(event)}/thing/${id}`)).data.fields;
  async function promote(body: object): Promise<Promotion> {
    const started = ok(await admin.post("/1/api/field/promote", { differing: "newest", mode: "apply", ...body }));
    const { state, result } = (await admin.finished(started.data.job.id)).data;
    expect(state).toBe("done");
    return result;
  }

  test("companies and items of one address are nobody's answers but their own", async () => {
    const { keys, fields } = await aPair();
    const email = `info${round}@firm.example`;
    const firm = await profile(events[0], email, { [keys[0]]: "hall 1" }, 2);
    const item = await profile(events[0], email, { [keys[0]]: "hall 2" }, 3);
    const person = await profile(events[0], email, { [keys[0]]: "hall 3" });
    const firmThere = await profile(events[1], email, { [keys[1]]: "hall 4" }, 2);
    const personThere = await profile(events[1], email, { [keys[1]]: "hall 5" });

    const told = await promote({ fields, mode: "dry-run" });
    await promote({ fields });

    expect(told.people.map(({ answers }) => answers.map(({ thing_id }) => thing_id))).toEqual([[personThere, person]]);
    const after = [
      ...(await Promise.all([firm, item, person].map((id) => fieldsOf(events[0], id)))),
      ...(await Promise.all([firmThere, personThere].map((id) => fieldsOf(events[1], id)))),
    ];
    const key = keys[0];
    expect(after.map((answers) => answers[key])).toEqual(["hall 1", "hall 2", "hall 5", "hall 4", "hall 5"]);
  });

  test("what was answered in an archived event may stand elsewhere and is never changed", async () => {
    const { keys, fields } = await aPair();
    const [older, newer] = [`older${round}@hall.example`, `newer${round}@hall.example`];
    const olderPast = await profile(events[1], older, { [keys[1]]: "past" });
    const olderHere = await profile(events[0], older, { [keys[0]]: "present" });
    const newerHere = await profile(events[0], newer, { [keys[0]]: "present" });
    const newerPast = await profile(events[1], newer, { [keys[1]]: "past" });
    const { rev } = ok(await admin.get(at(events[1]))).data;
    ok(await admin.post(`${at(events[1])}/archive`, { rev }));

    const told = await promote({ fields });

    const key = keys[0];
    expect(told.differing).toBe(2);
    expect((await fieldsOf(events[1], olderPast))[key]).toBe("past");
    expect((await fieldsOf(events[0], olderHere))[key]).toBe("present");
    expect((await fieldsOf(events[0], newerHere))[key]).toBe("past");
    expect((await fieldsOf(events[1], newerPast))[key]).toBe("past");
  });
});
