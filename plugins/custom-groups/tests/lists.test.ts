// Members from a list, what uses a group, and how many members groups have in common, on both databases.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db, JobContext } from "#server";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place, someProfiles } from "../../../tests/support/place.ts";
import { removeMany } from "../../event-data/server/bulk/writeMany.ts";
import type { Group, MembersImport } from "../contract.ts";
import { importGroupMembers } from "../server/importMembers.ts";

describe.each(testDatabases)("lists of members on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let ada: { id: number };
  let ben: { id: number };
  let cleo: { id: number };
  let clock = new Date();
  beforeAll(async () => {
    server = await app({ database, now: () => clock });
    place = await aPlace(server);
    base = `${place.path}/custom-group`;
    const expert = await server.as("expert");
    const field = { key: "registration_id", kind: "text", labels: { "en-gb": "Registration" }, see_role: 200 };
    expect((await expert.post(`${place.path}/field`, field)).status).toBe(201);
    ada = await person("Ada", { email: "ada@list.example", fields: { registration_id: "R-1" } });
    ben = await person("Ben", { email: "ben@list.example", fields: { registration_id: "R-2" } });
    cleo = await person("Cleo", { email: "cleo@list.example", fields: { registration_id: String(ada.id) } });
  });
  afterAll(() => server.close());

  const person = (first_name: string, more: object) => aProfile(place, { first_name, last_name: "Lister", ...more });
  let made = 0;
  const aGroup = async (members: { id: number }[] = [], more: object = {}) => {
    made += 1;
    const draft = { name: `Listed ${made}`, mode: "manual", ...more };
    // What it says of whom its members see is for an expert to say.
    const asker = "see" in more ? await server.as("expert") : place.asker;
    const { id } = (await asker.post(base, draft)).data as Group;
    const words = members.map((one) => String(one.id));
    if (words.length > 0) await place.asker.post(`${base}/${id}/member`, { words });
    return id;
  };
  const send = async (id: number, text: string | Buffer, query: string, asker: Asker = place.asker) => {
    const headers = { "content-type": "text/csv" };
    const started = await asker.ask("POST", `${base}/${id}/member/import?${query}`, Buffer.from(text), { headers });
    return started.status === 202 ? (await asker.finished(started.data.job.id)).data : started;
  };
  const readList = async (id: number, text: string | Buffer, query = "mode=apply&others=keep") =>
    (await send(id, text, query)).result as MembersImport;
  const members = async (id: number) =>
    ((await place.asker.post(`${base}/${id}/member/query`, {})).data.rows as { id: number }[])
      .map((row) => row.id)
      .sort((a, b) => a - b);
  const group = async (id: number): Promise<Group> =>
    (await place.asker.get(base)).data.find((one: Group) => one.id === id);

  test("a dry run tells what a list would do, line by line, and changes nothing; applied, it does that", async () => {
    const id = await aGroup([ada]);
    const file = 'Name;E-mail\nAda;ADA@list.example\nBen;ben@list.example\nNobody;nobody@list.example\n"Cl\neo";\n';

    const dry = await readList(id, file, "mode=dry-run&others=keep");
    const before = await members(id);
    const applied = await readList(id, file);
    const again = await readList(id, file);

    const errors = [
      { line: 4, reason: "nobody", word: "nobody@list.example", found: 0 },
      { line: 5, reason: "nobody", word: "Cl\neo", found: 0 },
    ];
    expect(dry).toEqual({ added: 1, already: 1, removed: 0, unclear: 0, errors, more: 0, until: null });
    expect(before).toEqual([ada.id]);
    expect(applied).toEqual({ ...dry, until: expect.any(String) });
    expect(await members(id)).toEqual([ada.id, ben.id]);
    expect(again).toMatchObject({ added: 0, already: 2 });
  });

  test("a list that is cut off tells in the end all that it has done", async () => {
    const [kept, gone] = [await aGroup([cleo]), await person("Gone", { email: "gone@list.example" })];
    const mails = Array.from({ length: 1300 }, (_, at) => `cut${at}@list.example`);
    await someProfiles(place, "Cut", mails);
    const text = `email\n${["cleo@list.example", ...mails].join("\n")}\n`;
    await place.asker.post(`${base}/${kept}/member`, { words: [String(gone.id)] });
    const { write, read, dialect } = server.deps.database;
    const id = 900_000;
    const run = (before: JobContext["kept"]) => {
      const kept_: { kept: JobContext["kept"] } = { kept: before };
      const context = {
        ...{ id, kept: before, eventId: place.eventId, appId: server.apps.northwind, who: { id: 1, accessRole: 200 } },
        ...{ payload: { groupId: kept, mode: "apply", others: "remove" }, db: write, read, dialect },
        ...{ offered: server.deps.offered, speak: server.deps.speak, now: () => clock, progress: () => {} },
        ...{ signal: new AbortController().signal, audit: async () => {}, saveFile: async () => {} },
        input: async function* () {
          yield Buffer.from(text);
        },
        inTransaction: async (work: (db: Db) => Promise<unknown>, options: { keep?: () => unknown } = {}) => {
          const done = await write.transaction().execute((db) => work(db as unknown as Db));
          kept_.kept = JSON.parse(JSON.stringify(options.keep?.() ?? null));
          if (!before) throw new Error("the plug was pulled");
          return done;
        },
      };
      return { place: kept_, done: importGroupMembers(context as unknown as JobContext) };
    };

    const first = run(undefined);
    await expect(first.done).rejects.toThrow("the plug was pulled");
    const result = (await run(first.place.kept).done) as MembersImport;

    expect(result).toMatchObject({ added: mails.length, already: 1, removed: 1, until: expect.any(String) });
    expect((await group(kept)).members).toBe(mails.length + 1);
  });

  test("whoever is just leaving is not put in", async () => {
    if (database !== "postgres") return;
    const [id, leaving] = [await aGroup(), await person("Leaving", { email: "leaving@list.example" })];
    const { write } = server.deps.database;
    const way = `${base}/${id}/member`;
    let adding: ReturnType<Asker["post"]> | undefined;
    await write.transaction().execute(async (db) => {
      const { rev } = (await place.asker.get(`${place.path}/thing/${leaving.id}`)).data;
      expect(
        await removeMany(db as never, server.deps.database.dialect, place.eventId, [{ id: leaving.id, rev }]),
      ).toEqual(new Set([leaving.id]));
      adding = place.asker.post(way, { words: ["leaving@list.example"] });
      // Until it waits for this transaction, or has not.
      await expect
        .poll(async () => {
          const waiting = await sql<{
            count: number;
          }>`select count(*)::int as count from pg_locks where not granted`.execute(db);
          return waiting.rows[0]?.count;
        })
        .toBeGreaterThan(0);
    });

    expect((await adding)?.data).toMatchObject({ added: 0, unclear: [{ word: "leaving@list.example", found: 0 }] });
    const { rows } = await sql`select 1 from custom_groups_member where thing_id = ${leaving.id}`.execute(write);
    expect(rows).toEqual([]);
  });

  test("who has not answered what a rule asks is in no group of it, and found as such", async () => {
    const field = { key: "visits", kind: "number", labels: { "en-gb": "Visits" } };
    expect((await (await server.as("expert")).post(`${place.path}/field`, field)).status).toBe(201);
    const often = await person("Often", { company_name: "Visitors", fields: { visits: 9 } });
    const once = await person("Once", { company_name: "Visitors", fields: { visits: 1 } });
    const silent = await person("Silent", { company_name: "Visitors" });
    const rule = { match: "all", filter: [{ field: "fields.visits", op: "gte", value: 5 }] };
    const { id } = (await place.asker.post(base, { name: "Regulars", mode: "rule", rule })).data as Group;
    const found = async (op: string, value: unknown) => {
      const filter = [
        { field: "company_name", op: "eq", value: "Visitors" },
        { field: "group", op, value },
      ];
      const { data } = await place.asker.post(`${place.path}/thing/query`, { filter });
      return { ids: (data.rows as { id: number }[]).map((row) => row.id).sort((a, b) => a - b), matched: data.matched };
    };
    const others = { ids: [once.id, silent.id].sort((a, b) => a - b), matched: 2 };

    expect(await found("eq", id)).toEqual({ ids: [often.id], matched: 1 });
    expect(await found("ne", id)).toEqual(others);
    expect(await found("empty", true)).toEqual(others);
    expect(await found("empty", false)).toEqual({ ids: [often.id], matched: 1 });
  });

  test("a list that replaces takes out whom it does not name, and refuses to empty the group", async () => {
    const id = await aGroup([ada, ben]);

    const dry = await readList(id, "cleo@list.example\nben@list.example\n", "mode=dry-run&others=remove");
    const before = await members(id);
    await readList(id, "cleo@list.example\nben@list.example\n", "mode=apply&others=remove");
    const empty = await send(id, "nobody@list.example\n", "mode=apply&others=remove");

    expect(dry).toMatchObject({ added: 1, already: 1, removed: 1, errors: [] });
    expect(before).toEqual([ada.id, ben.id]);
    expect(await members(id)).toEqual([ben.id, cleo.id].sort((a, b) => a - b));
    expect(empty).toMatchObject({ state: "failed" });
    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "before", "after"])
      .where("object_type", "=", "custom-groups.group")
      .where("object_id", "=", String(id))
      .orderBy("id")
      .execute();
    expect(lines.slice(-2).map(({ action }) => action)).toEqual(["add_members", "remove_members"]);
    expect(JSON.parse(lines.at(-1)?.before ?? "")).toEqual({ removed: 1, names: [`Ada Lister (${ada.id})`] });
  });

  test("members whom an unclear line of a list that replaces may mean stay, and are told", async () => {
    const [one, other] = [await person("Twin", { email: "t1@list.example" }), await person("Twin", {})];
    const id = await aGroup([ada, ben, one, other]);
    const list = "Name\nAda Lister\nTwin Lister\n";

    const dry = await readList(id, list, "mode=dry-run&others=remove");
    const applied = await readList(id, list, "mode=apply&others=remove");
    const whole = await readList(id, list);

    const errors = [{ line: 3, reason: "several", word: "Twin Lister", found: 2 }];
    expect(dry).toEqual({ added: 0, already: 1, removed: 1, unclear: 2, errors, more: 0, until: null });
    expect(applied).toEqual({ ...dry, until: expect.any(String) });
    expect(await members(id)).toEqual([ada.id, one.id, other.id].sort((a, b) => a - b));
    expect(whole).toMatchObject({ removed: 0, unclear: 0 });
  });

  test("registration ids name profiles, in their column and without headings; a number that means two is told, and who may not see them finds nobody by them", async () => {
    const id = await aGroup();

    const column = await readList(id, `Registration ID,Email\nR-2,cleo@list.example\n${ada.id},\n,ada@list.example\n`);
    const inColumn = await members(id);
    const plain = await readList(id, `R-1\n${ada.id}\n`, "mode=dry-run&others=remove");
    await hideRegistrations(95);
    const unseen = await readList(id, `Registration ID\nR-2\n`, "mode=dry-run&others=keep");
    await hideRegistrations(200);

    expect(column).toMatchObject({ added: 3, errors: [] });
    expect(inColumn).toEqual([ada.id, ben.id, cleo.id].sort((a, b) => a - b));
    expect(plain).toMatchObject({
      already: 1,
      removed: 1,
      unclear: 1,
      errors: [{ line: 2, reason: "several", found: 2 }],
    });
    expect(unseen).toMatchObject({ already: 0, errors: [{ line: 2, reason: "nobody" }] });
  });

  const hideRegistrations = async (see_role: number) => {
    const expert = await server.as("expert");
    const fields = (await expert.get(`${place.path}/field`)).data as { id: number; key: string; rev: number }[];
    const { id, rev } = fields.find(({ key }) => key === "registration_id") ?? { id: 0, rev: 0 };
    expect((await expert.patch(`${place.path}/field/${id}`, { rev, see_role })).status).toBe(200);
  };

  test("addresses as a mail program copies them are found, and UTF-16 with a BOM is read", async () => {
    const id = await aGroup();
    const text = "\uFEFFAda Lister <ada@list.example>; Ben <ben@list.example>\n";

    const read = await readList(id, Buffer.from(text, "utf16le"));

    expect(read).toMatchObject({ added: 2, errors: [] });
  });

  test("a group by rule takes no list, and who only reads sends none", async () => {
    const filter = [{ field: "email", op: "eq", value: "ada@list.example" }];
    const byRule = await aGroup([], { mode: "rule", rule: { match: "all", filter } });
    const owner = await server.as("owner");

    expect((await send(byRule, "ada@list.example", "mode=dry-run&others=keep")).error.code).toBe(
      "custom-groups.by_rule",
    );
    expect((await send(await aGroup(), "ada@list.example", "mode=dry-run&others=keep", owner)).status).toBe(403);
    expect((await send(await aGroup(), "", "mode=dry-run&others=keep")).error.code).toBe("invalid");
  });

  test("saved views, other groups and the rules of the event tell that they use a group; others' own views have no name", async () => {
    const id = await aGroup([ada]);
    const filter = JSON.stringify([["group", "in", [id]]]);
    const query = String(new URLSearchParams({ filter }));
    const view = { list: "all", name: "My listed", shared: false, query };
    expect((await place.asker.post(`${place.path}/thing-view`, view)).status).toBe(201);
    const naming = await aGroup([], { see: [id] });

    const mine = await group(id);
    const theirs = (await (await server.as("expert")).get(`${base}/${id}/use`)).data;

    const named = {
      label: "custom-groups:use.named",
      name: `Listed ${made}`,
      path: `/event-details/${place.eventId}/custom-groups?id=${naming}`,
    };
    expect(mine.uses).toEqual([
      named,
      {
        label: "event-data:naming.view",
        name: "My listed",
        path: expect.stringContaining(`/event-data/${place.eventId}?`),
      },
    ]);
    expect(theirs).toEqual([named, { label: "event-data:naming.view", name: null, path: null }]);
    expect((await group(naming)).uses).toMatchObject([
      { label: "custom-groups:use.rules", path: `/event-details/${place.eventId}/data-types-permissions` },
    ]);
  });

  test("a list that was read in is undone within ten minutes: whom it put in goes, whom it took out comes back", async () => {
    const id = await aGroup([ada, cleo]);
    const leaves = await person("Lea", {});
    await place.asker.post(`${base}/${id}/member`, { words: [String(leaves.id)] });
    const run = `${base}/${id}/member/run`;

    const { id: job, result } = await send(
      id,
      "email\nben@list.example\nada@list.example\n",
      "mode=apply&others=remove",
    );
    await place.asker.remove(`${place.path}/thing/${leaves.id}?rev=1`);
    const told = await place.asker.get(run);
    const ofOther = await (await server.as("super")).get(run);
    const undone = await place.asker.post(`${run}/${job}/undo`);
    const end = await place.asker.finished(undone.data.job.id);

    expect(result).toMatchObject({ added: 1, already: 1, removed: 2, until: expect.any(String) });
    expect(told.data).toMatchObject({ job, added: 1, removed: 2 });
    expect(ofOther.data).toBeNull();
    expect(end.data.result).toEqual({ removed: 1, added: 1 });
    expect(await members(id)).toEqual([ada.id, cleo.id].sort((a, b) => a - b));
    expect((await place.asker.post(`${run}/${job}/undo`)).error.code).toBe("custom-groups.undo_over");

    const late = await send(id, "ben@list.example", "mode=apply&others=keep");
    clock = new Date(clock.getTime() + 11 * 60_000);
    expect((await place.asker.post(`${run}/${late.id}/undo`)).error.code).toBe("custom-groups.undo_over");
    expect(await members(id)).toContain(ben.id);
  });

  test("the lines that are left out are a list to be mended, in the words of whoever sent it", async () => {
    const id = await aGroup();
    const { id: job } = await send(
      id,
      "Name;E-mail\nNobody;nobody@list.example\nBen;ben@list.example\n",
      "mode=dry-run&others=keep&locale=de",
    );

    const file = await place.asker.get(`/1/api/job/${job}/file`);

    const [head, first, ...rest] = file.response.body.split("\r\n");
    expect(head).toBe("\ufeffName,E-mail,Warum");
    expect(first).toMatch(/^Nobody,nobody@list\.example,.*Zeile 2/);
    expect(rest).toEqual([""]);
    const mended = file.response.body.replace("nobody@list.example", "ada@list.example");
    expect(await readList(id, mended)).toMatchObject({ added: 1, errors: [] });
  });

  test("sets of groups count each profile once, in exactly the groups that it is in, and tell what each two have in common, those of a rule too", async () => {
    const [first, second] = [await aGroup([ada, ben]), await aGroup([ben, cleo])];
    const rule = { match: "all", filter: [{ field: "email", op: "eq", value: "cleo@list.example" }] };
    const third = await aGroup([], { mode: "rule", rule });
    const secret = { match: "all", filter: [{ field: "fields.registration_id", op: "eq", value: "R-1" }] };
    const fourth = await aGroup([], { mode: "rule", rule: secret });
    const count = async (asker: Asker, ids: number[]) => {
      const started = await asker.post(`${base}/sets`, { ids });
      return started.status === 202 ? (await asker.finished(started.data.job.id)).data.result : started;
    };

    const seen = await count(place.asker, [first, second, third, fourth]);
    const hidden = await count(await server.as("owner"), [fourth, first, second]);

    expect(seen.sets).toHaveLength(3);
    expect(seen).toMatchObject({ more: { sets: 0, profiles: 0 }, broken: [] });
    expect(seen.sets).toEqual(
      expect.arrayContaining([
        { ids: [first, fourth], count: 1 },
        { ids: [first, second], count: 1 },
        { ids: [second, third], count: 1 },
      ]),
    );
    expect(seen.pairs).toEqual([
      { one: first, other: second, both: 1 },
      { one: first, other: third, both: 0 },
      { one: first, other: fourth, both: 1 },
      { one: second, other: third, both: 1 },
      { one: second, other: fourth, both: 0 },
      { one: third, other: fourth, both: 0 },
    ]);
    expect(hidden.broken).toEqual([fourth]);
    expect(hidden.pairs).toEqual([
      { one: fourth, other: first, both: null },
      { one: fourth, other: second, both: null },
      { one: first, other: second, both: 1 },
    ]);
    expect(hidden.sets).toEqual(expect.arrayContaining([{ ids: [first], count: 1 }]));
    expect((await count(place.asker, [first, 999_999])).status).toBe(404);
  });
});
