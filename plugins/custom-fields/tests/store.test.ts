import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import { CustomFieldsStore } from "../web/store.ts";

type Store = ReturnType<typeof CustomFieldsStore.create>;

const field = (rev: number, label: string) => ({ id: 3, key: "diet", rev, labels: { "en-gb": label } });

test("a save that comes too late shows the field as somebody else left it, and tells why", async () => {
  const answers: Record<string, unknown> = {
    listFields: [field(1, "Diet")],
    saveField: new ApiProblem({ code: "stale", status: 409, message: "late", current: field(2, "Theirs") }),
  };
  const call = async ({ name }: AnyEndpoint) => {
    const answer = answers[name];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const store = CustomFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(5);

  const saved = await store.save(5, store.fields?.[0] as never, { labels: { "en-gb": "Mine" } });

  expect(saved).toBeUndefined();
  expect(store.saving.of(3).problem?.code).toBe("stale");
  expect(store.fields).toEqual([field(2, "Theirs")]);
});

test("a save that fails says so of its own field only, and one of another field overtakes it not", async () => {
  const refused = new ApiProblem({ code: "stale", status: 409, message: "late", current: field(2, "Theirs") });
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  const size = { ...field(1, "Size"), id: 4 };
  const call = async ({ name }: AnyEndpoint, { params }: { params?: { fieldId?: number } } = {}) => {
    if (name === "listFields") return [field(1, "Diet"), size];
    if (params?.fieldId === 4) return { ...size, rev: 2 };
    await isLetGo;
    throw refused;
  };
  const store = CustomFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(5);

  const late = store.save(5, store.fields?.[0] as never, {});
  expect(await store.save(5, store.fields?.[1] as never, {})).toMatchObject({ id: 4, rev: 2 });
  letGo();
  await late;

  expect([store.saving.of(3), store.saving.of(4)].map(({ problem }) => problem?.code)).toEqual(["stale", undefined]);
  expect(store.fields).toEqual([field(2, "Theirs"), { ...size, rev: 2 }]);
});

test("an answer about a field of another event than the one that is shown does not come into the list", async () => {
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listFields") return [field(1, "Diet")];
    await isLetGo;
    return { ...field(1, "Size"), id: 4 };
  };
  const store = CustomFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(5);

  const making = store.create(5, {} as never);
  await store.list(6);
  letGo();

  expect(await making).toMatchObject({ id: 4 });
  expect(store.fields).toEqual([field(1, "Diet")]);
});

test("what is done to the answers of one field is told of no other, nor lists the fields of an event that is left", async () => {
  const size = { ...field(1, "Size"), id: 4 };
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((done) => (letGo = done));
  const call = async (
    { name }: AnyEndpoint,
    { params }: { params?: { eventId?: number; fieldId?: number; jobId?: number } } = {},
  ) => {
    if (name === "listFields") return params?.eventId === 6 ? [size] : [field(1, "Diet")];
    if (name === "listFieldUse") return { keys: [] };
    if (name === "getJob") return { id: params?.jobId, state: "done", progress: 1, result: {} };
    if (params?.fieldId === 4) throw new ApiProblem({ code: "http", status: 500, message: "No" });
    await isLetGo;
    return { job: { id: 8 } };
  };
  const store = CustomFieldsStore.create({}, {
    session: {},
    tab: { read: () => undefined, write: () => undefined, remove: () => undefined },
    api: { call },
    t: (key: string) => key,
    report: () => undefined,
  } as unknown as Env);
  await store.list(5);

  const removing = store.remove(5, store.fields?.[0] as never);
  await store.list(6);
  await store.changeKind(6, size as never, { kind: "number", mode: "apply" });
  expect([store.replacing.of(3), store.replacing.of(4)].map(({ busy, problem }) => [busy, problem?.status])).toEqual([
    [true, undefined],
    [false, 500],
  ]);
  letGo();

  expect(await removing).toMatchObject({ jobId: 8 });
  expect(store.fields).toEqual([size]);
});

