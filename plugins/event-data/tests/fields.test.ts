// Fields of an event: made, changed by two at once, archived, put in order, and what they make of answers.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let expert: Asker;
let chief: Asker;
let base: string;
let type: number;

beforeAll(async () => {
  server = await app();
  [expert, chief] = [await server.as("expert"), await server.as("super")];
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

const option = (key: string, label: string) => ({ key, labels: { "en-gb": label } });
const make = async (draft: object): Promise<Field> => {
  const made = await expert.post(`${base}/field`, draft);
  expect(made.status).toBe(201);
  return made.data;
};
const person = (fields: object) => ({ type_id: type, first_name: "Ada", last_name: "Byron", fields });
const list = async (): Promise<Field[]> => (await expert.get(`${base}/field`)).data;

describe("a field", () => {
  test("is made with a key out of its name, and nobody weaker than an event expert makes one", async () => {
    const made = await make({ labels: { "en-gb": "Größe des Shirts" }, kind: "text" });
    const again = await make({ labels: { "en-gb": "Größe des Shirts" }, kind: "text" });
    const matchmaker = await server.as("matchmaker");

    expect([made.key, again.key]).toEqual(["grosse_des_shirts", "grosse_des_shirts_2"]);
    expect((await matchmaker.post(`${base}/field`, { labels: { de: "x" }, kind: "text" })).error.code).toBe(
      "forbidden",
    );
  });

  test.each<[string, object, string]>([
    ["a choice without options", { kind: "choice" }, "options"],
    ["a key of a built-in field", { kind: "text", key: "email" }, "key"],
    ["a name of blanks", { kind: "text", labels: { "en-gb": " \n" } }, "labels.en-gb"],
    ["an option of blanks", { kind: "choice", options: [option("a", "  ")] }, "options.0.labels.en-gb"],
    ["two options of one name", { kind: "choice", options: [option("a", "Same"), option("b", "same")] }, "options"],
    ["a smallest above the largest", { kind: "number", limits: { min: 3, max: 2 } }, "limits.max"],
    ["a data type that is not there", { kind: "text", type_ids: [999_999] }, "type_ids"],
  ])("%s is refused by its place", async (_, draft, place) => {
    const refused = await expert.post(`${base}/field`, { labels: { "en-gb": "Refused" }, ...draft });

    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, [place]]);
  });

  test("of two who save it at once one is told what the other saved, and the history can take it back", async () => {
    const field = await make({ labels: { "en-gb": "Contested" }, kind: "text" });
    const rename = (name: string) => expert.patch(`${base}/field/${field.id}`, { rev: 1, labels: { "en-gb": name } });

    const answers = await Promise.all([rename("First"), rename("Second")]);
    const late = answers.find(({ status }) => status === 409);
    const won = answers.find(({ status }) => status === 200);

    expect(late?.error).toMatchObject({ code: "stale", current: { labels: won?.data.labels, rev: 2 } });
    const { data } = await chief.post(`${base}/history/query`, {});
    const line = data.rows.find(
      (row: { action: string; object_type: string }) => row.object_type === "event-data.field",
    );
    expect((await chief.post(`${base}/history/${line.id}/revert`, {})).status).toBe(200);
    expect((await list()).find(({ id }) => id === field.id)?.labels).toEqual({ "en-gb": "Contested" });
  });

  test("is put in order and into a section, and the others follow", async () => {
    const one = await make({ labels: { "en-gb": "Ordered one" }, kind: "text" });
    const two = await make({ labels: { "en-gb": "Ordered two" }, kind: "text" });

    const { data } = await expert.put(`${base}/field/order`, {
      fields: [{ id: two.id, section: "Top" }, { id: one.id }],
    });

    expect(data.slice(0, 2).map((field: Field) => [field.key, field.section])).toEqual([
      ["ordered_two", "Top"],
      ["ordered_one", ""],
    ]);
    const filter = [{ field: "object_id", op: "eq", value: String(two.id) }];
    const sort = [{ field: "id", direction: "desc" }];
    const { rows } = (await chief.post(`${base}/history/query`, { filter, sort })).data;
    expect(rows[0]).toMatchObject({ action: "save", before: { section: "" }, after: { section: "Top" } });
    expect((await chief.post(`${base}/history/${rows[0].id}/revert`, {})).status).toBe(200);
    expect((await list()).find(({ id }) => id === two.id)?.section).toBe("");
  });

  test("that somebody cannot see stays in its place, whatever they move", async () => {
    await make({ labels: { "en-gb": "Seen before" }, kind: "text" });
    const hidden = { labels: { "en-gb": "Hidden" }, kind: "text", see_role: 3, edit_role: 3 };
    const made = await chief.post(`${base}/field`, hidden);
    await make({ labels: { "en-gb": "Seen behind" }, kind: "text" });
    await make({ labels: { "en-gb": "Seen last" }, kind: "text" });
    const all = async (): Promise<number[]> => (await chief.get(`${base}/field`)).data.map(({ id }: Field) => id);
    const before = await all();
    const mine = (await list()).map(({ id }) => ({ id }));

    await expert.put(`${base}/field/order`, { fields: [...mine.slice(0, -2), ...mine.slice(-2).reverse()] });

    const [last = 0, behind = 0] = before.slice(-2).reverse();
    expect(mine.some(({ id }) => id === made.data.id)).toBe(false);
    expect(await all()).toEqual([...before.slice(0, -2), last, behind]);
  });

  test("stays in the section in which it was put while somebody had its form open, who is told", async () => {
    const moved = await make({ labels: { "en-gb": "Moved away" }, kind: "text" });
    const placed = await make({ labels: { "en-gb": "Only placed" }, kind: "text" });
    await expert.put(`${base}/field/order`, { fields: [{ id: placed.id }, { id: moved.id, section: "Top" }] });

    const change = (field: Field) => ({ rev: field.rev, section: field.section, help: { "en-gb": "Typed before" } });
    const late = await expert.patch(`${base}/field/${moved.id}`, change(moved));
    const kept = await expert.patch(`${base}/field/${placed.id}`, change(placed));

    expect(late.error).toMatchObject({ code: "stale", current: { section: "Top", rev: 2 } });
    expect(kept.status).toBe(200);
  });
});

