// How far somebody has come into the event app goes along when profiles are merged, leave or come back.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPerson, aServer, Desk } from "./factories.ts";

const HOUR = 3_600_000;
type Person = Awaited<ReturnType<typeof aPerson>>;

describe.each(testDatabases)("log-ins of profiles that leave or are merged, on %s", () => {
  let server: TestApp;
  let desk: Desk;
  beforeAll(async () => {
    server = await aServer();
    desk = await Desk.at(server);
  });
  afterAll(() => server.close());

  const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  const moments = async (person: Person) => {
    const { mailed_at, opened_at, entered_at, seen_at } = (await desk.state(person)).data;
    return { mailed_at, opened_at, entered_at, seen_at };
  };
  const asNow = async (person: Person): Promise<Person> => desk.thing(person);
  const merge = async (keep: Person, drop: Person) => {
    const [kept, dropped] = [await asNow(keep), await asNow(drop)];
    return desk.asker.post(`${desk.place.path}/thing/merge`, {
      keep: { id: kept.id, rev: kept.rev },
      drop: { id: dropped.id, rev: dropped.rev },
      take: [],
    });
  };
  const undoMerge = (id: number) => desk.asker.post(`${desk.place.path}/thing/merge/${id}/undo`, {});
  const bulk = async (act: object, who: readonly Person[]) => {
    const selection = { ids: who.map(({ id }) => id) };
    const { data } = await desk.asker.post(`${desk.place.path}/thing/bulk`, { selection, act, mode: "apply" });
    return (await desk.asker.finished(data.job.id)).data;
  };
  const undoBulk = async (jobId: number) => {
    const { data } = await desk.asker.post(`${desk.place.path}/thing/bulk/${jobId}/undo`);
    return (await desk.asker.finished(data.job.id)).data;
  };

  test("a merged profile has come as far as either of the two, and a link of the one that went lets in the one that stays", async () => {
    const [keep, drop] = [await aPerson(desk.place), await aPerson(desk.place)];
    await desk.mail(keep);
    await desk.seen({ id: drop.id, at: ago(5) });
    const token = await desk.token(drop);
    const mailed = (await moments(keep)).mailed_at;

    const merged = await merge(keep, drop);
    const joined = await moments(keep);
    const entered = await desk.verify(token);

    expect(merged.status).toBe(201);
    expect(merged.data.moved).toContainEqual({ label: "app-access:title", count: 1 });
    expect(joined).toMatchObject({ mailed_at: mailed, entered_at: expect.any(String), seen_at: expect.any(String) });
    expect(entered.data.profile.id).toBe(keep.id);
  });

  test("when a merge is undone, both stand as before it, and what happened since stays with the one that stayed", async () => {
    const [keep, drop] = [await aPerson(desk.place), await aPerson(desk.place)];
    await desk.mail(keep);
    await desk.seen({ id: drop.id, at: ago(5) });
    const token = await desk.token(drop);
    const before = { keep: await moments(keep), drop: await moments(drop) };
    const { data } = await merge(keep, drop);
    const since = ago(1);
    await desk.seen({ id: keep.id, at: since });

    const undone = await undoMerge(data.id);

    expect(undone.status).toBe(200);
    expect(await moments(drop)).toEqual(before.drop);
    expect(await moments(keep)).toEqual({ ...before.keep, seen_at: since });
    expect((await desk.verify(token)).data.profile.id).toBe(drop.id);
  });

  test("of one that has been nowhere there is nothing to move, nor to put back", async () => {
    const [keep, drop] = [await aPerson(desk.place), await aPerson(desk.place)];

    const { data } = await merge(keep, drop);
    await undoMerge(data.id);

    expect(data.moved).toEqual([]);
    expect(await moments(keep)).toEqual({ mailed_at: null, opened_at: null, entered_at: null, seen_at: null });
  });

  test("who is removed is let in no more; put back, they stand as before and their link is good again", async () => {
    const people = [await aPerson(desk.place), await aPerson(desk.place)] as [Person, Person];
    await desk.seen({ id: people[0].id, at: ago(5) });
    await desk.mail(people[0]);
    const token = await desk.token(people[1]);
    const before = await moments(people[0]);

    const gone = await bulk({ do: "remove", confirm: 2 }, people);
    const out = await desk.verify(token);
    await undoBulk(gone.id);

    expect(out.error.code).toBe("app-access.link_unknown");
    expect(await moments(people[0])).toEqual(before);
    expect((await desk.verify(token)).status).toBe(200);
  });

  test("a copy of the event takes nobody's log-in along", async () => {
    const person = await aPerson(desk.place);
    await desk.seen({ id: person.id, at: ago(5) });
    const count = async () => {
      const tables = server.deps.database.quick.withTables<{ app_access_profile: { event_id: number } }>();
      return (await tables.selectFrom("app_access_profile").select("event_id").execute()).length;
    };
    const before = await count();

    const boss = await server.as("super");
    const copied = await boss.post(`${desk.place.path}/copy`, {
      name: "Copied Summit",
      date_start: "2027-12-01T08:00:00.000Z",
    });

    expect(copied.status).toBe(201);
    expect(await count()).toBe(before);
  });
});
