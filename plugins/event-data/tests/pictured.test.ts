// Who has a picture, of few among many: an index of its own finds them, whatever order is asked for.
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListQuestion } from "#schemas/list.ts";
import { listRows } from "#server";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { heard } from "../../../tests/support/heard.ts";
import { thingList } from "../server/list.ts";
import { aPng } from "./pictures.ts";

let server: TestApp;
let editor: Asker;
beforeAll(async () => {
  server = await app({ areaDemo: true });
  editor = await server.as("expert");
});
afterAll(() => server.close());

test("few pictures among many profiles are found by their index, and in the order that was asked for", async () => {
  const { read, dialect } = server.deps.database;
  const base = `/1/api/container/${server.bigEventId}/thing`;
  const { rows } = (await editor.post(`${base}/query`, { limit: 900, sort: [{ field: "email", direction: "asc" }] }))
    .data;
  const given = [rows[850], rows[20], rows[400]].map(({ id }: { id: number }) => id);
  for (const id of given)
    await editor.ask("PUT", `${base}/${id}/photo`, aPng(), { headers: { "content-type": "image/png" } });
  const question: ListQuestion = {
    filter: [
      { field: "photo", op: "empty", value: false },
      { field: "id", op: "in", value: given },
    ],
    sort: [{ field: "email", direction: "desc" }],
  };
  const list = await thingList(read as never, dialect, server.bigEventId, {}, server.deps.offered, []);
  const ways: string[] = [];
  // PostgreSQL chooses by its statistics.
  if (dialect.kind !== "sqlite") {
    const found = await listRows(read as never, dialect, list, question);
    expect(found.rows.map(({ id }) => id)).toEqual([given[0], given[2], given[1]]);
    return;
  }
  const explaining = heard(server, async ({ sql: text, parameters }) => {
    if (!/photo/.test(text)) return;
    const asked = CompiledQuery.raw(`explain query plan ${text}`, [...parameters]);
    ways.push(...(await read.executeQuery<{ detail: string }>(asked)).rows.map(({ detail }) => detail));
  });

  const found = await listRows(explaining, dialect, list, question);

  expect(found.rows.map(({ id }) => id)).toEqual([given[0], given[2], given[1]]);
  expect(ways.join("; ")).toContain("event_data_thing_pictured");
});
