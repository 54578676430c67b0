// A long list, sent and read as a stream: every row counts, and each bad one is told with its line.
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";

const ROWS = 200_000;
const WRONG = 1000;

let server: TestApp;
beforeAll(async () => {
  server = await app();
});
afterAll(() => server.close());

function* list() {
  yield "First name,Last name,Email,Company\n";
  for (let at = 1; at <= ROWS; at++)
    yield at % WRONG === 0
      ? `Wrong,Long ${at},nobody,"Line\n${at}"\n`
      : `Ann,Long ${at},ann.${at}@long.example,"Some, Ltd"\n`;
}

test("200,000 rows are read as they come, and each bad one is told with its line", { timeout: 180_000 }, async () => {
  const editor = await server.as("matchmaker");
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  const typeId = types.find((type) => type.type_category_id === 1)?.id;
  const path = `/1/api/container/${server.bigEventId}/import?kind=thing&format=csv&mode=dry-run&type=${typeId}`;

  const headers = { "content-type": "text/csv" };
  const started = await editor.ask("POST", path, Readable.from(list()), { headers });
  const { data: job } = await editor.finished(started.data.job.id);

  expect(job.result).toMatchObject({ created: ROWS - ROWS / WRONG, updated: 0, unchanged: 0, skipped: ROWS / WRONG });
  // Each bad row takes two lines.
  const lines = Array.from({ length: ROWS / WRONG }, (_, at) => (at + 1) * WRONG + 1 + at);
  expect(job.result.errors.map(({ line }: { line: number }) => line)).toEqual(lines);
});
