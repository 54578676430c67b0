// A workbook has room for so many rows: those of a list by groups are counted as they are written, once for each group.
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

vi.mock(import("../server/sheet/xlsx.ts"), async (original) => ({ ...(await original()), XLSX_ROWS: 3 }));

const BY = "beside.custom-groups.names";
let server: TestApp;
let place: Place;
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  const made = [];
  for (const name of ["Ann", "Bo", "Cy"]) made.push(await aProfile(place, { first_name: name, last_name: "Room" }));
  for (const name of ["First", "Second"]) {
    const { data } = await place.asker.post(`${place.path}/custom-group`, { name, mode: "manual" });
    const words = made.slice(0, name === "First" ? 3 : 1).map(({ id }) => String(id));
    await place.asker.post(`${place.path}/custom-group/${data.id}/member`, { words });
  }
});
afterAll(() => server.close());

test.each([
  ["xlsx", [], 3],
  ["xlsx", ["type_id"], 3],
  ["xlsx", [BY], "room for 3 rows and these are 4"],
  ["xlsx", ["type_id", BY], "room for 3 rows and these are 4"],
  ["csv", [BY], 4],
] as const)("as %s, grouped by %j", async (format, group, expected) => {
  const { asker, path } = place;
  const columns = [{ field: "name", title: "Name" }];
  const draft = { format, columns, group, filter: [{ field: "name", op: "contains", value: "Room" }] };
  const started = await asker.post(`${path}/thing/export`, draft);
  const { state, result, error } = (await asker.finished(started.data.job.id)).data;

  if (typeof expected === "number") expect([state, result]).toEqual(["done", { rows: expected }]);
  else expect([state, error]).toEqual(["failed", expect.stringContaining(expected)]);
});