describe("answers", () => {
  test("stay when an option is renamed, and an option that was saved is not left out", async () => {
    const field = await make({
      labels: { "en-gb": "Menu" },
      kind: "choice",
      options: [option("v", "Vegan"), option("f", "Fish")],
    });
    const guest = (await expert.post(`${base}/thing`, person({ menu: "vegan" }))).data;
    expect(guest.fields).toEqual({ menu: "v" });

    const renamed = [option("v", "Plants only"), option("f", "Fish")];
    const saved = await expert.patch(`${base}/field/${field.id}`, { rev: 1, options: renamed });
    const left = await expert.patch(`${base}/field/${field.id}`, { rev: 2, options: [option("f", "Fish")] });

    expect(saved.status).toBe(200);
    expect((await expert.get(`${base}/thing/${guest.id}`)).data.fields).toEqual({ menu: "v" });
    expect([left.status, left.error.code]).toEqual([409, "event-data.option_kept"]);
  });

  test("are refused by API and import for the same reason, and normalised to the same value", async () => {
    await make({ labels: { "en-gb": "Arrival" }, kind: "date" });
    const made = await expert.post(`${base}/thing`, person({ arrival: "31.01.2026" }));
    const refused = await expert.post(`${base}/thing`, person({ arrival: "02/01/2026" }));
    const file =
      "First name,Last name,Email,Arrival\nGrace,Hopper,g@navy.example,31.01.2026\nKatherine,J,k@nasa.example,02/01/2026\n";
    const job = await expert.importFile(server.bigEventId, `kind=thing&format=csv&type=${type}&mode=apply`, file);

    expect(made.data.fields).toEqual({ arrival: "2026-01-31" });
    expect(refused.error).toMatchObject({
      code: "event-data.answers_wrong",
      fields: { "fields.arrival": expect.any(String) },
    });
    expect(job.data.result).toMatchObject({ created: 1, skipped: 1 });
    expect(job.data.result.errors).toEqual([
      expect.objectContaining({
        line: 3,
        field: "fields.arrival",
        message: expect.stringContaining("may be two days"),
      }),
    ]);
    expect(refused.error.fields?.["fields.arrival"]).toContain("may be two days");
  });

  test("of a long text may be as long as the field says, in a file too", async () => {
    await make({ key: "story", labels: { "en-gb": "Story" }, kind: "long_text", limits: { max_length: 5000 } });
    const send = (length: number) =>
      expert.importFile(
        server.bigEventId,
        `kind=thing&format=csv&type=${type}&mode=dry-run`,
        `First name,Last name,Email,Story\nLong,Story,l${length}@story.example,${"x".repeat(length)}\n`,
      );

    expect((await send(5000)).data.result).toMatchObject({ created: 1, errors: [] });
    expect((await send(5001)).data.result).toMatchObject({ skipped: 1, errors: [{ line: 2, field: "fields.story" }] });
  });

  test.each([
    ["en-gb", "Enter a number of at most 3"],
    ["de", "Geben Sie höchstens 3 ein"],
  ])("that many profiles cannot take are refused in the person's language, %s", async (locale, message) => {
    const key = `most_${locale.replace("-", "_")}`;
    await make({ key, labels: { "en-gb": key }, kind: "number", limits: { max: 3 } });
    const guest = (await expert.post(`${base}/thing`, person({}))).data;

    const act = { do: "edit", field: `fields.${key}`, value: 4 };
    const selection = { ids: [guest.id] };
    const started = await expert.post(`${base}/thing/bulk`, { selection, act, mode: "dry-run", locale });
    const { result } = (await expert.finished(started.data.job.id)).data;

    expect(result.errors).toEqual([{ id: guest.id, name: guest.name, message }]);
  });

  test("of an archived field are kept, and it takes new ones again once it is restored", async () => {
    const field = await make({ labels: { "en-gb": "Hotel" }, kind: "text" });
    const guest = (await expert.post(`${base}/thing`, person({ hotel: "Savoy" }))).data;

    const archived = await expert.post(`${base}/field/${field.id}/archive`, { rev: 1 });
    const refused = await expert.patch(`${base}/thing/${guest.id}`, { rev: 1, fields: { hotel: "Ritz" } });
    const other = await expert.patch(`${base}/thing/${guest.id}`, { rev: 1, job_title: "Countess" });
    await expert.post(`${base}/field/${field.id}/restore`, { rev: archived.data.rev });
    const taken = await expert.patch(`${base}/thing/${guest.id}`, { rev: 2, fields: { hotel: "Ritz" } });

    expect([refused.status, other.data.fields.hotel, taken.data.fields.hotel]).toEqual([400, "Savoy", "Ritz"]);
  });
});

