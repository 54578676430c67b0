// Answers to a field travel only to those whom its `see_role` lets see them, by whatever way they ask.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openFile } from "../../plugins/event-data/server/import/read/open.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";
import { aPlace, aProfile, type Place } from "../support/place.ts";

const SECRET = "swordfish";
const SHARED = "bluebird";
const PHONE = "+44 20 7946 0958";

let server: TestApp;
let place: Place;
let path: string;
/** Sees the field, may not, and may not and only reads. */
let strong: Asker;
let weak: Asker;
let reader: Asker;
let ada: { id: number; rev: number };
let grace: { id: number; rev: number };
const labels = (name: string) => ({ "en-gb": name });
const fieldIds: Record<string, number> = {};

beforeAll(async () => {
  server = await app();
  [strong, weak, reader] = [await server.as("expert"), await server.as("matchmaker"), await server.as("owner")];
  place = await aPlace(server, "matchmaker");
  path = place.path;
  const hidden = { see_role: 95, places: ["profile", "list"] };
  for (const field of [
    { key: "secret", kind: "text", ...hidden },
    { key: "weight", kind: "number", ...hidden },
    { key: "side", kind: "choice", ...hidden, options: ["l", "r"].map((key) => ({ key, labels: labels(key) })) },
    { key: "registration_id", kind: "text", ...hidden },
    { key: "phone_at_home", kind: "phone", ...hidden },
    { key: "diet", kind: "text", places: ["profile", "list"] },
  ]) {
    const made = await strong.post(`${path}/field`, { ...field, labels: labels(field.key) });
    expect(made.status, JSON.stringify(made.error)).toBe(201);
    fieldIds[field.key] = made.data.id;
  }
  const shared = { key: "everywhere", kind: "text", labels: labels("everywhere"), see_role: 95 };
  expect((await (await server.as("app")).post("/1/api/field", shared)).status).toBe(201);
  const secrets = { secret: SECRET, weight: 7, side: "l", registration_id: "R-1", everywhere: SHARED };
  const own = { ...secrets, phone_at_home: PHONE, diet: "vegan" };
  ada = await aProfile({ ...place, asker: strong }, { email: "ada@hidden.example", fields: own });
  const other = { fields: { diet: "meat", phone_at_home: PHONE }, last_name: "Byran", email: "grace@hidden.example" };
  grace = await aProfile({ ...place, asker: strong }, other);
});
afterAll(() => server.close());

const HIDDEN = ["secret", "weight", "side", "registration_id", "phone_at_home", "everywhere"];
const told = (text: string) => [SECRET, SHARED, "R-1"].filter((answer) => text.includes(answer));
const own = async (asker: Asker) => (await asker.get(`${path}/thing/${ada.id}`)).data.fields;
const job = async (asker: Asker, started: { status: number; data: { job: { id: number } } }) => {
  expect(started.status).toBe(202);
  return asker.finished(started.data.job.id);
};
const fileOf = async (asker: Asker, id: number) => (await asker.get(`/1/api/job/${id}/file`)).response.rawPayload;

