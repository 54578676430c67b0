// Pages near the end of a list, which are counted from there, while the list grows between the count and the page.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import { listRows, listText } from "../../server/kernel/listAnswer.ts";
import { app, type TestApp } from "../support/app.ts";
import { heard } from "../support/heard.ts";

const MANY = 1600;

let server: TestApp;
let db: Db;
let types: { id: number }[];
let made = 0;
const people = (count: number, begin: string) =>
  Array.from({ length: count }, () => {
    const at = String(made++).padStart(5, "0");
    const type_id = types[made % 2]?.id as number;
    return someValues({ type_id, name: `${begin} ${at}`, fields: { badge: made } });
  });
beforeAll(async () => {
  server = await app();
  db = server.deps.database.read as unknown as Db;
  types = (await (await server.as("owner")).get("/1/api/type")).data;
  await makeThings(server, people(MANY, "Middle"));
});
afterAll(() => server.close());

const BY_NAME = { field: "name", direction: "asc" } as const;
const QUESTIONS: Record<string, ListQuestion> = {
  all: { sort: [BY_NAME] },
  "those of a status": { sort: [BY_NAME], filter: [{ field: "status", op: "eq", value: "active" }] },
  "those with an answer": { sort: [BY_NAME], filter: [{ field: "fields.badge", op: "gte", value: 1 }] },
  "all by their types": { sort: [{ field: "type_id", direction: "asc" }, BY_NAME] },
  "all by their types, the last first": { sort: [{ field: "type_id", direction: "desc" }, BY_NAME] },
};

test.each(Object.entries(QUESTIONS))("a page of %s is that of one moment, as rows and as text", async (_, asked) => {
  const { dialect } = server.deps.database;
  if (dialect.kind !== "sqlite") return;
  const reader = { locale: "en-gb", say: (key: string) => key };
  const list = await thingList(db, dialect, server.bigEventId, {}, server.deps.offered, [], asked, reader);
  const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => Number(id));
  const everyone = async () => {
    const { matched } = await listRows(db, dialect, list, { ...asked, limit: 0 });
    const ids: number[] = [];
    while (ids.length < matched)
      ids.push(...idsOf((await listRows(db, dialect, list, { ...asked, offset: ids.length, limit: 200 })).rows));
    return ids;
  };
  const asText = async (through: Db, question: ListQuestion) =>
    JSON.parse(String((await listText(through, dialect, list, question)).bytes()));

  for (const read of [asText, (through: Db, question: ListQuestion) => listRows(through, dialect, list, question)]) {
    const { length } = await everyone();
    for (const offset of [length - 40, length - 300]) {
      let grown = 0;
      const growing = heard(server, async ({ sql: text, parameters }) => {
        // What is counted beside the page has a limit, too, but of no rows.
        if (grown > 0 || !/limit \? offset \?/.test(text) || !parameters.includes(20)) return;
        grown = 30;
        await makeThings(server, people(grown, "Before"));
      });
      const { rows, matched } = await read(growing, { ...asked, offset, limit: 20 });

      const now = await everyone();
      expect(grown).toBe(30);
      expect(idsOf(rows)).toEqual(now.slice(offset, offset + 20));
      expect([now.length, now.length - grown]).toContain(matched);
      expect(idsOf((await read(db, { ...asked, offset, limit: 20 })).rows)).toEqual(now.slice(offset, offset + 20));
    }
  }
});
