// One act on several fields: counted, stopped, and undone after its dialog or a reload.
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import type { Field } from "#schemas/fields.ts";
import { ApiProblem, type Env } from "#web";
import { CustomFieldsStore } from "../web/store.ts";

type Asked = { name: string; id: number | undefined; body: { rev: number; places?: string[] } };

/** Three fields on a server that keeps them, and pages of one tab. */
function server() {
  const rows = new Map<number, Field>(
    [1, 2, 3].map((id) => [id, { id, key: `f${id}`, event_id: 5, places: ["profile"], rev: 1 } as object as Field]),
  );
  const tab = new Map<string, unknown>();
  const asked: Asked[] = [];
  const of = {
    ...{ now: new Date("2026-06-15T12:00:00Z"), hold: async (): Promise<void> => undefined, refused: "" },
    refusedOf: undefined as { id: number; code: string } | undefined,
  };
  const call = async ({ name }: AnyEndpoint, input: { params?: { fieldId?: number }; body?: Asked["body"] } = {}) => {
    const id = input.params?.fieldId;
    asked.push({ name, id, body: input.body as Asked["body"] });
    if (name === "listFields") return [...rows.values()];
    await of.hold();
    if (of.refusedOf && of.refusedOf.id === id)
      throw new ApiProblem({ code: of.refusedOf.code, status: 409, message: "not now" });
    if (of.refused) throw new ApiProblem({ code: of.refused, status: 0, message: "not now" });
    const row = rows.get(id ?? 0) as Field;
    const { rev, ...change } = input.body as Asked["body"];
    if (rev !== row.rev) throw new ApiProblem({ code: "stale", status: 409, message: "late", current: row });
    const next = { ...row, ...change, rev: rev + 1 } as Field;
    rows.set(row.id, next);
    return next;
  };
  const kept = {
    read: (key: string) => tab.get(key),
    write: (key: string, value: unknown) => tab.set(key, JSON.parse(JSON.stringify(value))),
    remove: (key: string) => tab.delete(key),
  };
  const page = async () => {
    const env = { api: { call }, session: { app: { id: 2 } }, tab: kept, now: () => of.now, t: (key: string) => key };
    const store = CustomFieldsStore.create({}, { ...env, report: () => undefined } as unknown as Env);
    await store.list(5);
    store.findBulk(5);
    return store;
  };
  const places = () => [...rows.values()].map((row) => row.places.length);
  return { rows, tab, asked, of, page, places };
}

test("it is undone on a page that was loaded anew, except where somebody has changed a field since", async () => {
  const { rows, tab, page, places } = server();
  const store = await page();
  expect(await store.runBulk(5, store.fields ?? [], { act: "listed" })).toEqual({ changed: 3, failed: [], left: 0 });
  expect(places()).toEqual([2, 2, 2]);
  rows.set(2, { ...(rows.get(2) as Field), rev: 9 });

  const after = await page();
  expect(after.bulk).toMatchObject({ act: "listed", of: 3, until: "2026-06-15T12:10:00.000Z" });
  expect(await after.undoBulk(5)).toEqual({ changed: 2, skipped: 1, failed: [], left: 0 });

  expect(places()).toEqual([1, 2, 1]);
  expect([after.bulk, tab.size]).toEqual([undefined, 0]);
  expect(after.saving.of(2).problem).toBeUndefined();
});

test("it tells how far it is, and stopped, leaves the rest alone and can be undone", async () => {
  const { of, page, places } = server();
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  of.hold = () => isLetGo;
  const store = await page();

  const running = store.runBulk(5, store.fields ?? [], { act: "listed" });
  await expect.poll(() => store.bulkJob).toEqual({ id: 0, done: 0, of: 3, progress: 0, stops: true });
  store.halt();
  letGo();

  expect(await running).toEqual({ changed: 1, failed: [], left: 2 });
  expect([places(), store.bulkJob]).toEqual([[2, 1, 1], undefined]);
  expect(await store.undoBulk(5)).toEqual({ changed: 1, skipped: 0, failed: [], left: 0 });
  expect(places()).toEqual([1, 1, 1]);
});

test("what a reload has cut off half-way is found with what was done by then", async () => {
  const { of, page } = server();
  const store = await page();
  let saved = 0;
  of.hold = () => (saved++ < 2 ? Promise.resolve() : new Promise(() => undefined));
  void store.runBulk(5, store.fields ?? [], { act: "listed" });
  await expect.poll(() => store.bulk?.changed.length).toBe(2);
  of.hold = async () => undefined;

  const after = await page();

  expect(after.bulk).toMatchObject({ of: 3, changed: [{ id: 1 }, { id: 2 }] });
  expect(await after.undoBulk(5)).toMatchObject({ changed: 2 });
});

test.each(["network", "timeout", "unexpected", "forbidden"])(
  "an undoing that ends with %s can be tried again, and after ten minutes there is none",
  async (code) => {
    const { of, page, places } = server();
    const store = await page();
    await store.runBulk(5, store.fields ?? [], { act: "listed" });
    of.refused = code;

    expect(await store.undoBulk(5)).toBeUndefined();
    expect([store.unbulking.problem?.code, store.bulk?.changed.length]).toEqual([code, 3]);
    of.now = new Date("2026-06-15T12:10:01Z");
    expect((await page()).bulk).toBeUndefined();
    of.refused = "";
    await store.undoBulk(5);

    expect(places()).toEqual([1, 1, 1]);
  },
);

test.each(["event-data.answers_alike", "event-data.field_wrong", "invalid"])(
  "a field that is refused by %s is told, the others are put back, and it is the only one for the next attempt",
  async (code) => {
    const { of, asked, page, places } = server();
    const store = await page();
    await store.runBulk(5, store.fields ?? [], { act: "listed" });
    of.refusedOf = { id: 2, code };

    expect(await store.undoBulk(5)).toEqual({
      ...{ changed: 2, skipped: 0, left: 0 },
      failed: [{ id: 2, why: code === "invalid" ? "not now" : `problem:${code}` }],
    });

    expect([places(), store.bulk?.changed.map(({ id }) => id)]).toEqual([[1, 2, 1], [2]]);
    expect([store.unbulking.problem, store.saving.of(2).problem]).toEqual([undefined, undefined]);
    asked.length = 0;
    of.refusedOf = undefined;
    expect(await store.undoBulk(5)).toEqual({ changed: 1, skipped: 0, failed: [], left: 0 });
    expect([places(), asked.map(({ id }) => id), store.bulk]).toEqual([[1, 1, 1], [2], undefined]);
  },
);

test("what was done to the fields of one event can still be undone after another event had its turn", async () => {
  const { page, places } = server();
  const store = await page();
  await store.runBulk(5, store.fields ?? [], { act: "listed" });
  await store.list(6);
  await store.runBulk(6, (store.fields ?? []).slice(2), { act: "filter" });
  expect(store.bulk).toMatchObject({ eventId: 6, changed: [{ id: 3 }] });

  const after = await page();

  expect(after.bulk).toMatchObject({ eventId: 5, act: "listed", of: 3 });
  expect(await after.undoBulk(5)).toEqual({ changed: 2, skipped: 1, failed: [], left: 0 });
  await after.list(6);
  after.findBulk(6);
  expect(await after.undoBulk(6)).toEqual({ changed: 1, skipped: 0, failed: [], left: 0 });
  expect(places()).toEqual([1, 1, 2]);
});
