// A field comes to be of another kind: every answer converts or is told, all of it is undone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { EventDataTables } from "../server/tables.ts";

let server: TestApp;
let expert: Asker;
let admin: Asker;
let base: string;
let elsewhere: string;
let type: number;
let now = new Date("2026-05-01T10:00:00.000Z");
let round = 0;

beforeAll(async () => {
  server = await app({ now: () => now });
  [expert, admin] = [await server.as("expert"), await server.as("app")];
  base = `/1/api/container/${server.bigEventId}`;
  elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

const option = (key: string, more: object = {}) => ({ key, labels: { "en-gb": key.toUpperCase() }, ...more });

async function make(draft: object): Promise<Field> {
  round += 1;
  const made = await expert.post(`${base}/field`, { labels: { "en-gb": `Kinds ${round}` }, ...draft });
  expect(made.status).toBe(201);
  return made.data;
}
async function guest(fields: object, at = base): Promise<{ id: number; rev: number }> {
  const made = await expert.post(`${at}/thing`, { type_id: type, last_name: "Guest", fields });
  expect(made.status).toBe(201);
  return made.data;
}
const answer = async ({ id }: { id: number }, { key }: Field, at = base) =>
  (await expert.get(`${at}/thing/${id}`)).data.fields[key];
const answers = (people: { id: number }[], field: Field) => Promise.all(people.map((one) => answer(one, field)));
const current = async ({ id }: Field): Promise<Field> =>
  ((await expert.get(`${base}/field`)).data as Field[]).find((one) => one.id === id) as Field;

async function change(field: Field, kind: string, body: object = {}, who = expert, at = base) {
  const started = await who.post(`${at}/field/${field.id}/kind`, { rev: field.rev, kind, mode: "apply", ...body });
  return started.status === 202 ? (await who.finished(started.data.job.id)).data : started;
}
async function undo(field: Field, jobId: number, who = expert, at = base) {
  const started = await who.post(`${at}/field/${field.id}/kind-job/${jobId}/undo`);
  return started.status === 202 ? (await who.finished(started.data.job.id)).data : started;
}

test("a dry run tells what converts and what would be lost, with examples, and changes nothing", async () => {
  const field = await make({ kind: "text", limits: { max_length: 40 }, unique: true });
  const people = [await guest({ [field.key]: "12" }), await guest({ [field.key]: "1.5" })];
  const loser = await guest({ [field.key]: "about ten" });

  const { result } = await change(field, "number", { mode: "dry-run" });

  expect(result).toMatchObject({ answers: 3, lost: 1, changed: 3, drops: ["unique", "limits"], until: null });
  expect(result.losing).toEqual([
    { id: loser.id, event_id: server.bigEventId, name: "Guest", answer: "about ten", into: null },
  ]);
  expect(result.keeping.map(({ answer, into }: { answer: string; into: string }) => [answer, into])).toEqual([
    ["12", "12"],
    ["1.5", "1.5"],
  ]);
  expect(await answers([...people, loser], field)).toEqual(["12", "1.5", "about ten"]);
  expect(await current(field)).toEqual(field);
});

test("nothing is lost unless that is said, and what is lost stands in the history and comes back", async () => {
  const field = await make({ kind: "text", unique: true });
  const people = [await guest({ [field.key]: "7" }), await guest({ [field.key]: "seven" })];

  const refused = await change(field, "number");
  const untouched = [await answers(people, field), await current(field)];
  const job = await change(field, "number", { lose: 1 });
  const after = [await answers(people, field), (await current(field)).kind];
  const history = (await expert.get(`${base}/thing/${people[1]?.id}/history`)).data;
  const back = await undo(field, job.id);

  expect(refused).toMatchObject({ state: "failed" });
  expect(untouched).toEqual([["7", "seven"], field]);
  expect(job.result).toMatchObject({ answers: 2, lost: 1, changed: 2, until: "2026-05-01T10:10:00.000Z" });
  expect(after).toEqual([[7, undefined], "number"]);
  expect(history[0]).toMatchObject({
    before: { [`fields.${field.key}`]: "seven" },
    after: { [`fields.${field.key}`]: null },
  });
  expect(back.result).toMatchObject({ changed: 2, skipped: 0 });
  expect(await answers(people, field)).toEqual(["7", "seven"]);
  expect(await current(field)).toMatchObject({ kind: "text", unique: true, limits: {} });
  expect((await undo(field, job.id)).error.code).toBe("event-data.undo_over");
});

test("words become options, the most frequent first, whatever their case", async () => {
  const field = await make({ kind: "text" });
  const people = [];
  for (const text of ["Vegan", "vegan", "None", " None"]) people.push(await guest({ [field.key]: text }));

  const job = await change(field, "choice", { options: [option("halal")] });

  expect(job.result).toMatchObject({ lost: 0, changed: 3 });
  expect((await current(field)).options).toEqual([
    option("halal"),
    { key: "vegan", labels: { "en-gb": "Vegan" } },
    { key: "none", labels: { "en-gb": "None" } },
  ]);
  expect(await answers(people, field)).toEqual(["vegan", "vegan", "none", "none"]);
});

test("what one option is called is not the key of another: everybody keeps what they said", async () => {
  const field = await make({ kind: "text" });
  const people = [];
  for (const text of ["10+", "10+", "10", "-1", "-1", "1"]) people.push(await guest({ [field.key]: text }));

  expect((await change(field, "choice")).result).toMatchObject({ lost: 0 });

  const { options } = await current(field);
  const names = new Map(options.map(({ key, labels }) => [key, labels["en-gb"]]));
  const said = (await answers(people, field)).map((key) => names.get(key));
  expect(said).toEqual(["10+", "10+", "10", "-1", "-1", "1"]);
});

test("answers with options that are no longer offered go along, and several in one choice would be lost", async () => {
  const options = [option("a"), option("b")];
  const field = await make({ kind: "choices", options });
  const people = [await guest({ [field.key]: ["a"] }), await guest({ [field.key]: ["a", "b"] })];
  const { data: archived } = await expert.patch(`${base}/field/${field.id}`, {
    rev: field.rev,
    options: [option("a", { archived: true }), option("b")],
  });

  const told = await change(archived, "choice", { mode: "dry-run" });
  const job = await change(archived, "choice", { lose: 1 });
  const asChoice = await answers(people, field);
  await change(await current(field), "text");

  expect(told.result).toMatchObject({ answers: 2, lost: 1, archived: 2 });
  expect(told.result.losing[0]).toMatchObject({ answer: "A, B" });
  expect(job.state).toBe("done");
  expect(asChoice).toEqual(["a", undefined]);
  expect(await answers(people, field)).toEqual(["A", undefined]);
});

test("days and times change on the clocks of the event, and who says yes or no is read so", async () => {
  const [moment, yes, country] = [
    await make({ kind: "datetime" }),
    await make({ kind: "boolean" }),
    await make({ kind: "country" }),
  ];
  const person = await guest({ [moment.key]: "2026-07-01T23:30:00.000Z", [yes.key]: true, [country.key]: "DE" });

  const jobs = [await change(moment, "date"), await change(yes, "choice"), await change(country, "text")];

  expect(jobs.map(({ result }) => result.lost)).toEqual([0, 0, 0]);
  const { timezone } = (await expert.get(`${base}`)).data;
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone }).format(new Date("2026-07-01T23:30:00Z"));
  expect(await answer(person, moment)).toBe(day);
  expect(await answer(person, yes)).toBe("yes");
  expect(await answer(person, country)).toBe("Germany");
});

