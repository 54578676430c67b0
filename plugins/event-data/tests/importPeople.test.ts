// Whom the lines of a list are about, and what they say of people who are here already: nobody is taken for somebody else.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing, ThingImportDraft } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("a list of people, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let round = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    round += 1;
  });

  const mail = (name: string) => `${name}.${round}@people.example`;
  const send = async (lines: readonly string[]) => {
    const { id, result } = await sendFile(place.asker, place.path, `${lines.join("\n")}\n`);
    return { file: id, found: result };
  };
  const run = async (lines: readonly string[], draft: Partial<ThingImportDraft> = {}) => {
    const { asker, path, types } = place;
    const { file, found } = await send(lines);
    const { result } = await importSent(asker, path, { file, type: types[1], ...draft });
    const by = Object.fromEntries(found.columns.map(({ title, field, by }) => [title, `${field} ${by}`]));
    return { by, result };
  };
  const people = async (search = `${round}@people.example`) => {
    const question = { search, sort: [{ field: "email", direction: "asc" }] };
    return (await place.asker.post(`${place.path}/thing/query`, question)).data.rows as Thing[];
  };
  const get = async (id: number) => (await place.asker.get(`${place.path}/thing/${id}`)).data as Thing;

  test("that has ids of another system makes new people, changes nobody whose id is the same, and keeps the ids", async () => {
    const one = await aProfile(place, { first_name: "Callum", last_name: "Hall", email: mail("callum") });
    const other = await aProfile(place, { first_name: "Dana", last_name: "Iqbal", email: mail("dana") });
    const lines = [
      "ID,First name,Last name,Email",
      `${one.id},Ann,Foreign,${mail("ann")}`,
      `${other.id},Bob,Foreign,${mail("bob")}`,
      `A-7,Cy,Foreign,${mail("cy")}`,
    ];

    const { by, result } = await run(lines);

    expect(by["ID"]).toBe("fields.id otherIds");
    expect(result).toMatchObject({ created: 3, updated: 0, skipped: 0 });
    expect(result.errors).toMatchObject([{ line: 1, field: "ID", message: expect.stringContaining("not the ids") }]);
    expect(await get(one.id)).toMatchObject({ rev: 1, name: "Callum Hall" });
    expect(await get(other.id)).toMatchObject({ rev: 1, name: "Dana Iqbal" });
    expect((await people()).map(({ name, fields }) => [name, fields["id"]])).toEqual([
      ["Ann Foreign", String(one.id)],
      ["Bob Foreign", String(other.id)],
      ["Callum Hall", undefined],
      ["Cy Foreign", "A-7"],
      ["Dana Iqbal", undefined],
    ]);
    expect((await run(lines)).result).toMatchObject({ created: 0, unchanged: 3, skipped: 0 });
  });

  test("with ids that nobody has makes new people", async () => {
    const { result } = await run(["Id,Name,Email", `99000001,Ann Far,${mail("ann")}`, `99000002,Bo Far,${mail("bo")}`]);

    expect(result).toMatchObject({ created: 2, skipped: 0 });
  });

  test("whose ids agree is about them; a line that means somebody else by name and address is left out and told", async () => {
    const ann = await aProfile(place, { first_name: "Ann", last_name: "Ours", email: mail("ann") });
    const bo = await aProfile(place, { first_name: "Bo", last_name: "Ours", email: mail("bo") });
    const cy = await aProfile(place, { first_name: "Cy", last_name: "Ours", email: mail("cy") });
    const lines = [
      "ID,First name,Last name,Email",
      `${ann.id},Ann,Married,${mail("ann.married")}`,
      `${bo.id},Eve,Stranger,${mail("eve")}`,
      `${cy.id},Zora,Renamed,${mail("cy")}`,
      `99000003,Nobody,There,${mail("nobody")}`,
      `,Dora,New,${mail("dora")}`,
    ];

    const { by, result } = await run(lines);

    expect(by["ID"]).toBe("id name");
    expect(result).toMatchObject({ created: 1, updated: 2, skipped: 2 });
    expect(result.errors.map(({ line, field, message }) => [line, field, message.includes("Bo Ours")])).toEqual([
      [3, "id", true],
      [5, "id", false],
    ]);
    expect((await get(bo.id)).rev).toBe(1);
    expect((await people()).map(({ name }) => name)).toEqual(["Ann Married", "Bo Ours", "Zora Renamed", "Dora New"]);
  });

  test("finds profiles by their ids whatever else it says, where somebody has chosen that", async () => {
    const bo = await aProfile(place, { first_name: "Bo", last_name: "Chosen", email: mail("bo") });
    const lines = ["ID,First name,Last name,Email", `${bo.id},Eve,Stranger,${mail("eve")}`];

    const { result } = await run(lines, { key: "id" });

    expect(result).toMatchObject({ created: 0, updated: 1, skipped: 0, errors: [] });
    expect(await get(bo.id)).toMatchObject({ name: "Eve Stranger", email: mail("eve") });
  });

  test("of nothing but ids is about the profiles of these ids, and unknown ones are told", async () => {
    const bo = await aProfile(place, { first_name: "Bo", last_name: "Alone", email: mail("bo") });

    const { result } = await run(["ID,Job title", `${bo.id},Baker`, "99000004,Clerk", "99000005,Clerk"]);

    expect(result).toMatchObject({ created: 0, updated: 1, skipped: 2 });
  });

  test("gives its type to new people only; who is known keeps theirs unless their line names another", async () => {
    const all: { id: number; name: string; type_category_id: number }[] = (await place.asker.get("/1/api/type")).data;
    const [first, second] = all.filter(({ type_category_id }) => type_category_id === 1);
    const known = await aProfile(place, {
      type_id: second?.id,
      first_name: "Kim",
      last_name: "Kept",
      email: mail("kim"),
    });
    const blank = await aProfile(place, {
      type_id: second?.id,
      first_name: "Lou",
      last_name: "Kept",
      email: mail("lou"),
    });
    const draft = { type: first?.id as number };

    const without = await run(
      ["Name,Email,Company", `Kim Kept,${mail("kim")},ACME`, `New One,${mail("new")},ACME`],
      draft,
    );
    const within = await run(
      ["Name,Email,Type,Company", `Lou Kept,${mail("lou")},,ACME`, `New One,${mail("new")},${second?.id},`],
      draft,
    );

    expect(without.result).toMatchObject({ created: 1, updated: 1, skipped: 0 });
    expect(within.result).toMatchObject({ created: 0, updated: 2, skipped: 0 });
    expect(await get(known.id)).toMatchObject({ type_id: second?.id, company_name: "ACME" });
    expect(await get(blank.id)).toMatchObject({ type_id: second?.id, company_name: "ACME" });
    expect((await people(mail("new")))[0]?.type_id).toBe(second?.id);
  });

  test.each([
    ["Name;Vorname;E-Mail", "Müller;Anna", "Anna", "Müller"],
    ["Name;Surname;Email", "Anna;Müller", "Anna", "Müller"],
    ["Name;Vorname;E-Mail", "Anna Müller;Anna", "Anna", "Müller"],
    ["Name;Vorname;E-Mail", "Müller, Anna Eva;Anna", "Anna Eva", "Müller"],
    ["Name;Vorname;E-Mail", "von der Leyen;Ursula", "Ursula", "von der Leyen"],
    ["Name;Nachname;E-Mail", "Dr. Anna Müller;Müller", "Dr. Anna", "Müller"],
    ["Name;Vorname;Nachname;E-Mail", "Anna Müller;Anna;", "Anna", "Müller"],
  ])("under %s, %s is %s %s", async (headings, names, first_name, last_name) => {
    const lines = [headings, `${names};${mail("anna")}`];

    expect((await run(lines)).result).toMatchObject({ created: 1, skipped: 0 });
    expect(await people()).toMatchObject([{ first_name, last_name, name: `${first_name} ${last_name}` }]);
    expect((await run(lines)).result).toMatchObject({ unchanged: 1, skipped: 0 });
  });

  test("without addresses finds those again whose first name stands apart from their name", async () => {
    const lines = ["Name;Vorname;Firma", `Apart${round};Anna;ACME`];

    expect((await run(lines)).result).toMatchObject({ created: 1 });
    expect((await run(lines)).result).toMatchObject({ created: 0, unchanged: 1 });
  });

  test.each([
    ["a double blank", "Name", "Ann  Blank"],
    ["a blank that keeps words together", "Name", "Ann\u00a0Blank"],
    ["a line break", "Name", '"Ann\nBlank"'],
    ["the last name first beside both names", "Name,First name,Last name", '"Blank, Ann",Ann,Blank'],
    ["blanks in its parts", "First name,Last name", "Ann  Eva,\u00a0Blank"],
  ])("without addresses finds those again whose name has %s", async (_, headings, names) => {
    const lines = [`${headings},Company`, `${names},"Blank\u00a0&  Sons ${round}"`];

    expect((await run(lines)).result).toMatchObject({ created: 1 });
    expect((await run(lines)).result).toMatchObject({ created: 0, unchanged: 1, skipped: 0 });
  });

  test("finds those again whose registration is written with more blanks than it is kept with", async () => {
    const labels = { "en-gb": "Registration" };
    const expert = await server.as("expert");
    const asked = await expert.post(`${place.path}/field`, { key: "registration_id", labels, kind: "text" });
    expect(asked.status).toBe(201);
    const lines = ["Registration,Name,Email", `R  ${round},Ann Number,${mail("ann")}`];

    expect((await run(lines, { key: "registration_id" })).result).toMatchObject({ created: 1 });
    expect((await run(lines, { key: "registration_id" })).result).toMatchObject({ unchanged: 1, skipped: 0 });
    const { id, rev } = asked.data;
    expect((await expert.post(`${place.path}/field/${id}/archive`, { rev })).status).toBe(200);
  });

  test("keeps the name of a company that has a contact beside it", async () => {
    const lines = ["Name;Vorname;E-Mail", `ACME ${round};Anna;${mail("acme")}`];

    await run(lines, { type: place.types[2] });

    const path = `${place.path}/thing/query?category=2`;
    expect((await place.asker.post(path, { search: mail("acme") })).data.rows[0].name).toBe(`ACME ${round}`);
  });

  test.each([
    ["Anna Schmidt", "Anna", "Schmidt"],
    ["Anne-Marie Miller", "Anne-Marie", "Miller"],
    ["Schmidt, Eva Maria", "Eva Maria", "Schmidt"],
    ["Eva Maria von Berg", "Eva Maria", "von Berg"],
    ["Anna MILLER", "Anna", "MILLER"],
    ["Madonna", "", "Madonna"],
  ])("that says %s of Anna Miller makes her %s %s", async (name, first_name, last_name) => {
    const anna = await aProfile(place, { first_name: "Anna", last_name: "Miller", email: mail("anna") });

    const { result } = await run(["Name;Email", `${name};${mail("anna")}`]);

    expect(result).toMatchObject({ updated: 1, skipped: 0, errors: [] });
    expect(await get(anna.id)).toMatchObject({ first_name, last_name });
  });

  test.each([
    ["Name;Email", "Miller, Anna;", ""],
    ["Name;Email", "Anna;", ""],
    ["Email", "annie <", ">"],
  ])("under %s, %s changes nothing of Anna Miller", async (headings, before, after) => {
    await aProfile(place, { first_name: "Anna", last_name: "Miller", email: mail("anna") });

    const { result } = await run([headings, `${before}${mail("anna")}${after}`]);

    expect(result).toMatchObject({ unchanged: 1, updated: 0, created: 0, skipped: 0 });
  });

  test("has a job title under “Title” unless that says how people are addressed, or another column has it", async () => {
    const both = await run(["Title;Name;Job Title;Email", `Mr;Tim T;Engineer;${mail("tim")}`]);
    const addressed = await run([
      "Titel;Name;E-Mail",
      `Prof. Dr.;Tom T;${mail("tom")}`,
      `Dr.-Ing.;Ute T;${mail("ute")}`,
    ]);
    const other = await run(["Title;Name;Position;Email", `Lord of Hosts;Una T;Clerk;${mail("una")}`]);
    const plain = await run(["Title;Name;Email", `Director;Vic T;${mail("vic")}`]);

    expect(both.by).toMatchObject({ Title: "fields.title own", "Job Title": "job_title name" });
    expect(addressed.by["Titel"]).toBe("fields.titel own");
    expect(other.by["Title"]).toBe("fields.title own");
    expect(plain.by["Title"]).toBe("job_title name");
    expect((await people()).map(({ job_title, fields }) => [job_title, fields["title"] ?? fields["titel"]])).toEqual([
      ["Engineer", "Mr"],
      ["", "Prof. Dr."],
      ["Clerk", "Lord of Hosts"],
      ["", "Dr.-Ing."],
      ["Director", undefined],
    ]);
  });

  test("takes a good line about somebody whom only a line is about that is left out, and no second good one", async () => {
    await aProfile(place, { first_name: "Known", last_name: "Twin", email: mail("known") });
    const lines = [
      "Name,Email,Status,Job title",
      `New Twin,${mail("new")},active,${"x".repeat(201)}`,
      `New Twin,${mail("new")},asleep,One`,
      `,${mail("new")},active,Two`,
      `New Twin,${mail("new")},active,Three`,
      `Known Twin,${mail("known")},asleep,One`,
      `Known Twin,${mail("known")},active,Two`,
      `Known Twin,${mail("known")},active,Three`,
    ];

    const tried = await run(lines, { mode: "dry-run" });
    const { result } = await run(lines);

    expect(result).toMatchObject({ created: 1, updated: 1, skipped: 5 });
    expect(result).toEqual(tried.result);
    expect(result.errors.map(({ line }) => line)).toEqual([2, 3, 5, 6, 8]);
    expect((await people()).map(({ job_title }) => job_title)).toEqual(["Two", "Two"]);
  });

  test("takes a good line after one that is left out for its answer, new or known", async () => {
    const key = `pick_${round}`;
    const options = [{ key: "a", labels: { "en-gb": "Aye" } }];
    const field = { key, kind: "choice", labels: { "en-gb": `Pick ${round}` }, options };
    const expert = await server.as("expert");
    expect((await expert.post(`${place.path}/field`, field)).status).toBe(201);
    await aProfile(place, { first_name: "Known", last_name: "Twin", email: mail("known") });
    const heading = `Name,Email,Pick ${round}`;
    const about = (name: string) => [`${name} Twin,${mail(name)},Nope`, `${name} Twin,${mail(name)},Aye`];

    const { result } = await run([heading, ...about("Known".toLowerCase()), ...about("new")]);

    expect(result).toMatchObject({ created: 1, updated: 1, skipped: 2 });
    expect(result.errors.map(({ line }) => line)).toEqual([2, 4]);
  });

  test("that blocks somebody tells how many confirmed meetings to come stay as they are", async () => {
    const ann = await aProfile(place, { first_name: "Ann", last_name: "Blocked", email: mail("ann") });
    const bo = await aProfile(place, { first_name: "Bo", last_name: "Stays", email: mail("bo") });
    const start = Date.now() - (Date.now() % 60_000) + (40 + round) * 86_400_000;
    const when = { start: new Date(start).toISOString(), end: new Date(start + 1_800_000).toISOString() };
    const draft = { participants: [ann.id, bo.id], ...when, location_id: null, message: "", state: "accepted" };
    expect((await place.asker.post(`${place.path}/meeting`, draft)).status).toBe(201);
    const lines = ["Name,Email,Status", `Ann Blocked,${mail("ann")},blocked`, `Cy New,${mail("cy")},blocked`];
    const told = {
      line: 2,
      field: "status",
      message: "1 confirmed meeting to come stays as it is unless you cancel it.",
    };

    for (const mode of ["dry-run", "apply"] as const)
      expect((await run(lines, { mode })).result).toMatchObject({ created: 1, updated: 1, errors: [told] });
    expect((await run(lines)).result).toMatchObject({ unchanged: 2, errors: [] });
  });
});
