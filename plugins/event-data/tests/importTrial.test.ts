// A dry run says what the import does, also where a line meets what a line before it has written: in the same block of lines
// and in one after it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing, ThingImportDraft } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("a dry run on %s", (database) => {
  let server: TestApp;
  let place: Place;
  let round = 0;
  let typeName: string;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
    const all: { id: number; type: string }[] = (await place.asker.get("/1/api/type")).data;
    typeName = all.find(({ id }) => id === place.types[2])?.type ?? "";
  });
  afterAll(() => server.close());

  const mail = (name: string) => `${name}.${round}@trial.example`;
  const people = async (search: string) => {
    const question = { search, sort: [{ field: "id", direction: "asc" }] };
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, question)).data;
    return (rows as Thing[]).map(({ name, email }) => [name, email]);
  };
  const filler = (lines: readonly string[], isFar: boolean) => {
    const [heading = "", first = "", ...rest] = lines;
    const column = heading.split(",").indexOf("Name");
    const one = (at: number) =>
      heading
        .split(",")
        .map((title, place) =>
          title === "Email"
            ? mail(`filler${at}`)
            : place === column
              ? `Filler ${round} ${at}`
              : title === "Data type"
                ? typeName
                : "",
        );
    const between = isFar ? Array.from({ length: 1100 }, (_, at) => one(at).join(",")) : [];
    return [heading, first, ...between, ...rest];
  };
  /** What both said, without the lines between. */
  const run = async (lines: readonly string[], isFar: boolean, draft: Partial<ThingImportDraft> = {}) => {
    const { asker, path, types } = place;
    const text = filler(lines, isFar).join("\n");
    const { id: file } = await sendFile(asker, path, `${text}\n`);
    const ran = [];
    for (const mode of ["dry-run", "apply"] as const) {
      const { result } = await importSent(asker, path, { file, type: types[1], ...draft, mode });
      const { created, updated, unchanged, skipped, errors } = result;
      ran.push({
        created: created - (isFar ? 1100 : 0),
        updated,
        unchanged,
        skipped,
        at: errors.map(({ line }) => line),
      });
    }
    const [tried, done] = ran;
    expect(tried).toEqual(done);
    return done;
  };

  /** A field of several events of which no two profiles give the same answer. */
  async function aVat(): Promise<{ key: string; label: string }> {
    const label = `VAT ${round}`;
    const draft = { labels: { "en-gb": label }, kind: "text", unique: true };
    const made = await (await server.as("super")).post("/1/api/field", draft);
    expect(made.status).toBe(201);
    return { key: made.data.key, label };
  }

  describe.each([
    ["within a block", false],
    ["across blocks", true],
  ])("%s", (_, isFar) => {
    test("knows that an address has become free", async () => {
      round += 1;
      const ada = await aProfile(place, { first_name: "Ada", last_name: "Moves", email: mail("old") });

      const lines = ["Id,Name,Email", `${ada.id},Ada Moves,${mail("new")}`, `,Bea Follows,${mail("old")}`];

      expect(await run(lines, isFar)).toMatchObject({ created: 1, updated: 1, skipped: 0 });
      expect(await people(mail("old"))).toEqual([["Bea Follows", mail("old")]]);
    });

    test("knows that somebody who is known may have the address that another has left", async () => {
      round += 1;
      const ada = await aProfile(place, { first_name: "Ada", last_name: "Moves", email: mail("old") });
      const bea = await aProfile(place, { first_name: "Bea", last_name: "Known", email: mail("bea") });

      const lines = ["Id,Name,Email", `${ada.id},Ada Moves,${mail("new")}`, `${bea.id},Bea Known,${mail("old")}`];

      expect(await run(lines, isFar)).toMatchObject({ created: 0, updated: 2, skipped: 0 });
    });

    test("refuses who is given the address that a line before has given to another", async () => {
      round += 1;
      const ada = await aProfile(place, { first_name: "Ada", last_name: "Takes", email: mail("ada") });
      const bea = await aProfile(place, { first_name: "Bea", last_name: "Late", email: mail("bea") });
      const lines = ["Id,Name,Email", `${ada.id},Ada Takes,${mail("one")}`, `${bea.id},Bea Late,${mail("one")}`];

      expect(await run(lines, isFar)).toMatchObject({ updated: 1, skipped: 1 });
    });

    test("finds by name who came in with an address, and makes no second profile", async () => {
      round += 1;
      const name = `Ann Lee${round}`;

      const lines = ["Name,Email,Country", `${name},${mail("ann")},`, `${name},,DE`];

      expect(await run(lines, isFar)).toMatchObject({ created: 1, updated: 1, skipped: 0 });
      expect(await people(name)).toEqual([[name, mail("ann")]]);
    });

    test("makes somebody of their own of who has an address and comes after a namesake without one", async () => {
      round += 1;
      const name = `Ann Poe${round}`;

      const lines = ["Name,Email", `${name},`, `${name},${mail("ann")}`];

      expect(await run(lines, isFar)).toMatchObject({ created: 2, skipped: 0 });
    });

    test.each([
      ["with the address first", true],
      ["with the address last", false],
    ])("finds a company by its name, %s", async (_, isFirst) => {
      round += 1;
      const name = `Acme ${round}`;
      const rows = [`${name},${mail("info")},`, `${name},,DE`];

      const lines = ["Name,Email,Country", ...(isFirst ? rows : rows.toReversed())];

      expect(await run(lines, isFar, { type: place.types[2] })).toMatchObject({ created: 1, updated: 1, skipped: 0 });
      expect(await people(name)).toEqual([[name, mail("info")]]);
    });

    test("finds who has been renamed by the new name, and nobody by the old one", async () => {
      round += 1;
      const [before, after] = [`Firm ${round}`, `Group ${round}`];
      const firm = await aProfile(place, { type_id: place.types[2], first_name: "", last_name: "", name: before });

      const lines = ["Id,Name,Email,Country", `${firm.id},${after},,`, `,${after},,DE`, `,${before},,AT`];

      expect(await run(lines, isFar, { type: place.types[2] })).toMatchObject({ created: 1, updated: 2, skipped: 0 });
    });

    describe("by the address, where a line names no type", () => {
      const byAddress = { key: "email", type: undefined } as unknown as Partial<ThingImportDraft>;
      const heading = "Name,Email,Country,Data type";

      test("takes it for a second line about the company that came in by a line before", async () => {
        round += 1;
        const lines = [heading, `Acme ${round},${mail("info")},,${typeName}`, `Acme ${round},${mail("info")},DE,`];

        expect(await run(lines, isFar, byAddress)).toMatchObject({ created: 1, updated: 0, skipped: 1 });
      });

      test.each([
        ["first", true],
        ["last", false],
      ])("takes it for one about a company that is known, with the type %s", async (_, isFirst) => {
        round += 1;
        const known = { type_id: place.types[2], first_name: "", last_name: "", name: `Acme ${round}` };
        await aProfile(place, { ...known, email: mail("info") });
        const rows = [`Acme ${round},${mail("info")},AT,${typeName}`, `Acme ${round},${mail("info")},DE,`];

        const lines = [heading, ...(isFirst ? rows : rows.toReversed())];

        expect(await run(lines, isFar, byAddress)).toMatchObject({ created: 0, updated: 1, skipped: 1 });
      });
    });

    test("refuses nobody for an answer that nobody else may give, where it is their own", async () => {
      round += 1;
      const vat = await aVat();
      const lines = [`Name,Email,${vat.label}`, `Acme ${round},,DE7`, `Acme ${round},${mail("info")},DE7`];

      expect(await run(lines, isFar, { type: place.types[2] })).toMatchObject({ created: 1, updated: 1, skipped: 0 });
    });

    test("knows that such an answer has become free", async () => {
      round += 1;
      const vat = await aVat();
      const known = { type_id: place.types[2], first_name: "", last_name: "", name: `Acme ${round}` };
      const { id } = await aProfile(place, { ...known, fields: { [vat.key]: "DE7" } });
      const lines = [`Id,Name,${vat.label}`, `${id},Acme ${round},DE8`, `,Bolt ${round},DE7`];

      // Lines that are written together are judged by what stood there before them.
      const created = isFar ? 1 : 0;
      expect(await run(lines, isFar, { type: place.types[2] })).toMatchObject({ created, updated: 1 });
    });

    test("that only adds refuses who comes in by a line before", async () => {
      round += 1;
      const name = `Ann Only${round}`;

      const lines = ["Name,Email,Country", `${name},${mail("ann")},`, `${name},,DE`];

      expect(await run(lines, isFar, { write: "create" })).toMatchObject({ created: 1, updated: 0, skipped: 1 });
    });
  });
});
