// A search in the order of a field with which most matches begin: they stand together there, far behind the beginning.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ListQuestion, ListSort } from "#schemas/list.ts";
import { thingList } from "../../plugins/event-data/server/list.ts";
import { someValues } from "../../plugins/event-data/tests/factories.ts";
import { makeThings } from "../../plugins/event-data/tests/makeThings.ts";
import { isSlow } from "../../server/db/lane.ts";
import type { Db } from "../../server/kernel/context.ts";
import { type ListField, type ListSpec, planList } from "../../server/kernel/list.ts";
import { listRows } from "../../server/kernel/listAnswer.ts";
import { pageRows } from "../../server/kernel/listPage.ts";
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
  // One for all questions, as what is kept of the one serves the next.
  let db: Db;
  const statements: string[] = [];
  const make = (names: readonly string[]) =>
    makeThings(
      server,
      names.map((name, at) => {
        const [last_name = ""] = name.split(" ");
        return someValues({ type_id: type, name, last_name, country: at % 2 === 0 ? "DE" : "AT" });
      }),
    );
  const names = [
    // The first to come are in every sample, which lets expect more like them than there are.
    ...Array.from({ length: 16 }, (_, at) => `Aa Tamsin ${LETTERS[at]}`),
    ...["Bea Tamsin", "Zoe Tamsin"],
    ...Array.from({ length: 120 }, () => "Cid Tamsin 01"),
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
    db = heard(server, ({ sql }) => void statements.push(sql));
    list = await thingList(read as unknown as Db, dialect, server.bigEventId, {}, server.deps.offered, []);
  });
  afterAll(() => server.close());

  async function pageOf(direction: "asc" | "desc", offset: number, search = "tamsin") {
    const { dialect } = server.deps.database;
    statements.length = 0;
    const sort = [{ field: "name", direction }];
    const { rows, matched } = await listRows(db, dialect, list, { search, sort, offset, limit: 50 });
    const awaited = statements.filter((one) => !isSlow(one));
    const isWalked = awaited.some((one) => one.includes("instr(search") && !/json_each|as few$/.test(one.trim()));
    const isLookedUp = awaited.some((one) => one.includes(" except "));
    const isFound = awaited.some((one) => one.includes("event_data_search"));
    return { shown: rows.map(({ name }) => name), matched, isWalked, isLookedUp, isFound };
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

  function sortedWith(search: string, direction: "asc" | "desc", among = all): string[] {
    const runs = search.split(" ").map((one) => (one.length < 3 ? ` ${one}` : one));
    const sorted = among.filter((name) => runs.every((run) => ` ${name.toLowerCase()}`.includes(run))).sort();
    return direction === "desc" ? sorted.reverse() : sorted;
  }

  // Words that stand together at the beginning, at the end, everywhere, and hardly anywhere.
  const words = ["aaron", "tamsin", "00", "tam 00", "0017 aa", "aaron 3", "tamsin 8", "zoe", "nobody"];
  test.each(
    words.flatMap((word) =>
      (["asc", "desc"] as const).flatMap((way) => [0, 30, 3000].map((at) => [word, way, at] as const)),
    ),
  )("whatever is searched, a page is what a plain sort shows: %s, %s from %d", async (word, direction, offset) => {
    const sorted = sortedWith(word, direction);

    const { shown, matched } = await pageOf(direction, offset, word);

    expect(shown).toEqual(sorted.slice(offset, offset + 50));
    expect(matched).toBe(sorted.length);
  });

  // What was found for the letters before is where the next are looked for; then somebody goes back, and on another way.
  const typed = ["aa", "aar", "aaro", "aaron", "aaron 0", "aaron 00", "aaron 001", "aaron 0012", "aaron 00123"];
  const goneOn = ["aaron 003", "aaron 0031", "tam", "tams", "tamsin", "tamsin 0", "tamsin 008", "zoe", "zoe tam"];
  test.each([
    ["asc", 0],
    ["desc", 20],
  ] as const)("what is typed letter by letter is what a plain sort shows, %s from %d", async (direction, offset) => {
    for (const search of [...typed, ...goneOn, ...typed.toReversed()]) {
      const { shown } = await pageOf(direction, offset, search);
      expect(shown, search).toEqual(sortedWith(search, direction).slice(offset, offset + 50));
      // What is made for the next letter is there by then.
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  });

  test("what was found beside a word serves whatever other word follows", async () => {
    await server.deps.database.write
      .updateTable("event_data_version" as never)
      .set({ version: sql`version + 1` } as never)
      .execute();
    for (const search of ["tamsin 00", "tamsin 0", "tamsin 00", "tamsin 01"]) {
      expect((await pageOf("asc", 0, search)).shown, search).toEqual(sortedWith(search, "asc").slice(0, 50));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  });

  test.each(["asc", "desc"] as const)(
    "whoever types on and turns pages sees what a plain sort shows, %s",
    async (direction) => {
      for (const search of ["tamsin", "tamsin 0", "tamsin 01", "tamsin 01"]) {
        for (const offset of [0, 50, 100, 150]) {
          const { shown } = await pageOf(direction, offset, search);
          expect(shown, `${search} from ${offset}`).toEqual(sortedWith(search, direction).slice(offset, offset + 50));
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  );

  test("what was put in one reader's order is in another's for whoever has that", async () => {
    const sort: ListSort[] = ["name", "country"].map((field) => ({ field, direction: "asc" }));
    const ranked = (ranks: string[]): ListSpec => ({
      ...list,
      fields: { ...list.fields, country: { ...(list.fields["country"] as ListField), ranks } },
    });
    const { dialect } = server.deps.database;
    for (const ranks of [
      ["DE", "AT", ""],
      ["", "AT", "DE"],
    ]) {
      const question: ListQuestion = { search: "tamsin", sort, limit: 50 };
      const ids = async (way: ListQuestion) =>
        (await listRows(db, dialect, ranked(ranks), { ...question, ...way })).rows.map(({ id }) => id);
      const plan = planList(ranked(ranks), dialect, { sort });
      const { page } = await pageRows(db, plan, { offset: 0, limit: 100_000 });
      const expected = page.filter(({ name }) => /tamsin/i.test(String(name))).map(({ id }) => id);
      for (let time = 0; time < 3; time++) {
        expect(await ids({ offset: 10 })).toEqual(expected.slice(10, 60));
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    }
  });

  test("whoever comes or goes between two letters is in what the next one shows, or is not", async () => {
    const admin = await server.as("super");
    const path = `/1/api/container/${server.bigEventId}/thing`;
    const known = [...all];
    for (const [at, search] of ["tamsin 0007", "tamsin 00071", "aaron 0031", "aaron 00312"].entries()) {
      await pageOf("asc", 0, search);
      const [first_name, last_name] = [search.startsWith("tam") ? "Tamsin" : "Aaron", `${search.split(" ")[1]}x${at}`];
      const name = `${first_name} ${last_name}`;
      const email = `typed.${at}@begun.example`;
      const made = await admin.post(path, { type_id: type, first_name, last_name, name, email });
      expect(made.status).toBe(201);
      for (const more of ["", "x", `x${at}`]) {
        const { shown } = await pageOf("asc", 0, search + more);
        expect(shown, search + more).toEqual(sortedWith(search + more, "asc", [...known, name]).slice(0, 50));
      }
      expect((await admin.remove(`${path}/${made.data.id}?rev=${made.data.rev}`)).data).toEqual({ done: true });
      expect((await pageOf("asc", 0, `${search}x`)).shown).toEqual(sortedWith(`${search}x`, "asc"));
    }
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

  test.runIf(database === "sqlite")("for what is typed on nothing is looked up anew", async () => {
    await pageOf("asc", 0, "tamsin 002");
    await expect.poll(async () => (await pageOf("asc", 0, "tamsin 0021")).isFound).toBe(false);
    expect(await pageOf("asc", 0, "tamsin 00215")).toMatchObject({ isFound: false, isWalked: false });
  });

  describe.runIf(database === "postgres")("that somebody types", () => {
    /** What was looked for among all, rather than among rows that are known or a sample of them. */
    const searched = () =>
      statements.filter((one) => !isSlow(one) && / like /.test(one) && !/unnest\(|"id" = any\(|explain/.test(one));
    const again = async () => {
      await server.deps.database.write
        .updateTable("event_data_version" as never)
        .set({ version: sql`version + 1` } as never)
        .execute();
    };

    test("few are looked for among those that were found for fewer letters", async () => {
      await again();
      await pageOf("asc", 0, "tamsin 002");
      expect(searched()).toHaveLength(1);

      for (const search of ["tamsin 0021", "tamsin 00215", "tamsin 00215x"]) {
        expect((await pageOf("asc", 0, search)).shown).toEqual(sortedWith(search, "asc").slice(0, 50));
        expect(searched()).toEqual([]);
      }
    });

    test.each(["asc", "desc"] as const)("many are looked for from the first of those on, %s", async (direction) => {
      await again();
      await pageOf(direction, 0, "tam");
      const isFrom = async () => {
        await pageOf(direction, 0, "tams");
        return searched().some((one) => one.includes(`"name_key" ${direction === "asc" ? ">=" : "<="} $`));
      };

      await expect.poll(isFrom).toBe(true);
    });

    test("a second word is looked for where the first one stands, and in the others that are known", async () => {
      await again();
      await pageOf("asc", 0, "tamsin");
      const isTogether = async () => {
        expect((await pageOf("asc", 0, "tamsin 0")).shown).toEqual(sortedWith("tamsin 0", "asc").slice(0, 50));
        return searched().every((one) => one.includes(`"name_key" < $`));
      };

      await expect.poll(isTogether).toBe(true);
    });
  });

  test.runIf(database === "sqlite")("nobody is looked up where the order begins with matches", async () => {
    expect((await pageOf("asc", 0, "aaron")).isLookedUp).toBe(false);
    expect((await pageOf("desc", 0, "tamsin")).isLookedUp).toBe(false);
  });
});
