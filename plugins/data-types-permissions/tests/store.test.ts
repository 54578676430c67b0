import { getEnv } from "mobx-state-tree";
import { expect, test } from "vitest";
import type { AnyEndpoint } from "#schemas/endpoint.ts";
import { ApiProblem, type Env } from "#web";
import type { Cell, RuledType, TypeRules } from "../contract.ts";
import { type Attempt, restOf, TypeRulesStore } from "../web/store.ts";

const type = (id: number, category: 1 | 2 | 3, profiles: number) =>
  ({
    id,
    type: `Type ${id}`,
    type_category_id: category,
    labels: {},
    icon: "person",
    colour: "blue",
    defaults: null,
    profiles,
  }) as RuledType;
const TYPES = [type(1, 1, 10), type(2, 1, 4), type(3, 3, 5)];
const [attendee, speaker, product] = TYPES as [RuledType, RuledType, RuledType];
const cell = (from: number, to: number, verb: Cell["verb"], allow: boolean): Cell => ({ from, to, verb, allow });
const rules = (rev: number, cells: Cell[] = [], changes: Partial<TypeRules> = {}): TypeRules => ({
  rev,
  cells,
  settings: [],
  looks: [],
  order: [],
  links: null,
  groups: [],
  types: TYPES,
  others: [],
  ...changes,
});

