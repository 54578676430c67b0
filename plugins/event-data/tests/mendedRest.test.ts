// What an import left out comes in alone: the lines that have come in are not, and still nobody is written by two of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";
import type { ThingImportDraft } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("the rest of a list that has been imported, on %s", (database) => {
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

  const mail = (name: string) => `${name}.${round}@rest.example`;
  const send = async (...lines: string[]) => (await sendFile(place.asker, place.path, lines.join("\n"))).id;
  const run = (file: number, draft: Partial<ThingImportDraft> = {}) =>
    importSent(place.asker, place.path, { file, type: place.types[1], ...draft });
  const find = async () => {
    const question = { search: `${round}@rest.example`, sort: [{ field: "email", direction: "asc" }] };
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, question)).data;
    return rows.map(({ name, email }: { name: string; email: string }) => [name, email]);
  };

  test("a line about somebody whom another line has written is still told, before it and when it is tried", async () => {
    const file = await send("Name,Email", `Ann Team,${mail("team")}`, `Bob Team,${mail("team")}`, "Cy Rest,cy.rest");
    const first = await run(file);
    expect(first.result).toMatchObject({ created: 1, skipped: 2, lines: [{ line: 3 }, { line: 4 }] });
    const draft = { mended: [{ line: 4, cells: ["Cy Rest", mail("cy")] }], only: [3, 4], after: first.id };

    const tried = await run(file, { ...draft, mode: "dry-run" });
    const done = await run(file, draft);

    for (const { result } of [tried, done]) {
      expect(result).toMatchObject({ created: 1, updated: 0, skipped: 1, lines: [{ line: 3 }] });
      expect(result.errors.map(({ line, message }) => [line, message])).toEqual([
        [3, expect.stringContaining("Line 2 ")],
      ]);
    }
    expect(await find()).toEqual([
      ["Cy Rest", mail("cy")],
      ["Ann Team", mail("team")],
    ]);
  });

  test("a line that is mended to the address of another one is told, wherever that stands and however it came in", async () => {
    const file = await send("Name,Email", "Ann Rest,ann", "Bo Rest,bo", `Cy Rest,${mail("cy")}`);
    const first = await run(file);
    const mendedBo = { line: 3, cells: ["Bo Rest", mail("bo")] };
    const asCy = await run(file, {
      ...{ mended: [{ line: 2, cells: ["Ann Rest", mail("cy")] }, mendedBo], only: [2, 3], after: first.id },
    });
    const asBo = await run(file, {
      ...{ mended: [{ line: 2, cells: ["Ann Rest", mail("bo")] }, mendedBo], only: [2], after: first.id },
    });

    expect(asCy.result).toMatchObject({ created: 1, updated: 0, skipped: 1, errors: [{ line: 2 }] });
    expect(asCy.result.errors[0]?.message).toContain("Line 4 ");
    expect(asBo.result).toMatchObject({ created: 0, updated: 0, skipped: 1, errors: [{ line: 2 }] });
    expect(asBo.result.errors[0]?.message).toContain("Line 3 ");
    expect(await find()).toEqual([
      ["Bo Rest", mail("bo")],
      ["Cy Rest", mail("cy")],
    ]);
  });

  test("lines that have been refused and cannot be mended here keep no other away", async () => {
    const expert = await server.as("expert");
    const key = `badge_${round}`;
    const field = { key, kind: "text", labels: { "en-gb": key }, required: true, type_ids: [place.types[1]] };
    const made = await expert.post(`${place.path}/field`, field);
    expect(made.status, JSON.stringify(made.error)).toBe(201);
    const people = Array.from({ length: 101 }, (_, at) => `P${at} Rest,${mail(`p${at}`)},`);
    const file = await send(`Name,Email,${key}`, ...people);
    const first = await run(file);
    expect(first.result).toMatchObject({ created: 0, skipped: 101 });
    expect(first.result.lines).toHaveLength(100);

    const mended = [{ line: 2, cells: ["P Rest", mail("p100"), "A1"] }];
    const { result } = await run(file, { mended, only: [2], after: first.id });
    await expert.patch(`${place.path}/field/${made.data.id}`, { rev: made.data.rev, required: false });

    expect(result).toMatchObject({ created: 1, skipped: 0, errors: [] });
  });

  test("a line that names no type means by its address the company that another one has written", async () => {
    const firm = { type_id: place.types[2], name: `Firm ${round}`, email: mail("firm") };
    expect((await place.asker.post(`${place.path}/thing`, firm)).status).toBe(201);
    const file = await send("Name,Email", `Firm One,${mail("firm")}`, `Firm Two,${mail("firm")}`);
    const draft = { type: undefined, key: "email" } as const;
    const first = await run(file, draft);
    expect(first.result).toMatchObject({ updated: 1, skipped: 1 });

    const { result } = await run(file, { ...draft, only: [3], after: first.id });

    expect(result).toMatchObject({ updated: 0, skipped: 1 });
    expect(await find()).toEqual([["Firm One", mail("firm")]]);
  });
});
