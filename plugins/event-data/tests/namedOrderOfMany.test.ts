// A list of more matches than are put in order at once, sorted by an own choice: its parts come one after another, among the
// ids that the last count of all matches told.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";

const MANY = 24_000;
const OPTIONS = { a: "Zebra", b: "Apple", c: "Mole" } as const;
const BY_ID = [{ field: "id", direction: "asc" }];
const BY_NAME = ["b", "c", "a"];

let server: TestApp;
let expert: Asker;
let base: string;
let ids: number[];

beforeAll(async () => {
  server = await app();
  expert = await server.as("expert");
  base = `/1/api/container/${server.bigEventId}`;
  const type: number = (await expert.get("/1/api/type")).data[0].id;
  const options = Object.entries(OPTIONS).map(([key, name]) => ({ key, labels: { "en-gb": name } }));
  const places = ["profile", "list"];
  await expert.post(`${base}/field`, { key: "tree", labels: { de: "Tree" }, kind: "choice", options, places });
  await expert.post(`${base}/field`, { key: "badge", labels: { de: "Badge" }, kind: "number", places });
  const lines = Array.from({ length: MANY }, (_, at) => `t${at}@many.example,Name ${at},${treeOf(at)},${at}`);
  const file = `Email,Last name,tree,badge\n${lines.join("\n")}\n`;
  await expert.importFile(server.bigEventId, `kind=thing&format=csv&type=${type}&mode=apply`, file);
  // Names lead only once the orders are there.
  await server.resting();
  const { rows, matched } = (await expert.post(`${base}/thing/query`, { sort: BY_ID, limit: 1 })).data;
  expect(matched).toBe(MANY);
  ids = lines.map((_, at) => rows[0].id + at);
}, 120_000);
afterAll(() => server.close());

const treeOf = (at: number) => Object.keys(OPTIONS)[at % 3] as keyof typeof OPTIONS;

/** The ids of a page that a plain loop finds. */
function expected(badgeOf: (at: number) => number, least: number, trees: readonly string[], isUp: boolean) {
  const names = BY_NAME.filter((tree) => trees.includes(tree));
  const found = names.flatMap((tree) => ids.filter((_, at) => treeOf(at) === tree && badgeOf(at) >= least));
  return (isUp ? found : found.reverse()).slice(0, 100);
}

test("any page has the rows of its options alone, also while others change", async () => {
  const least = 2_000;
  const ask = async (trees: readonly string[], isUp: boolean) => {
    const filter = [
      { field: "fields.tree", op: "in", value: trees },
      { field: "fields.badge", op: "gte", value: least },
    ];
    const sort = [{ field: "fields.tree", direction: isUp ? "asc" : "desc" }];
    const { data } = await expert.post(`${base}/thing/query`, { filter, sort, limit: 100 });
    return data.rows.map(({ id }: { id: number }) => id);
  };
  // The name of "b" is the first, and the row that changes the first of its own.
  const asked = [["b", "c"], ["a", "b"], ["b"]].flatMap((trees) => [true, false].map((isUp) => ({ trees, isUp })));
  for (const { trees, isUp } of [...asked, ...asked])
    expect(await ask(trees, isUp)).toEqual(expected((at) => at, least, trees, isUp));

  // It comes to match, outside of what the counts told: whoever asks next sees it, by whichever way the page is read.
  const [, early] = ids as [number, number];
  await expert.patch(`${base}/thing/${early}`, { rev: 1, fields: { badge: MANY } });

  const badgeOf = (at: number) => (at === 1 ? MANY : at);
  for (const { trees, isUp } of [...asked, ...asked])
    expect(await ask(trees, isUp)).toEqual(expected(badgeOf, least, trees, isUp));
}, 120_000);