test("what names the field in a way that no longer fits is told; a name of an option follows", async () => {
  const field = await make({ kind: "choice", options: [option("a"), option("b")] });
  const person = await guest({ [field.key]: "a" });
  const view = async (name: string, filter: unknown[]) => {
    const query = `?${new URLSearchParams({ filter: JSON.stringify([filter]) })}`.slice(1);
    const made = await expert.post(`${base}/thing-view`, { list: "all", name, query, shared: true });
    expect(made.status).toBe(201);
    return made.data;
  };
  await view("Those of A", [`fields.${field.key}`, "eq", "a"]);
  await view("After A", [`fields.${field.key}`, "gt", "a"]);
  await view("Without", [`fields.${field.key}`, "empty", true]);

  const told = await change(field, "text", { mode: "dry-run" });
  await change(field, "text");
  const found = (await expert.get(`${base}/thing-view?list=all`)).data.views as { name: string; query: string }[];

  expect(told.result.misfits.map(({ name }: { name: string }) => name)).toEqual(["After A"]);
  expect(await answer(person, field)).toBe("A");
  const query = found.find(({ name }) => name === "Those of A")?.query ?? "";
  expect(JSON.parse(new URLSearchParams(query).get("filter") ?? "")).toEqual([[`fields.${field.key}`, "eq", "A"]]);
});