test("how often fields are answered is counted, option by option and among those who are asked, keys without a field too", async () => {
  const options = [option("a", "A"), option("b", "B")];
  await make({ labels: { "en-gb": "Counted" }, kind: "choices", options });
  for (const counted of [["a"], ["a", "b"]]) await expert.post(`${base}/thing`, person({ counted, loose: true }));

  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  const company = types.find((one) => one.type_category_id === 2)?.id as number;
  await make({ labels: { "en-gb": "Uncounted" }, kind: "text", type_ids: [company] });
  await expert.post(`${base}/thing`, { type_id: company, name: "Counted Ltd" });
  const all = async (query = "") => (await expert.post(`${base}/thing/query${query}`, { limit: 0 })).data.total;

  const { keys } = (await expert.get(`${base}/field/use`)).data;

  const guests = person({}).type_id;
  const asked = await all(`?type=${company}`);
  const ofGuests = { type_id: guests, answers: 2, asked: await all(`?type=${guests}`) };
  expect(keys).toContainEqual({
    ...{ key: "counted", answers: 2, events: 1, options: { a: 2, b: 1 }, asked: await all(), answered: 2 },
    types: expect.arrayContaining([ofGuests, { type_id: company, answers: 0, asked }]),
  });
  expect(asked).toBeLessThan(await all());
  expect(keys).toContainEqual({
    key: "uncounted",
    answers: 0,
    events: 0,
    options: {},
    asked,
    answered: 0,
    types: [{ type_id: company, answers: 0, asked }],
  });
  expect(keys).toContainEqual({ key: "loose", answers: 2, events: 1, options: {} });
});

describe("a multi-event field", () => {
  test("is made by app admins, stands in every event that uses it and is changed there only", async () => {
    const admin = await server.as("app");
    const elsewhere = server.events["Baltic Trade Forum"] as number;
    const made = await admin.post("/1/api/field", {
      labels: { "en-gb": "Pronouns" },
      kind: "text",
      event_ids: [elsewhere],
    });
    const keys = async (eventId: number) =>
      ((await expert.get(`/1/api/container/${eventId}/field`)).data as Field[]).map(({ key }) => key);

    expect((await expert.post("/1/api/field", { labels: { de: "x" }, kind: "text" })).error.code).toBe("forbidden");
    expect(await keys(elsewhere)).toContain("pronouns");
    expect(await keys(server.bigEventId)).not.toContain("pronouns");
    const there = await expert.patch(`${base}/field/${made.data.id}`, { rev: 1, required: true });
    expect(there.error.code).toBe("event-data.shared_field");
  });

  test("does not take the key of an event's own field", async () => {
    const admin = await server.as("app");
    await make({ labels: { "en-gb": "Own one" }, kind: "text" });

    const refused = await admin.post("/1/api/field", { labels: { "en-gb": "Own one" }, kind: "text" });

    expect(refused.error.code).toBe("event-data.field_key_taken");
    const values = { key: "own_one", events: "Northwind Summit" };
    expect(refused.error.reasons?.["key"]).toEqual({ text: "common:fields.refused.keyOfEvents", values });
  });

  test("does not come back to an event that has a field of its own with its key since", async () => {
    const chief = await server.as("super");
    const elsewhere = server.events["Baltic Trade Forum"] as number;
    const draft = { labels: { "en-gb": "Left here" }, kind: "text" };
    const made = await chief.post("/1/api/field", { ...draft, event_ids: [server.bigEventId, elsewhere] });
    expect((await chief.patch(`/1/api/field/${made.data.id}`, { rev: 1, event_ids: [elsewhere] })).status).toBe(200);
    const { data } = await chief.post(`${base}/history/query`, { everywhere: true });
    const line = data.rows.find(({ object_id }: { object_id: string }) => object_id === String(made.data.id));
    const own = await make({ ...draft });

    const back = await chief.post(`${base}/history/${line.id}/revert`, {});

    expect(own.key).toBe(made.data.key);
    expect(back.error.code).toBe("history.not_possible");
    expect((await list()).filter(({ key }) => key === own.key)).toEqual([own]);
  });
});
