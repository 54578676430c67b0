// Before something is taken back it is told what does not come with it, because it is gone by now.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { AgendaTables } from "../../agenda/server/tables.ts";

describe.each(testDatabases)("what does not come back on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server, "expert");
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  /** The last line of an object, and what is told of taking it back. */
  async function asked(type: string, id: number) {
    const filter = [
      { field: "object_type", op: "eq", value: type },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    const { rows } = (await chief.post(`${place.path}/history/query`, { filter })).data;
    const { data } = await chief.post(`${place.path}/history/${rows[0].id}/loss`, {});
    return { line: rows[0] as { id: number; may_lose: boolean }, told: data };
  }

  test("speakers of a session who are gone are counted, and it comes back without them", async () => {
    const times = { start: "2026-09-01T09:00:00.000Z", end: "2026-09-01T10:00:00.000Z" };
    const draft = { title: "Keynote", ...times, stage_id: null, track_id: null };
    const session_id = (await place.asker.post(`${place.path}/session`, draft)).data.id as number;
    const tables = server.deps.database.write.withTables<AgendaTables>();
    const row = { event_id: place.eventId, name: "Ada", source: "", external_id: "notBack" };
    const made = await tables.insertInto("agenda_speaker").values(row).returning("id").executeTakeFirstOrThrow();
    const link = { session_id, speaker_id: made.id, position: 0 };
    await tables.insertInto("agenda_session_speaker").values(link).execute();
    await place.asker.ask("DELETE", `${place.path}/session/${session_id}`);
    expect((await asked("session", session_id)).told).toEqual({ by: null, losses: [] });
    await tables.deleteFrom("agenda_speaker").where("id", "=", made.id).execute();

    const { line, told } = await asked("session", session_id);

    expect(line.may_lose).toBe(true);
    expect(told).toEqual({ by: null, losses: [{ label: "agenda:lost.speakers", count: 1 }] });
    expect((await chief.post(`${place.path}/history/${line.id}/revert`, {})).status).toBe(200);
  });

  test.each([
    [1, "some"],
    [2, "all"],
  ])("of two groups that a group named %i that are gone are counted: %s", async (gone, label) => {
    const expert = await server.as("expert");
    const create = async (name: string, more = {}) =>
      (await expert.post(`${place.path}/custom-group`, { mode: "manual", name: `${name} ${gone}`, ...more })).data;
    const named = [await create("North"), await create("South")];
    const group = await create("Seeing", { see: named.map(({ id }) => id) });
    const path = `${place.path}/custom-group`;
    await expert.patch(`${path}/${group.id}`, { rev: group.rev, see: null });
    for (const { id, rev } of named.slice(0, gone)) await expert.ask("DELETE", `${path}/${id}?rev=${rev}`);

    const { told } = await asked("custom-groups.group", group.id);

    expect(told).toEqual({ by: null, losses: [{ label: `custom-groups:lost.see.${label}`, count: gone }] });
  });
});
