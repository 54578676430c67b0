// The history of a profile tells of its links: by hand, by a file and its undoing, and together.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";

describe.each(testDatabases)("links in the history of profiles on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let kind: { id: number };
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
    kind = (
      await place.asker.post(base, {
        name: "Told representatives",
        from: { label: "is represented by", category: 2, types: [] },
        to: { label: "represents", category: 1, types: [] },
        cardinality: "many-many",
      })
    ).data;
  });
  afterAll(() => server.close());

  const aCompany = (name: string) => aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" });
  type Profile = Awaited<ReturnType<typeof aProfile>>;
  const toldAs = ({ id, name }: Profile) => `${name} (${id})`;
  const history = async ({ id }: Profile, asker: Asker = place.asker) => {
    const { data } = await asker.get(`${place.path}/thing/${id}/history`);
    const lines = data as { action: string; before: object | null; after: object | null }[];
    return lines.flatMap(({ action, before, after }) => (action === "create" ? [] : [{ action, before, after }]));
  };
  const give = (asker: Asker, permissions: object | null) =>
    server.deps.database.write
      .updateTable("core_membership")
      .set({ permissions: permissions && JSON.stringify(permissions) })
      .where("user_id", "=", asker.userId)
      .execute();
  const made = (link: string) => ({ action: "link", before: { link: null }, after: { link } });
  const taken = (link: string) => ({ action: "unlink", before: { link }, after: { link: null } });

  test("a link that is made and taken away by hand stands with both, each seen from its end", async () => {
    const [acme, ada] = [await aCompany("By hand"), await aProfile(place)];
    const link = await place.asker.post(`${base}/${kind.id}/link`, { from: acme.id, to: ada.id });
    await place.asker.remove(`${base}/${kind.id}/link/${link.data.id}`);

    const [ofAcme, ofAda] = [`is represented by: ${toldAs(ada)}`, `represents: ${toldAs(acme)}`];
    expect(await history(acme)).toEqual([taken(ofAcme), made(ofAcme)]);
    expect(await history(ada)).toEqual([taken(ofAda), made(ofAda)]);
  });

  test("several taken away together and put back are one line of the company, with the first of them by name", async () => {
    const acme = await aCompany("Together");
    const people: Profile[] = [];
    for (let at = 0; at < 22; at += 1) people.push(await aProfile(place, { last_name: `Of many ${at}` }));
    const links = [];
    for (const { id } of people)
      links.push((await place.asker.post(`${base}/${kind.id}/link`, { from: acme.id, to: id })).data);

    const answer = await place.asker.post(`${base}/${kind.id}/link/remove`, { ids: links.map(({ id }) => id) });
    const back = await place.asker.post(`${base}/${kind.id}/link/back`, { links: answer.data.links });

    expect(back.status, JSON.stringify(back.error)).toBeLessThan(300);
    const some = people.slice(0, 20).map(toldAs).join(", ");
    const [again, away] = await history(acme);
    expect(away).toEqual(taken(`is represented by: ${some} + 2`));
    expect(again).toEqual(made(`is represented by: ${some} + 2`));
    const last = people.at(-1) as Profile;
    const ofLast = `represents: ${toldAs(acme)}`;
    expect(await history(last)).toEqual([made(ofLast), taken(ofLast), made(ofLast)]);
  });

  test("so do links of a file, and their undoing", async () => {
    const [acme, ada] = [await aCompany("By a file"), await aProfile(place, { last_name: "Filed" })];
    const headers = { "content-type": "text/csv" };
    const file = Buffer.from(`${acme.id},${ada.id}\n`);
    const started = await place.asker.ask("POST", `${base}/${kind.id}/import?mode=apply`, file, { headers });
    expect((await place.asker.finished(started.data.job.id)).data).toMatchObject({ result: { created: 1 } });
    const undone = await place.asker.post(`${base}/${kind.id}/run/${started.data.job.id}/undo`);
    await place.asker.finished(undone.data.job.id);

    const ofAda = `represents: ${toldAs(acme)}`;
    expect(await history(ada)).toEqual([taken(ofAda), made(ofAda)]);
  });

  test("whoever may not read links is told what else was changed last, however many links a file has made", async () => {
    const acme = await aCompany("Crowded");
    const people = Array.from({ length: 40 }, (_, at) => `crowd${at}@told.example`);
    await someProfiles(place, "Crowd", people);
    const headers = { "content-type": "text/csv" };
    const pairs = Buffer.from(people.map((mail) => `${acme.id},${mail}\n`).join(""));
    const started = await place.asker.ask("POST", `${base}/${kind.id}/import?mode=apply`, pairs, { headers });
    expect((await place.asker.finished(started.data.job.id)).data).toMatchObject({ result: { created: 40 } });
    const owner = await server.as("owner");
    await give(owner, { relationships: false });

    for (const home of [`${place.path}/overview`, "/1/api/container/standing"]) {
      const { changes } = (await owner.get(home)).data;
      expect(JSON.stringify(changes)).not.toContain("action.link");
      expect(changes).toHaveLength(8);
    }
    await give(owner, null);
  });

  test("whoever may not read links reads nothing of them there", async () => {
    const [acme, ada] = [await aCompany("Unread"), await aProfile(place)];
    await place.asker.post(`${base}/${kind.id}/link`, { from: acme.id, to: ada.id });
    const owner = await server.as("owner");
    expect(await history(ada, owner)).toHaveLength(1);

    await give(owner, { relationships: false });

    expect(await history(ada, owner)).toEqual([]);
    await give(owner, null);
  });
});
