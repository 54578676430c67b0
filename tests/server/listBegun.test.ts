// A search in the order of a field with which most matches begin: they stand together there, far behind the beginning.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import type { Db } from "../../server/kernel/context.ts";
import type { ListSpec } from "../../server/kernel/list.ts";
import { listRows } from "../../server/kernel/listAnswer.ts";
import { app, type TestApp, testDatabases } from "../support/app.ts";
import { heard } from "../support/heard.ts";

/** More than are put in order one by one, behind more than the part of the order that is looked through. */
const [TOGETHER, BEFORE] = [8300, 4000];

const LETTERS = "ABCDEFGHIJKLMNOP";
const padded = (at: number) => String(at).padStart(6, "0");

describe.each(testDatabases)("names that begin with what is searched on %s", (database) => {
  let server: TestApp;
  let list: ListSpec;
  let type: number;
  const make = (names: readonly string[]) =>
    makeThings(
      server,
      names.map((name) => someValues({ type_id: type, name, last_name: name.split(" ")[0] as string })),
    );
  const names = [
    // The first to come are in every sample, which lets expect more like them than there are.
    ...Array.from({ length: 16 }, (_, at) => `Aa Tamsin ${LETTERS[at]}`),
    ...["Bea Tamsin", "Zoe Tamsin"],
    ...Array.from({ length: TOGETHER }, (_, at) => `Tamsin ${padded(at)}`),
  ];
  const all = [...names, ...Array.from({ length: BEFORE }, (_, at) => `Aaron ${padded(at)}`)];
  beforeAll(async () => {
    const started = await app({ database });
    const dates = { date_start: "2031-05-04T07:00:00.000Z", date_end: "2031-05-05T15:00:00.000Z" };
    const facts = { format: "hybrid", timezone: "Europe/Berlin", active: 1, web_networking_activated: 0, ...dates };
    const { data: event } = await (await started.as("app")).post("/1/api/container", { name: "Tamsin", ...facts });
    server = { ...started, bigEventId: event.id };
    const { read, dialect } = server.deps.database;
    type = (await (await server.as("owner")).get("/1/api/type")).data[0].id;
    await make(all);
    list = await thingList(read as unknown as Db, dialect, server.bigEventId, {}, server.deps.offered, []);
  });
  afterAll(() => server.close());

  async function pageOf(direction: "asc" | "desc", offset: number, search = "tamsin") {
    const statements: string[] = [];
    const { read, dialect } = server.deps.database;
    const db = database === "sqlite" ? heard(server, ({ sql }) => void statements.push(sql)) : (read as unknown as Db);
    const sort = [{ field: "name", direction }];
    const { rows, matched } = await listRows(db, dialect, list, { search, sort, offset, limit: 50 });
    const isWalked = statements.some((one) => one.includes("like ?") && !/json_each|as few$/.test(one.trim()));
    const isLookedUp = statements.some((one) => one.includes(" except "));
    return { shown: rows.map(({ name }) => name), matched, isWalked, isLookedUp };
  }

  test.each([
    ["asc", 0],
    ["asc", 100],
    ["asc", TOGETHER - 40],
    ["desc", 0],
    ["desc", 4000],
    ["desc", TOGETHER - 40],
  ] as const)("a page is what a plain sort shows, %s from %d", async (direction, offset) => {
    const sorted = [...names].sort();
    if (direction === "desc") sorted.reverse();

    const { shown, matched } = await pageOf(direction, offset);

    expect(shown).toEqual(sorted.slice(offset, offset + 50));
    expect(matched).toBe(names.length);
  });

  // Words that stand together at the beginning, at the end, everywhere, and hardly anywhere.
  const words = ["aaron", "tamsin", "00", "tam 00", "0017 aa", "aaron 3", "tamsin 8", "zoe", "nobody"];
  test.each(
    words.flatMap((word) =>
      (["asc", "desc"] as const).flatMap((way) => [0, 30, 3000].map((at) => [word, way, at] as const)),
    ),
  )("whatever is searched, a page is what a plain sort shows: %s, %s from %d", async (word, direction, offset) => {
    const runs = word.split(" ").map((one) => (one.length < 3 ? ` ${one}` : one));
    const sorted = all.filter((name) => runs.every((run) => ` ${name.toLowerCase()}`.includes(run))).sort();
    if (direction === "desc") sorted.reverse();

    const { shown, matched } = await pageOf(direction, offset, word);

    expect(shown).toEqual(sorted.slice(offset, offset + 50));
    expect(matched).toBe(sorted.length);
  });

  test("one that comes since is shown in its place", async () => {
    await pageOf("asc", 0);
    const admin = await server.as("super");
    const draft = {
      type_id: type,
      first_name: "Ada",
      last_name: "Tamsin",
      name: "Ada Tamsin",
      email: "ada.tamsin@begun.example",
    };
    const { data, status } = await admin.post(`/1/api/container/${server.bigEventId}/thing`, draft);
    expect(status).toBe(201);

    const { shown } = await pageOf("asc", 0);

    expect(shown.slice(15, 18)).toEqual(["Aa Tamsin P", "Ada Tamsin", "Bea Tamsin"]);
    expect(data.name).toBe("Ada Tamsin");
  });

  test.runIf(database === "sqlite")("nobody goes along the order up to where they stand", async () => {
    expect((await pageOf("asc", 0, "tamsin 0")).isWalked).toBe(false);
  });

  test.runIf(database === "sqlite")("nobody is looked up where the order begins with matches", async () => {
    expect((await pageOf("asc", 0, "aaron")).isLookedUp).toBe(false);
    expect((await pageOf("desc", 0, "tamsin")).isLookedUp).toBe(false);
  });
});
