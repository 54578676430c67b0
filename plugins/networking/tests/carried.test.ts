import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type aProfile, type Place } from "../../../tests/support/place.ts";
import { tellNotices } from "../server/notices.ts";
import { aMeeting, meetingsOf, peopleNamed } from "./factories.ts";

type Person = Awaited<ReturnType<typeof aProfile>>;

describe.each(testDatabases)("letters that wait about meetings of profiles that are merged, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  let count = 0;
  const some = async <Names extends string[]>(...names: Names) => {
    count += 1;
    const made = await peopleNamed(place, count, ...names);
    await letters(0);
    return made;
  };
  const bulk = async (act: object, who: readonly Person[]) => {
    const body = { selection: { ids: who.map(({ id }) => id) }, act, mode: "apply", locale: "en-gb" };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, body);
    return (await place.asker.finished(data.job.id)).data;
  };
  const remove = (who: Person) => bulk({ do: "remove", tells: true, confirm: 1 }, [who]);
  const putBack = async (jobId: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${jobId}/undo`, {});
    await place.asker.finished(data.job.id);
  };
  const merge = async (keep: Person, drop: Person) => {
    const version = async ({ id }: Person) => ({
      id,
      rev: (await place.asker.get(`${place.path}/thing/${id}`)).data.rev as number,
    });
    const body = { keep: await version(keep), drop: await version(drop), take: [] };
    const made = await place.asker.post(`${place.path}/thing/merge`, body);
    return made.data.id as number;
  };
  const undo = async (id: number) => {
    expect((await place.asker.post(`${place.path}/thing/merge/${id}/undo`, {})).status).toBe(200);
  };
  /** What has been written since the last look, once so many minutes have passed. */
  let read = 0;
  const letters = async (minutes: number) => {
    await tellNotices({ ...tidyContext(server.deps), now: new Date(Date.now() + minutes * 60_000) });
    const rows = await server.deps.database.quick
      .selectFrom("core_mail")
      .select(["id", "recipient", "subject", "text"])
      .where("id", ">", read)
      .orderBy("id")
      .execute();
    read = rows.at(-1)?.id ?? read;
    return rows.map(({ recipient, subject, text }) => ({ to: recipient.split(".")[0], subject, text }));
  };
  const readers = (written: Awaited<ReturnType<typeof letters>>) => written.map(({ to }) => to).sort();

  test("a letter survives a merge and its undoing, and is written once, to whom it was promised", async () => {
    const [ada, twin, gone] = await some("Ada", "Twin", "Gone");
    await aMeeting(place, [twin, gone], 0);

    await remove(gone);
    await undo(await merge(ada, twin));

    expect(await letters(10)).toEqual([]);
    expect(await letters(12)).toMatchObject([{ to: "twin", subject: expect.stringContaining("cancelled") }]);
    expect(await letters(20)).toEqual([]);
  });

  test("while the two are one, the one that stays is told; undone after that, nobody is told again", async () => {
    const [ada, twin, gone] = await some("Ada", "Twin", "Gone");
    await aMeeting(place, [twin, gone], 0);

    const removed = await remove(gone);
    const merged = await merge(ada, twin);
    const told = await letters(12);
    await undo(merged);
    const again = await letters(13);
    await putBack(removed.id);

    expect(readers(told)).toEqual(["ada"]);
    expect(again).toEqual([]);
    // Who comes back all the same is announced to whose meeting it is.
    expect(await letters(14)).toMatchObject([{ to: "twin", subject: expect.stringContaining("after all") }]);
  });

  test("who has left and is merged is told of by their new name, and is not told themselves; undone by their own", async () => {
    const [ada, twin, bo, cy] = await some("Ada", "Twin", "Bo", "Cy");
    const blocked = { do: "deactivate", calls_off: true, tells: true };
    await aMeeting(place, [twin, bo], 0);
    await aMeeting(place, [twin, bo, cy], 60);

    await bulk(blocked, [twin]);
    const merged = await merge(ada, twin);
    const told = await letters(12);
    await undo(merged);
    const [eve, other, di] = await some("Eve", "Other", "Di");
    await aMeeting(place, [other, di], 0);
    await bulk(blocked, [other]);
    await undo(await merge(eve, other));
    const own = await letters(12);

    expect(readers(told)).toEqual(["bo", "bo", "cy"]);
    for (const { text } of told) expect(text).toContain(ada.name);
    expect(readers(own)).toEqual(["di"]);
    expect(own[0]?.text).toContain(other.name);
  });

  test("the note of a meeting that became one with another goes with it, and back again", async () => {
    const [ada, twin, gone, bo] = await some("Ada", "Twin", "Gone", "Bo");
    const mine = await aMeeting(place, [ada, gone, bo], 0, { state: "requested" });
    const theirs = await aMeeting(place, [twin, gone, bo], 0);
    const become = async (who: Person, id: number, state: string) => {
      const now = (await meetingsOf(place, who)).find((one) => one.id === id);
      const saved = await place.asker.patch(`${place.path}/meeting/${id}`, { rev: now?.rev, state });
      expect(saved.status).toBe(200);
    };

    await remove(gone);
    await become(twin, theirs.id, "requested");
    const merged = await merge(ada, twin);
    const whileOne = await meetingsOf(place, ada);
    await undo(merged);
    await become(twin, theirs.id, "accepted");

    expect(whileOne.map(({ id }) => id)).toEqual([mine.id]);
    expect(readers(await letters(12))).toEqual(["bo", "twin"]);
    expect(await letters(20)).toEqual([]);
  });
});