test("who answers anew before it is undone keeps that answer, in the former kind where it can be", async () => {
  const field = await make({ kind: "text" });
  const [first, second] = [await guest({ [field.key]: "1" }), await guest({ [field.key]: "2" })];
  const job = await change(field, "number");
  await expert.patch(`${base}/thing/${first.id}`, { rev: first.rev + 1, fields: { [field.key]: 30 } });
  const late = await guest({ [field.key]: 4 });

  const back = await undo(field, job.id);

  expect(back.result).toMatchObject({ skipped: 0 });
  expect(await answers([first, second, late], field)).toEqual(["30", "2", "4"]);
});

test("lists are sorted by the field as it is then", async () => {
  const field = await make({ kind: "text", places: ["profile", "list"] });
  const tag = { company_name: `Sorted ${field.key}` };
  for (const text of ["10", "9", "8.5"]) {
    const made = await expert.post(`${base}/thing`, {
      ...{ type_id: type, last_name: text, ...tag },
      fields: { [field.key]: text },
    });
    expect(made.status).toBe(201);
  }
  const listed = async () => {
    const question = {
      filter: [{ field: "company_name", op: "eq", value: tag.company_name }],
      sort: [{ field: `fields.${field.key}`, direction: "asc" }],
    };
    const { rows } = (await expert.post(`${base}/thing/query`, question)).data;
    return rows.map(({ name }: { name: string }) => name);
  };

  const before = await listed();
  await change(field, "number");

  expect(before).toEqual(["10", "8.5", "9"]);
  expect(await listed()).toEqual(["8.5", "9", "10"]);
});

/** How the answers to a field stand in the order that is kept for lists, by profile. */
async function order({ id }: Field) {
  const tables = server.deps.database.quick.withTables<EventDataTables>();
  const listed = await tables
    .selectFrom("event_data_listed")
    .select(["ready", "folds"])
    .where("field_id", "=", id)
    .execute();
  const rows = await tables
    .selectFrom("event_data_answer")
    .select(["thing_id", "answer_number", "answer_text"])
    .where("of_field", "=", id)
    .orderBy("thing_id")
    .execute();
  return { listed, of: (thing: number) => rows.filter(({ thing_id }) => thing_id === thing) };
}

test("the order that lists are sorted by is filled with the answers as they are then, and again when it is undone", async () => {
  const field = await make({ kind: "text", places: ["profile", "list"] });
  const [ten, none] = [await guest({ [field.key]: "10" }), await guest({})];
  const nobody = { thing_id: none.id, answer_number: -1e308, answer_text: "" };

  const job = await change(field, "number");
  const after = await order(field);
  await undo(field, job.id);
  const back = await order(field);

  expect(after.listed).toEqual([{ ready: 1, folds: 0 }]);
  expect([after.of(ten.id), after.of(none.id)]).toEqual([
    [{ thing_id: ten.id, answer_number: 10, answer_text: "" }],
    [nobody],
  ]);
  expect(back.listed).toEqual([{ ready: 1, folds: 1 }]);
  expect([back.of(ten.id), back.of(none.id)]).toEqual([
    [{ thing_id: ten.id, answer_number: -1e308, answer_text: "10" }],
    [nobody],
  ]);
});

