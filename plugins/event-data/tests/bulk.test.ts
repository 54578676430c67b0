import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import type { BulkAct, Selection } from "../contract.ts";
import { aPng } from "./pictures.ts";

let server: TestApp;
let editor: Asker;
let eventId: number;
let people: number[];
let companies: number[];
let now = new Date("2026-05-01T10:00:00.000Z");
let ids: number[];
let round = 0;

beforeAll(async () => {
  server = await app({ now: () => now });
  editor = await server.as("matchmaker");
  eventId = server.bigEventId;
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  const ofCategory = (category: number) =>
    types.filter((type) => type.type_category_id === category).map(({ id }) => id);
  people = ofCategory(1);
  companies = ofCategory(2);
});
afterAll(() => server.close());

beforeEach(async () => {
  now = new Date("2026-05-01T10:00:00.000Z");
  round += 1;
  ids = [];
  for (const name of ["Ann", "Bo", "Cy"]) {
    const body = {
      type_id: people[0],
      first_name: name,
      last_name: `Bulk${round}`,
      email: `${name}.${round}@bulk.example`.toLowerCase(),
    };
    ids.push((await editor.post(`/1/api/container/${eventId}/thing`, body)).data.id);
  }
});

const everyone = (): Selection => ({ question: { search: `bulk${round}` } });
async function bulk(act: BulkAct, mode: "dry-run" | "apply" = "apply", selection: Selection = { ids }) {
  const started = await editor.post(`/1/api/container/${eventId}/thing/bulk`, { selection, act, mode });
  expect(started.status).toBe(202);
  return (await editor.finished(started.data.job.id)).data;
}
async function undo(jobId: number) {
  const started = await editor.post(`/1/api/container/${eventId}/thing/bulk/${jobId}/undo`);
  return started.status === 202 ? (await editor.finished(started.data.job.id)).data : started;
}
const get = async (id: number | undefined) => (await editor.get(`/1/api/container/${eventId}/thing/${id}`)).data;
const edit: BulkAct = { do: "edit", field: "job_title", value: "Guest" };

test("a dry run says what would change, with examples, and changes nothing", async () => {
  const before = await Promise.all(ids.map(get));

  const { result } = await bulk(edit, "dry-run", everyone());

  expect(result).toMatchObject({ changed: 3, unchanged: 0, skipped: 0, until: null });
  expect(result.sample[0]).toEqual({ id: ids[0], name: `Ann Bulk${round}`, before: "", after: "Guest" });
  expect(await Promise.all(ids.map(get))).toEqual(before);
});

test("one value for many is saved with a line of history each, and undone until ten minutes have passed", async () => {
  const before = await Promise.all(ids.map(get));

  const job = await bulk(edit, "apply", { ...everyone(), except: [ids[2] as number] } as Selection);

  expect(job.result).toMatchObject({ changed: 2, until: "2026-05-01T10:10:00.000Z" });
  expect((await get(ids[0])).job_title).toBe("Guest");
  expect((await get(ids[2])).job_title).toBe("");
  const history = (await editor.get(`/1/api/container/${eventId}/thing/${ids[0]}/history`)).data;
  expect(history[0]).toMatchObject({ before: { job_title: "" }, after: { job_title: "Guest" } });

  now = new Date("2026-05-01T10:09:59.000Z");
  expect((await undo(job.id)).result).toMatchObject({ changed: 2, skipped: 0 });
  expect({ ...(await get(ids[0])), rev: 1, updated_at: "" }).toEqual({ ...before[0], updated_at: "" });
  expect((await undo(job.id)).status).toBe(409);
});

test("who did it finds the last act that can be undone again, and nobody else; what changed nothing is passed over", async () => {
  const last = `/1/api/container/${eventId}/thing/bulk/last`;
  now = new Date("2026-05-01T11:00:00.000Z");
  expect(await editor.get(last)).toMatchObject({ status: 200, data: null });
  const until = "2026-05-01T11:10:00.000Z";
  const first = await bulk(edit);
  const second = await bulk({ do: "remove", confirm: 1 }, "apply", { ids: ids.slice(2) });
  await bulk(edit, "apply", { ids: ids.slice(0, 2) });

  expect((await editor.get(last)).data).toEqual({
    ...{ job: { id: second.id, state: "done" }, do: "remove", until },
    isPartlyBack: false,
  });
  expect((await (await server.as("super")).get(last)).data).toBeNull();
  // Whoever reads the list may ask, and has done nothing.
  expect(await (await server.as("owner")).get(last)).toMatchObject({ status: 200, data: null });

  await undo(second.id);
  expect((await editor.get(last)).data).toEqual({
    ...{ job: { id: first.id, state: "done" }, do: "edit", until },
    isPartlyBack: false,
  });
  now = new Date("2026-05-01T11:10:01.000Z");
  expect((await editor.get(last)).data).toBeNull();
});

test("after ten minutes it is too late", async () => {
  const job = await bulk(edit);
  now = new Date("2026-05-01T10:10:01.000Z");

  expect(await undo(job.id)).toMatchObject({ status: 409, error: { code: "event-data.undo_over" } });
});

