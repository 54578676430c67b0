// What somebody has removed by mistake comes back by themselves for ten minutes, though the history is others' to see.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgendaTables } from "../../plugins/agenda/server/tables.ts";
import { type Asker, app, type TestApp, testDatabases } from "../support/app.ts";
import { aPlace, aProfile, type Place } from "../support/place.ts";

const MINUTE = 60_000;

describe.each(testDatabases)("undoing one's own removal on %s", (database) => {
  let server: TestApp;
  let place: Place;
  /** Whoever plans the agenda. */
  let planner: Asker;
  let at = Date.parse("2026-05-01T09:00:00.000Z");
  beforeAll(async () => {
    server = await app({ database, now: () => new Date(at) });
    place = await aPlace(server);
    planner = await server.as("expert");
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
    return (await planner.post(`${place.path}/session`, { ...draft, stage_id: null, track_id: null })).data.id;
  }
  const remove = (id: number) => planner.ask("DELETE", `${place.path}/session/${id}`);
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

    const { data } = await undo(ofSession(id), planner);

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

    const answers = await Promise.all([undo(ofSession(id), planner), undo(ofSession(id), planner)]);

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

  describe("after what its fields ask has changed", () => {
    const fieldPath = (of: { id: number }) => `${place.path}/field/${of.id}`;
    const aField = async (field: Record<string, unknown> = {}) => {
      const labels = { "en-gb": `Asked ${Math.random()}` };
      const made = await (await server.as("super")).post(`${place.path}/field`, { labels, kind: "text", ...field });
      expect(made.status).toBe(201);
      return made.data as { id: number; rev: number; key: string };
    };
    const change = async (field: { id: number; rev: number }, to: object) => {
      const changed = await (await server.as("super")).patch(fieldPath(field), { rev: field.rev, ...to });
      expect(changed.status).toBe(200);
    };
    const archive = async (field: { id: number; rev: number }) =>
      (await (await server.as("super")).post(`${fieldPath(field)}/archive`, { rev: field.rev })).data;
    const fieldsOf = async (id: string) =>
      (await (await server.as("super")).get(`${place.path}/thing/${id}`)).data.fields;

    test("nothing is demanded that was not when it was made", async () => {
      const [field, strong] = [await aField(), await aField()];
      const id = await removedProfile();
      await change(field, { required: true });
      await change(strong, { required: true, edit_role: 1 });

      const back = await undo(ofThing(id));

      await archive({ ...field, rev: 2 });
      await archive({ ...strong, rev: 2 });
      expect([back.status, back.data?.lost]).toEqual([200, []]);
    });

    test("what it answered stays, be its field or option archived, or its limit tighter", async () => {
      const options = ["a", "b"].map((key) => ({ key, labels: { "en-gb": key }, archived: false }));
      const [old, tight, choice] = [await aField(), await aField(), await aField({ kind: "choice", options })];
      const fields = { [old.key]: "old", [tight.key]: "too long", [choice.key]: "a" };
      const id = await removedProfile({ fields });
      await archive(old);
      await change(tight, { limits: { max_length: 3 } });
      await change(choice, { options: options.map((one) => ({ ...one, archived: one.key === "a" })) });

      const back = await undo(ofThing(id));

      expect([back.status, back.data?.lost]).toEqual([200, []]);
      expect(await fieldsOf(back.data.id)).toEqual(fields);
    });

    test("what no field takes any more is told, and the rest comes back", async () => {
      const [gone, stays] = [await aField(), await aField()];
      const id = await removedProfile({ fields: { [gone.key]: "a", [stays.key]: "b" } });
      const chief = await server.as("super");
      const started = await chief.post(`${fieldPath(gone)}/remove`, { rev: (await archive(gone)).rev });
      await chief.finished(started.data.job.id);

      const back = await undo(ofThing(id));

      expect([back.status, back.data?.lost]).toMatchObject([200, [{ label: "event-data:undone.answers", count: 1 }]]);
      expect(await fieldsOf(back.data.id)).toEqual({ [stays.key]: "b" });
    });

    test("an answer that somebody else has by now refuses it; of one that is hidden nothing is told", async () => {
      const [seen, hidden] = [
        await aField({ unique: true }),
        await aField({ unique: true, see_role: 100, edit_role: 100 }),
      ];
      const chief = { ...place, asker: await server.as("super") };
      const remove = async (values: Record<string, unknown>) => {
        const { id, rev } = await aProfile(chief, values);
        await place.asker.ask("DELETE", `${place.path}/thing/${id}?rev=${rev}`);
        return id;
      };
      const both = await remove({ fields: { [seen.key]: "one", [hidden.key]: "secret 1" } });
      const one = await remove({ fields: { [hidden.key]: "secret 2" } });
      await aProfile(chief, { last_name: "Holder", fields: { [seen.key]: "one", [hidden.key]: "secret 1" } });
      await aProfile(chief, { last_name: "Holder", fields: { [hidden.key]: "secret 2" } });

      const [refused, silent] = [await undo(ofThing(both)), await undo(ofThing(one))];

      expect([refused.status, silent.status]).toEqual([409, 409]);
      expect(refused.error.reasons).toMatchObject({ [`fields.${seen.key}`]: { text: "common:answer.taken" } });
      expect(JSON.stringify(refused.error)).not.toContain(hidden.key);
      expect(JSON.stringify(silent.error)).not.toMatch(new RegExp(`${hidden.key}|secret|Holder`));
      expect(silent.error.message).toMatch(/\S/);
    });
  });
});
