// What looks through profiles, links or the history is asked of those who read: on SQLite the writer works in the thread of the
// event loop, and nobody is answered until it has looked through them all.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ListFilter } from "#schemas/list.ts";
import { app, type TestApp } from "../support/app.ts";
import { aPlace, aProfile, type Place } from "../support/place.ts";

let server: TestApp;
let place: Place;
let written: string[] = [];
beforeAll(async () => {
  server = await app({ areaDemo: true, hear: (text, way) => void (way === "write" && written.push(text)) });
  place = { ...(await aPlace(server)), asker: await server.as("super") };
});
afterAll(() => server.close());

/** Conditions that no index answers, and counts. */
const LOOKS = /\blike\b|instr|event_data_search|glob|position\(|count\(\*\)|group by/i;

/** What the writer looked through for a call. */
async function looked(call: () => Promise<{ status: number }>): Promise<string[]> {
  written = [];
  const { status } = await call();
  expect(status).toBeLessThan(300);
  // Views are few.
  return written.filter((text) => LOOKS.test(text) && !text.includes("event_data_view"));
}

const within = (value: string): ListFilter[] => [{ field: "email", op: "contains", value }];
const rule = (value: string) => ({ match: "all", filter: within(value) });

test("an act on many begins without looking for them", async () => {
  const body = { selection: { question: { filter: within("a") } }, act: { do: "deactivate" }, mode: "dry-run" };
  let job = 0;
  const asked = await looked(async () => {
    const begun = await place.asker.post(`${place.path}/thing/bulk`, body);
    job = begun.data.job.id;
    return begun;
  });
  await place.asker.finished(job);
  expect(asked).toEqual([]);
});

test("a question that cannot be asked is refused before an act on many begins", async () => {
  const filter = [{ field: "nothing", op: "eq", value: "a" }];
  const body = { selection: { question: { filter } }, act: { do: "deactivate" }, mode: "dry-run" };
  expect((await place.asker.post(`${place.path}/thing/bulk`, body)).error.code).toBe("invalid");
});

test("an export of the history begins without counting it", async () => {
  const body = { filter: [{ field: "object_label", op: "contains", value: "a" }] };
  expect(await looked(() => place.asker.post(`${place.path}/history/export`, body))).toEqual([]);
  const refused = await place.asker.post(`${place.path}/history/export`, {
    filter: [{ field: "x", op: "eq", value: 1 }],
  });
  expect(refused.error.code).toBe("invalid");
  await server.resting();
});

test("groups are made, changed and removed without looking for their members, who are counted all the same", async () => {
  const path = `${place.path}/custom-group`;
  const { id } = await aProfile(place, { email: "found.by@writer-asks.example" });
  let group = { id: 0, rev: 0, members: 0 };
  const keep = async (call: ReturnType<typeof place.asker.post>) => {
    const answer = await call;
    group = answer.data;
    return answer;
  };

  const made = { name: "Asked", mode: "rule", rule: rule("writer-asks") };
  expect(await looked(() => keep(place.asker.post(path, made)))).toEqual([]);
  expect(group.members).toBe(1);
  const saved = () => place.asker.patch(`${path}/${group.id}`, { rev: group.rev, rule: rule("nobody@writer-asks") });
  expect(await looked(() => keep(saved()))).toEqual([]);
  expect(group.members).toBe(0);
  const renamed = () => place.asker.patch(`${path}/${group.id}`, { rev: group.rev, name: "Asked again" });
  expect(await looked(() => keep(renamed()))).toEqual([]);
  const broken = { rev: group.rev, rule: { match: "all", filter: [{ field: "nothing", op: "eq", value: 1 }] } };
  expect((await place.asker.patch(`${path}/${group.id}`, broken)).error.code).toBe("invalid");
  expect(await looked(() => place.asker.remove(`${path}/${group.id}?rev=${group.rev}`))).toEqual([]);

  const hand = (await place.asker.post(path, { name: "By hand", mode: "manual" })).data;
  const added = await place.asker.post(`${path}/${hand.id}/member`, { words: [`${id}`] });
  expect(added.data.group.members).toBe(1);
  const removed = await place.asker.post(`${path}/${hand.id}/member/remove`, { ids: [id] });
  expect(removed.data.group.members).toBe(0);
});

test("links are taken away, and their kind changed and removed, without looking through them", async () => {
  const path = `${place.path}/relationship`;
  const end = { label: "knows", category: 1, types: [] };
  const draft = { name: "Asked", from: end, to: end, cardinality: "many-many" };
  const kind = (await place.asker.post(path, draft)).data;
  const [one, other, third] = [
    await aProfile(place, { first_name: "Writerasks" }),
    await aProfile(place),
    await aProfile(place),
  ];
  const link = (from: number, to: number) => place.asker.post(`${path}/${kind.id}/link`, { from, to });
  await link(one.id, other.id);
  await link(other.id, third.id);
  await link(third.id, other.id);

  const circle = { rev: kind.rev, cardinality: "many-one" };
  written = [];
  expect((await place.asker.patch(`${path}/${kind.id}`, circle)).error.code).toBe("relationships.circle_there");
  expect(written.filter((text) => /relationships_link/.test(text))).toEqual([]);
  const question = { question: { search: "writerasks" } };
  expect(await looked(() => place.asker.post(`${path}/${kind.id}/link/remove`, question))).toEqual([]);
  const left = (await place.asker.get(path)).data.find((each: { id: number }) => each.id === kind.id);
  expect(left.links).toBe(2);
  expect(await looked(() => place.asker.remove(`${path}/${kind.id}?rev=${left.rev}`))).toEqual([]);
});

test("pairs are put aside by a question without looking for them", async () => {
  const pair = {
    first_name: "Aside",
    last_name: "Writerasks",
    company_name: "Aside Ltd",
    email: "aside@writer-asks.example",
  };
  await aProfile(place, pair);
  await aProfile(place, { ...pair, email: "aside@other-writer-asks.example" });
  const path = `${place.path}/duplicate`;
  await place.asker.finished((await place.asker.post(`${path}/search`)).data.job.id);
  const body = { selection: { question: { search: "writerasks aside" } }, dismissed: true };
  let ids: number[] = [];
  const asked = await looked(async () => {
    const answer = await place.asker.post(`${path}/dismiss`, body);
    ids = answer.data.ids;
    return answer;
  });
  expect(asked).toEqual([]);
  expect(ids.length).toBe(1);
});