test("what somebody changed since is left alone by the undoing, and told", async () => {
  const job = await bulk(edit);
  await editor.patch(`/1/api/container/${eventId}/thing/${ids[1]}`, { rev: 2, country: "DE" });

  const { result } = await undo(job.id);

  expect(result).toMatchObject({ changed: 2, skipped: 1, errors: [{ id: ids[1] }] });
  expect(await get(ids[1])).toMatchObject({ job_title: "Guest", country: "DE" });
  expect((await get(ids[0])).job_title).toBe("");
});

test("profiles that were removed come back with their ids, and only as many go as the person typed", async () => {
  const refused = await bulk({ do: "remove", confirm: 2 });
  expect(refused.state).toBe("failed");
  const headers = { headers: { "content-type": "image/png" } };
  await editor.ask("PUT", `/1/api/container/${eventId}/thing/${ids[0]}/photo`, aPng(), headers);
  const before = await get(ids[0]);

  const job = await bulk({ do: "remove", confirm: 3 });
  expect(job.result.changed).toBe(3);
  expect((await editor.get(`/1/api/container/${eventId}/thing/${ids[0]}`)).status).toBe(404);

  expect((await undo(job.id)).result).toMatchObject({ changed: 3, skipped: 0 });
  expect(before.photo).toMatch(/^[0-9a-f]{32}$/);
  expect(await get(ids[0])).toEqual({ ...before, rev: 2 });
});

test("companies become participants, except those whose address a participant has: they are told, and stand in a file", async () => {
  const twin = { type_id: companies[0], name: `Twin Bulk${round}`, email: `ann.${round}@bulk.example` };
  const other = { type_id: companies[0], name: `Other Bulk${round}` };
  const a = (await editor.post(`/1/api/container/${eventId}/thing`, twin)).data.id;
  const b = (await editor.post(`/1/api/container/${eventId}/thing`, other)).data.id;

  const job = await bulk({ do: "move", type_id: people[0] as number }, "apply", { ids: [a, b] });

  expect(job.result).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: a }] });
  expect((await get(b)).type_id).toBe(people[0]);
  const file = await editor.get(`/1/api/job/${job.id}/file`);
  expect(file.response.body).toContain("Twin Bulk");
});

test("profiles go into a group and out again", async () => {
  const groups = await editor.post(`/1/api/container/${eventId}/custom-group`, {
    name: `Bulk ${round}`,
    mode: "manual",
  });
  expect(groups.status).toBe(201);
  const act = { do: "group", group: groups.data.id, is: "in" } as const;

  await bulk(act, "apply", { ids: [ids[0] as number] });
  expect((await bulk(act, "dry-run")).result).toMatchObject({ changed: 2, unchanged: 1 });
  const job = await bulk(act);
  expect(job.result).toMatchObject({ changed: 2, unchanged: 1 });
  expect((await bulk(act, "dry-run")).result).toMatchObject({ changed: 0, unchanged: 3, sample: [] });
  expect((await bulk({ ...act, is: "out" }, "dry-run")).result).toMatchObject({ changed: 3, unchanged: 0 });
  expect((await undo(job.id)).result).toMatchObject({ changed: 2 });
  expect((await bulk({ ...act, is: "out" }, "dry-run")).result).toMatchObject({ changed: 1, unchanged: 2 });
});

test("who may only read may not", async () => {
  const owner = await server.as("owner");

  const refused = await owner.post(`/1/api/container/${eventId}/thing/bulk`, {
    selection: { ids },
    act: edit,
    mode: "dry-run",
  });

  expect(refused.status).toBe(403);
});

test("many are deactivated and activated by name, seen before, counted, told in their history, and undone", async () => {
  await editor.patch(`/1/api/container/${eventId}/thing/${ids[2]}`, { rev: 1, status: "blocked" });
  const statuses = () => Promise.all(ids.map(async (id) => (await get(id)).status));
  const before = await statuses();

  const tried = await bulk({ do: "deactivate" }, "dry-run", everyone());
  expect(tried.result).toMatchObject({ changed: 2, unchanged: 1, skipped: 0, until: null });
  expect(tried.result.sample[0]).toEqual({
    id: ids[0],
    name: `Ann Bulk${round}`,
    before: "imported",
    after: "blocked",
  });
  expect(await statuses()).toEqual(before);

  const job = await bulk({ do: "deactivate" });
  expect(job.result).toMatchObject({ changed: 2, unchanged: 1, skipped: 0 });
  expect(await statuses()).toEqual(["blocked", "blocked", "blocked"]);
  const history = (await editor.get(`/1/api/container/${eventId}/thing/${ids[0]}/history`)).data;
  expect(history[0]).toMatchObject({ action: "save", before: { status: "imported" }, after: { status: "blocked" } });
  expect((await editor.get(`/1/api/container/${eventId}/thing/bulk/last`)).data).toMatchObject({ do: "deactivate" });

  // Who was changed since stays as somebody left them.
  await editor.patch(`/1/api/container/${eventId}/thing/${ids[1]}`, { rev: 2, status: "invited" });
  expect((await undo(job.id)).result).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ids[1] }] });
  expect(await statuses()).toEqual(["imported", "invited", "blocked"]);

  const again = await bulk({ do: "activate" }, "apply", everyone());
  expect(again.result).toMatchObject({ changed: 3, unchanged: 0 });
  expect(await statuses()).toEqual(["active", "active", "active"]);
  expect((await undo(again.id)).result).toMatchObject({ changed: 3, skipped: 0 });
  expect(await statuses()).toEqual(["imported", "invited", "blocked"]);
});
