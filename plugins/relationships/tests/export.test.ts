// The lists of a kind as files: in the order and with the filters of the screen, and the links so that they can be read in again.
import readXlsx from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { KindDraft } from "../contract.ts";

describe.each(testDatabases)("exports of relationships on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let base: string;
  let count = 0;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    base = `${place.path}/relationship`;
  });
  afterAll(() => server.close());

  const aKind = async () => {
    count += 1;
    const draft: KindDraft = {
      ...{ name: `Exported ${count}`, cardinality: "many-many" },
      from: { label: "is represented by", category: 2, types: [] },
      to: { label: "represents", category: 1, types: [] },
    };
    return `${base}/${(await place.asker.post(base, draft)).data.id}`;
  };
  const aCompany = (name: string) => aProfile(place, { type_id: place.types[2], name, first_name: "", last_name: "" });
  const aPerson = (first_name: string, company_name = "") =>
    aProfile(place, { first_name, last_name: "Away", company_name });
  const link = async (kind: string, from: { id: number }, to: { id: number }) =>
    (await place.asker.post(`${kind}/link`, { from: from.id, to: to.id })).data as { id: number; created_at: string };
  const written = async (way: string, body: object) => {
    const started = await place.asker.post(way, body);
    expect(started.status).toBe(202);
    const { data } = await place.asker.finished(started.data.job.id);
    expect(data.state).toBe("done");
    return (await place.asker.get(`/1/api/job/${data.id}/file`)).response;
  };
  const linesOf = (text: string) => text.replace("\ufeff", "").trim().split("\r\n");
  const imported = async (kind: string, file: string | Buffer, mode: string) => {
    const headers = { "content-type": "text/csv" };
    const started = await place.asker.ask("POST", `${kind}/import?mode=${mode}`, Buffer.from(file), { headers });
    return (await place.asker.finished(started.data.job.id)).data.result;
  };

  test("links are written as they are shown, and the file can be imported as it is", async () => {
    const [kind, other] = [await aKind(), await aKind()];
    // Two of one name, whom nothing but their ids tells apart.
    const [ash, twin] = [await aCompany("Twin Trading"), await aCompany("Twin Trading")];
    const [ada, bo] = [await aPerson("Ada", "Acme, Inc."), await aPerson("Bo")];
    const links = [await link(kind, ash, ada), await link(kind, twin, ada), await link(kind, twin, bo)];
    const sort = [
      { field: "to", direction: "desc" },
      { field: "id", direction: "asc" },
    ];

    const { body: text } = await written(`${kind}/link/export`, { format: "csv", sort });

    const at = (of: { created_at: string } | undefined) => expect.stringContaining(of?.created_at.slice(0, 10) ?? "");
    const [heading, ...lines] = linesOf(text);
    expect(heading).toBe(
      "First end: ID,Second end: ID,First end: Name,Second end: Name,First end: Company,Second end: Company,Made,Linked on",
    );
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^${twin.id},${bo.id},Twin Trading,Bo Away,.*,by hand,`)),
      expect.stringMatching(new RegExp(`^${ash.id},${ada.id},Twin Trading,Ada Away,.*"Acme, Inc.",by hand,`)),
      expect.stringMatching(new RegExp(`^${twin.id},${ada.id},`)),
    ]);
    expect(lines).toEqual([at(links[2]), at(links[0]), at(links[1])]);
    const there = { created: 0, existing: 3, errors: [], more: 0, until: null };
    expect(await imported(kind, text, "dry-run")).toEqual(there);
    expect(await imported(other, text, "apply")).toMatchObject({ created: 3, errors: [] });
  });

  test("in a language with decimal commas it has other separators and headings, and can be imported as well", async () => {
    const kind = await aKind();
    const [ash, ada] = [await aCompany("Esche"), await aPerson("Änne")];
    await link(kind, ash, ada);

    const { body: text } = await written(`${kind}/link/export`, { format: "csv", locale: "de" });

    expect(linesOf(text)[0]).toContain("Erstes Ende: ID;Zweites Ende: ID;");
    expect(await imported(kind, text, "dry-run")).toMatchObject({ created: 0, existing: 1, errors: [] });
  });

  test("a column of ids means ids alone, whatever else a number may be", async () => {
    const kind = await aKind();
    const [ash, ada] = [await aCompany("Numbered"), await aPerson("Numbered")];
    await link(kind, ash, ada);
    // Another one's registration has the number of the first.
    await aProfile(place, { first_name: "Reg", last_name: "Away", fields: { registration_id: String(ada.id) } });

    const { body: text } = await written(`${kind}/link/export`, { format: "csv" });

    expect(await imported(kind, text, "dry-run")).toMatchObject({ existing: 1, errors: [] });
  });

  test("a workbook has what is ticked, of what the search and the filters find, with real moments", async () => {
    const kind = await aKind();
    const [ash, elm] = [await aCompany("Ash Works"), await aCompany("Elm Works")];
    const people = [await aPerson("Cy"), await aPerson("Di"), await aPerson("Ed")];
    const links = [];
    for (const person of people) links.push(await link(kind, ash, person));
    await link(kind, elm, people[0] as { id: number });
    const sort = [{ field: "to", direction: "asc" }];
    const rowsOf = async (body: object) => {
      const { rawPayload } = await written(`${kind}/link/export`, { format: "xlsx", sort, ...body });
      return (await readXlsx(rawPayload as Buffer))[0]?.data.slice(1) ?? [];
    };
    const names = async (body: object) => (await rowsOf(body)).map((row) => `${row[2]} – ${row[3]}`);

    expect((await rowsOf({ ids: [links[0]?.id] }))[0]?.[7]).toBeInstanceOf(Date);
    expect(await names({ search: "elm" })).toEqual(["Elm Works – Cy Away"]);
    expect(await names({ filter: [{ field: "source", op: "eq", value: "import" }] })).toEqual([]);
    expect(await names({ ids: [links[2]?.id, links[0]?.id] })).toEqual(["Ash Works – Cy Away", "Ash Works – Ed Away"]);
    expect(await names({ search: "ash", except: [links[1]?.id] })).toEqual([
      "Ash Works – Cy Away",
      "Ash Works – Ed Away",
    ]);
  });

  test("a workbook can be imported as it is, too", async () => {
    const [kind, other] = [await aKind(), await aKind()];
    await link(kind, await aCompany("Booked"), await aPerson("Gus"));

    const { rawPayload } = await written(`${kind}/link/export`, { format: "xlsx" });

    expect(await imported(other, rawPayload, "apply")).toMatchObject({ created: 1, errors: [] });
  });

  test("those without a link are written as their list shows them", async () => {
    const kind = await aKind();
    const [ash, elm, oak] = [await aCompany("Bare Ash"), await aCompany("Bare Elm"), await aCompany("Bare Oak")];
    await link(kind, elm, await aPerson("Fay"));
    const body = { format: "csv", search: "bare", sort: [{ field: "name", direction: "desc" }] };

    const { body: text } = await written(`${kind}/unlinked/export?end=from`, body);

    expect(linesOf(text)).toEqual(["ID,Name,Company", `${oak.id},Bare Oak,`, `${ash.id},Bare Ash,`]);
  });

  test("a question that the list would refuse is refused before anything begins", async () => {
    const kind = await aKind();
    const sort = [{ field: "shoe_size", direction: "asc" }];

    expect((await place.asker.post(`${kind}/link/export`, { format: "csv", sort })).status).toBe(400);
    expect((await place.asker.post(`${kind}/unlinked/export?end=to`, { format: "csv", sort })).status).toBe(400);
  });
});
