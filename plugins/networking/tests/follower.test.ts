import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { Meeting } from "../contract.ts";
import { countMeetings } from "../server/counts.ts";
import { getMeetings } from "../server/repository.ts";
import { aMeeting, aPerson, arrange, aTable, at, hasBeen, meetingsOf } from "./factories.ts";

type Person = Awaited<ReturnType<typeof aPerson>>;

describe.each(testDatabases)("meetings of profiles that leave or are merged, on %s", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const some = (count: number) => Promise.all(Array.from({ length: count }, () => aPerson(place)));
  const states = (meetings: readonly Meeting[]) => meetings.map(({ state }) => state);
  const bulk = async (act: object, who: readonly Person[], mode: string) => {
    const selection = { question: { filter: [{ field: "id", op: "in", value: who.map(({ id }) => id) }] } };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode });
    return (await place.asker.finished(data.job.id)).data;
  };
  const merge = (keep: Person, drop: Person) =>
    place.asker.post(`${place.path}/thing/merge`, {
      keep: { id: keep.id, rev: keep.rev },
      drop: { id: drop.id, rev: drop.rev },
      take: [],
    });
  const undo = (id: number) => place.asker.post(`${place.path}/thing/merge/${id}/undo`, {});

  test("who is about to take a profile out is told how many confirmed meetings go with it", async () => {
    const [ada, bo, cy] = (await some(3)) as [Person, Person, Person];
    await aMeeting(place, [ada, bo], 0);
    await aMeeting(place, [ada, cy], 60);
    await aMeeting(place, [ada, cy], 120, { state: "requested" });

    const losses = await place.asker.get(`${place.path}/thing/${ada.id}/loss`);
    const many = await bulk({ do: "remove" }, [ada, bo], "dry-run");

    expect(losses.data).toMatchObject([{ label: "networking:leaving", count: 2 }]);
    // One meeting is that of both.
    expect(many.result).toMatchObject({ changed: 2, losses: [{ label: "networking:leaving", count: 2 }] });
    expect(states(await meetingsOf(place, ada))).toEqual(["accepted", "accepted", "requested"]);
  });

  test("a meeting is cancelled when one of two leaves, its time is free again, and three go on as two", async () => {
    const [ada, bo, cy, di] = (await some(4)) as [Person, Person, Person, Person];
    await aMeeting(place, [ada, bo], 0);
    await aMeeting(place, [ada, cy, di], 60);

    await place.asker.remove(`${place.path}/thing/${ada.id}?rev=1`);

    expect(await meetingsOf(place, bo)).toMatchObject([{ state: "cancelled", gone: 1, participants: [{ id: bo.id }] }]);
    expect(await meetingsOf(place, cy)).toMatchObject([
      { state: "accepted", gone: 1, participants: [{ id: cy.id }, { id: di.id }] },
    ]);
    expect((await arrange(place, [bo, di], 0)).status).toBe(201);
    expect((await arrange(place, [bo, di], 60)).status).toBe(409);
    const [left] = await meetingsOf(place, bo);
    const taken = await place.asker.patch(`${place.path}/meeting/${left?.id}`, { rev: left?.rev, state: "accepted" });
    expect(taken.error.code).toBe("networking.left");
  });

  test("a meeting that took place stays one when somebody who was there leaves or is blocked, and counts for those who remain", async () => {
    const [ada, bo, cy] = (await some(3)) as [Person, Person, Person];
    await hasBeen(server, (await aMeeting(place, [ada, bo], 0)).id, 2);
    await hasBeen(server, (await aMeeting(place, [cy, bo], 0)).id, 1);
    await aMeeting(place, [ada, bo], 120);
    const was = await meetingsOf(place, bo);

    const removed = await bulk({ do: "remove", confirm: 1 }, [ada], "apply");
    await bulk({ do: "edit", field: "status", value: "blocked", calls_off: true }, [cy], "apply");

    const there = [{ state: "accepted" }, { state: "accepted" }, { state: "cancelled" }];
    expect(await meetingsOf(place, bo)).toMatchObject(there);
    const { write } = server.deps.database;
    const met = await countMeetings(write as never, place.eventId, [bo.id], "accepted");
    expect(met.get(bo.id)).toBe(2);

    const { data } = await place.asker.post(`${place.path}/thing/bulk/${removed.id}/undo`, {});
    await place.asker.finished(data.job.id);
    const plain = (meetings: readonly Meeting[]) => meetings.map(({ rev: _, ...rest }) => rest);
    expect(plain(await meetingsOf(place, bo))).toEqual(plain(was));
  });

  test("two who remain of three accept their meeting, move it and take it up again; who is gone stays marked and comes back", async () => {
    const [ada, bo, cy, di] = (await some(4)) as [Person, Person, Person, Person];
    const { id } = await aMeeting(place, [ada, bo, cy], 0, { state: "requested" });
    const removed = await bulk({ do: "remove", confirm: 1 }, [ada], "apply");
    const save = async (change: object) => {
      const [{ rev } = { rev: 0 }] = await meetingsOf(place, bo);
      return place.asker.patch(`${place.path}/meeting/${id}`, { rev, ...change });
    };

    const accepted = await save({ state: "accepted" });
    const taken = await arrange(place, [cy, di], 0);
    const moved = await save({ start: at(60), end: at(90) });
    await save({ state: "cancelled" });
    const again = await save({ state: "accepted" });

    const remain = { state: "accepted", gone: 1, participants: [{ id: bo.id }, { id: cy.id }] };
    expect(accepted.data).toMatchObject(remain);
    expect(taken.error.code).toBe("networking.taken");
    expect(moved.data).toMatchObject({ ...remain, start: at(60) });
    expect(again.data).toMatchObject({ ...remain, start: at(60) });

    const { data } = await place.asker.post(`${place.path}/thing/bulk/${removed.id}/undo`, {});
    await place.asker.finished(data.job.id);
    expect(await meetingsOf(place, ada)).toMatchObject([{ id, state: "accepted", gone: 0, start: at(60) }]);
    expect((await arrange(place, [ada, di], 60)).error.code).toBe("networking.taken");
  });

  test("when many have been taken out and are put back, their meetings are as they were, also those of two of them", async () => {
    const [ada, bo, cy, di] = (await some(4)) as [Person, Person, Person, Person];
    const table = await aTable(server, place, "Undone");
    await aMeeting(place, [ada, bo], 0, { location_id: table });
    await aMeeting(place, [bo, cy], 60);
    await aMeeting(place, [ada, cy, di], 120);
    const before = await meetingsOf(place, cy);

    const removed = await bulk({ do: "remove", confirm: 2 }, [ada, bo], "apply");
    const between = states(await meetingsOf(place, cy));
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${removed.id}/undo`, {});
    await place.asker.finished(data.job.id);

    expect(between).toEqual(["cancelled", "accepted"]);
    expect(states(await meetingsOf(place, ada))).toEqual(["accepted", "accepted"]);
    const now = await meetingsOf(place, cy);
    const plain = (meetings: readonly Meeting[]) => meetings.map(({ rev: _, ...rest }) => rest);
    expect(plain(now)).toEqual(plain(before));
    const other = await aPerson(place);
    expect((await arrange(place, [other, ada], 0)).status).toBe(409);
    expect((await arrange(place, [other, ada], 120)).status).toBe(409);
    expect((await arrange(place, [other, di], 0, { location_id: table })).status).toBe(409);
  });

  test("a meeting of which nobody is left is kept for an hour and then taken away", async () => {
    const [ada, bo] = (await some(2)) as [Person, Person];
    const { id } = await aMeeting(place, [ada, bo], 0);
    const tidy = server.plugins.find((plugin) => plugin.id === "networking")?.tidy;
    const { write } = server.deps.database;
    const tidied = async (hours: number) => {
      const now = new Date(Date.now() + hours * 3_600_000);
      await tidy?.({ ...tidyContext(server.deps), now });
      return (await getMeetings(write as never, place.eventId, [id])).length;
    };

    await place.asker.remove(`${place.path}/thing/${ada.id}?rev=1`);
    expect(await tidied(2)).toBe(1);
    await place.asker.remove(`${place.path}/thing/${bo.id}?rev=1`);

    expect(await tidied(3)).toBe(1);
    expect(await tidied(3.9)).toBe(1);
    expect(await tidied(4.1)).toBe(0);
  });

  test("a time that has been given to others meanwhile is not taken back: the meeting is asked for anew", async () => {
    const [ada, bo, cy] = (await some(3)) as [Person, Person, Person];
    await aMeeting(place, [ada, bo], 0);
    const removed = await bulk({ do: "remove", confirm: 1 }, [ada], "apply");
    await aMeeting(place, [bo, cy], 15);

    const { data } = await place.asker.post(`${place.path}/thing/bulk/${removed.id}/undo`, {});
    const { result } = (await place.asker.finished(data.job.id)).data;

    expect(states(await meetingsOf(place, bo))).toEqual(["requested", "accepted"]);
    expect(result).toMatchObject({ changed: 1, skipped: 0, losses: [{ label: "networking:back", count: 1 }] });
  });

  test("a merge moves meetings along: the same ones become one, one between the two is cancelled, all is told and undone", async () => {
    const [ada, twin, bo, cy, di] = (await some(5)) as [Person, Person, Person, Person, Person];
    const kept = await aMeeting(place, [ada, bo], 0, { state: "requested" });
    const same = await aMeeting(place, [twin, bo], 0);
    const between = await aMeeting(place, [ada, twin], 60);
    await aMeeting(place, [ada, cy], 120);
    const overlapping = await aMeeting(place, [twin, di], 135);
    const plain = await aMeeting(place, [twin, cy], 240);
    const before = [await meetingsOf(place, ada), await meetingsOf(place, twin)];

    const merged = await merge(ada, twin);
    const all = await meetingsOf(place, ada);

    const byId = (id: number) => all.find((meeting) => meeting.id === id);
    expect(merged.data.moved).toContainEqual({ label: "networking:profile.title", count: 3 });
    expect(merged.data.left).toEqual(
      ["between", "same", "overlap"].map((kind) => ({ label: `networking:merging.${kind}`, count: 1 })),
    );
    expect(byId(kept.id)).toBeUndefined();
    expect(byId(same.id)).toMatchObject({ state: "accepted", participants: [{ id: ada.id }, { id: bo.id }] });
    expect(byId(between.id)).toMatchObject({ state: "cancelled", participants: [{ id: ada.id }] });
    expect(byId(overlapping.id)).toMatchObject({ state: "requested" });
    expect(byId(plain.id)).toMatchObject({ state: "accepted", participants: [{ id: ada.id }, { id: cy.id }] });
    expect((await arrange(place, [ada, await aPerson(place)], 240)).status).toBe(409);

    expect((await undo(merged.data.id)).status).toBe(200);
    const after = [await meetingsOf(place, ada), await meetingsOf(place, twin)];
    const bare = (lists: readonly (readonly Meeting[])[]) => lists.map((list) => list.map(({ rev: _, ...one }) => one));
    expect(bare(after)).toEqual(bare(before));
    const other = await aPerson(place);
    expect((await arrange(place, [ada, other], 240)).status).toBe(201);
    expect((await arrange(place, [twin, other], 255)).status).toBe(409);
  });

  test("a meeting that somebody changed after a merge stays as they left it when the merge is undone", async () => {
    const [ada, twin, bo] = (await some(3)) as [Person, Person, Person];
    const meeting = await aMeeting(place, [twin, bo], 0);
    const merged = await merge(ada, twin);
    const [moved] = await meetingsOf(place, ada);
    const times = { start: at(300), end: at(330) };
    await place.asker.patch(`${place.path}/meeting/${meeting.id}`, { rev: moved?.rev, ...times });

    await undo(merged.data.id);

    expect(await meetingsOf(place, ada)).toEqual([]);
    expect(await meetingsOf(place, twin)).toMatchObject([{ ...times, state: "accepted" }]);
    const other = await aPerson(place);
    expect((await arrange(place, [ada, other], 300)).status).toBe(201);
    expect((await arrange(place, [twin, other], 345)).status).toBe(201);
    expect((await arrange(place, [twin, await aPerson(place)], 300)).status).toBe(409);
  });

  test("of two merges that touch one meeting the first is undone first: the meeting is of the two whose it was, with their time", async () => {
    const [ada, twin, bo, other] = (await some(4)) as [Person, Person, Person, Person];
    const meeting = await aMeeting(place, [twin, other], 0);
    const first = await merge(ada, twin);
    const second = await merge(bo, other);

    await undo(first.data.id);
    await undo(second.data.id);

    const people = [{ id: twin.id }, { id: other.id }];
    expect(await meetingsOf(place, twin)).toMatchObject([{ id: meeting.id, state: "accepted", participants: people }]);
    expect([await meetingsOf(place, ada), await meetingsOf(place, bo)]).toEqual([[], []]);
    expect((await arrange(place, [ada, bo], 0)).status).toBe(201);
    expect((await arrange(place, [other, await aPerson(place)], 0)).status).toBe(409);
  });

  test("before a merge the pair tells what cannot simply move", async () => {
    const twins = await Promise.all(
      ["one", "two"].map(async (word) => {
        const made = await place.asker.post(`${place.path}/thing`, {
          ...{ type_id: place.types[1], first_name: "Double", last_name: "Meeting", company_name: "Twice Ltd" },
          email: `${word}@double-meeting.example`,
        });
        return made.data as Person;
      }),
    );
    const [one, two] = twins as [Person, Person];
    await aMeeting(place, [one, two], 0);
    const { data } = await place.asker.post(`${place.path}/duplicate/search`, {});
    await place.asker.finished(data.job.id);
    const pairs = (await place.asker.post(`${place.path}/duplicate/query`, { search: "double meeting" })).data.rows;

    const facts = (await place.asker.get(`${place.path}/duplicate/${pairs[0].id}`)).data;

    const between = [{ label: "networking:merging.between", count: 1 }];
    expect(facts.notes).toEqual({ one: between, other: between });
    expect(facts.attached).toContainEqual({ label: "networking:profile.title", one: 1, other: 1 });
  });
});
