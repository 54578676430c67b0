// What changed last is told to everybody of what they may read, and not only to whoever reads the whole history.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Change } from "#schemas/overview.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile } from "../../../tests/support/place.ts";

let lanyard: TestApp;
let place: Awaited<ReturnType<typeof aPlace>>;
let chief: Asker;
let owner: Asker;
beforeAll(async () => {
  lanyard = await app();
  chief = await lanyard.as("super");
  owner = await lanyard.as("owner");
  place = { ...(await aPlace(lanyard)), asker: chief };
}, 60_000);
afterAll(() => lanyard.close());

const ofEvent = async (who: Asker): Promise<Change[]> => (await who.get(`${place.path}/overview`)).data.changes;
const ofApp = async (who: Asker): Promise<Change[]> => (await who.get("/1/api/container/standing")).data.changes;
const objects = (changes: readonly Change[]) =>
  changes.map(({ object }) => ("text" in object ? object.text : object.key));

test("an event owner reads what was done with profiles and sessions, newest first, each leading to it", async () => {
  const profile = await aProfile(place, { name: "Ada Byron" });
  const times = { start: "2026-03-02T09:00:00.000Z", end: "2026-03-02T10:00:00.000Z" };
  const session = await chief.post(`${place.path}/session`, {
    ...{ title: "Opening", ...times, stage_id: null, track_id: null },
  });
  const told = await ofEvent(owner);
  expect(objects(told).slice(0, 2)).toEqual(["Opening", "Ada Byron"]);
  expect(told.slice(0, 2).map(({ path }) => path)).toEqual([
    expect.stringMatching(new RegExp(`/agenda\\?session=${session.data.id}$`)),
    expect.stringMatching(new RegExp(`/profile/${profile.id}$`)),
  ]);
  expect(objects(await ofApp(owner)).slice(0, 2)).toEqual(["Opening", "Ada Byron"]);
  // Of the event's own settings only the history tells, and who reads it is led there; no line is told twice.
  const all = await ofEvent(chief);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(all.every(({ path }) => path.includes("/history?open="))).toBe(true);
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => b - a));
});

test("a change to nothing but a hidden answer is told to nobody from whom it is hidden", async () => {
  const field = { labels: { "en-gb": "Diet" }, kind: "text", see_role: 3 };
  const { key } = (await chief.post(`${place.path}/field`, field)).data;
  const profile = await aProfile(place, { name: "Grace Hopper" });
  const before = (await ofEvent(owner))[0];
  const { rev } = (await chief.get(`${place.path}/thing/${profile.id}`)).data;
  const saved = await chief.patch(`${place.path}/thing/${profile.id}`, { rev, fields: { [key]: "none" } });
  expect(saved.status).toBe(200);
  expect((await ofEvent(owner))[0]).toEqual(before);
  expect((await ofEvent(chief))[0]?.id).toBeGreaterThan(before?.id ?? 0);
});
