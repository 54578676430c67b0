// Fields of single events become one multi-event field: told before, all of it or nothing, taken back within ten minutes.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Promotable, Promotion } from "#schemas/fieldPromotion.ts";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { watchJobs } from "../../../tests/support/cutOff.ts";
import { mergeFields, readAs } from "../server/fields/promotion/merge.ts";
import { PROMOTION_JOB, PROMOTION_UNDO_JOB } from "../server/fields/promotion/promote.ts";
import { aField } from "./factories.ts";

let server: TestApp;
let admin: Asker;
let events: readonly [number, number];
let type: number;
let now = new Date("2026-05-01T10:00:00.000Z");
let round = 0;

beforeAll(async () => {
  server = await app({ now: () => now });
  admin = await server.as("super");
  events = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  const types: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

const at = (event: number) => `/1/api/container/${event}`;
const option = (key: string, en: string, de?: string) => ({ key, labels: { "en-gb": en, ...(de && { de }) } });
const make = async (event: number, draft: object): Promise<Field> => {
  const made = await admin.post(`${at(event)}/field`, draft);
  expect(made.status).toBe(201);
  return made.data;
};
/** A later answer is a newer one. */
async function guest(event: number, email: string, fields: object): Promise<{ id: number }> {
  now = new Date(now.getTime() + 1000);
  const made = await admin.post(`${at(event)}/thing`, { type_id: type, last_name: email, email, fields });
  expect(made.status).toBe(201);
  return made.data;
}
const fieldsOf = async (event: number, { id }: { id: number }) =>
  (await admin.get(`${at(event)}/thing/${id}`)).data.fields;
const eventName = async (event: number): Promise<string> => (await admin.get(at(event))).data.name;
const own = async (event: number): Promise<Field[]> => (await admin.get(`${at(event)}/field`)).data;
async function promote(body: object, who = admin) {
  const started = await who.post("/1/api/field/promote", { differing: "stay", mode: "apply", ...body });
  return started.status === 202 ? { ...(await who.finished(started.data.job.id)).data, status: 202 } : started;
}
async function undo(jobId: number) {
  const started = await admin.post(`/1/api/field/promote/${jobId}/undo`);
  return started.status === 202 ? (await admin.finished(started.data.job.id)).data : started;
}

/** Two events that ask the same in other words, and two people of both. */
async function aPair() {
  round += 1;
  const [menu, food] = [`menu_${round}`, `food_${round}`];
  const labels = { "en-gb": `Menu ${round}`, de: `Essen ${round}` };
  const one = await make(events[0], {
    ...{ key: menu, kind: "choice", labels: { "en-gb": labels["en-gb"] } },
    options: [option("v", "Vegan"), option("f", "Fish")],
  });
  const other = await make(events[1], {
    ...{ key: food, kind: "choice", labels: { "en-gb": labels["en-gb"], de: labels.de } },
    options: [option("plants", "vegan", "Pflanzlich"), option("f", "Fowl")],
  });
  const mail = (name: string) => `${name}${round}@menu.example`;
  const ann = [
    await guest(events[0], mail("ann"), { [menu]: "v" }),
    await guest(events[1], mail("ann"), { [food]: "plants" }),
  ];
  const bob = [
    await guest(events[0], mail("bob"), { [menu]: "f" }),
    await guest(events[1], mail("bob"), { [food]: "f" }),
  ];
  return { menu, food, one, other, ann, bob, mail, fields: [one.id, other.id] } as const;
}

test("options of one name become one, of one key and two names two, and answers follow", () => {
  const one = aField({ id: 1, kind: "choices", options: [option("v", "Vegan"), option("f", "Fish")], see_role: 200 });
  const other = aField({
    ...{
      id: 2,
      event_id: 2,
      kind: "choices",
      options: [option("plants", "VEGAN"), option("f", "Fowl")],
      required: true,
    },
  });

  const merged = mergeFields([one, other]);

  expect(merged.values.options.map(({ key }) => key)).toEqual(["v", "f", "fowl"]);
  expect(readAs(merged, other, ["plants", "f"])).toEqual(["v", "fowl"]);
  expect(readAs(merged, one, ["f"])).toEqual(["f"]);
  expect(merged.values).toMatchObject({ event_ids: [1, 2], see_role: 200, required: false });
  expect(merged.unlike).toEqual(["required", "see_role"]);
});

test("fields of one key or name are offered together, to those who may change multi-event fields", async () => {
  const { fields } = await aPair();

  const groups: Promotable[] = (await admin.get("/1/api/field/promotable")).data;

  expect(groups.map((group) => group.fields.map(({ id }) => id))).toContainEqual([...fields].sort((a, b) => a - b));
  expect((await (await server.as("expert")).get("/1/api/field/promotable")).error.code).toBe("forbidden");
});

test("a dry run tells how many profiles are written and whose answers differ, and changes nothing", async () => {
  const { fields, mail, bob, one } = await aPair();

  const { result } = await promote({ fields, mode: "dry-run" });

  expect(result).toMatchObject({ changed: 2, differing: 1, until: null });
  expect(result.options.map(({ key, of }: Promotion["options"][number]) => [key, of])).toEqual([
    [
      "v",
      [
        { event_id: events[0], key: "v" },
        { event_id: events[1], key: "plants" },
      ],
    ],
    ["f", [{ event_id: events[0], key: "f" }]],
    ["fowl", [{ event_id: events[1], key: "f" }]],
  ]);
  expect(result.people).toEqual([
    {
      ...{ email: mail("bob"), name: mail("bob") },
      answers: [
        expect.objectContaining({ thing_id: bob[1]?.id, event_id: events[1], answer: "fowl" }),
        expect.objectContaining({ thing_id: bob[0]?.id, event_id: events[0], answer: "f" }),
      ],
    },
  ]);
  expect((await own(events[0])).find(({ id }) => id === one.id)?.event_id).toBe(events[0]);
});

test.each([
  ["stay", undefined, ["f", "fowl"]],
  ["newest", undefined, ["fowl", "fowl"]],
  ["newest", 0, ["f", "f"]],
])(
  "answers that differ are %s, by hand %s: then they are %s, and undoing brings everything back",
  async (differing, hand, expected) => {
    const { fields, menu, food, ann, bob, mail, other, one } = await aPair();
    const choices = hand === undefined ? [] : [{ email: mail("bob"), thing_id: bob[hand]?.id }];

    const done = await promote({ fields, differing, choices });

    const answers = async (people: readonly { id: number }[]) => [
      (await fieldsOf(events[0], people[0] as never))[menu],
      (await fieldsOf(events[1], people[1] as never))[menu],
    ];
    expect(done.result.field).toMatchObject({
      id: one.id,
      key: menu,
      event_id: 0,
      event_ids: [...events].sort((a, b) => a - b),
    });
    expect([await answers(ann), await answers(bob)]).toEqual([["v", "v"], expected]);
    expect(await fieldsOf(events[1], bob[1] as never)).not.toHaveProperty(food);
    expect((await own(events[1])).map(({ id }) => id)).not.toContain(other.id);
    const lines = (await admin.get(`${at(events[1])}/thing/${bob[1]?.id}/history`)).data;
    expect(lines[0].after).toMatchObject({ [`fields.${menu}`]: expected[1], [`fields.${food}`]: null });

    const undone = await undo(done.id);

    expect(undone.result).toMatchObject({ skipped: 0, changed: done.result.changed });
    expect((await own(events[1])).find(({ id }) => id === other.id)).toEqual(other);
    expect((await own(events[0])).find(({ id }) => id === one.id)).toMatchObject({
      event_id: events[0],
      event_ids: [],
    });
    expect((await fieldsOf(events[1], bob[1] as never))[food]).toBe("f");
    expect((await undo(done.id)).error.code).toBe("event-data.undo_over");
  },
);

/** Has the next job of a kind called off within its transaction. */
function callOffNext(kind: string): void {
  let ask: ((job: number) => Promise<unknown>) | undefined = (job) => admin.post(`/1/api/job/${job}/cancel`);
  const within = async (job: number) => {
    const asked = ask?.(job);
    ask = undefined;
    // On SQLite nobody else can write before this transaction ends: the reply comes after it.
    await Promise.race([asked, new Promise((go) => setTimeout(go, 500))]);
  };
  watchJobs(server, kind, { within });
}

test("its undoing is called off: it is as it was promoted, and can still be undone", async () => {
  const pair = await aPair();
  const done = await promote({ fields: pair.fields });
  callOffNext(PROMOTION_UNDO_JOB);

  const stopped = await undo(done.id);
  const { key } = done.result.field;
  const between = await fieldsOf(events[1], pair.ann[1] as { id: number });
  const again = await undo(done.id);

  expect([stopped.state, again.state]).toEqual(["cancelled", "done"]);
  expect(Object.keys(between)).toContain(key);
  expect(await fieldsOf(events[1], pair.ann[1] as { id: number })).toEqual({ [pair.food]: "plants" });
});

test("called off before it has committed, it has changed nothing; and it can be begun anew", async () => {
  const pair = await aPair();
  callOffNext(PROMOTION_JOB);

  const called = await promote({ fields: pair.fields });
  const answers = await fieldsOf(events[0], pair.ann[0] as { id: number });
  const again = await promote({ fields: pair.fields });

  expect(called.state).toBe("cancelled");
  expect(answers).toEqual({ [pair.menu]: "v" });
  expect(again.state).toBe("done");
});

test("a field that was changed since is not undone, and a profile that was is left as it is", async () => {
  const { fields, menu, food, bob, one } = await aPair();
  const first = await promote({ fields, differing: "newest" });
  const { rev } = (await admin.get(`${at(events[1])}/thing/${bob[1]?.id}`)).data;
  await admin.patch(`${at(events[1])}/thing/${bob[1]?.id}`, { rev, fields: { [menu]: "v" } });
  // It is a multi-event field by now: what he answers in one event is his answer in the other.
  await expect.poll(async () => (await fieldsOf(events[0], bob[0] as never))[menu]).toBe("v");

  expect((await undo(first.id)).result.skipped).toBe(2);
  // What he answered since is an answer to the event's own field again.
  expect(await fieldsOf(events[1], bob[1] as never)).toEqual({ [food]: "plants" });

  const again = await aPair();
  const second = await promote({ fields: again.fields });
  await admin.patch(`/1/api/field/${again.one.id}`, { rev: second.result.field.rev, section: "Elsewhere" });
  expect((await undo(second.id)).state).toBe("failed");
  expect((await own(events[0])).find(({ id }) => id === one.id)?.event_id).toBe(events[0]);
});

test("what cannot be taken together is refused before anything begins", async () => {
  const { one, other } = await aPair();
  const same = await make(events[0], {
    labels: { "en-gb": `Beside ${round}` },
    kind: "choice",
    options: [option("a", "A")],
  });
  const text = await make(events[1], { labels: { "en-gb": `Text ${round}` }, kind: "text" });
  const inTheWay = await make(events[1], { key: one.key, labels: { "en-gb": `Else ${round}` }, kind: "text" });

  const refused = [
    await promote({ fields: [one.id, same.id] }),
    await promote({ fields: [one.id, text.id] }),
    await promote({ fields: [one.id, other.id] }),
    await promote({ fields: [999_999] }),
  ];

  expect(refused.map(({ status, error }) => [status, error.code])).toEqual([
    [409, "event-data.promotion_wrong"],
    [409, "event-data.promotion_wrong"],
    [409, "event-data.promotion_wrong"],
    [404, "not_found"],
  ]);
  const names = { field: one.labels["en-gb"], event: await eventName(events[0]), key: one.key };
  const second = await eventName(events[1]);
  expect(refused.slice(0, 3).map(({ error }) => error.reasons.fields)).toEqual([
    {
      text: "common:fields.promotion.sameEvent",
      values: expect.objectContaining({ ...names, other: `Beside ${round}` }),
    },
    {
      text: "common:fields.promotion.kinds",
      values: { field: `Text ${round}`, event: second, key: text.key, other: names.field, otherEvent: names.event },
    },
    { text: "common:fields.promotion.keyTaken", values: { field: `Else ${round}`, event: second, key: inTheWay.key } },
  ]);
  expect(refused[2]?.error.message).toBe(
    `Another field of ${second}, “Else ${round}”, has the key ${inTheWay.key} already`,
  );
});

test("an answer to a field that several events share since is not taken back under the key that it had", async () => {
  const { food, bob, fields } = await aPair();
  const path = `${at(events[1])}/thing/${bob[1]?.id}`;
  const { rev } = (await admin.get(path)).data;
  expect((await admin.patch(path, { rev, fields: { [food]: null } })).status).toBe(200);
  expect((await promote({ fields })).state).toBe("done");
  const filter = [{ field: "object_id", op: "eq", value: String(bob[1]?.id) }];
  const { rows } = (await admin.post(`${at(events[1])}/history/query`, { filter })).data;
  const line = rows.find(({ before }: { before: object | null }) => before && `fields.${food}` in before);

  const reverted = await admin.post(`${at(events[1])}/history/${line.id}/revert`, {});

  expect([reverted.status, reverted.error?.code]).toEqual([409, "history.not_possible"]);
  expect(await fieldsOf(events[1], bob[1] as { id: number })).not.toHaveProperty(food);
});
