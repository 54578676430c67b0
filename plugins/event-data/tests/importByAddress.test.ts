// Lists whose lines find their profile by its e-mail address alone, of whatever type it is.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing, ThingImportDraft, ThingImportResult } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("by the address alone, on %s", (database) => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app({ database });
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const run = async (lines: readonly string[], draft: Partial<ThingImportDraft> = {}) => {
    const { asker, path, types } = place;
    const { id: file } = await sendFile(asker, path, `${lines.join("\n")}\n`);
    const all = { file, type: types[2], key: "email", ...draft } as const;
    const tried = (await importSent(asker, path, { ...all, mode: "dry-run" })).result;
    const { result } = await importSent(asker, path, all);
    expect(numbers(tried)).toEqual(numbers(result));
    return { ...result, reasons: result.errors.map(({ line, field, message }) => [line, field, message]) };
  };
  const numbers = ({ created, updated, unchanged, skipped, errors }: ThingImportResult) => ({
    ...{ created, updated, unchanged, skipped },
    errors: errors.map(({ line, field }) => [line, field]),
  });
  const company = (name: string, email: string, of: 1 | 2 | 3 = 2) =>
    aProfile(place, { type_id: place.types[of], first_name: "", last_name: "", name, email });
  const found = async (search: string) => {
    const question = { search, sort: [{ field: "id", direction: "asc" }] };
    return (await place.asker.post(`${place.path}/thing/query`, question)).data.rows as Thing[];
  };

  test("a company and an item are found again, and a second import changes nothing", async () => {
    const companies = ["Name,Email,Country", "Acme,info@acme.example,DE", "Bolt,info@bolt.example,AT"];

    expect(await run(companies)).toMatchObject({ created: 2, skipped: 0 });
    expect(await run(companies)).toMatchObject({ created: 0, updated: 0, unchanged: 2, skipped: 0 });
    const renamed = ["Name,Email,Country", "Acme Ltd,INFO@acme.example,DE"];
    expect(await run(renamed)).toMatchObject({ created: 0, updated: 1, skipped: 0 });
    expect((await found("info@acme.example")).map(({ name }) => name)).toEqual(["Acme Ltd"]);

    const items = ["Name,Email", "Booth,booth@item.example"];
    expect(await run(items, { type: place.types[3] })).toMatchObject({ created: 1 });
    expect(await run(items, { type: place.types[3] })).toMatchObject({ created: 0, unchanged: 1 });
  });

  test("who has the address in another category is somebody else", async () => {
    await company("Person", "shared@category.example", 1);
    await company("Thing", "shared@category.example", 3);

    const lines = ["Name,Email", "Firm,shared@category.example"];
    expect(await run(lines)).toMatchObject({ created: 1, updated: 0, skipped: 0 });
    expect(await run(lines)).toMatchObject({ created: 0, unchanged: 1 });
    const people = ["Name,Email,Country", "Person,shared@category.example,DE"];
    expect(await run(people, { type: place.types[1] })).toMatchObject({ created: 0, updated: 1 });
  });

  test("of several that have it the namesake is meant; where there is none, the line is left out and says so", async () => {
    await company("North", "office@several.example");
    await company("South", "office@several.example");

    const result = await run([
      "Name,Email,Country",
      "SOUTH,office@several.example,DE",
      "North,office@several.example,AT",
      "West,office@several.example,CH",
    ]);

    expect(result).toMatchObject({ created: 0, updated: 2, skipped: 1 });
    expect(result.reasons).toEqual([[4, "email", expect.stringContaining("Several")]]);
    const all = await found("office@several.example");
    expect(all.map(({ country }) => country)).toEqual(["AT", "DE"]);
  });

  test("a second line with the address is about the same company, in the same block and in one after it", async () => {
    const between = Array.from({ length: 1100 }, (_, at) => `Firm ${at},f${at}@twin.example`);

    const result = await run([
      "Name,Email",
      "One,info@twin.example",
      "Two,info@twin.example",
      ...between,
      "Three,INFO@twin.example",
    ]);

    expect(result).toMatchObject({ created: 1101, skipped: 2 });
    expect(result.reasons).toEqual([3, 1104].map((line) => [line, "email", expect.stringContaining("2")]));
  });

  test("without any type, lines change whatever has the address and make nothing new", async () => {
    await company("Untyped", "any@untyped.example");

    const lines = ["Name,Email,Country", "Untyped,any@untyped.example,DE", "Nobody,none@untyped.example,DE"];
    const { id: file } = await sendFile(place.asker, place.path, lines.join("\n"));
    const { result } = await importSent(place.asker, place.path, { file, key: "email" });

    expect(result).toMatchObject({ created: 0, updated: 1, skipped: 1 });
  });
});
