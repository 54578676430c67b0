// Some fields of another event are taken into one: looked at first, then made with their options, limits and types.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import type { FieldsTaken } from "#schemas/fieldTaking.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

describe.each(testDatabases)("fields of another event, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let expert: Asker;
  let from: number;
  let to: number;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    expert = await server.as("expert");
    from = server.bigEventId;
    to = server.events["Baltic Trade Forum"] as number;
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const options = (...keys: string[]) => keys.map((key) => ({ key, labels: { "en-gb": key }, archived: false }));
  const make = async (event: number, key: string, draft: object): Promise<Field> =>
    ok(
      await admin.post(`/1/api/container/${event}/field`, {
        ...{ key: `${key}_${round}`, labels: { "en-gb": `${key} ${round}` } },
        ...draft,
      }),
    ).data;
  const ask = (body: object, asker = expert) => asker.post(`/1/api/container/${to}/field/taken`, { from, ...body });
  const take = async (body: object, asker = expert): Promise<FieldsTaken> => {
    const { data } = ok(await ask(body, asker));
    return { ...data, found: data.found.filter(({ field }: { field: Field }) => field.key.endsWith(`_${round}`)) };
  };
  const here = async (): Promise<Field[]> =>
    ok(await admin.get(`/1/api/container/${to}/field`)).data.filter(({ key }: Field) => key.includes(`_${round}`));

  test("a look says what is new, here alike, different or shared, and writes nothing", async () => {
    const choice = { kind: "choice", options: options("a", "b") };
    await make(from, "fresh", { kind: "number", limits: { min: 1, step: 0.5 } });
    await make(from, "alike", choice);
    await make(to, "alike", { ...choice, labels: { "en-gb": `Renamed ${round}` } });
    await make(from, "other", choice);
    await make(to, "other", { ...choice, options: options("a", "c") });
    await make(from, "kinds", { kind: "text", limits: { max_length: 5 } });
    await make(to, "kinds", { kind: "number" });
    const gone = await make(from, "archived", { kind: "text" });
    ok(await admin.post(`/1/api/container/${from}/field/${gone.id}/archive`, { rev: gone.rev }));
    const shared = { key: `shared_${round}`, labels: { "en-gb": `Shared ${round}` }, kind: "text", event_ids: [from] };
    ok(await admin.post("/1/api/field", shared));
    const before = await here();

    const { found } = await take({ mode: "dry-run" });

    const told = Object.fromEntries(found.map((one) => [one.field.key.replace(`_${round}`, ""), one]));
    expect(
      Object.fromEntries(Object.entries(told).map(([key, { state, differs }]) => [key, [state, ...differs]])),
    ).toEqual({
      fresh: ["new"],
      alike: ["same"],
      other: ["differs", "options"],
      kinds: ["differs", "kind", "limits"],
      shared: ["shared"],
    });
    expect(told["other"]?.free_key).toBe(`other_${round}_2`);
    expect(await here()).toEqual(before);
  });

  test("taken fields have their options, limits and rules, and no answers; one that differs comes under another key", async () => {
    const archived = { key: "z", labels: { "en-gb": "z" }, archived: true };
    await make(from, "diet", { kind: "choices", options: options("a", "b"), limits: { max: 1 }, match_weight: 4 });
    await make(from, "old", { kind: "choice", options: [...options("x"), archived] });
    await make(to, "diet", { kind: "text" });
    const keys = { diet: `diet_${round}`, old: `old_${round}` };

    const nothing = await take({ mode: "apply", fields: [{ key: keys.diet }] });
    const done = await take({
      mode: "apply",
      fields: [{ key: keys.diet, as: `${keys.diet}_2` }, { key: keys.old }],
    });
    const again = await take({ mode: "apply", fields: [{ key: keys.old }] });

    expect([nothing.added, done.added, again.added]).toEqual([0, 2, 0]);
    const fields = new Map((await here()).map((field) => [field.key, field]));
    expect(fields.get(`${keys.diet}_2`)).toMatchObject({
      ...{ kind: "choices", limits: { max: 1 }, match_weight: 4, event_id: to, rev: 1 },
      options: options("a", "b"),
    });
    expect(fields.get(keys.old)?.options).toEqual(options("x"));
    expect(fields.get(keys.diet)?.kind).toBe("text");
  });

  test("the keys that are proposed are those of no field of either event, and of no two of them", async () => {
    const names = { diet: `diet_${round}`, second: `diet_${round}_2` };
    await make(from, "diet", { kind: "text" });
    await make(from, "diet", { kind: "text", key: names.second });
    await make(to, "diet", { kind: "number" });

    const { found } = await take({ mode: "dry-run" });
    const [one] = found.filter(({ field }) => field.key === names.diet);
    const done = await ask({
      ...{ mode: "apply" },
      fields: [{ key: names.diet, as: one?.free_key }, { key: names.second }],
    });

    expect(one?.free_key).toBe(`diet_${round}_3`);
    expect([done.status, done.data.added]).toEqual([200, 2]);
  });

  test("what somebody may not see there is not there, an event that they may not open neither, and readers take nothing", async () => {
    await make(from, "secret", { kind: "text", see_role: 3 });
    const key = `secret_${round}`;
    const { write } = server.deps.database;
    const allow = (events: readonly number[]) =>
      write
        .updateTable("core_membership")
        .set({ allowed_events: JSON.stringify(events) })
        .where("user_id", "=", expert.userId)
        .execute();

    const seen = await take({ mode: "apply", fields: [{ key }] });
    const strong = await take({ mode: "dry-run" }, admin);
    await allow([to]);
    const closed = await ask({ mode: "dry-run" });
    await allow([-1]);
    const reader = await ask({ mode: "dry-run" }, await server.as("matchmaker"));

    expect([seen.found, seen.added]).toEqual([[], 0]);
    expect(strong.found).toHaveLength(1);
    expect([closed.status, reader.status]).toEqual([404, 403]);
    expect(await here()).toEqual([]);
  });

  test("two keys that would be one are refused, and then nothing is made", async () => {
    await make(from, "one", { kind: "text" });
    await make(from, "two", { kind: "text" });
    const as = `both_${round}`;
    const fields = [
      { key: `one_${round}`, as },
      { key: `two_${round}`, as },
    ];

    const { status, error } = await ask({ mode: "apply", fields });

    expect([status, error.code]).toEqual([400, "event-data.field_key_taken"]);
    expect(await here()).toEqual([]);
  });
});
