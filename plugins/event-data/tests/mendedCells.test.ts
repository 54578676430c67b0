// What is known of a line besides its cells outlives the mending of one of them, be it where the line is told or in the file of those.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { ThingImportDraft } from "../contract.ts";
import { BadRows } from "../server/import/badRows.ts";
import { mendedRows } from "../server/import/mended.ts";
import type { FileRow } from "../server/import/read/table.ts";
import { importSent, sendFile } from "./exchange.ts";

describe("a mended row", () => {
  const mended = async (row: FileRow, cells: string[], format: "csv" | "xlsx" = "xlsx") => {
    const rows = (async function* () {
      yield row;
    })();
    const all: FileRow[] = [];
    for await (const one of mendedRows(rows, { mended: [{ line: row.line, cells }] }, { format })) all.push(one);
    return all;
  };

  test("keeps what is known of the cells that are as they were told", async () => {
    const row = { line: 2, cells: ["Ann", "#N/A", "", "x"], texts: [1], missing: [2], unkept: [4] };

    expect(await mended(row, ["Ann", "#N/A", "", "y"])).toMatchObject([{ texts: [1], missing: [2], unkept: [4] }]);
    expect(await mended(row, ["Ann", "#REF!", "z", "x", "5"])).toMatchObject([{ texts: [], missing: [], unkept: [] }]);
  });

  test("has no problem any more, and ends where it ended, as lines of text do", async () => {
    const row = { line: 2, cells: ["Ann"], problem: { key: "open" } };

    const [one] = await mended(row, ["Ann", "", "x", ""], "csv");
    expect(one).toMatchObject({ missing: [1, 3] });
    expect(one).not.toHaveProperty("problem");
    expect(await mended(row, ["Ann", ""])).toMatchObject([{ missing: [] }]);
  });
});

test("the file of lines with problems says of cells what is known of them", () => {
  const bad = new BadRows(["A", "B", "C", "D"], { format: "xlsx" }, true, { locale: "en-gb", numbers: new Set() });
  bad.add(2, ["wrong"], { line: 2, cells: ["#N/A", "#REF!", "", ""], texts: [0], unkept: [2], missing: [3] });

  expect(bad.take()?.bytes.toString()).toBe(`2,wrong,"'#N/A",#REF!,#N/A\r\n`);
});

describe("an import where empty cells clear", () => {
  let server: TestApp;
  let place: Place;
  beforeAll(async () => {
    server = await app();
    place = await aPlace(server);
  });
  afterAll(() => server.close());

  const run = (file: number, draft: Partial<ThingImportDraft> = {}) =>
    importSent(place.asker, place.path, { file, type: place.types[1], blanks: "clear", ...draft });
  const ann = (email: string) => aProfile(place, { last_name: "Known", email, job_title: "Pilot", country: "DE" });
  const find = async ({ id }: { id: number }) => (await place.asker.get(`${place.path}/thing/${id}`)).data;

  test.each([
    [
      "of records",
      "list.json",
      (email: string) =>
        JSON.stringify([
          { id: 1, name: "Bo Other", email: "bo@cells.example", position: "Baker" },
          { id: 2, name: "Ada Known", email },
        ]),
    ],
    [
      "of text",
      "list.csv",
      (email: string) => `Name,Email,Job title\nBo Other,bo@cells.example,Baker\nAda Known,${email}\n`,
    ],
  ])("a mended line %s clears nothing that it does not have", async (_, name, text) => {
    const known = await ann(`ada@${name}.example`);
    const { id: file } = await sendFile(place.asker, place.path, text("nobody"), `name=${name}`);
    const told = (await run(file, { mode: "dry-run" })).result;
    expect(told).toMatchObject({ skipped: 1 });
    const [line] = told.lines ?? [];
    const cells = (line?.cells ?? []).map((cell) => (cell === "nobody" ? `ada@${name}.example` : cell));
    while (cells.length < 3) cells.push("");

    const { result } = await run(file, { mended: [{ line: line?.line ?? 0, cells }] });

    expect(result).toMatchObject({ skipped: 0 });
    expect(await find(known)).toMatchObject({ job_title: "Pilot" });
  });

  test("a text that reads as an error stays one where something else is mended, also in the file of those lines", async () => {
    const text = (email: string) => `Name,Email,Job title\nCy Text,${email},"'#N/A"\n`;
    const { id: file } = await sendFile(place.asker, place.path, text("nobody"));
    const first = await run(file, { mode: "dry-run" });
    const cells = ["Cy Text", "cy@cells.example", "#N/A"];
    expect(first.result.lines).toEqual([{ line: 2, cells: [cells[0], "nobody", cells[2]] }]);

    const left: string = (await place.asker.get(`/1/api/job/${first.id}/file`)).response.body;
    const again = await sendFile(place.asker, place.path, left.replace(",nobody,", ",cy@cells.example,"));
    expect((await run(again.id, { mode: "dry-run" })).result).toMatchObject({ created: 1, skipped: 0, errors: [] });
    const { result } = await run(file, { mended: [{ line: 2, cells }] });

    expect(result).toMatchObject({ created: 1, skipped: 0, errors: [] });
    const same = await run(again.id, { mode: "dry-run" });
    expect(same.result).toMatchObject({ created: 0, unchanged: 1, errors: [] });
  });
});