test("of the fields that come with an undoing, only its own is as the person has made it", async () => {
  let rev = 1;
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listFields") return [field(rev, "Diet"), { ...field(rev, "Size"), id: 4 }];
    if (name === "listFieldUse") return { keys: [] };
    if (name === "getJob") return { state: "done", progress: 1, result: {} };
    return { job: { id: 8 } };
  };
  const store = CustomFieldsStore.create({}, {
    api: { call },
    t: (key: string) => key,
    report: () => undefined,
  } as unknown as Env);
  await store.list(5);

  rev = 2;
  await store.undoLast(5, { did: "option", field_id: 3, job: { id: 7 } } as never);

  expect(store.fields?.map((one) => [one.id, one.rev, store.isMadeHere(one)])).toEqual([
    [3, 2, true],
    [4, 2, false],
  ]);
  expect(store.isMadeHere(field(3, "Diet") as never)).toBe(false);
});

test.each([
  ["saveField", (store: Store, one: never) => store.save(5, one, {})],
  ["archiveField", (store: Store, one: never) => store.archive(5, one, true)],
  ["changeFieldKind", (store: Store, one: never) => store.changeKind(5, one, { kind: "text", mode: "dry-run" })],
  ["removeField", (store: Store, one: never) => store.remove(5, one)],
] as const)("a field that somebody has removed leaves the list: %s", async (_, act) => {
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listFields") return [field(1, "Diet"), { ...field(1, "Size"), id: 4 }];
    throw new ApiProblem({ code: "not_found", status: 404, message: "gone" });
  };
  const store = CustomFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(5);

  expect(await act(store, store.fields?.[0] as never)).toBeUndefined();

  expect(store.fields?.map(({ id }) => id)).toEqual([4]);
});

test.each([
  ["removed", "not_found"],
  ["changed", "stale"],
])("an order that names a field that somebody has %s shows those that are there", async (_, code) => {
  const lists = [[field(1, "Diet"), { ...field(1, "Size"), id: 4 }], [{ ...field(1, "Size"), id: 4 }]];
  const call = async ({ name }: AnyEndpoint) => {
    if (name === "listFields") return lists.shift();
    throw new ApiProblem({ code, status: 409, message: "gone" });
  };
  const store = CustomFieldsStore.create({}, { api: { call }, report: () => undefined } as unknown as Env);
  await store.list(5);

  expect(await store.order(5, [{ id: 4 }, { id: 3 }])).toBeUndefined();

  expect(store.ordering.problem?.code).toBe(code);
  expect(store.fields?.map(({ id }) => id)).toEqual([4]);
});

const [text, number] = ["text", "number"].map((kind) => ({ ...field(1, "Years"), kind }));
const [three, two] = [
  ["a", "b", "c"],
  ["b", "c"],
].map((keys) => {
  return { ...field(1, "Diet"), options: keys.map((key) => ({ key, labels: {} })) };
});

test.each([
  {
    what: "a change of kind",
    act: "changeKind",
    // It is of the new kind until what was begun has been put back.
    states: [text, number, text],
    begin: (store: Store) => store.changeKind(5, text as never, { kind: "number", mode: "apply" }),
    told: "common:fields.stopped",
  },
  {
    what: "the undoing of a change of kind",
    act: "undoKind",
    states: [number, text, number],
    begin: (store: Store) => store.undoKind(5, number as never, 7),
    told: "common:fields.undoStopped",
  },
  {
    what: "the undoing of an option that was taken out",
    act: "undoOption",
    states: [two, three, two],
    begin: (store: Store) => store.undoOption(5, two as never, 7),
    told: "common:fields.undoStopped",
  },
])("$what that is stopped is told so, once the field is what it was", async ({ act, states, begin, told }) => {
  const asked: string[] = [];
  const job = (state: string, progress = 0) => ({ id: 8, state, progress });
  const answers: Record<string, unknown[]> = {
    listFields: states.map((one) => [one]),
    [act]: [{ job: job("queued") }],
    getJob: [job("running", 0.4), job("cancelled", 0.4)],
    cancelJob: [job("cancelled")],
  };
  const call = async ({ name }: AnyEndpoint) => {
    asked.push(name);
    return answers[name]?.shift();
  };
  const t = (key: string) => key;
  const store = CustomFieldsStore.create({}, { api: { call }, t, report: () => undefined } as unknown as Env);
  await store.list(5);

  const changing = begin(store);
  await expect.poll(() => store.running[3]).toEqual({ id: 8, progress: 0.4, stops: true });
  await store.stop(3);
  const changed = await changing;

  expect(changed).toBeUndefined();
  expect(store.replacing.of(3).problem?.message).toBe(told);
  expect([store.fields, store.running[3]]).toEqual([[states[2]], undefined]);
  expect(asked.filter((name) => name === "cancelJob")).toHaveLength(1);
});
