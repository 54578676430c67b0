import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { KindDraft, LinkOf } from "../contract.ts";
import type { RelationshipsTables } from "../server/tables.ts";

/** Its clocks always show another day than those at the other end of the world. */
const FAR = "Pacific/Kiritimati";

describe.each(testDatabases)("relationships on %s", () => {
  let server: TestApp;
  let place: Place;
  let base: string;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
    base = `${place.path}/relationship`;
  });
  afterAll(() => server.close());

  let count = 0;
  const aKind = async (changes: Partial<KindDraft> = {}) => {
    count += 1;
    const draft: KindDraft = {
      name: `Representative ${count}`,
      from: { label: "is represented by", category: 2, types: [] },
      to: { label: "represents", category: 1, types: [] },
      cardinality: "one-many",
      ...changes,
    };
    return (await place.asker.post(base, draft)).data as { id: number; rev: number };
  };
  const aCompany = (name: string) => aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" });
  const link = (kind: { id: number }, from: { id: number }, to: { id: number }) =>
    place.asker.post(`${base}/${kind.id}/link`, { from: from.id, to: to.id });
  const importFile = async (kind: { id: number }, text: string | Buffer, mode: string) => {
    const started = await place.asker.ask(
      "POST",
      `${base}/${kind.id}/import?mode=${mode}`,
      Buffer.isBuffer(text) ? text : Buffer.from(text),
      {
        headers: { "content-type": "text/csv" },
      },
    );
    return place.asker.finished(started.data.job.id);
  };

  test("of a profile with more than a thousand links some of each kind are listed, with how many there are", async () => {
    const open = { category: null, types: [] };
    const [many, few] = [
      await aKind({ cardinality: "many-many", from: { label: "met", ...open }, to: { label: "was met by", ...open } }),
      await aKind({
        cardinality: "many-many",
        from: { label: "knows", ...open },
        to: { label: "is known by", ...open },
      }),
    ];
    const lines = Array.from({ length: 1200 }, (_, at) => `Crowd,Person ${at},crowd.${at}@links.test`);
    const query = `kind=thing&format=csv&mode=apply&type=${place.types[1]}`;
    await place.asker.importFile(place.eventId, query, ["First name,Last name,Email", ...lines].join("\n"));
    const crowd = await server.deps.database.quick
      .withTables<{ event_data_thing: { id: number; event_id: number; email: string } }>()
      .selectFrom("event_data_thing")
      .select("id")
      .where("event_id", "=", place.eventId)
      .where("email", "like", "crowd.%")
      .orderBy("id")
      .execute();
    const hub = await aProfile(place);
    const made = { event_id: place.eventId, from_id: hub.id, source: "hand", created_at: "2026-01-01T00:00:00.000Z" };
    const rows = crowd.map(({ id }) => ({ ...made, kind_id: many.id, to_id: id }));
    const db = server.deps.database.write.withTables<RelationshipsTables>();
    for (let at = 0; at < rows.length; at += 500)
      await db
        .insertInto("relationships_link")
        .values(rows.slice(at, at + 500))
        .execute();
    await link(few, hub, { id: crowd[0]?.id as number });

    const links = (await place.asker.get(`${place.path}/thing/${hub.id}/relationship`)).data as LinkOf[];
    const of = (kind: { id: number }) => links.filter(({ kind_id }) => kind_id === kind.id);
    expect([of(many).length, of(many)[0]?.siblings]).toEqual([500, 1200]);
    expect([of(few).length, of(few)[0]?.siblings]).toEqual([1, 1]);

    // What was put first is listed first, whenever it was linked.
    const last = await db
      .selectFrom("relationships_link")
      .selectAll()
      .where("to_id", "=", crowd[1199]?.id as number)
      .executeTakeFirstOrThrow();
    await db.updateTable("relationships_link").set({ from_place: 1 }).where("id", "=", last.id).execute();
    const after = (await place.asker.get(`${place.path}/thing/${hub.id}/relationship`)).data as LinkOf[];
    expect(after.find(({ kind_id }) => kind_id === many.id)?.id).toBe(last.id);
  });

  test("links are found by the days of the event's clocks", async () => {
    const kind = await aKind();
    await link(kind, await aCompany("Daylight"), await aProfile(place));
    const asked = `${base}/${kind.id}/link/query`;
    const [{ created_at }] = (await place.asker.post(asked, {})).data.rows;
    const { timezone } = (await place.asker.get(place.path)).data;
    const found = async () => {
      const day = new Intl.DateTimeFormat("sv-SE", { timeZone: FAR }).format(new Date(created_at));
      const filter = [{ field: "created_at", op: "eq", value: day }];
      return (await place.asker.post(asked, { filter })).data.matched;
    };
    const moved = (zone: string) =>
      server.deps.database.write
        .updateTable("core_event")
        .set({ timezone: zone })
        .where("id", "=", place.eventId)
        .execute();

    await moved(FAR);
    expect(await found()).toBe(1);
    await moved("Pacific/Pago_Pago");
    expect(await found()).toBe(0);
    await moved(timezone);
  });

  test("a company and its representative are linked, and both profiles say so in their own words", async () => {
    const kind = await aKind();
    const [acme, ada] = [await aCompany("Acme"), await aProfile(place)];

    const made = await link(kind, acme, ada);
    const ofAda = await place.asker.get(`${place.path}/thing/${ada.id}/relationship`);
    const ofAcme = await place.asker.get(`${place.path}/thing/${acme.id}/relationship`);
    const found = await place.asker.post(`${base}/${kind.id}/link/query`, { search: "acm" });

    const ends = await place.asker.post(`${base}/${kind.id}/find?end=from`, { words: "acme" });
    const noEnds = await place.asker.post(`${base}/${kind.id}/find?end=to`, { words: "acme" });

    expect(ends.data).toMatchObject([{ id: acme.id }]);
    expect(noEnds.data).toEqual([]);
    expect(made.data).toMatchObject({ from: { name: "Acme" }, to: { name: "Ada Byron" }, source: "hand" });
    expect(ofAda.data).toMatchObject([{ end: "to", label: "represents", other: { name: "Acme" } }]);
    expect(ofAcme.data).toMatchObject([{ end: "from", label: "is represented by", other: { name: "Ada Byron" } }]);
    expect(found.data).toMatchObject({ total: 1, matched: 1, rows: [{ id: made.data.id }] });
    expect((await place.asker.post(`${base}/${kind.id}/link/query`, { search: "nobody" })).data.matched).toBe(0);
  });

  test("a link that the kind does not allow is refused with its end", async () => {
    const kind = await aKind();
    const [acme, other, ada] = [await aCompany("Acme B"), await aCompany("Other B"), await aProfile(place)];
    await link(kind, acme, ada);

    expect((await link(kind, ada, ada)).error).toMatchObject({ code: "relationships.itself" });
    expect((await link(kind, ada, acme)).error).toMatchObject({
      code: "relationships.end_refused",
      fields: { from: expect.any(String) },
    });
    expect((await link(kind, acme, ada)).error).toMatchObject({
      code: "relationships.exists",
      reasons: { to: { text: "relationships:refused.exists" } },
    });
    expect((await link(kind, other, ada)).error).toMatchObject({
      code: "relationships.taken",
      fields: { to: expect.any(String) },
    });
    expect((await link(kind, { id: 999_999 }, ada)).status).toBe(404);
  });

  test("two who link at once to an end that takes one: one of them is told that it is taken", async () => {
    const kind = await aKind();
    const firms = await Promise.all(["One", "Two", "Three", "Four"].map((name) => aCompany(`${name} at once`)));
    const ada = await aProfile(place);

    const answers = await Promise.all(firms.map((firm) => link(kind, firm, ada)));

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    for (const { status, error } of answers) if (status === 400) expect(error.code).toBe("relationships.taken");
    const { data } = await place.asker.post(`${base}/${kind.id}/link/query`, {});
    expect(data.total).toBe(1);
  });

  test("a kind is not narrowed to less than its links", async () => {
    const kind = await aKind({ cardinality: "many-many" });
    const [acme, other, ada] = [await aCompany("Acme C"), await aCompany("Other C"), await aProfile(place)];
    await link(kind, acme, ada);
    await link(kind, other, ada);

    const single = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, cardinality: "one-many" });
    const elsewhere = { label: "shows", category: 3, types: [] };
    const ends = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, to: elsewhere });
    const fine = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, cardinality: "many-many", name: "Fine" });

    expect(single.error.code).toBe("relationships.cardinality_broken");
    expect(ends.error.code).toBe("relationships.ends_broken");
    expect(fine.data).toMatchObject({ rev: 2, name: "Fine", links: 2 });
    expect((await place.asker.patch(`${base}/${kind.id}`, { rev: 1, name: "Late" })).error).toMatchObject({
      code: "stale",
      current: { name: "Fine", rev: 2 },
    });
  });

  test("pairs of a file are linked, a dry run links nothing, and each bad line is told with its number", async () => {
    const kind = await aKind();
    const acme = await aCompany("Pairs & Sons");
    const ada = await aProfile(place, { email: "ada@pairs.example", last_name: "Pair" });
    await aProfile(place, { email: "bo@pairs.example", last_name: "Pair2" });
    const file = [
      "Company;Person",
      '"Pairs & Sons";ada@pairs.example',
      `${acme.id};BO@pairs.example`,
      "Pairs & Sons;nobody@pairs.example",
      `Pairs & Sons;${ada.id}`,
      "ada@pairs.example;bo@pairs.example",
      "only one",
    ].join("\r\n");

    const dry = await importFile(kind, `\uFEFF${file}`, "dry-run");
    const none = await place.asker.post(`${base}/${kind.id}/link/query`, {});
    const applied = await importFile(kind, file, "apply");
    const again = await importFile(kind, file, "apply");

    const errors = [
      { line: 4, reason: "nobody", word: "nobody@pairs.example", found: 0 },
      { line: 6, reason: "end_refused", word: "Ada Pair", found: 0 },
      { line: 7, reason: "nobody", word: "only one", found: 0 },
    ];
    const found = { created: 2, existing: 1, errors, more: 0 };
    expect(dry.data.result).toEqual({ ...found, until: null });
    expect(none.data.total).toBe(0);
    expect(applied.data.result).toEqual({ ...found, until: expect.any(String) });
    const mend = await place.asker.get(`/1/api/job/${applied.data.id}/file`);
    expect(mend.response.body.split("\r\n").slice(0, 2)).toEqual([
      "\ufeffCompany,Person,Why",
      expect.stringMatching(/^Pairs & Sons,nobody@pairs\.example,/),
    ]);
    expect(again.data.result).toMatchObject({ created: 0, existing: 3 });
    expect((await importFile(kind, "PK\u0003\u0004\u0000\u0000", "dry-run")).data.state).toBe("failed");
  });

  test.each([
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["Latin-1", (text: string) => Buffer.from(text, "latin1")],
  ])(
    "pairs of a file in %s are found by their letters, and an open quotation mark leaves out its own line",
    async (name, write) => {
      const kind = await aKind();
      await aCompany(`Müßig ${name}`);
      await aProfile(place, { email: `zoe@${name}.example`.toLowerCase(), last_name: "Letters" });
      const text = `Company;Person\n"Open;zoe@x.example\nMüßig ${name};zoe@${name}.example\n`;

      const { data } = await importFile(kind, write(text), "apply");

      const errors = [{ line: 2, reason: "broken", word: "Open, zoe@x.example", found: 0 }];
      expect(data.result).toMatchObject({ created: 1, existing: 0, errors, more: 0 });
    },
  );

  test("what participants read of an end is kept by language, without what is empty, and told with the links of a profile", async () => {
    const labels = { de: " wird vertreten ", "en-gb": "  " };
    const from = { label: "is represented by", labels, category: 2, types: [] };
    const kind = await aKind({ from });
    const [acme, ada] = [await aCompany("Spoken"), await aProfile(place)];
    await link(kind, acme, ada);

    const listed = (await place.asker.get(base)).data.find(({ id }: { id: number }) => id === kind.id);
    const [ofAcme] = (await place.asker.get(`${place.path}/thing/${acme.id}/relationship`)).data;
    const [ofAda] = (await place.asker.get(`${place.path}/thing/${ada.id}/relationship`)).data;
    const saved = await place.asker.patch(`${base}/${kind.id}`, { rev: 1, from: { ...from, labels: {} } });

    expect(listed.from).toEqual({ ...from, labels: { de: "wird vertreten" } });
    expect([ofAcme.labels, ofAda.labels]).toEqual([{ de: "wird vertreten" }, {}]);
    expect(saved.data.from.labels).toBeUndefined();
  });

  test("the links of a profile stand in an order of its own at each end, new ones last", async () => {
    const kind = await aKind({ cardinality: "many-many" });
    const [acme, zenith] = [await aCompany("Ordering"), await aCompany("Ordered")];
    const people = await Promise.all(["A", "B", "C"].map((last_name) => aProfile(place, { last_name })));
    for (const one of people) await link(kind, acme, one);
    await link(kind, zenith, people[0] as { id: number });
    const links = async (of: { id: number }) =>
      (await place.asker.get(`${place.path}/thing/${of.id}/relationship`)).data as LinkOf[];
    const names = async (of: { id: number }) => (await links(of)).map(({ other }) => other.name);
    const [a, b, c] = (await links(acme)).map(({ id }) => id);
    const order = (ids: unknown[]) =>
      place.asker.put(`${place.path}/thing/${acme.id}/relationship/order`, { kind_id: kind.id, end: "from", ids });

    const before = await names(acme);
    const answer = await order([c, 999_999, a]);
    const late = await link(kind, acme, await aProfile(place, { last_name: "D" }));
    const other = await names(people[0] as { id: number });
    await order([b]);

    expect(late.status).toBe(201);
    expect(before).toEqual(["Ada A", "Ada B", "Ada C"]);
    expect((answer.data as LinkOf[]).map((one) => one.other.name)).toEqual(["Ada C", "Ada A", "Ada B"]);
    expect(other).toEqual(["Ordering", "Ordered"]);
    expect(await names(acme)).toEqual(["Ada B", "Ada A", "Ada C", "Ada D"]);
    const refused = await (await server.as("owner")).put(`${place.path}/thing/${acme.id}/relationship/order`, {
      ...{ kind_id: kind.id, end: "from", ids: [a] },
    });
    expect(refused.status).toBe(403);
  });

  test("several links of a kind are taken away in one step that the history tells as one; those of other kinds stay", async () => {
    const [kind, other] = [await aKind({ cardinality: "many-many" }), await aKind()];
    const [acme, ada, bo] = [await aCompany("Unlinked"), await aProfile(place), await aProfile(place)];
    const made = [await link(kind, acme, ada), await link(kind, acme, bo), await link(other, acme, ada)];
    const ids = made.map(({ data }) => data.id as number);

    const answer = await place.asker.post(`${base}/${kind.id}/link/remove`, { ids });
    const again = await place.asker.post(`${base}/${kind.id}/link/remove`, { ids });
    const reading = await (await server.as("owner")).post(`${base}/${kind.id}/link/remove`, { ids });

    expect([answer.data.removed, again.data, reading.status]).toEqual([2, { removed: 0, links: [] }, 403]);
    expect((await place.asker.post(`${base}/${other.id}/link/query`, {})).data.total).toBe(1);
    const chief = await server.as("super");
    const filter = [
      { field: "object_type", op: "eq", value: "relationships.kind" },
      { field: "action", op: "eq", value: "unlink" },
      { field: "object_id", op: "eq", value: String(kind.id) },
    ];
    const lines = (await chief.post(`${place.path}/history/query`, { filter })).data.rows;
    expect(lines).toHaveLength(1);
    expect(lines[0].before).toEqual({
      links: 2,
      pairs: [ada, bo].map((one) => `Unlinked (${acme.id}) – ${one.name} (${one.id})`),
    });
  });

  test("a copy of the event has its kinds in their order, and none of its links", async () => {
    const [first, second] = [await aKind({ visible: false }), await aKind()];
    await link(first, await aCompany("Stays"), await aProfile(place));
    await place.asker.put(`${base}/order`, { ids: [second.id, first.id] });
    const names = (kinds: KindDraft[]) => kinds.map(({ name }) => name);
    const mine = (await place.asker.get(base)).data;
    const chief = await server.as("super");

    const copy = await chief.post(`${place.path}/copy`, { name: "Next", date_start: "2033-05-04T07:00:00.000Z" });

    expect(copy.status, JSON.stringify(copy.error)).toBe(201);
    const kinds = (await chief.get(`/1/api/container/${copy.data.id}/relationship`)).data;
    expect(names(kinds)).toEqual(names(mine));
    expect(kinds[1]).toMatchObject({ visible: false, cardinality: "one-many", links: 0, rev: 1 });
    await place.asker.put(`${base}/order`, { ids: mine.map(({ id }: { id: number }) => id) });
  });

  test("companies without a representative are found, until they have one", async () => {
    const kind = await aKind({ from: { label: "is represented by", category: 2, types: [place.types[2]] } });
    const [alone, ada] = [await aCompany("Alone Ltd"), await aProfile(place)];
    const unlinked = async () =>
      (await place.asker.post(`${base}/${kind.id}/unlinked?end=from`, { search: "alone" })).data;

    expect(await unlinked()).toMatchObject({ matched: 1, rows: [{ id: alone.id, name: "Alone Ltd" }] });
    await link(kind, alone, ada);

    expect(await unlinked()).toMatchObject({ matched: 0 });
  });

  test("links leave with a profile that leaves, and with their kind", async () => {
    const kind = await aKind();
    const [acme, ada, bo] = [await aCompany("Leaving Ltd"), await aProfile(place), await aProfile(place)];
    await link(kind, acme, ada);
    await link(kind, acme, bo);

    await place.asker.remove(`${place.path}/thing/${ada.id}?rev=1`);
    const left = await place.asker.post(`${base}/${kind.id}/link/query`, {});
    await place.asker.remove(`${base}/${kind.id}?rev=1`);

    expect(left.data).toMatchObject({ total: 1, rows: [{ to: { id: bo.id } }] });
    expect((await place.asker.get(`${place.path}/thing/${acme.id}/relationship`)).data).toEqual([]);
  });

  test("every write stands in the history, and an event owner reads but does not write", async () => {
    const kind = await aKind();
    const [acme, ada] = [await aCompany("Told Ltd"), await aProfile(place)];
    const made = await link(kind, acme, ada);
    await place.asker.remove(`${base}/${kind.id}/link/${made.data.id}`);
    await place.asker.patch(`${base}/${kind.id}`, { rev: 1, name: "Told" });
    await place.asker.remove(`${base}/${kind.id}?rev=2`);

    const lines = await server.deps.database.quick
      .selectFrom("core_audit")
      .select(["action", "after"])
      .where("object_type", "=", "relationships.kind")
      .where("object_id", "=", String(kind.id))
      .orderBy("id")
      .execute();
    const owner = await server.as("owner");

    expect(lines.map((line) => line.action)).toEqual(["create", "link", "unlink", "save", "remove"]);
    expect(JSON.parse(lines[1]?.after ?? "")).toEqual({
      from: expect.stringMatching(/^Told Ltd \(\d+\)$/),
      to: expect.stringMatching(/^Ada Byron \(\d+\)$/),
    });
    expect((await owner.get(base)).status).toBe(200);
    expect((await owner.post(base, {})).status).toBe(403);
    expect((await (await server.as("registration")).get(base)).status).toBe(403);
    expect((await place.asker.post(`${base}/${kind.id}/find?end=from`, { words: "told" })).status).toBe(404);
  });
});
