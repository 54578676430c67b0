// What somebody has removed by mistake comes back by themselves for ten minutes, though the history is others' to see.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgendaTables } from "../../plugins/agenda/server/tables.ts";
import { app, type TestApp, testDatabases } from "../support/app.ts";
import { aPlace, aProfile, type Place } from "../support/place.ts";

const MINUTE = 60_000;

describe.each(testDatabases)("undoing one's own removal on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let at = Date.parse("2026-05-01T09:00:00.000Z");
  beforeAll(async () => {
    server = await app({ database, now: () => new Date(at) });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const undo = (of: { type: string; id: number }, asker = place.asker) => asker.post(`${place.path}/removal/undo`, of);
  const ofThing = (id: number) => ({ type: "event-data.thing", id });
  const ofSession = (id: number) => ({ type: "session", id });
  async function removedProfile(values: Record<string, unknown> = {}) {
    const { id, rev } = await aProfile(place, values);
    expect((await place.asker.ask("DELETE", `${place.path}/thing/${id}?rev=${rev}`)).status).toBe(200);
    return id;
  }
  async function aSession(title: string): Promise<number> {
    const draft = { title, start: "2026-09-01T09:00:00.000Z", end: "2026-09-01T10:00:00.000Z" };
    return (await place.asker.post(`${place.path}/session`, { ...draft, stage_id: null, track_id: null })).data.id;
  }
  const remove = (id: number) => place.asker.ask("DELETE", `${place.path}/session/${id}`);
  const linesOf = async ({ type, id }: { type: string; id: number | string }) => {
    const filter = [
      { field: "object_type", op: "eq", value: type },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    const chief = await server.as("super");
    const { rows } = (await chief.post(`${place.path}/history/query`, { filter })).data;
    return (rows as { action: string; actor_id: number }[]).map(({ action }) => action);
  };

  test("a profile comes back as it was, and the history tells it", async () => {
    const id = await removedProfile({ first_name: "Mary", last_name: "Somerville", country: "gb" });

    const back = await undo(ofThing(id));

    expect([back.status, back.data.lost]).toEqual([200, []]);
    const { data } = await place.asker.get(`${place.path}/thing/${back.data.id}`);
    expect(data).toMatchObject({ name: "Mary Somerville", country: "gb" });
    expect(await linesOf(ofThing(id))).toEqual(["revert", "remove", "create"]);
    expect((await linesOf({ type: "event-data.thing", id: back.data.id }))[0]).toBe("bring_back");
  });

  test("a session comes back with its speakers, and of those who are gone it is told how many", async () => {
    const id = await aSession("Two speakers");
    const tables = server.deps.database.write.withTables<AgendaTables>();
    const ids: number[] = [];
    for (const name of ["Stays", "Goes"]) {
      const row = { event_id: place.eventId, name, source: "", external_id: name };
      const made = await tables.insertInto("agenda_speaker").values(row).returning("id").executeTakeFirstOrThrow();
      ids.push(made.id);
    }
    const links = ids.map((speaker_id, position) => ({ session_id: id, speaker_id, position }));
    await tables.insertInto("agenda_session_speaker").values(links).execute();
    await remove(id);
    await tables
      .deleteFrom("agenda_speaker")
      .where("id", "=", ids[1] as number)
      .execute();

    const { data } = await undo(ofSession(id));

    expect(data.lost).toEqual([{ label: "agenda:lost.speakers", count: 1 }]);
    const session = (await place.asker.get(`${place.path}/session/${data.id}`)).data;
    expect(session.speakers.map(({ name }: { name: string }) => name)).toEqual(["Stays"]);
  });

  test("what this person does not see of it comes back, too", async () => {
    const owner = await server.as("super");
    const key = `secret_${at}`;
    const field = { key, labels: { "en-gb": "Secret" }, kind: "text", see_role: 100, edit_role: 100 };
    expect((await owner.post(`${place.path}/field`, field)).status).toBe(201);
    const { id, rev } = await aProfile(place, {});
    const answered = await owner.patch(`${place.path}/thing/${id}`, { rev, fields: { [key]: "hidden" } });
    await place.asker.ask("DELETE", `${place.path}/thing/${id}?rev=${answered.data.rev}`);

    const back = await undo(ofThing(id));

    expect(back.status).toBe(200);
    expect((await owner.get(`${place.path}/thing/${back.data.id}`)).data.fields[key]).toBe("hidden");
  });

  test("is refused after ten minutes, and when it has come back already", async () => {
    const [late, again] = [await removedProfile(), await removedProfile()];
    await undo(ofThing(again));
    expect((await undo(ofThing(again))).error.code).toBe("removal.over");

    at += 11 * MINUTE;

    const refused = await undo(ofThing(late));
    expect([refused.status, refused.error.code]).toEqual([409, "removal.over"]);
  });

  test("two that ask at the same time bring it back once", async () => {
    const id = await aSession("Only once");
    await remove(id);

    const answers = await Promise.all([undo(ofSession(id)), undo(ofSession(id))]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const found = await place.asker.get(`${place.path}/session?search=${encodeURIComponent("Only once")}`);
    expect(found.data).toHaveLength(1);
  });

  test("is nobody else's, nor of what may not be made, and not what has not been removed", async () => {
    const [id, there] = [await removedProfile(), (await aProfile(place)).id];

    expect((await undo(ofThing(id), await server.as("super"))).status).toBe(404);
    expect((await undo(ofThing(there))).error.code).toBe("removal.over");
    expect((await undo(ofThing(9_999_999))).status).toBe(404);
    expect((await undo({ type: "event-data.field", id }, await server.as("super"))).status).toBe(404);
    expect((await undo(ofThing(id), await server.as("registration"))).status).toBe(403);
  });

  test("what its area refuses by now is refused with its reasons", async () => {
    const id = await removedProfile({ email: "twice@example.org" });
    await aProfile(place, { email: "twice@example.org" });

    const refused = await undo(ofThing(id));

    expect([refused.status, refused.error.code]).toEqual([409, "removal.not_possible"]);
    expect(refused.error.message).toMatch(/\S/);
    expect(await linesOf(ofThing(id))).toEqual(["remove", "create"]);
  });
});
