import readXlsx from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

let server: TestApp;
let editor: Asker;
let reader: Asker;
let base: string;
let types: { id: number; type: string; type_category_id: number }[];

beforeAll(async () => {
  server = await app();
  editor = await server.as("matchmaker");
  reader = await server.as("owner");
  base = `/1/api/container/${server.bigEventId}/thing`;
  types = (await editor.get("/1/api/type")).data;
});
afterAll(() => server.close());

const typeOf = (category: number) => types.find((type) => type.type_category_id === category)?.id as number;
const aPerson = (changes = {}) => ({ type_id: typeOf(1), first_name: "Ada", last_name: "Byron", ...changes });
const create = async (changes = {}) => (await editor.post(base, aPerson(changes))).data;

describe("one profile", () => {
  test("an editor adds a participant and everybody who may read sees it", async () => {
    const made = await editor.post(base, aPerson({ email: "Ada@Engine.example", fields: { vip: true, badge: 7 } }));

    expect(made.status).toBe(201);
    expect(made.data).toMatchObject({
      name: "Ada Byron",
      email: "ada@engine.example",
      rev: 1,
      fields: { vip: true, badge: 7 },
    });
    expect((await reader.get(`${base}/${made.data.id}`)).data).toEqual(made.data);
  });

  test("a save with the revision it started from answers the whole profile", async () => {
    const before = await create();

    const saved = await editor.patch(`${base}/${before.id}`, {
      rev: 1,
      job_title: "Countess",
      fields: { diet: "vegan" },
    });

    expect(saved.status).toBe(200);
    expect(saved.data).toMatchObject({ rev: 2, job_title: "Countess", first_name: "Ada", fields: { diet: "vegan" } });
  });

  test("a save that comes too late is refused with the profile as it is now", async () => {
    const before = await create();
    await editor.patch(`${base}/${before.id}`, { rev: 1, job_title: "Countess" });

    const late = await editor.patch(`${base}/${before.id}`, { rev: 1, job_title: "Poet" });

    expect(late.status).toBe(409);
    expect(late.error).toMatchObject({ code: "stale", current: { rev: 2, job_title: "Countess" } });
  });

  test("of two saves at the same moment exactly one wins", async () => {
    const before = await create();

    const saves = await Promise.all(
      Array.from({ length: 6 }, (_, at) => editor.patch(`${base}/${before.id}`, { rev: 1, job_title: `Title ${at}` })),
    );

    expect(saves.map((one) => one.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test("the history tells who changed which field, newest first", async () => {
    const before = await create({ job_title: "Analyst" });
    await editor.patch(`${base}/${before.id}`, { rev: 1, job_title: "Countess", fields: { vip: true } });
    await editor.patch(`${base}/${before.id}`, { rev: 2, fields: { vip: null } });

    const lines = (await reader.get(`${base}/${before.id}/history`)).data;

    expect(lines.map((line: { action: string }) => line.action)).toEqual(["save", "save", "create"]);
    expect(lines[0]).toMatchObject({ before: { "fields.vip": true }, after: { "fields.vip": null } });
    expect(lines[1]).toMatchObject({
      before: { job_title: "Analyst" },
      after: { job_title: "Countess", "fields.vip": true },
    });
  });

  test("a save that changes nothing writes neither a revision nor a line of history", async () => {
    const before = await create();

    const saved = await editor.patch(`${base}/${before.id}`, { rev: 1, first_name: "Ada" });

    expect(saved.data.rev).toBe(1);
    expect((await reader.get(`${base}/${before.id}/history`)).data).toHaveLength(1);
  });

  test("what has the wrong form is told by a text of the dashboard, in whichever language it is read", async () => {
    const refused = await editor.post(base, aPerson({ last_name: "a".repeat(101), email: "nobody" }));

    expect(refused.error.code).toBe("invalid");
    expect(refused.error.reasons).toEqual({
      last_name: { text: "problem:field.maxLength", values: { limit: 100 } },
      email: { text: "problem:field.email", values: {} },
    });
  });

  test("a participant's address is taken once in an event, whatever its case", async () => {
    await create({ email: "grace@navy.example" });

    const second = await editor.post(base, aPerson({ email: "GRACE@navy.example" }));

    expect(second.status).toBe(400);
    expect(second.error).toMatchObject({
      code: "event-data.email_taken",
      fields: { email: expect.stringContaining("Ada Byron") },
      reasons: { email: { text: "event-data:import.problem.emailTaken", values: { name: "Ada Byron" } } },
    });
  });

  test("a removed profile is gone, and removing it needs the newest revision", async () => {
    const before = await create();
    await editor.patch(`${base}/${before.id}`, { rev: 1, job_title: "Countess" });

    expect((await editor.remove(`${base}/${before.id}?rev=1`)).status).toBe(409);
    expect((await editor.remove(`${base}/${before.id}?rev=2`)).data).toEqual({ done: true });
    expect((await reader.get(`${base}/${before.id}`)).status).toBe(404);
  });

  test("an event owner reads and may not write; a registration provider may not read", async () => {
    const before = await create();
    const provider = await server.as("registration");

    expect((await reader.post(base, aPerson())).error.code).toBe("forbidden");
    expect((await reader.patch(`${base}/${before.id}`, { rev: 1, job_title: "x" })).status).toBe(403);
    expect((await provider.post(`${base}/query`, {})).status).toBe(403);
  });

  test("a profile of another event or app is not found", async () => {
    const before = await create();
    const elsewhere = server.events["Baltic Trade Forum"];
    const foreign = server.events["Harbour Expo Spring"];

    expect((await editor.get(`/1/api/container/${elsewhere}/thing/${before.id}`)).status).toBe(404);
    expect((await editor.get(`/1/api/container/${foreign}/thing/${before.id}`)).status).toBe(404);
  });
});

describe("bad input", () => {
  test.each([
    ["a first name of 500 signs", { first_name: "x".repeat(500) }, "first_name"],
    ["an address that is none", { email: "not an address" }, "email"],
    ["an unknown status", { status: "asleep" }, "status"],
    ["an own field that is an object", { fields: { x: { y: 1 } } }, "fields"],
    ["a field that nobody knows", { shoe_size: 44 }, "shoe_size"],
  ])("%s is refused by its name", async (_, changes, field) => {
    const refused = await editor.post(base, aPerson(changes));

    expect(refused.status).toBe(400);
    expect(Object.keys(refused.error.fields ?? {}).join()).toContain(field);
  });

  test("right-to-left names, emoji and long names come back as they were sent", async () => {
    const names = { first_name: "👩‍🚀 עדי", last_name: `${"Ö".repeat(99)}x` };
    const made = await create(names);

    expect((await reader.get(`${base}/${made.id}`)).data).toMatchObject(names);
    expect((await reader.post(`${base}/query`, { search: "עדי" })).data.rows[0].id).toBe(made.id);
  });
});

describe("export", () => {
  const columns = [
    { field: "name", title: "Name" },
    { field: "type_id", title: "Type" },
    { field: "fields.badge", title: "Badge" },
  ];

  async function exported(body: object) {
    const started = await reader.post(`${base}/export`, { format: "xlsx", columns, ...body });
    expect(started.status).toBe(202);
    const job = await reader.finished(started.data.job.id);
    const file = await reader.get(`/1/api/job/${started.data.job.id}/file`);
    return { job, file: file.response };
  }

  test("exactly the filtered rows arrive, in their order, as export.xlsx", async () => {
    for (const [last_name, badge] of [
      ["Zulu", 2],
      ["Alpha", 1],
      ["Mike", 3],
    ] as const) {
      await create({ first_name: "Export", last_name, fields: { badge } });
    }

    const { job, file } = await exported({ search: "export", sort: [{ field: "last_name", direction: "desc" }] });
    const [sheet] = await readXlsx(file.rawPayload);

    expect(job.data).toMatchObject({ state: "done", result: { rows: 3 } });
    expect(file.headers["content-disposition"]).toContain("export.xlsx");
    expect(sheet?.data).toEqual([
      ["Name", "Type", "Badge"],
      ["Export Zulu", "Attendee", 2],
      ["Export Mike", "Attendee", 3],
      ["Export Alpha", "Attendee", 1],
    ]);
  });

  test("a name that begins like a formula stays a name", async () => {
    await create({ first_name: "=HYPERLINK(1)", last_name: "Formula" });

    const { file } = await exported({ search: "formula", format: "csv" });

    expect(file.payload).toContain("'=HYPERLINK(1) Formula");
  });

  test("a column that is not there is refused at once", async () => {
    const refused = await reader.post(`${base}/export`, { format: "csv", columns: [{ field: "search", title: "x" }] });

    expect(refused.status).toBe(400);
    expect(refused.error.message).toContain('"search"');
  });
});
