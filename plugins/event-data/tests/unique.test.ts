// Answers that no two profiles may give: the same rule wherever answers are given, and also for those who come at once.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Answer, type Asker, app, type TestApp, testDatabase } from "../../../tests/support/app.ts";
import { asProblem, findTaken } from "../server/fields/unique.ts";

let server: TestApp;
let expert: Asker;
let chief: Asker;
let admin: Asker;
let base: string;
let type: number;
let appId: number;
let round = 0;

beforeAll(async () => {
  server = await app();
  [expert, chief, admin] = [await server.as("expert"), await server.as("super"), await server.as("app")];
  base = `/1/api/container/${server.bigEventId}`;
  const [row] = (
    await sql<{ app_id: number }>`select app_id from core_event where id = ${server.bigEventId}`.execute(
      server.deps.database.quick,
    )
  ).rows;
  appId = row?.app_id as number;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

async function field(draft: object = {}): Promise<Field> {
  round += 1;
  const made = await expert.post(`${base}/field`, {
    ...{ labels: { "en-gb": `Badge ${round}` }, kind: "text", unique: true },
    ...draft,
  });
  expect(made.status).toBe(201);
  return made.data;
}
const person = (key: string, answer: unknown, facts: object = {}) => ({
  ...{ type_id: type, first_name: "Ada", last_name: `No ${answer}`, fields: { [key]: answer } },
  ...facts,
});
const give = (key: string, answer: unknown, facts?: object, at = base) =>
  expert.post(`${at}/thing`, person(key, answer, facts));
const answerOf = async (id: number, key: string) => (await expert.get(`${base}/thing/${id}`)).data.fields[key];
const job = async (started: Answer) => (await expert.finished(started.data.job.id)).data.result;
const bulk = (body: object) => expert.post(`${base}/thing/bulk`, { locale: "de", ...body });

describe("an answer that another profile gives", () => {
  test.each<[string, object, unknown, unknown]>([
    ["text, whatever the case", { kind: "text" }, "Ab-17", "aB-17"],
    ["number", { kind: "number" }, 17.5, "17.5"],
    ["e-mail address", { kind: "email" }, "ann@x.example", "ANN@x.example"],
    ["web address", { kind: "url" }, "https://x.example/", "x.example"],
    ["phone number", { kind: "phone" }, "+442079460958", "+44 20 7946 0958"],
    ["day", { kind: "date" }, "2026-01-31", "31.01.2026"],
    ["option", { kind: "choice", options: [{ key: "a", labels: { "en-gb": "Table A" } }] }, "a", "Table A"],
  ])("is refused by the name of that profile: %s", async (_, draft, first, second) => {
    const { key } = await field(draft);
    const held = (await give(key, first)).data;

    const refused = await give(key, second);

    expect([refused.status, refused.error.code]).toEqual([400, "event-data.answers_wrong"]);
    expect(refused.error.fields).toEqual({
      [`fields.${key}`]: `${held.name} (${held.id}) has this answer; no two profiles may give the same`,
    });
    expect(refused.error.reasons).toEqual({
      [`fields.${key}`]: { text: "common:answer.taken", values: { name: held.name, id: held.id } },
    });
  });

  test("is told by all of it: a long text whose end alone differs is another", async () => {
    const { key } = await field({ limits: { max_length: 500 } });
    const long = (end: number) => give(key, "x".repeat(240) + end, { last_name: "Long" });

    expect([(await long(1)).status, (await long(2)).status, (await long(1)).status]).toEqual([201, 201, 400]);
  });

  test("is refused to a save too, is free once it is given up, and no answer is never taken", async () => {
    const { key } = await field();
    const one = (await give(key, "B-1")).data;
    const other = (await give(key, undefined)).data;
    await give(key, undefined);
    const save = (rev: number, answer: unknown) =>
      expert.patch(`${base}/thing/${other.id}`, { rev, fields: { [key]: answer } });

    expect((await save(1, "b-1")).status).toBe(400);
    await expert.patch(`${base}/thing/${one.id}`, { rev: 1, fields: { [key]: null } });
    expect((await save(1, "b-1")).status).toBe(200);
    // Its own answer in other letters is nobody else's.
    expect((await save(2, "B-1")).status).toBe(200);
  });

  test("keeps its line of a file out, be it stored or further up, dry or not", async () => {
    const { key, labels } = await field();
    await give(key, "B-1");
    const file = `First name,Last name,Email,${labels["en-gb"]}\nA,A,a@u.example,b-1\nB,B,b@u.example,B-2\nC,C,c@u.example,b-2\n`;
    const at = (mode: string) => `kind=thing&format=csv&type=${type}&mode=${mode}`;

    for (const mode of ["dry-run", "apply"]) {
      const { result } = (await expert.importFile(server.bigEventId, at(mode), file)).data;

      expect(result).toMatchObject({ created: 1, skipped: 2 });
      expect(result.errors).toEqual([
        { line: 2, field: `fields.${key}`, message: expect.stringContaining("No B-1") },
        { line: 4, field: `fields.${key}`, message: expect.stringMatching(/^B B, further up, has this answer/) },
      ]);
    }
  });

  test("is given by an act on many to the first only, and its undoing leaves out what is taken by then", async () => {
    const { key } = await field();
    const ids: number[] = [];
    for (const name of ["One", "Two"]) ids.push((await give(key, undefined, { last_name: name })).data.id);
    const act = { do: "edit", field: `fields.${key}`, value: "Same" };

    const dry = await job(await bulk({ selection: { ids }, act, mode: "dry-run" }));
    const done = await job(await bulk({ selection: { ids }, act, mode: "apply" }));

    expect([dry.changed, dry.skipped, done.changed, done.skipped]).toEqual([1, 1, 1, 1]);
    expect(done.errors[0].message).toContain("hat diese Antwort bereits");
    const cleared = await bulk({ selection: { ids }, act: { ...act, value: null }, mode: "apply" });
    expect((await job(cleared)).changed).toBe(1);
    await give(key, "same", { last_name: "Quick" });
    const undone = await job(await expert.post(`${base}/thing/bulk/${cleared.data.job.id}/undo`, { locale: "en-gb" }));
    expect([undone.changed, undone.skipped]).toEqual([0, 1]);
    expect(undone.errors[0].message).toContain("Quick");
    const removed = await bulk({ selection: { ids: ids.slice(1) }, act: { do: "remove", confirm: 1 }, mode: "apply" });
    expect((await job(removed)).changed).toBe(1);
  });

  test("goes along with a merge, and the history does not bring it back to another", async () => {
    const { key } = await field();
    const kept = (await give(key, undefined, { last_name: "Kept" })).data;
    const dropped = (await give(key, "B-9", { last_name: "Dropped" })).data;
    const rest = { keep: { id: kept.id, rev: 1 }, drop: { id: dropped.id, rev: 1 }, take: [`fields.${key}`] };

    const merged = await expert.post(`${base}/thing/merge`, rest);

    expect([merged.status, await answerOf(kept.id, key)]).toEqual([201, "B-9"]);
    expect((await expert.post(`${base}/thing/merge/${merged.data.id}/undo`)).status).toBe(200);
    expect(await answerOf(dropped.id, key)).toBe("B-9");

    const { rev } = (await expert.get(`${base}/thing/${dropped.id}`)).data;
    await expert.patch(`${base}/thing/${dropped.id}`, { rev, fields: { [key]: "B-10" } });
    await give(key, "B-9", { last_name: "Quick" });
    const [line] = (await expert.get(`${base}/thing/${dropped.id}/history`)).data;
    const reverted = await chief.post(`${base}/history/${line.id}/revert`, {});
    expect([reverted.status, reverted.error.code]).toEqual([409, "history.not_possible"]);
    expect(reverted.error.message).toContain("Quick");
  });

  test("is taken once where twenty give it at the same moment", async () => {
    const { key } = await field();

    const answers = await Promise.all(Array.from({ length: 20 }, () => give(key, "Contested")));

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });
});

describe("a field that is to become such", () => {
  test("says how many answers are alike and which, and becomes it once they differ", async () => {
    const { id, key } = await field({ unique: false });
    const twins = [(await give(key, "Twin")).data, (await give(key, "tWIN")).data];
    await give(key, "Single");
    const become = () => expert.patch(`${base}/field/${id}`, { rev: 1, unique: true });

    const refused = await become();
    const { data } = await expert.get(`${base}/field/${id}/double`);

    expect([refused.status, refused.error.code]).toEqual([409, "event-data.answers_alike"]);
    expect(refused.error.fields?.unique).toBe("1 answers are given by more than one profile, by 2 together");
    expect(data).toEqual({
      answers: 1,
      profiles: 2,
      sample: [
        {
          answer: "twin",
          profiles: 2,
          things: twins.map(({ id: one, name }) => ({ id: one, name, event_id: server.bigEventId })),
        },
      ],
    });
    await expert.patch(`${base}/thing/${twins[1].id}`, { rev: 1, fields: { [key]: "Other" } });
    expect((await become()).data.unique).toBe(true);
    expect((await give(key, "OTHER")).status).toBe(400);
  });

  test("asks for a kind of which each answer can be given once", async () => {
    const refused = await expert.post(`${base}/field`, { labels: { de: "x" }, kind: "boolean", unique: true });

    expect(Object.keys(refused.error.fields ?? {})).toEqual(["unique"]);
  });

  test("holds for the profiles that were there before its answers stand in their order, and after", async () => {
    const { id, key } = await field({ unique: false, places: ["profile"] });
    await give(key, "Early");
    await expert.patch(`${base}/field/${id}`, { rev: 1, unique: true });
    const ready = async () =>
      (
        await sql`select 1 from event_data_listed where field_id = ${id} and ready = 1`.execute(
          server.deps.database.quick,
        )
      ).rows.length;

    expect((await give(key, "early")).status).toBe(400);
    await expect.poll(ready).toBe(1);
    expect((await give(key, "EARLY")).status).toBe(400);
  });
});

describe("of a multi-event field", () => {
  test("a person gives the same answer in every event, and nobody else does in any", async () => {
    const made = await admin.post("/1/api/field", { labels: { "en-gb": "Member" }, kind: "text", unique: true });
    const { key } = made.data as Field;
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    const there = { type_id: types.find((one) => one.type_category_id === 1)?.id };
    const ann = { email: "ann@members.example" };
    const first = (await give(key, "M-1", ann)).data;

    const again = await give(key, "m-1", { ...ann, ...there }, elsewhere);
    const other = await give(key, "M-1", { email: "bob@members.example", ...there }, elsewhere);

    expect(again.status).toBe(201);
    expect(other.status).toBe(400);
    // She is called by her answer, in one event or in the other.
    expect([first.name, again.data.name]).toContain(other.error.reasons?.[`fields.${key}`]?.values?.name);
    // Another address would make her somebody else.
    const now = async () => (await expert.get(`${base}/thing/${first.id}`)).data;
    await expect.poll(async () => (await now()).fields[key]).toBe("m-1");
    const { rev } = await now();
    const moved = await expert.patch(`${base}/thing/${first.id}`, { rev, email: "eve@members.example" });
    expect(Object.keys(moved.error.fields ?? {})).toEqual([`fields.${key}`]);
  });

  test("companies and items that share an address are one only where they are called alike, and no person", async () => {
    const made = await admin.post("/1/api/field", { labels: { "en-gb": "VAT" }, kind: "text", unique: true });
    const { key } = made.data as Field;
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const all: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    const typeOf = (category: number) => all.find((one) => one.type_category_id === category)?.id;
    const office = { email: "office@group.example" };
    const company = (name: string) => ({ ...office, type_id: typeOf(2), name, last_name: undefined });
    const first = (await give(key, "V-1", company("Group One"))).data;

    const other = await give(key, "v-1", company("Group Two"), elsewhere);
    const item = await give(key, "v-1", { ...company("Group One"), type_id: typeOf(3) }, elsewhere);
    const person = await give(key, "v-1", { ...office, type_id: typeOf(1), last_name: "Group One" }, elsewhere);
    const same = await give(key, "v-1", company("GROUP ONE"), elsewhere);

    expect([other.status, item.status, person.status, same.status]).toEqual([400, 400, 400, 201]);
    expect(other.error.reasons?.[`fields.${key}`]?.values).toMatchObject({ name: first.name });
    // It stays who it was under another name.
    const renamed = await expert.patch(`${base}/thing/${first.id}`, { rev: 1, name: "Group One Ltd" });
    expect(renamed.status).toBe(200);
  });

  test("becomes such only once companies of one address that are called otherwise answer otherwise", async () => {
    const made = await admin.post("/1/api/field", { labels: { "en-gb": "Number" }, kind: "text" });
    const { id, key, rev } = made.data as Field;
    const elsewhere = `/1/api/container/${server.events["Baltic Trade Forum"]}`;
    const all: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
    const company = (name: string) => {
      const type_id = all.find((one) => one.type_category_id === 2)?.id;
      return { email: "shared@group.example", type_id, name, last_name: undefined };
    };
    await give(key, "N-1", company("North"));
    await give(key, "N-1", company("NORTH"), elsewhere);
    const south = (await give(key, "N-2", company("South"))).data;
    await give(key, "N-2", company("West"), elsewhere);
    const unique = () => admin.patch(`/1/api/field/${id}`, { rev, unique: true });

    expect((await unique()).error.code).toBe("event-data.answers_alike");
    const { data } = await admin.get(`/1/api/field/${id}/double`);
    expect(data.sample.map(({ answer }: { answer: string }) => answer)).toEqual(["n-2"]);

    await expert.patch(`${base}/thing/${south.id}`, { rev: 1, fields: { [key]: "N-3" } });
    expect((await unique()).status).toBe(200);
  });

  test("who may not open the other event learns no name of it", async () => {
    const made = await admin.post("/1/api/field", { labels: { "en-gb": "Sealed" }, kind: "text", unique: true });
    const { key } = made.data as Field;
    await give(key, "S-1");
    const event = { id: server.events["Baltic Trade Forum"] as number, app_id: appId };
    const { database } = server.deps;

    const taken = await findTaken(database.read as never, database.dialect, event, [
      { id: 0, values: { email: "", name: "Sid", type_id: type, fields: { [key]: "s-1" } } },
    ]);

    expect(taken.map((one) => asProblem(one, event, { allowedEvents: [event.id] }))).toEqual([
      { key, code: "taken_elsewhere", params: {} },
    ]);
  });
});

// SQLite has one writer at a time.
if (testDatabase === "postgres") {
  test("a field waits for whoever is giving an answer that would not differ", async () => {
    const { id, key } = await field({ unique: false });
    await give(key, "Race");
    let become: Promise<Answer> | undefined;
    await server.deps.database.write.transaction().execute(async (transaction) => {
      const db = transaction as never;
      const event = { id: server.bigEventId, app_id: appId };
      const values = { email: "", name: "Race", type_id: type, fields: { [key]: "race" } };
      expect(await findTaken(db, server.deps.database.dialect, event, [{ id: 0, values }])).toEqual([]);
      become = expert.patch(`${base}/field/${id}`, { rev: 1, unique: true });
      const waiting = async () =>
        (await sql`select 1 from pg_locks where not granted`.execute(server.deps.database.quick)).rows.length;
      await expect.poll(waiting).toBeGreaterThan(0);
      await sql`update event_data_thing set fields = ${JSON.stringify(values.fields)}
        where id = (select min(id) from event_data_thing where event_id = ${event.id})`.execute(db);
    });

    expect((await become)?.error.code).toBe("event-data.answers_alike");
  });
}