describe("hidden answers are not in", () => {
  test("a single profile", async () => {
    expect(Object.keys(await own(strong)).sort()).toEqual([...HIDDEN, "diet"].sort());
    for (const asker of [weak, reader]) expect(await own(asker)).toEqual({ diet: "vegan" });
  });

  test.each([
    [{}],
    [{ columns: ["fields"] }],
    [{ columns: ["fields.diet"] }],
    [{ search: "byron" }],
    [{ sort: [{ field: "fields.diet", direction: "desc" }] }],
    [{ filter: [{ field: "fields.diet", op: "eq", value: "vegan" }] }],
    [{ offset: 0, limit: 1, filter: [{ field: "email", op: "contains", value: "ada@hidden" }] }],
  ])("the rows of a list: %j", async (question) => {
    for (const asker of [strong, weak, reader]) {
      const { data } = await asker.post(`${path}/thing/query`, question);
      const row = data.rows.find(({ id }: { id: number }) => id === ada.id);

      expect(told(JSON.stringify(data)).length, JSON.stringify(row)).toBe(asker === strong ? 3 : 0);
      expect(row.fields.diet).toBe("vegan");
      if (asker !== strong) expect(row.fields).toEqual({ diet: "vegan" });
    }
  });

  test.each(["csv", "xlsx"])("an export to %s, and no column of it names them", async (format) => {
    const columns = ["name", "fields"].map((field) => ({ field, title: field }));
    const draft = { format, columns, filter: [{ field: "id", op: "eq", value: ada.id }] };
    const secret = { ...draft, columns: [{ field: "fields.secret", title: "Secret" }] };
    for (const asker of [strong, reader]) {
      const done = await job(asker, await asker.post(`${path}/thing/export`, draft));
      const bytes = await fileOf(asker, done.data.id);
      const text = format === "csv" ? bytes.toString() : await sheetText(bytes);

      expect(text).toContain("vegan");
      expect(told(text).length).toBe(asker === strong ? 3 : 0);
    }
    expect((await strong.post(`${path}/thing/export`, secret)).status).toBe(202);
    expect((await reader.post(`${path}/thing/export`, secret)).error.code).toBe("invalid");
  });

  test("the history of a profile, and a change of nothing else is no line there", async () => {
    const made = await aProfile({ ...place, asker: strong }, { fields: { secret: SECRET, diet: "fish" } });
    const at = `${path}/thing/${made.id}`;
    await strong.patch(at, { rev: 1, fields: { secret: SHARED } });
    await strong.patch(at, { rev: 2, fields: { secret: "R-1", diet: "meat" } });

    const [all, some] = [await strong.get(`${at}/history`), await reader.get(`${at}/history`)];

    expect([all.data.length, told(JSON.stringify(all.data)).length]).toEqual([3, 3]);
    expect(told(JSON.stringify(some.data))).toEqual([]);
    expect(some.data[0]).toMatchObject({ before: { "fields.diet": "fish" }, after: { "fields.diet": "meat" } });
    expect(some.data[1].after.fields).toEqual({ diet: "fish" });
    expect(some.data).toHaveLength(2);
  });

  test("how often fields are answered, nor their options", async () => {
    const made = { key: "top_secret", kind: "text", labels: labels("Top"), see_role: 3 };
    const chief = await server.as("app");
    const field = (await chief.post(`${path}/field`, made)).data;
    await chief.patch(`${path}/thing/${grace.id}`, { rev: 1, fields: { top_secret: "x" } });
    grace.rev += 1;
    const keys = async (asker: Asker) =>
      (await asker.get(`${path}/field/use`)).data.keys.map(({ key }: { key: string }) => key);

    expect(await keys(chief)).toContain("top_secret");
    expect(await keys(strong)).not.toContain("top_secret");
    // Who does not see a field does not open it either.
    expect((await strong.patch(`${path}/field/${field.id}`, { rev: 1, see_role: 299 })).error.code).toBe("not_found");
    const order = await strong.put(`${path}/field/order`, { fields: [{ id: field.id }] });
    expect(order.error.code).toBe("not_found");
  });

  test("a refusal of a save that came too late, and the reply to one", async () => {
    const made = await aProfile({ ...place, asker: strong }, { fields: { secret: SECRET, diet: "fish" } });
    const at = `${path}/thing/${made.id}`;
    const saved = await weak.patch(at, { rev: 1, job_title: "Countess", fields: { diet: "meat" } });
    const same = await weak.patch(at, { rev: 2, job_title: "Countess" });
    const late = await weak.patch(at, { rev: 1, job_title: "Analyst" });
    const removed = await weak.remove(`${at}?rev=1`);

    expect([saved.data.fields, same.data.fields]).toEqual([{ diet: "meat" }, { diet: "meat" }]);
    expect([late.error.code, removed.error.code]).toEqual(["stale", "stale"]);
    for (const answer of [late, removed]) expect(answer.error.current).toMatchObject({ fields: { diet: "meat" } });
    for (const answer of [saved, same, late, removed]) expect(told(answer.response.body)).toEqual([]);
    // What they do not see is not cleared by their save.
    expect((await strong.get(at)).data.fields).toEqual({ secret: SECRET, diet: "meat" });
  });
});

