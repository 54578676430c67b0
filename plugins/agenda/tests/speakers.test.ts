import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { aJsonFile } from "./factories.ts";

describe.each(testDatabases)("speakers and their profiles on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server, "expert");
  });
  afterAll(() => server.close());

  let files = 0;
  const speaks = async (persons: object[], acronym = `conf-${++files}`) => {
    const session = {
      ...{ guid: `${acronym}-1`, id: 1, date: "2026-01-31T09:30:00+01:00", duration: "00:30", room: "Hall" },
      ...{ title: `Talk at ${acronym}`, persons },
    };
    const done = await place.asker.importFile(
      place.eventId,
      "kind=schedule&format=schedule-json&mode=apply",
      aJsonFile([session], { acronym }),
    );
    expect(done.data.state).toBe("done");
    return acronym;
  };
  const of = async ({ id }: { id: number }) =>
    (await place.asker.get(`${place.path}/thing/${id}/session`)).data as {
      speakers: { id: number; name: string; sessions: number }[];
      sessions: { title: string; speakers: { thing_id: number | null }[] }[];
      namesakes: { id: number; name: string }[];
    };
  const titles = async (thing: { id: number }) => (await of(thing)).sessions.map(({ title }) => title);
  const link = (speakerId: number, thing_id: number | null) =>
    place.asker.put(`${place.path}/speaker/${speakerId}/profile`, { thing_id });
  const speakerNamed = async (name: string) => {
    const all = (await place.asker.get(`${place.path}/speaker`)).data as {
      id: number;
      name: string;
      thing_id: number | null;
    }[];
    return all.find((one) => one.name === name) as (typeof all)[number];
  };

  test("a schedule's address finds the participant, and both sides show the other", async () => {
    const ada = await aProfile(place, { last_name: "First", email: "first@speak.example" });
    const acronym = await speaks([{ id: 1, name: "A. First", email: "First@Speak.example" }]);

    const mine = await of(ada);
    const listed = await place.asker.get(`${place.path}/session?search=${acronym}`);

    expect(mine).toMatchObject({ speakers: [{ name: "A. First", sessions: 1 }], namesakes: [] });
    expect(mine.sessions.map(({ title }) => title)).toEqual([`Talk at ${acronym}`]);
    expect(listed.data[0].speakers).toEqual([{ id: expect.any(Number), name: "A. First", thing_id: ada.id }]);
  });

  test("sessions are found by words of their names and speakers, with accents and without, in any case", async () => {
    const acronym = await speaks([{ id: 1, name: "Zoë Müller-Großmann" }], "Größen");
    const found = async (search: string) =>
      (await place.asker.get(`${place.path}/session?search=${encodeURIComponent(search)}`)).data.map(
        ({ title }: { title: string }) => title,
      );

    for (const words of ["muller", "MÜLLER groß", "grossmann zoe", "grossen", "Größen talk"])
      expect(await found(words), words).toEqual([`Talk at ${acronym}`]);
    expect(await found("müller byron")).toEqual([]);
  });

  test("a participant who arrives after the schedule is found as well, and a new address keeps what an import found", async () => {
    const acronym = await speaks([{ id: 2, name: "Late", email: "late@speak.example" }]);
    const late = await aProfile(place, { last_name: "Comer", email: "late@speak.example" });
    const before = await titles(late);
    await speaks([{ id: 2, name: "Late", email: "late@speak.example" }], acronym);
    await place.asker.patch(`${place.path}/thing/${late.id}`, { rev: late.rev, email: "moved@speak.example" });

    expect(before).toEqual([`Talk at ${acronym}`]);
    expect(await titles(late)).toEqual([`Talk at ${acronym}`]);
  });

  test("the same name is only proposed; a person says who it is, and no file says otherwise", async () => {
    const eve = await aProfile(place, { first_name: "Eve", last_name: "Proposed", email: "eve@speak.example" });
    const other = await aProfile(place, { first_name: "Other", last_name: "Person", email: "other@speak.example" });
    const acronym = await speaks([{ id: 3, name: "EVE proposed" }]);
    const [namesake] = (await of(eve)).namesakes;

    const linked = await link(namesake?.id ?? 0, eve.id);
    await speaks([{ id: 3, name: "EVE proposed", email: "other@speak.example" }], acronym);

    expect(linked.data).toEqual({ id: namesake?.id, name: "EVE proposed", thing_id: eve.id });
    expect(await titles(eve)).toEqual([`Talk at ${acronym}`]);
    expect(await titles(other)).toEqual([]);

    await link(namesake?.id ?? 0, null);

    expect([await titles(eve), await titles(other)]).toEqual([[], []]);
    expect((await of(eve)).namesakes).toMatchObject([{ id: namesake?.id }]);
  });

  test("an address that several participants or only a company has finds nobody", async () => {
    await aProfile(place, {
      type_id: place.types[2],
      name: "Desk",
      first_name: "",
      last_name: "",
      email: "desk@speak.example",
    });
    await speaks([{ id: 4, name: "Desk clerk", email: "desk@speak.example" }]);

    expect((await speakerNamed("Desk clerk")).thing_id).toBeNull();
  });

  test("speakers go along with a merge and its undo, also those whose address alone said who they are", async () => {
    const one = await aProfile(place, { first_name: "Mer", last_name: "Ged", email: "one@merge.example" });
    const other = await aProfile(place, { first_name: "Mer", last_name: "Gone", email: "other@merge.example" });
    const acronym = await speaks([{ id: 5, name: "Merged", email: "third@merge.example" }]);
    await place.asker.patch(`${place.path}/thing/${other.id}`, { rev: 1, email: "third@merge.example" });
    const versions = { keep: { id: one.id, rev: 1 }, drop: { id: other.id, rev: 2 }, take: [] };

    const merged = await place.asker.post(`${place.path}/thing/merge`, versions);
    const after = await titles(one);
    await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);

    expect(merged.data.moved).toEqual([{ label: "agenda:profile.title", count: 1 }]);
    expect(after).toEqual([`Talk at ${acronym}`]);
    expect([await titles(one), await titles(other)]).toEqual([[], [`Talk at ${acronym}`]]);
  });

  test("a profile that leaves is nobody's any more, and is again when its removal is undone", async () => {
    const gone = await aProfile(place, { first_name: "Gone", last_name: "Again", email: "gone@speak.example" });
    const acronym = await speaks([{ id: 6, name: "Gone", email: "gone@speak.example" }]);
    const act = { selection: { ids: [gone.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const started = await place.asker.post(`${place.path}/thing/bulk`, act);
    await place.asker.finished(started.data.job.id);
    const without = (await speakerNamed("Gone")).thing_id;
    const undoing = await place.asker.post(`${place.path}/thing/bulk/${started.data.job.id}/undo`);
    await place.asker.finished(undoing.data.job.id);

    expect(without).toBeNull();
    expect(await titles(gone)).toEqual([`Talk at ${acronym}`]);
  });

  test("what somebody has said since of a speaker outlasts the undoing of a removal and of a merge", async () => {
    const [gone, into, from, said] = await Promise.all(
      ["Gone", "Into", "From", "Said"].map((name) =>
        aProfile(place, { first_name: name, last_name: "Since", email: `${name}@since.example` }),
      ),
    );
    if (!gone || !into || !from || !said) throw new Error("no profiles");
    await speaks([
      ...["removed", "denied", "freed"].map((name) => ({ name: `Since ${name}`, email: "gone@since.example" })),
      ...["merged", "moved"].map((name) => ({ name: `Since ${name}`, email: "from@since.example" })),
    ]);
    const says = async (name: string, thing_id: number | null) => link((await speakerNamed(name)).id, thing_id);
    await says("Since removed", gone.id);
    const act = { selection: { ids: [gone.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" };
    const started = await place.asker.post(`${place.path}/thing/bulk`, act);
    await place.asker.finished(started.data.job.id);
    const versions = { keep: { id: into.id, rev: 1 }, drop: { id: from.id, rev: 1 }, take: [] };
    const merged = await place.asker.post(`${place.path}/thing/merge`, versions);

    await says("Since removed", said.id);
    await says("Since denied", null);
    await says("Since merged", null);
    const undoing = await place.asker.post(`${place.path}/thing/bulk/${started.data.job.id}/undo`);
    await place.asker.finished(undoing.data.job.id);
    const parted = await place.asker.post(`${place.path}/thing/merge/${merged.data.id}/undo`);

    expect(parted.data.left).toEqual([{ label: "agenda:profile.back", count: 1 }]);
    const whose = async (name: string) => (await speakerNamed(`Since ${name}`)).thing_id;
    const names = ["removed", "denied", "freed", "merged", "moved"];
    expect(await Promise.all(names.map(whose))).toEqual([said.id, null, gone.id, null, from.id]);
  });

  test("what is not there is told", async () => {
    const ada = await aProfile(place, { last_name: "Nobody", email: "nobody@speak.example" });

    expect((await link(999_999, ada.id)).status).toBe(404);
    expect((await link((await speakerNamed("Desk clerk")).id, 999_999)).status).toBe(404);
    expect((await place.asker.get(`${place.path}/thing/999999/session`)).status).toBe(404);
  });
});
