// A workbook has room for so many rows: those of a list by groups are counted as they are written, once for each group.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JobContext } from "#server";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { exportInto } from "../server/export.ts";
import { countInGroups } from "../server/exportGroups.ts";
import { thingList } from "../server/list.ts";

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
  [[], 3],
  [["type_id"], 3],
  [[BY], 4],
  [["type_id", BY], 4],
] as const)("grouped by %j", async (group, expected) => {
  const { asker, path, eventId } = place;
  const filter = [{ field: "name", op: "contains" as const, value: "Room" }];
  const { read, dialect } = server.deps.database;
  const asks = { group, by: group[0] ?? "", filter };
  const list = await thingList(read as never, dialect, eventId, {}, server.deps.offered, [], asks);

  const counted = await countInGroups(read as never, dialect, list, { columns: ["name"], filter }, group);
  const draft = { format: "xlsx", columns: [{ field: "name", title: "Name" }], group, filter };
  const started = await asker.post(`${path}/thing/export`, draft);
  const { result } = (await asker.finished(started.data.job.id)).data;

  expect([counted, result]).toEqual([expected, { rows: expected }]);
});

test.each([
  ["xlsx", [], 3, "3 rows"],
  ["xlsx", [], 2, "for 2 rows and these are 3; choose CSV"],
  ["xlsx", [BY], 3, "for 3 rows and these are 4; choose CSV"],
  ["csv", [BY], 2, "4 rows"],
] as const)("as %s, grouped by %j, into a file with room for %i", async (format, group, room, told) => {
  const { read, dialect } = server.deps.database;
  const { offered, speak } = server.deps;
  const filter = [{ field: "name", op: "contains" as const, value: "Room" }];
  const context = {
    ...{ eventId: place.eventId, appId: server.apps.northwind, who: { id: 1, accessRole: 1 } },
    ...{ payload: { format, columns: [{ field: "name", title: "Name" }], group, filter }, read, dialect },
    ...{ offered, speak, now: () => new Date(), progress: () => {}, signal: new AbortController().signal },
    inTransaction: async () => undefined,
    saveFile: async ({ bytes }: { bytes: AsyncIterable<Buffer> }) => {
      for await (const _ of bytes);
    },
  };

  const done = exportInto(room, context as unknown as JobContext).then(
    ({ rows }) => `${rows} rows`,
    (error: Error) => error.message,
  );

  expect(await done).toContain(told);
});
