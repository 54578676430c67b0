// The undoing of acts on many keeps the rules of any save: what cannot come back is told, with its reason.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { BulkAct, BulkResult } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("the undoing of acts on many, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let people: number[];
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const types: { id: number; type_category_id: number }[] = (await place.asker.get("/1/api/type")).data;
    people = types.filter((type) => type.type_category_id === 1).map(({ id }) => id);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const mail = (name: string) => `${name}.${round}@undoing.example`;
  const person = (name: string, values: object = {}) =>
    aProfile(place, { first_name: name, last_name: `Undoing${round}`, email: mail(name), ...values });
  const firm = (name: string, values: object = {}) =>
    aProfile(place, { type_id: place.types[2], first_name: "", last_name: "", name, ...values });
  const bulk = async (act: BulkAct, selection: object, mode: "dry-run" | "apply" = "apply") => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk`, { selection, act, mode });
    const job = (await place.asker.finished(data.job.id)).data;
    return { id: job.id as number, result: job.result as BulkResult };
  };
  const undo = async (jobId: number) => {
    const { data } = await place.asker.post(`${place.path}/thing/bulk/${jobId}/undo`, {});
    return (await place.asker.finished(data.job.id)).data.result as BulkResult;
  };
  const get = (id: number) => place.asker.get(`${place.path}/thing/${id}`);
  const holders = async (email: string) => {
    const filter = [{ field: "email", op: "eq", value: email }];
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, { filter, columns: ["type_id"] })).data;
    return rows.filter(({ type_id }: { type_id: number }) => people.includes(type_id)).length as number;
  };

  test("a participant who was moved to the companies does not come back to an address that a new participant has", async () => {
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bulk({ do: "move", type_id: place.types[2] }, { ids: [ann.id, bo.id] });
    const heir = await person("heir", { email: mail("ann") });

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ann.id }] });
    expect(undone.errors[0]?.message).toContain(`${heir.name} (${heir.id})`);
    expect((await get(ann.id)).data.type_id).toBe(place.types[2]);
    expect((await get(bo.id)).data.type_id).toBe(place.types[1]);
    expect(await holders(mail("ann"))).toBe(1);
  });

  test("a participant who was removed does not come back to an address that a participant of another type has", async () => {
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bulk({ do: "remove", confirm: 2 }, { ids: [ann.id, bo.id] });
    const heir = await person("heir", { email: mail("ann"), type_id: people[1] });

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ann.id }] });
    expect(undone.errors[0]?.message).toContain(`${heir.name} (${heir.id})`);
    expect([(await get(ann.id)).status, (await get(bo.id)).status]).toEqual([404, 200]);
    expect(await holders(mail("ann"))).toBe(1);
  });

  test("a company comes back whoever has its address, since companies may share one", async () => {
    const [one, other] = [await firm("One", { email: mail("info") }), await firm("Other", { email: mail("info") })];
    const job = await bulk({ do: "remove", confirm: 1 }, { ids: [one.id] });
    await person("heir", { email: mail("info") });

    expect(await undo(job.id)).toMatchObject({ changed: 1, skipped: 0 });
    expect([(await get(one.id)).status, (await get(other.id)).status]).toEqual([200, 200]);
  });

  /** An import of lines of `Id,Last name,Email`. */
  const bring = async (...lines: string[]) => {
    const { asker, path, types } = place;
    const file = await sendFile(asker, path, ["Id,Last name,Email", ...lines].join("\n"));
    const { id, result } = await importSent(asker, path, { file: file.id, type: types[1] });
    return { id, written: result.created + result.updated };
  };
  const name = () => `Undoing${round}`;

  test("who was given another address by an import does not get back the one that a new participant has", async () => {
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bring(`${ann.id},${name()},${mail("new")}`, `${bo.id},${name()},${mail("newer")}`);
    const heir = await person("heir", { email: mail("ann") });

    const undone = await undo(job.id);

    expect(job.written).toBe(2);
    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: ann.id }] });
    expect(undone.errors[0]?.message).toContain(`${heir.name} (${heir.id})`);
    expect([(await get(ann.id)).data.email, (await get(bo.id)).data.email]).toEqual([mail("new"), mail("bo")]);
    expect(await holders(mail("ann"))).toBe(1);
  });

  test("an address that an import moved from one to another, and to somebody new, goes all the way back", async () => {
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bring(
      ...[`${bo.id},${name()},${mail("third")}`, `${ann.id},${name()},${mail("bo")}`, `,${name()},${mail("ann")}`],
    );

    const undone = await undo(job.id);

    expect(job.written).toBe(3);
    expect(undone).toMatchObject({ changed: 3, skipped: 0 });
    expect([(await get(ann.id)).data.email, (await get(bo.id)).data.email]).toEqual([mail("ann"), mail("bo")]);
    expect(await holders(mail("ann"))).toBe(1);
  });

  test("where one of them has to stay as they are, so does whoever waits for their address", async () => {
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bring(`${bo.id},${name()},${mail("third")}`, `${ann.id},${name()},${mail("bo")}`);
    await person("heir", { email: mail("ann") });

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 0, skipped: 2 });
    expect([(await get(ann.id)).data.email, (await get(bo.id)).data.email]).toEqual([mail("bo"), mail("third")]);
    expect(await holders(mail("bo"))).toBe(1);
  });

  test("two profiles of one undoing do not get the same address: the second is told", async () => {
    // While the act was under way, somebody took the address of one who had been moved already, and was moved after them.
    const [ann, bo] = [await person("ann"), await person("bo")];
    const job = await bulk({ do: "move", type_id: place.types[2] }, { ids: [ann.id, bo.id] });
    const db = server.deps.database.write;
    const rows = await db
      .selectFrom("event_data_undo" as never)
      .select(["before"] as never)
      .where("job_id" as never, "=", job.id as never)
      .where("thing_id" as never, "=", bo.id as never)
      .execute();
    const before = JSON.parse((rows[0] as unknown as { before: string }).before);
    await db
      .updateTable("event_data_undo" as never)
      .set({ before: JSON.stringify({ ...before, email: mail("ann") }) } as never)
      .where("job_id" as never, "=", job.id as never)
      .where("thing_id" as never, "=", bo.id as never)
      .execute();

    const undone = await undo(job.id);

    expect(undone).toMatchObject({ changed: 1, skipped: 1, errors: [{ id: bo.id }] });
    expect(await holders(mail("ann"))).toBe(1);
  });

  test("a preview of a move tells of all who share an address, also where they are far apart", async () => {
    const lines = Array.from({ length: 520 }, (_, at) => `Far${round} ${at},${at % 519}@far${round}.example`);
    const query = `kind=thing&format=csv&mode=apply&type=${place.types[2]}`;
    await place.asker.importFile(place.eventId, query, `Name,Email\n${lines.join("\n")}\n`);
    const all = { question: { search: `far${round}` } };
    const there = (await place.asker.post(`${place.path}/thing/query`, { search: `far${round}`, limit: 0 })).data;
    const act: BulkAct = { do: "move", type_id: place.types[1] };

    const tried = await bulk(act, all, "dry-run");
    const done = await bulk(act, all);

    expect(there.matched).toBe(520);
    expect(tried.result).toMatchObject({ changed: 519, skipped: 1 });
    expect(done.result).toMatchObject({ changed: 519, skipped: 1 });
    expect(tried.result.errors).toEqual(done.result.errors);
  });

  test("who was taken out of a group that has been removed since is told; into one that is there, all come back but who has left", async () => {
    const aGroup = async (name: string) =>
      (await place.asker.post(`${place.path}/custom-group`, { name: `${name} ${round}`, mode: "manual" })).data;
    const [ann, bo, cy] = [await person("ann"), await person("bo"), await person("cy")];
    const ids = [ann.id, bo.id, cy.id];
    const outOf = async (group: { id: number }) => {
      await bulk({ do: "group", group: group.id, is: "in" }, { ids });
      return bulk({ do: "group", group: group.id, is: "out" }, { ids });
    };
    const [going, staying] = [await aGroup("Going"), await aGroup("Staying")];
    const jobs = [await outOf(going), await outOf(staying)] as const;
    await place.asker.remove(`${place.path}/custom-group/${going.id}?rev=${going.rev}`);
    await place.asker.remove(`${place.path}/thing/${cy.id}?rev=1`);

    const undone = await undo(jobs[0].id);
    expect(undone).toMatchObject({ changed: 0, skipped: 3 });
    expect(undone.errors[0]?.message).toBe("Its group has been removed since then");
    expect(await undo(jobs[1].id)).toMatchObject({ changed: 2, skipped: 1, errors: [{ id: cy.id }] });
  });

  test("acts are undone one after the other, the latest first, back to where the first began", async () => {
    const ann = await person("ann", { country: "DE", job_title: "Clerk" });
    const one = { ids: [ann.id] };
    const first = await bulk({ do: "edit", field: "country", value: "FR" }, one);
    const second = await bulk({ do: "edit", field: "job_title", value: "Boss" }, one);
    const third = await bulk({ do: "remove", confirm: 1 }, one);

    const undone = [await undo(third.id), await undo(second.id), await undo(first.id)];

    expect(undone).toMatchObject(Array(3).fill({ changed: 1, skipped: 0 }));
    expect((await get(ann.id)).data).toMatchObject({ country: "DE", job_title: "Clerk" });
  });

  test("an act that overtakes another is undone, and then the other, which an undoing before it has not used up", async () => {
    const ann = await person("ann", { country: "DE" });
    const one = { ids: [ann.id] };
    const first = await bulk({ do: "edit", field: "country", value: "FR" }, one);
    const second = await bulk({ do: "edit", field: "country", value: "IT" }, one);

    const early = await undo(first.id);
    const undone = [await undo(second.id), await undo(first.id)];

    expect(early).toMatchObject({ changed: 0, skipped: 1, errors: [{ id: ann.id }] });
    expect(undone).toMatchObject(Array(2).fill({ changed: 1, skipped: 0 }));
    expect((await get(ann.id)).data.country).toBe("DE");
    expect((await place.asker.post(`${place.path}/thing/bulk/${first.id}/undo`, {})).error.code).toBe(
      "event-data.undo_over",
    );
  });

  test("what somebody saved by hand between two acts stays, whichever is undone", async () => {
    const ann = await person("ann", { country: "DE" });
    const one = { ids: [ann.id] };
    const first = await bulk({ do: "edit", field: "country", value: "FR" }, one);
    const { rev } = (await get(ann.id)).data;
    await place.asker.patch(`${place.path}/thing/${ann.id}`, { rev, job_title: "By hand" });
    const second = await bulk({ do: "edit", field: "country", value: "IT" }, one);

    const undone = [await undo(second.id), await undo(first.id)];

    expect(undone).toMatchObject([{ changed: 1 }, { changed: 0, skipped: 1 }]);
    expect((await get(ann.id)).data).toMatchObject({ country: "FR", job_title: "By hand" });
  });

  test("a merge is undone once the acts after it are, and an act once the merge after it is", async () => {
    const [ann, bo] = [await person("ann", { country: "DE" }), await person("bo")];
    const one = { ids: [ann.id] };
    const before = await bulk({ do: "edit", field: "country", value: "FR" }, one);
    const [keep, drop] = [(await get(ann.id)).data, (await get(bo.id)).data];
    const merge = { keep: { id: keep.id, rev: keep.rev }, drop: { id: drop.id, rev: drop.rev }, take: ["email"] };
    const merged = (await place.asker.post(`${place.path}/thing/merge`, merge)).data;
    const after = await bulk({ do: "edit", field: "country", value: "IT" }, one);

    const undone = await undo(after.id);
    const unmerged = await place.asker.post(`${place.path}/thing/merge/${merged.id}/undo`);
    const first = await undo(before.id);

    expect([undone, first]).toMatchObject(Array(2).fill({ changed: 1, skipped: 0 }));
    expect(unmerged.status).toBe(200);
    expect((await get(ann.id)).data).toMatchObject({ country: "DE", email: mail("ann") });
    expect((await get(bo.id)).data).toMatchObject({ email: mail("bo") });
  });
});
