// An undoing takes the profiles of a block at a time: what it asks of the database does not grow with them.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

const [FEW, MANY] = [20, 200];

let server: TestApp;
let editor: Asker;
let base: string;
let type: number;
const statements: string[] = [];
beforeAll(async () => {
  server = await app({ hear: (text) => void statements.push(text) });
  editor = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  type = (await editor.get(`${base}/type-category`)).data[0].types[0].id;
});
afterAll(() => server.close());

const bring = async (name: string, count: number) => {
  const lines = Array.from({ length: count }, (_, at) => `${name} ${at},${at}@${name}.example`).join("\n");
  const query = `kind=thing&format=csv&mode=apply&type=${type}`;
  await editor.importFile(server.bigEventId, query, `Name,Email\n${lines}\n`);
};
const run = async (search: string, act: object) => {
  const body = { selection: { question: { search: `${search}.example` } }, act, mode: "apply" };
  const { job } = (await editor.post(`${base}/thing/bulk`, body)).data;
  const { result } = (await editor.finished(job.id)).data;
  return { job: job.id as number, changed: result.changed as number };
};
/** Statements on the tables of areas, not those by which the job itself is asked after. */
const asked = () => statements.filter((text) => AREAS.test(text)).length;
const AREAS = /agenda_|app_access_|availability_|custom_groups_|duplicates_|event_data_|networking_|relationships_/;
const undone = async (job: number) => {
  statements.length = 0;
  const undo = (await editor.post(`${base}/thing/bulk/${job}/undo`, {})).data.job.id;
  const { result } = (await editor.finished(undo)).data;
  return { changed: result.changed as number, count: asked() };
};

/** Rows are put in fifty at a time, and jobs that follow come when they come: that is not one statement a profile. */
const expectNoMore = ([few = 0, many = 0]: readonly number[]) => {
  expect(few).toBeGreaterThan(0);
  expect(many - few).toBeLessThan((MANY - FEW) / 10);
};

test.each(["in", "out"] as const)(
  "a putting %s of many of a group is undone without a statement for each",
  async (is) => {
    const group = (await editor.post(`${base}/custom-group`, { name: `Block ${is}`, mode: "manual" })).data.id;
    const counts: number[] = [];
    for (const count of [FEW, MANY]) {
      const name = `regrouped${is}${count}`;
      await bring(name, count);
      if (is === "out") await run(name, { do: "group", group, is: "in" });
      const { job, changed } = await run(name, { do: "group", group, is });
      const back = await undone(job);
      expect([changed, back.changed]).toEqual([count, count]);
      counts.push(back.count);
    }

    expectNoMore(counts);
  },
);

test("many members of a group are removed, and come back, without a statement for each", async () => {
  const group = (await editor.post(`${base}/custom-group`, { name: "Block gone", mode: "manual" })).data.id;
  const counts: number[][] = [[], []];
  for (const count of [FEW, MANY]) {
    const name = `removed${count}`;
    await bring(name, count);
    await run(name, { do: "group", group, is: "in" });
    statements.length = 0;
    const { job, changed } = await run(name, { do: "remove", confirm: count });
    const removing = asked();
    const back = await undone(job);
    expect([changed, back.changed]).toEqual([count, count]);
    counts[0]?.push(removing);
    counts[1]?.push(back.count);
  }

  for (const each of counts) expectNoMore(each);
});
