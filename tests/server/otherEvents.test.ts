// Rows of an event, asked for through another event of the same app: they answer as what does not exist.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operation, operationsOf, sampleOf } from "../../cli/smoke/operations.ts";
import { type Asker, app, type TestApp } from "../support/app.ts";
import { aPlace, aProfile } from "../support/place.ts";

const NONE = 999_999_999;
const DAY = 24 * 60 * 60_000;

let lanyard: TestApp;
let chief: Asker;
let operations: Operation[] = [];
let rows: Record<string, number> = {};
beforeAll(async () => {
  lanyard = await app();
  chief = await lanyard.as("super");
  operations = operationsOf((await lanyard.anonymous.get("/openapi.json")).response.json());
  rows = await rowsOfSummit();
}, 60_000);
afterAll(() => lanyard.close());

/** So many minutes after a time to come. */
function soon(minutes: number): string {
  return new Date((Math.floor(Date.now() / DAY) + 40) * DAY + (600 + minutes) * 60_000).toISOString();
}

/** Rows that are there, by the word that stands for them in addresses. */
async function rowsOfSummit(): Promise<Record<string, number>> {
  const place = { ...(await aPlace(lanyard)), asker: chief };
  const made = async (path: string, body: object) => {
    const answer = await chief.post(`${place.path}/${path}`, body);
    if (answer.status !== 201) throw new Error(`${path}: ${JSON.stringify(answer.error)}`);
    return answer.data.id as number;
  };
  const one = await aProfile(place);
  const [other, twin] = [await aProfile(place), await aProfile(place)];
  const end = { category: 1, types: [] };
  const kind = { name: "Mentor", from: { label: "guides", ...end }, to: { label: "learns of", ...end } };
  const kindId = await made("relationship", { ...kind, cardinality: "many-many" });
  const linkId = await made(`relationship/${kindId}/link`, { from: one.id, to: other.id });
  const groupId = await made("custom-group", { name: "Speakers", mode: "manual" });
  const otherId = await made("custom-group", { name: "Guests", mode: "manual" });
  const fieldId = await made("field", { labels: { "en-gb": "Diet" }, kind: "text" });
  const viewId = await made("thing-view", { list: "all", name: "Mine", query: "", shared: false });
  const times = { start: "2026-03-02T09:00:00.000Z", end: "2026-03-02T10:00:00.000Z" };
  const sessionId = await made("session", { title: "Opening", ...times, stage_id: null, track_id: null });
  const meetingId = await made("meeting", {
    ...{ participants: [one.id, other.id], start: soon(0), end: soon(30) },
    ...{ location_id: null, message: "", state: "accepted" },
  });
  const keep = { id: one.id, rev: (await chief.get(`${place.path}/thing/${one.id}`)).data.rev as number };
  const mergeId = await made("thing/merge", { keep, drop: { id: twin.id, rev: twin.rev }, take: [] });
  const lineId = (await chief.post(`${place.path}/history/query`, {})).data.rows[0].id as number;
  return { thingId: one.id, kindId, linkId, groupId, otherId, fieldId, viewId, sessionId, meetingId, mergeId, lineId };
}

async function told(operation: Operation, ids: Record<string, number>) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name] ?? NONE));
  const query = operation.parameters
    .filter((one) => one.in === "query" && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(String(sampleOf(one.schema)))}`);
  const body = operation.bodySchema && (sampleOf(operation.bodySchema) as object);
  const { status, error } = await chief.ask(operation.method, query.length ? `${path}?${query.join("&")}` : path, body);
  return { status, code: error?.code, message: error?.message };
}

test("nobody can tell a row of another event of the app from none", async () => {
  const eventId = lanyard.events["Baltic Trade Forum"] as number;
  const wrong: string[] = [];
  let asked = 0;

  for (const operation of operations.filter(({ path }) => path.includes("{eventId}"))) {
    const named = Object.keys(rows).filter((name) => operation.path.includes(`{${name}}`));
    if (named.length === 0) continue;
    asked += 1;
    const none = await told(operation, { eventId });
    const answer = await told(operation, { ...rows, eventId });
    if (JSON.stringify(answer) !== JSON.stringify(none) || answer.status < 400) {
      wrong.push(`${operation.method} ${operation.path} tells ${JSON.stringify(answer)} and ${JSON.stringify(none)}`);
    }
  }

  expect(asked).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});
