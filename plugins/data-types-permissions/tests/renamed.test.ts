// Changes of rules are taken back whatever their types have come to be called since.
import { expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { TypeRules } from "../contract.ts";

test.each(testDatabases)("changes of rules are taken back after their types were renamed on %s", async (database) => {
  const server: TestApp = await app({ database });
  const place: Place = await aPlace(server);
  const [chief, expert]: Asker[] = [await server.as("super"), await server.as("expert")];
  const base = `${place.path}/type-rule`;
  const read = async () => (await (expert as Asker).get(base)).data as TypeRules;
  const before = await read();
  const [from, to] = ["Attendee", "Speaker"].map((name) => before.types.find(({ type }) => type === name)?.id);
  const cells = [
    { from, to, verb: "meet", allow: false },
    { from: to, to: from, verb: "scan", allow: true },
  ];
  const looks = [{ type: to, labels: {}, icon: "star" }];
  const settings = [{ type: to, meets: false, pending: 0, contacts: true }];
  const saved = await expert?.put(base, { cells, settings, looks, order: [to], rev: before.rev });
  expect(saved?.status).toBe(200);
  const filter = [{ field: "object_type", op: "eq", value: "data-types-permissions.rules" }];
  const [line] = (await chief?.post(`${place.path}/history/query`, { filter }))?.data.rows ?? [];
  const type = (await chief?.get("/1/api/type/detail"))?.data.find(({ id }: { id: number }) => id === to);
  const renamed = await chief?.patch(`/1/api/type/${to}`, { type: "Voice (on stage)", rev: type.rev });
  expect(renamed?.status).toBe(200);

  const one = `Attendee (${from}) → Speaker (${to}): meet`;
  const single = await chief?.post(`${place.path}/history/${line.id}/revert`, { fields: [one] });
  expect(single?.data.fields).toEqual([`Attendee (${from}) → Voice (on stage) (${to}): meet`]);
  expect((await read()).cells).toEqual([cells[1]]);
  const fields = Object.keys(line.after).filter((name) => name !== one);
  const rest = await chief?.post(`${place.path}/history/${line.id}/revert`, { fields });

  expect(rest?.status).toBe(200);
  expect(await read()).toMatchObject({ cells: [], settings: [], looks: [], order: [] });
  await server.close();
});
