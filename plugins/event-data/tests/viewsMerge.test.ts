// Saved views follow a merge of data types: those that filter by the one that goes, and those of its own list.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";

describe.each(testDatabases)("saved views of data types that become one on %s", (database) => {
  let server: TestApp;
  let partner: Asker;
  let owner: Asker;
  let place: Place;
  let path: string;
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    [partner, owner] = [await server.as("partner"), await server.as("owner")];
    place = await aPlace(server);
    path = `${place.path}/thing-view`;
  });
  afterAll(() => server.close());

  async function twoTypes() {
    const made = [];
    for (const name of ["Goes", "Stays"]) {
      count += 1;
      const draft = { type: `${name} ${count}`, type_category_id: 1, to_events: true };
      made.push((await partner.post("/1/api/type", draft)).data as { id: number; rev: number; type: string });
    }
    return made as [(typeof made)[number], (typeof made)[number]];
  }
  async function merge(from: { id: number; rev: number }, into: { id: number }) {
    const { effects } = (await partner.get(`/1/api/type/${from.id}/merge?into=${into.id}`)).data;
    const started = await partner.post(`/1/api/type/${from.id}/merge`, { into: into.id, rev: from.rev });
    expect((await partner.finished(started.data.job.id)).data.state).toBe("done");
    return (effects as { label: string; count: number }[]).find(({ label }) => label === "event-data:typeMerge.views");
  }
  const query = (...filter: [string, string, unknown?][]) =>
    String(new URLSearchParams({ sort: "-name", filter: JSON.stringify(filter) }));
  const keep = async (asker: Asker, list: string, name: string, said: string) => {
    const made = await asker.post(path, { list, name, shared: false, query: said });
    expect(made.status).toBe(201);
    return made.data as { id: number };
  };
  const views = async (asker: Asker, list: string) =>
    (await asker.get(`${path}?list=${list}`)).data as {
      views: { id: number; name: string; query: string }[];
      chosen: number;
    };
  const queryOf = async (asker: Asker, id: number) =>
    (await views(asker, "all")).views.find((one) => one.id === id)?.query;
  const found = async (said: string) => {
    const parts: [string, string, unknown][] = JSON.parse(new URLSearchParams(said).get("filter") ?? "[]");
    const filter = parts.map(([field, op, value]) => ({ field, op, value }));
    return (await place.asker.post(`${place.path}/thing/query`, { filter, limit: 5 })).data.matched as number;
  };

  test("a view that filters by the type that goes finds the same people afterwards, whoever keeps it", async () => {
    const [goes, stays] = await twoTypes();
    await aProfile(place, { type_id: goes.id });
    await aProfile(place, { type_id: stays.id });
    const only = await keep(place.asker, "all", `Only ${goes.id}`, query(["type_id", "eq", goes.id]));
    const secret = await keep(owner, "all", `Secret ${goes.id}`, query(["type_id", "in", [place.types[2], goes.id]]));
    const without = await keep(place.asker, "all", `Without ${goes.id}`, query(["type_id", "ne", goes.id]));
    const other = query(["country", "eq", String(goes.id)]);
    const same = await keep(place.asker, "all", `Other ${goes.id}`, other);

    const told = await merge(goes, stays);

    expect(told?.count).toBe(3);
    const now = (await queryOf(place.asker, only.id)) as string;
    expect(now).toBe(query(["type_id", "in", [stays.id]]));
    expect(await found(now)).toBe(2);
    expect(await queryOf(owner, secret.id)).toBe(query(["type_id", "in", [place.types[2], stays.id]]));
    expect(await queryOf(place.asker, without.id)).toBe(query(["type_id", "ne", stays.id]));
    expect(await queryOf(place.asker, same.id)).toBe(other);
  });

  test("views of the list of the type that goes are views of the other's, with which it opens", async () => {
    const [goes, stays] = await twoTypes();
    const [list, next] = [`type.${goes.id}`, `type.${stays.id}`];
    const mine = await keep(place.asker, list, "By job", "sort=job_title");
    await keep(place.asker, next, "by JOB", "sort=name");
    const theirs = await keep(owner, list, "Theirs", "sort=email");
    await owner.put(path, { list, viewId: theirs.id });

    const told = await merge(goes, stays);

    expect(told?.count).toBe(2);
    const all = (await views(place.asker, next)).views.map(({ id, name }) => [id, name]);
    expect(all).toContainEqual([mine.id, `By job (${goes.type})`]);
    expect(all).toHaveLength(2);
    expect(await views(owner, next)).toMatchObject({ views: [{ id: theirs.id, name: "Theirs" }], chosen: theirs.id });
    expect((await views(place.asker, list)).views).toEqual([]);
  });
});