describe("no question names a hidden field", () => {
  const clause = { field: "fields.secret", op: "startsWith", value: "sword" };
  const group = { name: "Swordfish", mode: "rule", rule: { match: "all", filter: [clause] } };
  test.each<[string, string, object]>([
    ["a filter", "thing/query", { filter: [clause] }],
    ["a filter of emptiness", "thing/query", { filter: [{ field: "fields.everywhere", op: "empty", value: false }] }],
    ["a sort", "thing/query", { sort: [{ field: "fields.weight", direction: "asc" }] }],
    ["columns", "thing/query", { columns: ["fields.secret"] }],
    ["groups", "thing/group", { by: "fields.side" }],
    ["figures", "thing/group", { by: "status", figures: [{ field: "fields.weight", fn: "sum" }] }],
    ["a filter of groups", "thing/group", { by: "status", filter: [clause] }],
    ["the trial of a rule", "custom-group/count", group.rule],
    ["a rule", "custom-group", group],
    ["an export", "thing/export", { format: "csv", columns: [{ field: "name", title: "n" }], filter: [clause] }],
    [
      "a selection",
      "thing/bulk",
      {
        selection: { question: { filter: [clause] } },
        act: { do: "edit", field: "country", value: "GB" },
        mode: "dry-run",
      },
    ],
  ])("%s", async (_, where, body) => {
    const refused = await weak.post(`${path}/${where}`, body);
    const answered = await strong.post(`${path}/${where}`, body);

    expect([refused.status, refused.error?.code]).toEqual([400, "invalid"]);
    expect(Object.values(refused.error.fields ?? {})[0]).toMatch(/^There is no field "fields\./);
    expect(answered.status, JSON.stringify(answered.error)).toBeLessThan(300);
  });

  test("not by way of a group whose rule names it", async () => {
    const rule = { match: "all", filter: [{ field: "fields.weight", op: "eq", value: 7 }] };
    const made = await strong.post(`${path}/custom-group`, { ...group, name: "By the hidden", rule });
    const filter = [{ field: "group", op: "eq", value: made.data.id }];
    const none = [{ field: "group", op: "empty", value: true }];
    const members = async (asker: Asker) =>
      (await asker.get(`${path}/custom-group`)).data.find(({ id }: { id: number }) => id === made.data.id).members;
    const of = async (asker: Asker) => (await asker.get(`${path}/thing/${ada.id}/custom-group`)).data;
    const matched = async (asker: Asker) => (await asker.post(`${path}/thing/query`, { filter: none })).data;

    expect([await members(strong), await members(weak)]).toEqual([1, null]);
    expect((await strong.post(`${path}/thing/query`, { filter })).data.matched).toBe(1);
    expect((await weak.post(`${path}/thing/query`, { filter })).error.code).toBe("invalid");
    expect((await weak.post(`${path}/custom-group/${made.data.id}/member/query`, {})).error.code).toBe("invalid");
    expect(JSON.stringify(await of(strong))).toContain("By the hidden");
    expect(JSON.stringify(await of(weak))).not.toContain("By the hidden");
    // Asked by the one who sees it first, so that a count that was kept would tell.
    const [seen, unseen] = [await matched(strong), await matched(weak)];
    expect(unseen.matched).toBe(unseen.total);
    expect(seen.matched).toBeLessThan(seen.total);
  });
});

describe("nobody answers what is hidden from them", () => {
  test.each([[SECRET], ["another"], [null]])("by a save, even of what stands there: %s", async (secret) => {
    const refused = await weak.patch(`${path}/thing/${ada.id}`, { rev: ada.rev, fields: { secret } });

    expect(refused.error).toMatchObject({
      code: "event-data.answers_wrong",
      fields: { "fields.secret": expect.any(String) },
    });
    expect((await own(strong)).secret).toBe(SECRET);
  });

  test.each([[SECRET], ["another"]])("by an act on many: %s", async (value) => {
    const draft = { selection: { ids: [ada.id] }, act: { do: "edit", field: "fields.secret", value }, mode: "apply" };
    const { result } = (await job(weak, await weak.post(`${path}/thing/bulk`, draft))).data;

    expect(result).toMatchObject({ changed: 0, unchanged: 0, skipped: 1, sample: [] });
    expect((await own(strong)).secret).toBe(SECRET);
  });

  test.each(["secret,email\nswordfish,ada@hidden.example\n", "secret,email\nwrong,ada@hidden.example\n"])(
    "by an import: %j",
    async (file) => {
      const query = `kind=thing&format=csv&type=${place.types[1]}&mode=apply`;
      const done = await weak.importFile(place.eventId, query, file);

      expect(done.data.result).toMatchObject({ created: 0, updated: 0, unchanged: 0, skipped: 1 });
      expect((await own(strong)).secret).toBe(SECRET);
    },
  );

  test("and no import finds a profile by it, or is offered its name", async () => {
    const file = "registration_id,first_name,last_name\nR-1,New,Name\nR-2,New,Other\n";
    const headers = { "content-type": "application/octet-stream" };
    for (const asker of [strong, weak]) {
      const at = `${path}/thing/import/file?name=x.csv`;
      const read = await job(asker, await asker.ask("POST", at, file, { headers }));
      const draft = {
        file: read.data.id,
        type: place.types[1],
        mode: "dry-run",
        key: "registration_id",
        write: "create",
      };
      const { result } = (await job(asker, await asker.post(`${path}/thing/import`, draft))).data;

      if (asker === strong) expect(JSON.stringify(result)).toContain("Ada Byron");
      else {
        expect(result).toMatchObject({ created: 0, skipped: 2 });
        expect(JSON.stringify(result)).not.toContain("Ada");
      }
      const template = await asker.get(`${path}/thing/import/template?format=csv`);
      expect(template.response.body.includes("everywhere")).toBe(asker === strong);
    }
  });
});

test("two that may be one are compared and merged without what is hidden, and no hidden answer is lost", async () => {
  const search = await job(weak, await weak.post(`${path}/duplicate/search`));
  expect(search.data.state).toBe("done");
  const { rows } = (await weak.post(`${path}/duplicate/query`, {})).data;
  // The two share a phone number that not everybody sees: that is not told either.
  const sharing = rows.filter(({ reasons }: { reasons: string[] }) => reasons.includes("phone"));
  expect(sharing).toEqual([]);

  const twin = { first_name: "Tara", last_name: "Twin", company_name: "Twin Ltd" };
  const kept = await aProfile(
    { ...place, asker: strong },
    { ...twin, email: "one@twin.example", fields: { diet: "a" } },
  );
  const dropped = await aProfile(
    { ...place, asker: strong },
    { ...twin, email: "two@twin.example", fields: { diet: "b", secret: SECRET } },
  );
  await job(weak, await weak.post(`${path}/duplicate/search`));
  const pair = (await weak.post(`${path}/duplicate/query`, { search: "twin" })).data.rows[0];
  const [some, all] = [
    await weak.get(`${path}/duplicate/${pair.id}`),
    await strong.get(`${path}/duplicate/${pair.id}`),
  ];
  expect([told(some.response.body), told(all.response.body)]).toEqual([[], [SECRET]]);

  const body = { keep: { id: kept.id, rev: 1 }, drop: { id: dropped.id, rev: 1 } };
  const refused = await weak.post(`${path}/thing/merge`, { ...body, take: ["fields.secret"] });
  expect(refused.error).toMatchObject({ code: "invalid", fields: { take: 'There is no field "fields.secret"' } });
  const late = await weak.post(`${path}/thing/merge`, { ...body, drop: { id: dropped.id, rev: 9 }, take: [] });
  expect([late.error.code, told(late.response.body)]).toEqual(["stale", []]);

  const merged = await weak.post(`${path}/thing/merge`, { ...body, take: [] });
  expect([merged.status, merged.data.kept.fields]).toEqual([201, { diet: "a" }]);
  expect((await strong.get(`${path}/thing/${kept.id}`)).data.fields).toEqual({ diet: "a", secret: SECRET });
  const undone = await weak.post(`${path}/thing/merge/${merged.data.id}/undo`, {});
  expect([undone.status, told(undone.response.body)]).toEqual([200, []]);
  expect((await strong.get(`${path}/thing/${kept.id}`)).data.fields).toEqual({ diet: "a" });
});

test("that two have one hidden answer is no reason for suspicion, and makes them one only for those who see it", async () => {
  const registered = { fields: { registration_id: "T-77" } };
  const ids: number[] = [];
  for (const first_name of ["Ulla", "Vera"])
    ids.push((await aProfile({ ...place, asker: strong }, { first_name, last_name: "Ticket", ...registered })).id);

  await job(weak, await weak.post(`${path}/duplicate/search`));
  const pairs = await Promise.all(
    [weak, strong].map(async (asker) => (await asker.post(`${path}/duplicate/query`, { search: "ticket" })).data.rows),
  );
  expect(pairs).toEqual([[], []]);

  const act = { selection: { ids }, act: { do: "merge", by: "registration" }, mode: "dry-run" };
  const groups = async (asker: Asker) =>
    (await job(asker, await asker.post(`${path}/thing/bulk`, act))).data.result.groups;
  expect([await groups(weak), await groups(strong)]).toEqual([0, 1]);
});

test("a suspicion from a field that is hidden later is told only to those who see it, and a field that is shown gives one again", async () => {
  const own = { key: "mobile_number", kind: "phone", labels: labels("mobile_number"), places: ["profile"] };
  const field = (await strong.post(`${path}/field`, own)).data;
  const shared = { last_name: "Mobile", first_name: "Mona", fields: { mobile_number: "+44 20 7946 0111" } };
  for (const name of ["one", "two"])
    await aProfile({ ...place, asker: strong }, { ...shared, company_name: name, email: `${name}@mobile.example` });
  const search = async () => (await job(weak, await weak.post(`${path}/duplicate/search`))).data;
  const question = { search: "mobile", filter: [{ field: "reasons", op: "contains", value: "phone" }] };
  const found = (asker: Asker) => asker.post(`${path}/duplicate/query`, question);
  const open = async (asker: Asker) => (await asker.get(`${path}/duplicate`)).data.open;
  await search();
  const [pair] = (await found(weak)).data.rows;
  expect(pair).toMatchObject({ reasons: ["phone"] });
  const all = await open(strong);

  const { data: hidden } = await strong.patch(`${path}/field/${field.id}`, { rev: field.rev, see_role: 95 });
  expect((await found(weak)).data).toMatchObject({ rows: [], matched: 0 });
  expect([(await weak.get(`${path}/duplicate/${pair.id}`)).status, await open(weak)]).toEqual([404, all - 1]);
  expect((await weak.post(`${path}/duplicate/${pair.id}/dismiss`, { dismissed: true })).status).toBe(404);
  expect((await found(strong)).data.rows).toMatchObject([{ id: pair.id }]);

  await search();
  expect((await found(strong)).data.rows).toEqual([]);
  await strong.patch(`${path}/field/${field.id}`, { rev: hidden.rev, see_role: 299 });
  expect((await search()).result.keyed).toBeGreaterThan(1);
  expect((await found(weak)).data.rows).toMatchObject([{ reasons: ["phone"] }]);
});

test("a field that is hidden is gone with the next question, and back with the one after it is shown again", async () => {
  const made = await strong.post(`${path}/field`, {
    ...{ key: "turning", kind: "text", places: ["profile", "list"] },
    labels: labels("turning"),
  });
  const { id } = await aProfile(
    { ...place, asker: strong },
    { fields: { turning: SHARED }, email: "turn@hidden.example" },
  );
  const seen = async () => {
    const { data } = await weak.post(`${path}/thing/query`, { filter: [{ field: "id", op: "eq", value: id }] });
    const one = (await weak.get(`${path}/thing/${id}`)).data;
    return [data.rows[0].fields, one.fields];
  };
  const turn = async (see_role: number, rev: number) =>
    (await strong.patch(`${path}/field/${made.data.id}`, { rev, see_role })).data;

  expect(await seen()).toEqual([{ turning: SHARED }, { turning: SHARED }]);
  const hidden = await turn(95, made.data.rev);
  expect(await seen()).toEqual([{}, {}]);
  await turn(made.data.see_role, hidden.rev);
  expect(await seen()).toEqual([{ turning: SHARED }, { turning: SHARED }]);
});

/** What the cells of a workbook say. */
async function sheetText(bytes: Buffer): Promise<string> {
  async function* pieces() {
    yield bytes;
  }
  const { rows } = await openFile(() => pieces());
  const lines: string[] = [];
  for await (const { cells } of rows) lines.push(cells.join(" "));
  return lines.join("\n");
}
