// The history of a profile tells which groups it was put into and taken out of, in whichever way.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("groups in the history of profiles on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
  });
  afterAll(() => server.close());

  let count = 0;
  const aGroup = async () => {
    count += 1;
    const { data } = await place.asker.post(base, { name: `Told ${count}`, mode: "manual" });
    return data as { id: number; name: string };
  };
  const person = (last_name: string) => aProfile(place, { last_name, email: `${last_name}@told.example` });
  const history = async (id: number) => {
    const { data } = await place.asker.get(`${place.path}/thing/${id}/history`);
    const lines = data as { action: string; before: object | null; after: object | null }[];
    return lines.flatMap(({ action, before, after }) => (action === "create" ? [] : [{ action, before, after }]));
  };
  const factsOf = ({ id, name }: { id: number; name: string }) => {
    const [none, fact] = [{ group: null }, { group: `${name} (${id})` }];
    return {
      joined: { action: "join_group", before: none, after: fact },
      left: { action: "leave_group", before: fact, after: none },
    };
  };

  test("by hand, and by an act on many as well", async () => {
    const [group, ada] = [await aGroup(), await person("byhand")];
    const { joined, left } = factsOf(group);
    await place.asker.post(`${base}/${group.id}/member`, { words: [String(ada.id)] });
    // Who is there already has not come into it.
    await place.asker.post(`${base}/${group.id}/member`, { words: [String(ada.id)] });
    await place.asker.post(`${base}/${group.id}/member/remove`, { ids: [ada.id] });
    expect(await history(ada.id)).toEqual([left, joined]);

    for (const is of ["in", "out"]) {
      const act = { do: "group", group: group.id, is };
      const draft = { selection: { ids: [ada.id] }, act, mode: "apply" };
      const started = await place.asker.post(`${place.path}/thing/bulk`, draft);
      await place.asker.finished(started.data.job.id);
    }

    expect(await history(ada.id)).toEqual([left, joined, left, joined]);
  });

  test("by the undoing of an act on many, after which it can still be taken back that a profile was made", async () => {
    const [group, ada] = [await aGroup(), await person("undone")];
    const { joined, left } = factsOf(group);
    const expected: object[] = [];
    for (const [is, done, undone] of [
      ["in", joined, left],
      ["out", left, joined],
    ] as const) {
      if (is === "out") await place.asker.post(`${base}/${group.id}/member`, { words: [String(ada.id)] });
      const draft = { selection: { ids: [ada.id] }, act: { do: "group", group: group.id, is }, mode: "apply" };
      const { job } = (await place.asker.post(`${place.path}/thing/bulk`, draft)).data;
      await place.asker.finished(job.id);
      const undoing = await place.asker.post(`${place.path}/thing/bulk/${job.id}/undo`, {});
      await place.asker.finished(undoing.data.job.id);
      expected.unshift(undone, done, ...(is === "out" ? [joined] : []));
    }
    expect(await history(ada.id)).toEqual(expected);

    const chief = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "event-data.thing" },
      { field: "object_id", op: "eq", value: String(ada.id) },
      { field: "action", op: "eq", value: "create" },
    ];
    const [line] = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
    const back = await chief.post(`${place.path}/history/${line.id}/revert`, {});
    expect([back.status, back.error?.code]).toEqual([200, undefined]);
  });

  test("by a list that replaces, and by its undoing", async () => {
    const [group, ada, ben] = [await aGroup(), await person("listed"), await person("unlisted")];
    const { joined, left } = factsOf(group);
    await place.asker.post(`${base}/${group.id}/member`, { words: [String(ben.id)] });
    const headers = { "content-type": "text/csv" };
    const path = `${base}/${group.id}/member/import?mode=apply&others=remove`;
    const started = await place.asker.ask("POST", path, Buffer.from("listed@told.example\n"), { headers });
    const job = started.data.job.id;
    expect((await place.asker.finished(job)).data.result).toMatchObject({ added: 1, removed: 1 });

    expect(await history(ada.id)).toEqual([joined]);
    expect(await history(ben.id)).toEqual([left, joined]);
    const undone = await place.asker.post(`${base}/${group.id}/member/run/${job}/undo`);
    await place.asker.finished(undone.data.job.id);

    expect(await history(ada.id)).toEqual([left, joined]);
    expect(await history(ben.id)).toEqual([joined, left, joined]);
  });
});