/** `first` is what is stored of each event, unless `answers` tells otherwise by then. */
async function opened(first: TypeRules, answers: Record<string, unknown> = {}) {
  const sent: { name: string; body: unknown }[] = [];
  const call = async ({ name }: AnyEndpoint, input: { body?: unknown } = {}) => {
    sent.push({ name, body: input.body });
    const answer = await (name === "getTypeRules" ? (answers[name] ?? first) : answers[name]);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const put: unknown[] = [];
  const session = {
    types: TYPES,
    eventId: 5,
    putEventTypes: (all: unknown) => put.push(all),
    isAllowed: () => true,
  };
  const store = TypeRulesStore.create({}, {
    api: { call },
    session,
    locale: () => "en-gb",
    report: () => undefined,
  } as unknown as Env);
  await store.load(5);
  return { store, sent, put, session };
}

test("a row is said at once, taken back at once, and what it changes for how many pairs is known before it is saved", async () => {
  const { store } = await opened(rules(0));

  store.say("see", [attendee], TYPES, false);

  expect(store.changed).toEqual(["1:1:see", "1:2:see", "1:3:see"]);
  expect(store.effect.map(({ verb, gained, lost }) => [verb, gained, lost])).toEqual([
    ["see", 0, 10 * 9 + 10 * 4 + 10 * 5],
    ["recommend", 0, 180],
    ["meet", 0, 130],
    ["message", 0, 130],
  ]);
  store.undo();
  expect([store.changed, store.effect]).toEqual([[], []]);
});

test("undoing one's own step takes back nothing that somebody else has saved meanwhile", async () => {
  const theirs = cell(2, 1, "message", false);
  const { store } = await opened(rules(1), { takeUpType: rules(3, [theirs]) });
  store.say("meet", [attendee], [speaker], false);

  await store.takeUp(3);
  expect(store.changed).toEqual(["1:2:meet"]);
  store.undo();

  expect(store.changed).toEqual([]);
  expect(store.draft.cells).toEqual({ "2:1:message": false });
});

test("what can never be done is not said, nor what is said already", async () => {
  const { store } = await opened(rules(1, [cell(1, 2, "meet", false)]));

  store.say("meet", [product], TYPES, true);
  store.say("meet", [attendee], [speaker, product], false);

  expect([store.changed, store.past.length]).toEqual([[], 0]);
});

test("discarding can be taken back; a setting that is usual again counts for nothing", async () => {
  const { store } = await opened(rules(1));
  store.say("meet", [attendee], [speaker], false);
  store.set(2, { pending: 3 });

  store.discard();
  expect(store.changed).toEqual([]);
  store.undo();
  expect(store.changed).toEqual(["1:2:meet", "type:2"]);
  store.set(2, { pending: 50 });
  expect(store.changed).toEqual(["1:2:meet"]);
});

test("a rule without effect is told: meeting whom one may not see, and meetings without requests", async () => {
  const { store } = await opened(rules(1));

  store.say("see", [attendee], [speaker], false);
  store.say("message", [attendee], [speaker], true);
  store.set(2, { pending: 0 });

  expect(store.warnings).toEqual([
    { kind: "unseen", from: store.type(1), to: store.type(2), verb: "message" },
    { kind: "noRequests", from: store.type(2) },
  ]);
});

test("a team without a kind of relationship is told, as long as no kind links the two", async () => {
  const [company, other] = [type(4, 2, 3), type(5, 2, 3)];
  const links = [{ person: 1, company: 4 }];
  const { store } = await opened(rules(1, [], { types: [attendee, company, other], links }));

  store.say("team", [attendee], [company, other], true);

  expect(store.warnings).toEqual([{ kind: "unlinked", from: store.type(1), to: store.type(5), verb: "team" }]);
});

test("a type is called and placed otherwise at once, and what is the app's anyway counts for nothing", async () => {
  const { store, sent } = await opened(rules(1), { saveTypeRules: rules(2) });

  store.show(1, { labels: { "en-gb": { one: " Visitor ", many: "" } }, icon: "person", colour: "rose" });
  store.place(2, 1);

  expect(store.types.map((one) => [one.type, one.system, one.icon, one.colour])).toEqual([
    ["Type 2", "Type 2", "person", "blue"],
    ["Visitor", "Type 1", "person", "rose"],
    ["Type 3", "Type 3", "person", "blue"],
  ]);
  const look = { type: 1, labels: { "en-gb": { one: "Visitor", many: "" } }, colour: "rose" };
  await store.save();
  expect(sent.at(-1)?.body).toMatchObject({ looks: [look], order: [2, 1, 3] });
  expect(store.changed).toEqual([]);
  store.place(2, 1);
  store.place(1, 2);
  store.show(3, { labels: { de: { one: " ", many: "" } }, icon: "person" });
  expect(store.changed).toEqual([]);
});

test("a save that comes too late keeps both sides; each clash is chosen and the rest goes along", async () => {
  const theirs = rules(8, [cell(1, 2, "meet", true), cell(2, 1, "scan", true)]);
  const answers: Record<string, unknown> = {
    saveTypeRules: new ApiProblem({ code: "stale", status: 409, message: "late", current: theirs }),
  };
  const { store, sent } = await opened(rules(7), answers);
  store.say("meet", [attendee], [speaker], false);
  store.say("message", [attendee], [speaker], false);

  expect(await store.save()).toBeUndefined();
  expect(store.theirs?.rev).toBe(8);
  answers["saveTypeRules"] = rules(9, [...theirs.cells, cell(1, 2, "message", false)]);
  store.settle(new Set(["1:2:meet"]));
  await store.save();

  expect(sent.at(-1)?.body).toEqual({
    cells: [cell(1, 2, "meet", true), cell(2, 1, "scan", true), cell(1, 2, "message", false)],
    settings: [],
    looks: [],
    order: [],
    rev: 8,
  });
  expect([store.changed, store.theirs]).toEqual([[], undefined]);
});

test("a type that leaves takes along what was being said of it, and the navigation follows", async () => {
  const { store, put } = await opened(rules(1), { leaveType: rules(1, [], { types: [attendee, product] }) });
  store.say("meet", [attendee], [attendee, speaker], false);

  await store.leave(2);

  expect(store.changed).toEqual(["1:1:meet"]);
  expect(put.at(-1)).toEqual([
    { id: 1, type: "Type 1", type_category_id: 1 },
    { id: 3, type: "Type 3", type_category_id: 3 },
  ]);
});

test("where a type has left the event meanwhile, what was said of the others stays and is saved next", async () => {
  const without = rules(1, [], { types: [attendee, product] });
  const refused = new ApiProblem({ code: "data-types-permissions.cell_wrong", status: 400, message: "gone" });
  const answers: Record<string, unknown> = { saveTypeRules: refused };
  const { store, sent } = await opened(rules(1), answers);
  store.say("see", [attendee], [speaker, product], false);
  const { call } = (getEnv(store) as Env).api as unknown as { call: (of: AnyEndpoint, input: object) => unknown };
  Object.assign((getEnv(store) as Env).api, {
    call: (of: AnyEndpoint, input: object) => (of.name === "getTypeRules" ? Promise.resolve(without) : call(of, input)),
  });

  const attempt = store.attempt as Attempt;
  expect(await store.save()).toBeUndefined();

  expect(store.saving.of(5).problem).toMatchObject({
    code: "data-types-permissions.cell_wrong",
    reasons: { "": { text: "data-types-permissions:gone.left", values: { count: 1, names: "Type 2" } } },
  });
  expect(store.types.map(({ id }) => id)).toEqual([1, 3]);
  expect([store.changed, store.past.length]).toEqual([["1:3:see"], 0]);
  expect(restOf(attempt, store.saving.of(5).problem)).toEqual(store.attempt);
  answers["saveTypeRules"] = rules(2, [cell(1, 3, "see", false)], { types: [attendee, product] });
  expect(await store.save()).toMatchObject({ rev: 2 });
  expect(sent.at(-1)?.body).toMatchObject({ rev: 1, cells: [cell(1, 3, "see", false)] });
});

test("a rule of a type that is of another category by now goes with it, and the rest can be saved", async () => {
  const moved = rules(1, [], { types: [attendee, { ...speaker, type_category_id: 3 }, product] });
  const answers: Record<string, unknown> = {};
  const { store, sent } = await opened(rules(1), answers);
  store.say("meet", [attendee], [attendee, speaker], false);
  answers["getTypeRules"] = moved;
  answers["saveTypeRules"] = new ApiProblem({
    code: "data-types-permissions.cell_wrong",
    status: 400,
    message: "wrong",
  });

  expect(await store.save()).toBeUndefined();

  expect([store.changed, store.saving.of(5).problem?.code]).toEqual([
    ["1:1:meet"],
    "data-types-permissions.cell_wrong",
  ]);
  answers["saveTypeRules"] = rules(2, [cell(1, 1, "meet", false)], { types: moved.types });
  expect(await store.save()).toMatchObject({ rev: 2 });
  expect(sent.at(-1)?.body).toMatchObject({ cells: [cell(1, 1, "meet", false)] });
});

test("what is answered about an event that is no longer shown stays out of the page of another one", async () => {
  const late = rules(2, [cell(1, 1, "see", false)]);
  const refused = new ApiProblem({ code: "stale", status: 409, message: "late", current: late });
  const acts = [
    ["saveTypeRules", late],
    ["saveTypeRules", refused],
    ["takeUpType", late],
    ["leaveType", late],
  ] as const;
  for (const [name, answer] of acts) {
    let letGo: (answer: unknown) => void = () => undefined;
    const answers: Record<string, unknown> = { [name]: new Promise((done) => (letGo = done)) };
    const { store } = await opened(rules(1), answers);
    store.say("meet", [attendee], [speaker], false);
    const asked = name === "saveTypeRules" ? store.save() : name === "takeUpType" ? store.takeUp(4) : store.leave(2);
    answers["getTypeRules"] = rules(7);
    await store.load(6);
    store.say("message", [attendee], [speaker], false);

    letGo(answer);
    await asked;

    expect([store.saved?.rev, store.theirs, store.changed, store.past.length]).toEqual([
      7,
      undefined,
      ["1:2:message"],
      1,
    ]);
  }
});

test("what is answered after another event was selected stays out of that one's navigation", async () => {
  let letGo: (answer: unknown) => void = () => undefined;
  const { store, put, session } = await opened(rules(1), { leaveType: new Promise((done) => (letGo = done)) });
  const before = put.length;
  const leaving = store.leave(2);
  session.eventId = 6;

  letGo(rules(2));
  await leaving;

  expect([put.length, store.saved?.rev]).toEqual([before, 2]);
});

test("what somebody else decided otherwise meanwhile is chosen when one comes back to what was edited", async () => {
  const answers: Record<string, unknown> = {};
  const { store } = await opened(rules(1), answers);
  store.say("meet", [attendee], [speaker], false);
  answers["getTypeRules"] = rules(2, [cell(1, 2, "meet", true), cell(2, 1, "scan", true)]);

  await store.load(5);

  expect([store.saved?.rev, store.theirs?.rev, store.changed]).toEqual([1, 2, ["1:2:meet"]]);
  store.drop();
  expect([store.saved?.rev, store.changed]).toEqual([2, []]);
});

test("what could not be saved is taken up under what is being edited by then, and its clashes are chosen", async () => {
  const theirs = rules(2, [cell(1, 1, "see", true)]);
  const refused = new ApiProblem({ code: "stale", status: 409, message: "late", current: theirs });
  const answers: Record<string, unknown> = { saveTypeRules: refused };
  const { store } = await opened(rules(1), answers);
  store.say("see", [attendee], [attendee, speaker], false);
  const attempt = store.attempt as Attempt;
  answers["getTypeRules"] = rules(7);
  await store.load(6);
  await store.save(attempt);
  answers["getTypeRules"] = theirs;
  await store.load(5);
  store.say("see", [attendee], [speaker], true);
  store.say("scan", [attendee], [speaker], true);

  store.resume(attempt);

  expect([store.saved?.rev, store.theirs?.rev, store.changed]).toEqual([1, 2, ["1:1:see", "1:2:scan", "1:2:see"]]);
  store.settle(new Set());
  expect([store.draft.cells, store.theirs]).toEqual([
    { "1:1:see": false, "1:2:see": true, "1:2:scan": true },
    undefined,
  ]);
});
