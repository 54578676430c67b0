// People whom other events of the app know are added by what names them: by a file, or chosen on the screen.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import type { Thing, ThingImportDraft, ThingImportResult } from "../contract.ts";

describe.each(testDatabases)("people who are known from other events, on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let editor: Asker;
  let there: number;
  let here: number;
  let types: Record<number, number>;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    editor = await server.as("matchmaker");
    there = server.events["Baltic Trade Forum"] as number;
    here = server.bigEventId;
    const all: { id: number; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    types = Object.fromEntries(
      [3, 2, 1].map((one) => [one, all.find(({ type_category_id }) => type_category_id === one)?.id ?? 0]),
    );
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const at = (event: number) => `/1/api/container/${event}`;
  const mail = (name: string) => `${name}.${round}@known.example`;
  const ok = <T extends { status: number; error: unknown }>(reply: T) => {
    expect(reply.status, JSON.stringify(reply.error)).toBeLessThan(300);
    return reply;
  };
  const add = async (event: number, values: object): Promise<Thing> =>
    ok(await admin.post(`${at(event)}/thing`, { type_id: types[1], last_name: `Known ${round}`, ...values })).data;
  const send = async (text: string, asker = editor) => {
    const headers = { "content-type": "application/octet-stream" };
    const path = `${at(here)}/thing/import/file?name=known.csv`;
    const sent = ok(await asker.ask("POST", path, Buffer.from(text), { headers }));
    return (await asker.finished(sent.data.job.id)).data.id as number;
  };
  const run = async (text: string, draft: Partial<ThingImportDraft> = {}, asker = editor) => {
    const body = { file: await send(text, asker), type: types[1], mode: "apply", write: "known", ...draft };
    const { data } = await asker.finished(ok(await asker.post(`${at(here)}/thing/import`, body)).data.job.id);
    return { id: data.id as number, result: data.result as ThingImportResult };
  };
  const people = async (): Promise<Thing[]> => {
    const question = { search: `known ${round}`, sort: [{ field: "id", direction: "asc" }], limit: 50 };
    const { rows } = ok(await admin.post(`${at(here)}/thing/query`, question)).data;
    return rows.filter(({ last_name }: Thing) => last_name === `Known ${round}`);
  };

  test("an address, a registration or an id brings name, company and answers along; whoever is known nowhere is told by line", async () => {
    const labels = { "en-gb": `Diet ${round}` };
    const diet: { key: string } = ok(
      await admin.post("/1/api/field", { key: `diet_${round}`, labels, kind: "text" }),
    ).data;
    const ann = await add(there, {
      ...{ first_name: "Ann", email: mail("ann"), company_name: "Acme", job_title: "Baker", country: "SE" },
      ...{ status: "blocked", fields: { [diet.key]: "Vegan" } },
    });
    const bo = await add(there, { first_name: "Bo", email: mail("bo"), fields: { registration_id: `R-${round}` } });
    const cy = await add(there, { first_name: "Cy" });
    const file = `Email,Registration ID,ID\n${mail("ann")},,\n,R-${round},\n,,${cy.id}\n${mail("nobody")},,\n,,\n,,99999999\n`;

    const tried = await run(file, { mode: "dry-run" });
    const none = await people();
    const done = await run(file);

    expect(tried.result).toMatchObject({ created: 3, updated: 0, skipped: 2 });
    expect(none).toEqual([]);
    expect(done.result).toMatchObject({ created: 3, updated: 0, skipped: 2 });
    expect(done.result.errors.map(({ line, field }) => [line, field])).toEqual([
      [5, "email"],
      [7, "id"],
    ]);
    const came = await people();
    expect(came.map(({ first_name, email }) => [first_name, email])).toEqual([
      ["Ann", mail("ann")],
      ["Bo", mail("bo")],
      ["Cy", ""],
    ]);
    expect(came[0]).toMatchObject({ company_name: "Acme", job_title: "Baker", country: "SE", status: "imported" });
    expect(came[0]?.fields[diet.key]).toBe("Vegan");
    expect([ann.id, bo.id, cy.id]).not.toContain(came[0]?.id);
    expect((await run(file)).result).toMatchObject({ created: 0, updated: 0, unchanged: 3, skipped: 2 });
    expect(await people()).toHaveLength(3);
  });

  test("a company comes once, whoever of this event has its address", async () => {
    await add(here, { first_name: "Contact", email: mail("info") });
    const firm = { last_name: "", type_id: types[2], name: `Firm ${round}` };
    const [one, other] = [await add(there, { ...firm, email: mail("info") }), await add(there, { ...firm, email: "" })];
    const file = (ids: readonly number[]) => `ID\n${ids.join("\n")}\n`;
    const draft = { key: "id", type: types[2] } as const;

    const first = await run(file([one.id]), draft);
    const again = await run(file([one.id]), draft);
    const alike = await run(file([other.id]), draft);

    expect(first.result).toMatchObject({ created: 1, unchanged: 0, skipped: 0 });
    expect([again.result, alike.result]).toMatchObject(Array(2).fill({ created: 0, unchanged: 1, skipped: 0 }));
  });

  test("cells of the file go before what is known, types stand in a column or for all, and a second run changes nothing", async () => {
    await add(there, { first_name: "Ann", email: mail("ann"), company_name: "Acme" });
    await add(there, { first_name: "Bo", email: mail("bo"), company_name: "Bolt" });
    const all: { id: number; type: string; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    const second = all.filter(({ type_category_id }) => type_category_id === 1)[1];
    const file = `Email,Data type,Company\n${mail("ann")},${second?.id},\n${mail("bo")},,Nut\n`;

    const first = await run(file);
    const came = await people();
    const again = await run(file);

    expect(first.result).toMatchObject({ created: 2 });
    expect(came.map(({ type_id, company_name }) => [type_id, company_name])).toEqual([
      [second?.id, "Acme"],
      [types[1], "Nut"],
    ]);
    expect(again.result).toMatchObject({ created: 0, updated: 0, unchanged: 2, skipped: 0 });
    expect((await people()).map(({ rev }) => rev)).toEqual([1, 1]);
  });

  test("of a person of several events the latest profile counts; two lines that mean one person add them once", async () => {
    const third = Object.entries(server.events).find(([, id]) => id !== here && id !== there)?.[1] as number;
    const old = await add(there, { first_name: "Ann", email: mail("ann"), company_name: "Old Ltd" });
    await add(third, { first_name: "Anna", email: mail("ann"), company_name: "New Ltd" });

    const { result } = await run(`Email,ID\n${mail("ann")},\n,${old.id}\n`);

    expect(result).toMatchObject({ created: 1, skipped: 1 });
    expect(result.errors).toMatchObject([{ line: 3 }]);
    expect(await people()).toMatchObject([{ first_name: "Anna", company_name: "New Ltd" }]);
  });

  test("a line that is refused keeps no other about the same person away, for whatever it is refused", async () => {
    const all: { id: number; type: string; type_category_id: number }[] = (await admin.get("/1/api/type")).data;
    const firm = all.find(({ type_category_id }) => type_category_id === 2)?.type;
    const labels = { "en-gb": `Badge ${round}` };
    const draft = { key: `badge_${round}`, kind: "text", labels, required: true, type_ids: [types[1]] };
    const field = ok(await admin.post(`${at(here)}/field`, draft)).data;
    await add(there, { first_name: "Ann", email: mail("ann") });
    const bo = await add(there, { first_name: "Bo", email: mail("bo") });

    const { result } = await run(
      [
        `Email,ID,Data type,Badge ${round}`,
        ...[`${mail("ann")},,,`, `${mail("ann")},,,A1`],
        ...[`,${bo.id},${firm},B1`, `${mail("bo")},,,B2`, `,${bo.id},,B3`],
      ].join("\n"),
    );
    ok(await admin.patch(`${at(here)}/field/${field.id}`, { rev: field.rev, required: false }));

    expect(result).toMatchObject({ created: 2, skipped: 3 });
    expect(result.errors.map(({ line, field }) => [line, field])).toEqual([
      [2, `fields.badge_${round}`],
      [4, "type_id"],
      [6, "id"],
    ]);
    expect(result.errors[2]?.message).toContain("Line 5 ");
    expect((await people()).map(({ fields }) => fields[`badge_${round}`]).sort()).toEqual(["A1", "B2"]);
  });

  test("events that somebody may not open give nobody, and the undoing takes out whom the import added", async () => {
    await add(there, { first_name: "Ann", email: mail("ann") });
    const { write } = server.deps.database;
    const allow = (events: readonly number[]) =>
      write
        .updateTable("core_membership")
        .set({ allowed_events: JSON.stringify(events) })
        .where("user_id", "=", editor.userId)
        .execute();

    await allow([here]);
    const closed = await run(`Email\n${mail("ann")}\n`);
    const searched = await editor.post(`${at(here)}/thing/elsewhere`, { search: `known ${round}` });
    await allow([-1]);
    const open = await run(`Email\n${mail("ann")}\n`);
    const { data } = ok(await editor.post(`${at(here)}/thing/bulk/${open.id}/undo`, {}));
    await editor.finished(data.job.id);

    expect(closed.result).toMatchObject({ created: 0, skipped: 1 });
    expect(searched.data).toEqual({ rows: [], more: false, events: [] });
    expect(open.result).toMatchObject({ created: 1 });
    expect(await people()).toEqual([]);
  });

  test("an id of a registration is found nowhere by somebody from whom it is hidden there", async () => {
    const ann = await add(there, { first_name: "Ann", email: mail("ann"), fields: { registration_id: `H-${round}` } });
    const labels = { "en-gb": "Registration" };
    const draft = { key: "registration_id", labels, kind: "text", see_role: 95 };
    const field = ok(await admin.post(`${at(there)}/field`, draft)).data;

    const { result } = await run(`Registration ID\nH-${round}\n`);
    const strong = await run(`Registration ID\nH-${round}\n`, {}, admin);

    expect(result).toMatchObject({ created: 0, skipped: 1 });
    expect(strong.result).toMatchObject({ created: 1 });
    // With the field its numbers go, and from then on they name nobody.
    const path = `${at(there)}/field/${field.id}`;
    const { rev } = ok(await admin.post(`${path}/archive`, { rev: field.rev })).data;
    const removal = ok(await admin.post(`${path}/remove`, { rev })).data.job.id;
    expect((await admin.finished(removal)).data.state).toBe("done");
    const kept = ok(await admin.get(`${at(there)}/thing/${ann.id}`)).data.fields;
    expect(kept).toEqual({});
    const after = await run(`Registration ID\nH-${round}\n`, {}, admin);
    expect(after.result).toMatchObject({ created: 0, skipped: 1 });
  });

  test.each(["registration_id", "auto"] as const)(
    "a registration of another event means nobody who has the same number in this one, by %s",
    async (key) => {
      const fields = { registration_id: `N-${round}` };
      await add(there, { first_name: "Ann", email: mail("ann"), fields });
      await add(here, { first_name: "Ann", email: mail("other"), fields });

      const { result } = await run(`Registration ID\nN-${round}\n`, { key }, admin);

      expect(result).toMatchObject({ created: 1, updated: 0, unchanged: 0, skipped: 0, errors: [] });
      expect((await people()).map(({ email }) => email)).toEqual([mail("other"), mail("ann")]);
    },
  );

  test("the search finds people of other events by words, once each, and says who is here already", async () => {
    await add(there, { first_name: "Ann", email: mail("ann") });
    await add(here, { first_name: "Ann", email: mail("ann") });
    const bo = await add(there, { first_name: "Bo", email: mail("bo") });

    const { data } = ok(await editor.post(`${at(here)}/thing/elsewhere`, { search: `known ${round}` }));
    const elsewhere = await editor.post(`${at(here)}/thing/elsewhere`, { search: "bo known", event_id: here });

    const mine = data.rows.filter(({ email }: Thing) => email.includes(`.${round}@`));
    expect(mine.map(({ email, is_here }: { email: string; is_here: boolean }) => [email, is_here]).sort()).toEqual([
      [mail("ann"), true],
      [mail("bo"), false],
    ]);
    expect(mine.find(({ id }: Thing) => id === bo.id).event.name).toBe("Baltic Trade Forum");
    expect(elsewhere.data.rows).toEqual([]);
  });
});
