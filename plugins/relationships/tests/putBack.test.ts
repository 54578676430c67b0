import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { TakenLink } from "../contract.ts";

describe.each(testDatabases)("links that were taken away on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    base = `${place.path}/relationship`;
  });
  afterAll(() => server.close());

  const aKind = async (name: string, cardinality: string) => {
    const end = (label: string) => ({ label, category: null, types: [] });
    const draft = { name, cardinality, from: end("knows"), to: end("is known by") };
    return (await place.asker.post(base, draft)).data as { id: number; rev: number };
  };
  const rowsOf = async (kind: { id: number }) =>
    (await place.asker.post(`${base}/${kind.id}/link/query`, {})).data.rows as {
      id: number;
      from: { id: number };
      to: { id: number };
      source: string;
      created_at: string;
    }[];
  const take = async (kind: { id: number }) => {
    const ids = (await rowsOf(kind)).map(({ id }) => id);
    return (await place.asker.post(`${base}/${kind.id}/link/remove`, { ids })).data.links as TakenLink[];
  };
  const back = (kind: { id: number }, links: readonly TakenLink[]) =>
    place.asker.post(`${base}/${kind.id}/link/back`, { links });

  test("come back as they were, with who made them, when, and the undoing of their file", async () => {
    const kind = await aKind("Knows", "many-many");
    const [ada, bo, cy] = [await aProfile(place), await aProfile(place), await aProfile(place)];
    const csv = Buffer.from(`from,to\n${ada.id},${bo.id}\n${ada.id},${cy.id}\n`);
    const headers = { "content-type": "text/csv" };
    const started = await place.asker.ask("POST", `${base}/${kind.id}/import?mode=apply`, csv, { headers });
    await place.asker.finished(started.data.job.id);
    const before = (await rowsOf(kind)).map(({ id, ...one }) => one);
    expect(before).toHaveLength(2);

    const links = await take(kind);
    expect(await rowsOf(kind)).toEqual([]);
    const answer = await back(kind, links);
    const again = await back(kind, links);

    expect(answer.data).toEqual({ made: 2, existing: 0, gone: 0, refused: 0 });
    expect(again.data).toEqual({ made: 0, existing: 2, gone: 0, refused: 0 });
    expect((await rowsOf(kind)).map(({ id, ...one }) => one)).toEqual(expect.arrayContaining(before));
    const undoing = await place.asker.post(`${base}/${kind.id}/run/${started.data.job.id}/undo`, {});
    await place.asker.finished(undoing.data.job.id);
    expect(await rowsOf(kind)).toEqual([]);
  });

  test("stay away where a profile has left or the kind no longer allows them, and that is told", async () => {
    const kind = await aKind("Represents", "one-many");
    const [ada, bo, cy, di] = [
      await aProfile(place),
      await aProfile(place),
      await aProfile(place),
      await aProfile(place),
    ];
    for (const to of [bo, cy, di]) await place.asker.post(`${base}/${kind.id}/link`, { from: ada.id, to: to.id });
    const links = await take(kind);
    await place.asker.remove(`${place.path}/thing/${bo.id}?rev=1`);
    const eve = await aProfile(place);
    await place.asker.post(`${base}/${kind.id}/link`, { from: eve.id, to: cy.id });

    const answer = await back(kind, links);

    expect(answer.data).toEqual({ made: 1, existing: 0, gone: 1, refused: 1 });
    const pairs = (await rowsOf(kind)).map(({ from, to }) => [from.id, to.id]);
    expect(pairs).toHaveLength(2);
    expect(pairs).toEqual(
      expect.arrayContaining([
        [ada.id, di.id],
        [eve.id, cy.id],
      ]),
    );
  });

  test("are put back by nobody who may not link", async () => {
    const kind = await aKind("Trusts", "many-many");
    const owner = await server.as("owner");
    const link = { from: 1, to: 2, source: "hand", created_at: "2026-06-01T09:00:00.000Z", job: null };

    const links = [{ ...link, from_place: 0, to_place: 0 }];
    expect((await owner.post(`${base}/${kind.id}/link/back`, { links })).status).toBe(403);
  });

  test("no place is taken that a column does not hold", async () => {
    const kind = await aKind("Holds", "many-many");
    const link = { from: 1, to: 2, source: "hand", created_at: "2026-06-01T09:00:00.000Z", job: null };
    const links = [{ ...link, from_place: 3_000_000_000, to_place: 0 }];
    expect((await place.asker.post(`${base}/${kind.id}/link/back`, { links })).status).toBe(400);
  });
});
