import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

type Made = { id: number; rev: number; name: string };

describe.each(testDatabases)("merging many on %s", () => {
  let server: TestApp;
  let place: Place;
  let clock: Date | undefined;
  let round = 0;
  beforeAll(async () => {
    server = await app({ now: () => clock ?? new Date() });
    place = await aPlace(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    clock = undefined;
    round += 1;
  });

  /** A participant of this test's own last name. */
  const person = (first: string, values: object = {}) =>
    aProfile(place, { first_name: first, last_name: `Merging${round}`, company_name: "Acme Ltd", ...values });
  const firm = (name: string, values: object = {}) =>
    aProfile(place, { type_id: place.types[2], first_name: "", last_name: "", name, ...values });
  const bulk = async (
    by: "mail" | "name" | "registration",
    mode: "dry-run" | "apply" = "apply",
    ids?: readonly number[],
  ) => {
    const selection = ids ? { ids } : { question: { search: `merging${round}` } };
    const act = { do: "merge", by };
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode });
    return (await place.asker.finished(data.job.id)).data;
  };
  const undo = async (jobId: number) => {
    const started = await place.asker.post(`${place.path}/thing/bulk/${jobId}/undo`, {});
    return started.status === 202 ? (await place.asker.finished(started.data.job.id)).data.result : started.error;
  };
  const get = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data;
  const there = async () =>
    (await place.asker.post(`${place.path}/thing/query`, { search: `merging${round}`, limit: 100 })).data.rows;

  test("a dry run tells how many go into how many, with examples, and changes nothing", async () => {
    const [old, full] = [await person("Ada"), await person("Ada", { job_title: "Director" })];
    const spaced = await person("Ada", { last_name: `MERGING${round} `, company_name: "ACME limited" });
    await person("Bo");

    const { result } = await bulk("name", "dry-run");

    expect(result).toMatchObject({ changed: 2, groups: 1, unchanged: 1, skipped: 0, until: null });
    expect(result.sample.map(({ id }: Made) => id).sort()).toEqual([old.id, spaced.id].sort());
    expect(result.sample[0].after).toBe(`${full.name} (${full.id})`);
    expect(await there()).toHaveLength(4);
  });

  test("whoever has logged in stays active though the fuller one stays, and is what they were after the undoing", async () => {
    const kept = await person("Ev", { job_title: "Buyer", status: "imported" });
    const active = await person("Ev", { status: "active" });

    const job = await bulk("name");
    const merged = await get(kept);
    await undo(job.id);

    expect(merged.status).toBe("active");
    expect((await Promise.all([kept, active].map(get))).map(({ status }) => status)).toEqual(["imported", "active"]);
  });

  test("the fullest stays, takes what it lacks, everything that points at the others moves along, and all is undone", async () => {
    const first = await person("Cy", { country: "DE", email: `cy${round}@merging.example` });
    const kept = await person("Cy", { job_title: "Buyer", country: "FR", email: `c.y${round}@merging.example` });
    const last = await person("Cy", { country: "GB" });
    const other = await person("Di");
    const meeting = { location_id: null, message: "", state: "accepted" };
    const start = (minutes: number) =>
      new Date(Math.ceil(Date.now() / 6e4) * 6e4 + (5000 + minutes) * 6e4).toISOString();
    await place.asker.post(`${place.path}/meeting`, {
      ...{ ...meeting, participants: [last.id, other.id], start: start(0), end: start(30) },
    });
    const before = await Promise.all([first, kept, last].map(get));

    const job = await bulk("name");
    const now = await get(kept);

    expect(job.result).toMatchObject({ changed: 2, groups: 1, unchanged: 1 });
    expect(now).toMatchObject({ job_title: "Buyer", country: "FR", email: `c.y${round}@merging.example` });
    expect((await there()).map(({ id }: Made) => id).sort()).toEqual([kept.id, other.id].sort());
    expect((await place.asker.get(`${place.path}/thing/${kept.id}/meeting`)).data).toHaveLength(1);

    expect(await undo(job.id)).toMatchObject({ changed: 2, skipped: 0 });
    const after = await Promise.all([first, kept, last].map(get));
    const bare = (things: { rev: number; updated_at: string }[]) => things.map(({ rev: _, ...thing }) => thing);
    expect(bare(after)).toEqual(bare(before));
    expect((await place.asker.get(`${place.path}/thing/${last.id}/meeting`)).data).toHaveLength(1);
    expect((await place.asker.get(`${place.path}/thing/${kept.id}/meeting`)).data).toEqual([]);
  });

  test("of two groups whose people met and are linked, all is undone: whoever met and is linked is so again, at one time as well", async () => {
    const lea: Made = await person("Lea");
    const otherLea: Made = await person("Lea");
    const max: Made = await person("Max");
    const otherMax: Made = await person("Max");
    const people = [lea, otherLea, max, otherMax];
    const ends = { category: 1, types: [] };
    const draft = { name: `Knows ${round}`, cardinality: "many-many" };
    const [from, to] = [
      { ...ends, label: "knows" },
      { ...ends, label: "is known by" },
    ];
    const kind = (await place.asker.post(`${place.path}/relationship`, { ...draft, from, to })).data;
    const pairs = [
      [otherLea, otherMax, 0],
      [lea, max, 60],
      [otherLea, otherMax, 60],
    ] as [Made, Made, number][];
    const start = Math.ceil(Date.now() / 6e4) * 6e4 + 15_000 * 6e4;
    const time = (minutes: number) => new Date(start + minutes * 6e4).toISOString();
    for (const [one, other, minutes] of pairs) {
      const participants = [one.id, other.id];
      const meeting = { participants, location_id: null, message: "", state: "accepted" };
      const when = { start: time(minutes), end: time(minutes + 30) };
      await place.asker.post(`${place.path}/meeting`, { ...meeting, ...when });
      const link = { from: one.id, to: other.id };
      await place.asker.post(`${place.path}/relationship/${kind.id}/link`, link);
    }
    const state = () =>
      Promise.all(
        people.map(async ({ id }) => ({
          meetings: (await place.asker.get(`${place.path}/thing/${id}/meeting`)).data.map(
            ({ rev: _, ...meeting }: { rev: number }) => meeting,
          ),
          links: (await place.asker.get(`${place.path}/thing/${id}/relationship`)).data,
        })),
      );
    const before = await state();
    expect(before.map(({ meetings }) => meetings.length)).toEqual([1, 2, 1, 2]);

    const job = await bulk("name");
    expect(job.result).toMatchObject({ changed: 2, groups: 2 });
    expect((await place.asker.get(`${place.path}/thing/${lea.id}/meeting`)).data).toHaveLength(2);

    expect(await undo(job.id)).toMatchObject({ changed: 2, skipped: 0 });
    expect(await state()).toEqual(before);
  });

  test("one mailbox is one person, whatever its tag; companies that share one need one name as well", async () => {
    const mail = `eve${round}@merging.example`;
    await person("Eve", { email: mail });
    await person("Evelyn", { email: mail.replace("@", "+news@") });
    await firm(`Merging${round} One`, { email: `info${round}@hall.example` });
    await firm(`Merging${round} Two`, { email: `info${round}@hall.example` });
    await firm(`Merging${round} Two GmbH`, { email: `info${round}@hall.example` });

    const { result } = await bulk("mail");

    expect(result).toMatchObject({ changed: 2, groups: 2, unchanged: 1, skipped: 0 });
    const names = (await there()).map(({ name }: Made) => name);
    expect(names).toHaveLength(3);
    expect(names).toContain(`Merging${round} One`);
  });

  test("one id of a registration is one person, whatever the name, and whoever has none is nobody's double", async () => {
    const field = { key: "registration_id", kind: "text", labels: { "en-gb": "Registration" } };
    await place.asker.post(`${place.path}/field`, field);
    const kept = await person("Hal", { job_title: "Buyer", fields: { registration_id: `R-${round}` } });
    await person("Henry", { fields: { registration_id: ` r-${round}` } });
    await person("Hugo", { fields: { registration_id: `R-${round}-2` } });
    await person("Hugo");
    await person("Hugo");

    const { result } = await bulk("registration");

    expect(result).toMatchObject({ changed: 1, groups: 1, unchanged: 3, skipped: 0 });
    expect((await there()).map(({ id }: Made) => id)).toContain(kept.id);
    expect(await there()).toHaveLength(4);
  });

  test("of three who are one the dry run tells of all their meetings with each other, not only with the one who stays", async () => {
    const kept = await person("Ida", { job_title: "Buyer" });
    const [second, third] = [await person("Ida"), await person("Ida")];
    const start = (minutes: number) =>
      new Date(Math.ceil(Date.now() / 6e4) * 6e4 + (9000 + minutes) * 6e4).toISOString();
    const meets = (participants: number[], from: number) =>
      place.asker.post(`${place.path}/meeting`, {
        ...{ location_id: null, message: "", state: "accepted" },
        ...{ participants, start: start(from), end: start(from + 30) },
      });
    await meets([second.id, third.id], 0);
    await meets([kept.id, third.id], 60);

    const { result } = await bulk("name", "dry-run");
    await bulk("name");

    expect(result.losses).toEqual([{ label: "networking:merging.between", count: 2 }]);
    const meetings = (await place.asker.get(`${place.path}/thing/${kept.id}/meeting`)).data;
    expect(meetings.map(({ state }: { state: string }) => state)).toEqual(["cancelled", "cancelled"]);
  });

  test("only what is selected is merged, a person is never merged with a company, and a category keeps to itself", async () => {
    const [one, two, three] = [await person("Flo"), await person("Flo"), await person("Flo")];
    await firm(`Flo Merging${round}`, { company_name: "Acme Ltd" });

    const { result } = await bulk("name", "apply", [one.id, two.id]);

    expect(result).toMatchObject({ changed: 1, groups: 1 });
    expect((await there()).map(({ id }: Made) => id)).toEqual(expect.arrayContaining([one.id, three.id]));
    expect(await there()).toHaveLength(3);
  });

  test("more than twenty who share a name are left to be looked at", async () => {
    for (let count = 0; count < 21; count++) await person("Guest");

    const { result } = await bulk("name", "dry-run");

    expect(result).toMatchObject({ changed: 0, groups: 0, skipped: 21 });
    expect(result.errors[0].message).toContain("21 profiles share this");
  });

  test("a profile that was changed after the merge stays so, and the others are put back; after ten minutes nothing is", async () => {
    const [ada] = [await person("Ada"), await person("Ada"), await person("Bo"), await person("Bo")];
    const job = await bulk("name");
    const changed = await get(ada);
    await place.asker.patch(`${place.path}/thing/${ada.id}`, { rev: changed.rev, job_title: "New" });

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ada.id }] });
    expect(await there()).toHaveLength(3);
    expect((await undo(job.id)).code).toBe("event-data.undo_over");

    await bulk("name");
    const late = await bulk("name", "apply");
    clock = new Date(Date.now() + 11 * 60_000);
    expect((await undo(late.id)).code).toBe("event-data.undo_over");
  });

  test("an address that somebody has taken since is told, and nothing of that group is put back by half", async () => {
    const mail = `ida${round}@merging.example`;
    const kept = await person("Ida", { job_title: "Boss", email: `other.${mail}` });
    const gone = await person("Ida", { email: mail });
    await person("Kit");
    await person("Kit");
    const job = await bulk("name");
    const before = await get(kept);
    await person("Jo", { email: mail });

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: kept.id }] });
    expect(undone.errors[0].message).toContain("address");
    expect(await get(kept)).toEqual(before);
    expect((await place.asker.get(`${place.path}/thing/${gone.id}`)).status).toBe(404);
  });

  test("every merge stands in the history of both profiles", async () => {
    const [one, two] = [await person("Kim", { job_title: "Boss" }), await person("Kim")];
    await bulk("name");

    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "object_id"])
      .where("object_id", "in", [String(one.id), String(two.id)])
      .where("action", "in", ["merge", "merge_into"])
      .orderBy("id")
      .execute();

    expect(lines).toEqual([
      { action: "merge", object_id: String(one.id) },
      { action: "merge_into", object_id: String(two.id) },
    ]);
  });
});