test("a multi-event field changes in every event, and comes back in each", async () => {
  const { data: field } = await admin.post("/1/api/field", { labels: { "en-gb": "Shared kind" }, kind: "text" });
  const [here, there] = [await guest({ [field.key]: "1" }), await guest({ [field.key]: "x" }, elsewhere)];

  const told = await change(field, "number", { mode: "dry-run" }, admin, "/1/api");
  const job = await change(field, "number", { lose: 1 }, admin, "/1/api");
  const changed = [await answer(here, field), await answer(there, field, elsewhere)];
  await undo(field, job.id, admin, "/1/api");

  expect(told.result.losing.map(({ event_id }: { event_id: number }) => event_id)).toEqual([
    server.events["Baltic Trade Forum"],
  ]);
  expect(changed).toEqual([1, undefined]);
  expect([await answer(here, field), await answer(there, field, elsewhere)]).toEqual(["1", "x"]);
  expect((await change(field, "number")).error.code).toBe("event-data.shared_field");
});

test("what came to be answered while a multi-event field was of another kind comes back with it", async () => {
  const [mine, theirs] = [server.bigEventId, server.events["Baltic Trade Forum"] as number];
  const draft = { labels: { "en-gb": "Wider kind" }, kind: "text", event_ids: [mine] };
  const { data: field } = await admin.post("/1/api/field", draft);
  const here = await guest({ [field.key]: "1" });
  const job = await change(field, "number", {}, admin, "/1/api");
  const { rev } = await current(field);
  const wider = await admin.patch(`/1/api/field/${field.id}`, { rev, event_ids: [mine, theirs] });
  expect(wider.status).toBe(200);
  const there = await guest({ [field.key]: 2 }, elsewhere);

  await undo(field, job.id, admin, "/1/api");

  expect([await answer(here, field), await answer(there, field, elsewhere)]).toEqual(["1", "2"]);
});

test("a change of kind is no act on profiles: the last of those stays at hand, and neither undoes the other", async () => {
  const field = await make({ kind: "text" });
  const person = await guest({ [field.key]: "1" });
  const bulk = `${base}/thing/bulk`;
  const act = { mode: "apply", selection: { ids: [person.id] }, act: { do: "deactivate" } };
  const done = (await expert.finished((await expert.post(bulk, act)).data.job.id)).data;
  const job = await change(field, "number");

  expect((await expert.get(`${bulk}/last`)).data).toMatchObject({ job: { id: done.id }, do: "deactivate" });
  expect((await expert.post(`${bulk}/${job.id}/undo`)).error.code).toBe("event-data.undo_over");
  expect((await undo(field, done.id)).error.code).toBe("event-data.undo_over");
  expect(await undo(field, job.id)).toMatchObject({ state: "done" });
  expect(await answer(person, field)).toBe("1");
});

test("files, the same kind, an old state and a weaker role are refused", async () => {
  const file = await make({ kind: "file" });
  const text = await make({ kind: "text" });
  const matchmaker = await server.as("matchmaker");

  expect((await change(file, "text")).error.code).toBe("event-data.kind_impossible");
  expect((await change(text, "text")).error.code).toBe("event-data.kind_impossible");
  expect((await change(text, "file")).error.code).toBe("event-data.kind_impossible");
  expect((await change({ ...text, rev: 9 }, "number")).error.code).toBe("stale");
  expect((await change(text, "number", {}, matchmaker)).error.code).toBe("forbidden");
  expect(await change(text, "choice")).toMatchObject({ state: "failed" });
  now = new Date(now.getTime() + 60_000);
});
