// Blocking and removing by taking a change back in the history: what goes with it is told before, and after it to the others.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import { tellNotices } from "../server/notices.ts";
import { aMeeting, meetingsOf, peopleNamed } from "./factories.ts";

describe.each(testDatabases)("what somebody still has before them when a change is taken back, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let chief: Asker;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    chief = await server.as("super");
  });
  afterAll(() => server.close());

  let count = 500;
  const some = <Names extends string[]>(...names: Names) => {
    count += 1;
    return peopleNamed(place, count, ...names);
  };
  const lineOf = async (id: number, action: string) => {
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(id) },
    ];
    const { rows } = (await chief.post(`${place.path}/history/query`, { filter })).data;
    return (rows as { id: number; action: string }[]).find((line) => line.action === action)?.id;
  };
  const losses = (line: number | undefined, body: object = {}) =>
    chief.post(`${place.path}/history/${line}/loss`, body);
  const revert = (line: number | undefined, body: object = {}) =>
    chief.post(`${place.path}/history/${line}/revert`, body);
  const save = async (id: number, values: object) => {
    const { rev } = (await place.asker.get(`${place.path}/thing/${id}`)).data;
    const saved = await place.asker.patch(`${place.path}/thing/${id}`, { rev, ...values });
    expect(saved.status).toBe(200);
  };
  /** Somebody who was blocked, has been let in again, and has a meeting since. */
  const letIn = async () => {
    const [ada, bo] = await some("Ada", "Bo");
    await save(ada.id, { status: "blocked" });
    await save(ada.id, { status: "active", job_title: "Pilot" });
    await aMeeting(place, [ada, bo], 0);
    return { ada, bo, line: await lineOf(ada.id, "save") };
  };
  const toldSince = async (work: () => Promise<unknown>) => {
    const { quick } = server.deps.database;
    const context = { ...tidyContext(server.deps), now: new Date(Date.now() + 60_000) };
    await tellNotices(context);
    const before = (await quick.selectFrom("core_mail").select("id").execute()).map(({ id }) => id);
    await work();
    await tellNotices(context);
    const rows = await quick.selectFrom("core_mail").select(["id", "recipient"]).execute();
    return rows.filter(({ id }) => !before.includes(id)).map(({ recipient }) => recipient);
  };

  test("that somebody was let in again tells of their confirmed meetings, but not where another field is taken back", async () => {
    const { bo, line } = await letIn();

    const all = await losses(line, { locale: "de" });
    const title = await losses(line, { fields: ["job_title"] });

    expect(all.data).toMatchObject({
      by: "blocking",
      losses: [{ label: "networking:blocking", count: 1, others: { count: 1, reached: 1 } }],
    });
    expect(all.data.losses[0].examples[0].values.others).toBe(bo.name);
    expect(title.data).toEqual({ by: null, losses: [] });
  });

  test("their meetings stay unless somebody says otherwise, and those on the other side are told where that is chosen", async () => {
    const [kept, off] = [await letIn(), await letIn()];

    const silent = await toldSince(async () => {
      expect((await revert(kept.line)).status).toBe(200);
    });
    const told = await toldSince(async () => {
      expect((await revert(off.line, { calls_off: true, tells: true })).status).toBe(200);
    });

    expect((await place.asker.get(`${place.path}/thing/${off.ada.id}`)).data.status).toBe("blocked");
    expect(await meetingsOf(place, kept.bo)).toMatchObject([{ state: "accepted" }]);
    expect(await meetingsOf(place, off.bo)).toMatchObject([{ state: "cancelled" }]);
    expect(silent).toEqual([]);
    expect(told).toEqual([`bo.${count}@x.example`]);
  });

  test("a creation that is taken back tells of the meetings that go with it, and tells the others", async () => {
    const [ada, bo] = await some("Ada", "Bo");
    await aMeeting(place, [ada, bo], 0);
    const line = await lineOf(ada.id, "create");

    const asked = await losses(line);
    const told = await toldSince(async () => {
      expect((await revert(line, { tells: true })).status).toBe(200);
    });

    expect(asked.data).toMatchObject({ by: "removing", losses: [{ label: "networking:leaving", count: 1 }] });
    expect(told).toEqual([`bo.${count}@x.example`]);
    expect((await losses(line)).error.code).toBe("history.changed_since");
  });
});
