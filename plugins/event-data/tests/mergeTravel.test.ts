// Data types become one: whom a multi-event field then comes to ask bring the answers that they gave in other events.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import type { Db } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { EventDataTables } from "../server/tables.ts";
import { mergeFields } from "../server/typeMerge.ts";

describe.each(testDatabases)("data types that become one bring answers, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let partner: Asker;
  let events: readonly [number, number];
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    partner = await server.as("partner");
    events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  });
  afterAll(() => server.close());

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const at = (event: number) => `/1/api/container/${event}`;
  async function aType(): Promise<{ id: number; rev: number }> {
    round += 1;
    const draft = { type: `Bringing ${round}`, type_category_id: 1, to_events: true };
    return ok(await partner.post("/1/api/type", draft)).data;
  }
  async function aField(typeId: number): Promise<Field> {
    const draft = { key: `brought_${round}`, labels: { "en-gb": `Brought ${round}` }, kind: "text" };
    return ok(await admin.post("/1/api/field", { ...draft, type_ids: [typeId] })).data;
  }
  async function person(event: number, typeId: number, fields: object): Promise<number> {
    const draft = { type_id: typeId, last_name: "Guest", name: "Guest", email: `bringer${round}@travel.example` };
    return ok(await admin.post(`${at(event)}/thing`, { ...draft, fields })).data.id;
  }
  const answerOf = async (event: number, id: number, { key }: Field) =>
    ok(await admin.get(`${at(event)}/thing/${id}`)).data.fields[key];
  const merge = async (from: { id: number; rev: number }, into: { id: number }) => {
    const body = { into: into.id, rev: from.rev };
    const started = ok(await partner.post(`/1/api/type/${from.id}/merge`, body)).data.job.id;
    expect((await partner.finished(started)).data.state).toBe("done");
  };

  test("who comes to be of a type that a field asks gets what they answered elsewhere", async () => {
    const [from, into] = [await aType(), await aType()];
    const field = await aField(into.id);
    await person(events[0], into.id, { [field.key]: "vegan" });
    const there = await person(events[1], from.id, {});

    await merge(from, into);

    await expect.poll(() => answerOf(events[1], there, field), { timeout: 8000 }).toBe("vegan");
  });

  test("where a field comes to ask the type that stays, those who have it bring theirs", async () => {
    const [from, into] = [await aType(), await aType()];
    const field = await aField(from.id);
    await person(events[0], from.id, { [field.key]: "fish" });
    const there = await person(events[1], into.id, {});

    await merge(from, into);

    await expect.poll(() => answerOf(events[1], there, field), { timeout: 8000 }).toBe("fish");
  });

  test("each event that has the type is looked through once, for all fields that come to ask it", async () => {
    const [from, into] = [await aType(), await aType()];
    const keys = ["first", "second"].map((name) => `${name}_${round}`);
    for (const key of keys) {
      const draft = { key, labels: { "en-gb": key }, kind: "text", type_ids: [from.id] };
      ok(await admin.post("/1/api/field", draft));
    }
    const { write, dialect } = server.deps.database;
    const having = [events[0]];
    await write
      .deleteFrom("core_event_type")
      .where("type_id", "=", into.id)
      .where("event_id", "not in", having)
      .execute();
    const { app_id: appId } = await write
      .selectFrom("core_event")
      .select("app_id")
      .where("id", "=", events[0])
      .executeTakeFirstOrThrow();
    const pair = { appId, eventIds: [...events], from: from.id, to: into.id };
    const merging = { dialect, now: new Date(), audit: async () => {}, follow: async () => {} };

    await write.transaction().execute((db) => mergeFields.join?.(db as unknown as Db, pair, merging) as Promise<void>);

    const notes = await write.withTables<EventDataTables>().selectFrom("event_data_travel").selectAll().execute();
    const asking = notes.filter(({ asked }) => keys.some((key) => asked?.includes(key)));
    expect(asking.map(({ event_id, asked }) => [event_id, JSON.parse(asked as string).sort()])).toEqual([
      [events[0], keys],
    ]);
  });
});
