// Every clause of what may be wrong with a file of people, told line by line, in the person's language.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { MAIN, workbook, XML } from "./files.ts";

describe.each(testDatabases)("files that are not right, on %s", (database) => {
  let server: TestApp;
  let editor: Asker;
  let base: string;
  let typeId: number;
  beforeAll(async () => {
    server = await app({ database });
    editor = await server.as("matchmaker");
    base = `/1/api/container/${server.bigEventId}`;
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    typeId = types.find((type) => type.type_category_id === 1)?.id as number;
    const expert = await server.as("expert");
    const option = (key: string, name: string) => ({ key, labels: { "en-gb": name } });
    for (const field of [
      {
        key: "shirt",
        kind: "choice",
        labels: { "en-gb": "Shirt" },
        options: [option("s", "Small"), option("l", "Large")],
      },
      { key: "guests", kind: "number", labels: { "en-gb": "Guests" } },
      { key: "arrives", kind: "date", labels: { "en-gb": "Arrives" } },
    ]) {
      const made = await expert.post(`${base}/field`, field);
      expect(made.status, JSON.stringify(made.error)).toBe(201);
    }
  });
  afterAll(() => server.close());

  const send = async (file: Buffer | string, locale = "de", name = "people.csv", how: Record<string, string> = {}) => {
    const sent = await editor.ask(
      "POST",
      `${base}/thing/import/file?${new URLSearchParams({ name, locale, ...how })}`,
      typeof file === "string" ? Buffer.from(file) : file,
      { headers: { "content-type": "application/octet-stream" } },
    );
    return sent.status === 202 ? (await editor.finished(sent.data.job.id)).data : sent;
  };
  const run = async (file: number, draft: object = {}) => {
    const body = { file, type: typeId, mode: "apply", locale: "de", ...draft };
    return (await editor.finished((await editor.post(`${base}/thing/import`, body)).data.job.id)).data;
  };
  const find = async (search: string) =>
    (await editor.post(`${base}/thing/query`, { search, sort: [{ field: "name", direction: "asc" }] })).data.rows as {
      name: string;
      job_title: string;
      fields: Record<string, unknown>;
    }[];

  test("a list with a bit of everything: good lines come in, each bad one is told with its number and reason", async () => {
    const text = [
      "Name;E-Mail;Shirt;Guests;Arrives;;Name;???",
      "Ann Everything;ann@all.example;Small;2;2026-05-01;;;",
      'Bo Everything;bo@all.example;large;"3";01.05.2026;;;',
      "Short Everything;short@all.example",
      'Multi Everything;multi@all.example;S;"1";;;;"two',
      'lines"',
      "Cy Everything;cy@all.example;Medium;2;;x;Second;y",
      "Di Everything;di@all.example;Small;many;;;;",
      "Ed Everything;ed@all.example;Small;1;31.02.2026;;;",
      "Fi Everything;ann@all.example;Small;1;;;;",
      "#REF!;fo@all.example;;;;;;",
      "Long Everything;long@all.example;;;;;;;;over;there",
      `${"N".repeat(251)};huge@all.example`,
      "=1+1 Everything;formula@all.example;;;;;;",
      "",
      "مريم Everything \u{1F469}\u200D\u{1F680};rtl@all.example;;;;;;",
    ].join("\r\n");
    const file = await send(Buffer.from(`\ufeff${text}`, "utf16le"));
    expect(file.result).toMatchObject({ encoding: "utf-16le", separator: ";" });

    const { result } = await run(file.id);

    expect(result.errors.map((error: { line: number; field: string }) => [error.line, error.field])).toEqual([
      [1, "Name"],
      [1, "???"],
      [1, ""],
      [4, ""],
      [7, "fields.shirt"],
      [8, "fields.guests"],
      [9, "fields.arrives"],
      [10, "email"],
      [11, "name"],
      [12, ""],
      [13, ""],
      [13, "name"],
    ]);
    const said = new Map(result.errors.map((error: { line: number; message: string }) => [error.line, error.message]));
    expect(said.get(4)).toBe(
      "Diese Zeile hat nur 2 von 8 Zellen; was die fehlenden im Profil enthalten, bleibt, wie es ist",
    );
    expect(said.get(10)).toBe("In Zeile 2 geht es um dasselbe Profil");
    expect(said.get(11)).toMatch(/#REF!/);
    expect(said.get(13)).toMatch(/250 Zeichen.*251/);
    expect(result).toMatchObject({ created: 6, skipped: 7 });
    expect((await find("everything")).map(({ name, fields }) => [name, fields])).toEqual([
      ["=1+1 Everything", {}],
      ["Ann Everything", { shirt: "s", guests: 2, arrives: "2026-05-01" }],
      ["Bo Everything", { shirt: "l", guests: 3, arrives: "2026-05-01" }],
      ["Multi Everything", { shirt: "s", guests: 1 }],
      ["Short Everything", {}],
      ["مريم Everything \u{1F469}\u200D\u{1F680}", {}],
    ]);
  });

  test("the file of what was left out is mended and sent again, with its reasons still in it", async () => {
    const file = await send(
      "Name,Email,Guests\nMend One,one@mend.example,1\nMend Two,two@mend,2\nMend Three,,several\n",
    );
    const first = await run(file.id);
    const left = (await editor.get(`/1/api/job/${first.id}/file`)).response.body;
    const lines = left.trim().split("\r\n");

    expect(first.result).toMatchObject({ created: 1, skipped: 2 });
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe("Line (Lanyard),Problem (Lanyard),Name,Email,Guests");
    expect(lines[1]).toMatch(/^3,.*keine E-Mail-Adresse,Mend Two,two@mend,2$/);

    const mended = left.replace("two@mend,", "two@mend.example,").replace("several", "3");
    const again = await run((await send(mended)).id);

    expect(again.result).toMatchObject({ created: 2, skipped: 0, errors: [] });
    expect((await find("mend")).map(({ fields }) => fields)).toEqual([{ guests: 1 }, { guests: 3 }, { guests: 2 }]);
  });

  test.each([
    ["without a row", "\n\n;;\n", /keine Zeilen/],
    ["that is a picture", Buffer.from([137, 80, 78, 71, 0, 1, 2, 3, 0]), /PNG/],
    ["that is a program", Buffer.from([127, 69, 76, 70, 2, 1, 1, 0, 0, 0]), /Bytes/],
    ["that is a broken workbook", "PK\u0003\u0004rest", /beschädigt/],
    ["of the old kind or with a password", Buffer.from("d0cf11e0a1b11ae1", "hex"), /Kennwort/],
    ["of JSON that breaks off", '[\n {"name": "Ann"},\n {"na', /kein JSON.*Zeile 3/],
    ["of JSON that is no list", '{"name": "Ann"}', /keine Liste/],
  ])("a file %s is refused in the person's language", async (_, file, words) => {
    const job = await send(file);

    expect(job.state).toBe("failed");
    expect(job.error).toMatch(words);
    expect((await send(file, "en-gb")).error).not.toBe(job.error);
  });

  test("a quotation mark that is never closed leaves out its own line and no other, wherever it stands", async () => {
    const text = [
      "Name,Email,Guests",
      "Quote One,one@quote.example,1",
      '"Quote Two,two@quote.example,2',
      "Quote Three,three@quote.example,3",
      '"Quote ""Four""",four@quote.example,4',
      'Quote Five,"five@quote.example,5',
      "Quote Six,six@quote.example,6",
      '"Quote',
      'Seven",seven@quote.example,7',
      'Quote Eight,eight@quote.example,"8',
    ];
    const bad = async (file: string) => {
      const { result } = await run((await send(file)).id, { mode: "dry-run" });
      const { lines, ...told } = result;
      expect(lines.map(({ line }: { line: number }) => line)).toEqual([3, 6, 10]);
      return { ...told, errors: result.errors.map(({ line }: { line: number }) => line) };
    };

    for (const end of ["\n", "\r\n", "\r"])
      expect(await bad(text.join(end))).toEqual({
        created: 5,
        updated: 0,
        unchanged: 0,
        skipped: 3,
        errors: [3, 6, 10],
      });
    const job = await run((await send(text.join("\n"))).id);
    expect(job.result.errors[0].message).toMatch(/Anführungszeichen in dieser Zeile/);
    const left = (await editor.get(`/1/api/job/${job.id}/file`)).response.body;
    expect(left).toContain(",Quote Two,two@quote.example,2\r\n");

    expect((await run((await send(left)).id)).result).toMatchObject({ created: 3, skipped: 0, errors: [] });
    expect((await find("quote.example")).map(({ name, fields }) => [name, fields["guests"]])).toEqual(
      [
        ["Quote Eight", 8],
        ["Quote Five", 5],
        ['Quote "Four"', 4],
        ["Quote One", 1],
        ["Quote Seven", 7],
        ["Quote Six", 6],
        ["Quote Three", 3],
        ["Quote Two", 2],
      ].sort(([one], [other]) => String(one).localeCompare(String(other))),
    );
  });

  test("lines that an open quotation mark would swallow up to the next one are lines", async () => {
    const inner = Array.from({ length: 50 }, (_, at) => `In ${at},in${at}@swallow.example,1`);
    const file = await send(
      `Name,Email,Guests\nA,"a@swallow.example,1\n${inner.join("\n")}\nB,b@swallow.example"\nC,c@swallow.example,1\n`,
    );

    const { result } = await run(file.id, { mode: "dry-run" });

    expect(result.errors.map(({ line }: { line: number }) => line)).toEqual([2, 53]);
    expect(result).toMatchObject({ created: 52, skipped: 1 });
  });

  test("a cell of more than a million signs, or a line without end, leaves out its own line and no other", async () => {
    const long = "x".repeat(1_100_000);
    for (const [cell, line] of [
      [long, 4],
      [`"${long}\n${long}"`, 5],
    ] as const) {
      const file = await send(`Name,Email\nA,a@long.example\nLong,${cell}\nB,b@long.example\nC,not one\n`);
      const { result } = await run(file.id, { mode: "dry-run" });
      expect(result).toMatchObject({ created: 2, skipped: 2 });
      expect(result.errors.map((one: { line: number }) => one.line)).toEqual([3, line + 1]);
      expect(result.errors[0].message).toMatch(/länger als 1.?000.?000 Zeichen/);
    }
  });

  test("lines that end in other ways than the ones before them are lines of their own", async () => {
    const file = await send("Name,Email\r\nA,a@mixed.example\nB,b@mixed.example\rC,c@mixed.example\r\n\r\nD,nobody\n");

    const { result } = await run(file.id, { mode: "dry-run" });

    expect(result).toMatchObject({ created: 3, skipped: 1 });
    expect(result.errors.map(({ line }: { line: number }) => line)).toEqual([6]);
  });

  test("a cell that is missing clears nothing, one that is empty does", async () => {
    await run(
      (
        await send(
          "Name,Email,Job title,Guests\nKeep,keep@missing.example,Boss,1\nClear,clear@missing.example,Boss,1\n",
        )
      ).id,
    );

    const file = await send("Name,Email,Job title,Guests\nKeep,keep@missing.example\nClear,clear@missing.example,,\n");
    const { result } = await run(file.id, { blanks: "clear", key: "email" });

    expect(result).toMatchObject({ updated: 1, unchanged: 1 });
    expect(result.errors.map(({ line }: { line: number }) => line)).toEqual([2]);
    const rows = await find("missing.example");
    expect(rows).toMatchObject([
      { name: "Clear", job_title: "", fields: {} },
      { name: "Keep", job_title: "Boss", fields: { guests: 1 } },
    ]);
  });

  test("a column without a heading is told, however late its first value comes", async () => {
    const lines = Array.from({ length: 1500 }, (_, at) => `Late ${at},late${at}@blank.example,`);
    const file = await send(`Name,Email,\n${lines.join("\n")}\nLast,last@blank.example,lost\n`);

    const { result } = await run(file.id, { mode: "dry-run" });

    expect(result).toMatchObject({ created: 1501, skipped: 0 });
    expect(result.errors).toEqual([
      { line: 1, field: "", message: "Spalte 3 hat keine Überschrift und wird ausgelassen" },
    ]);
  });

  test("of thousands of problems the first are told, and the file has each with its line", async () => {
    const lines = Array.from({ length: 1600 }, (_, at) => (at % 4 === 3 ? `Many ${at}` : `Many ${at},wrong`));
    const file = await send(`Name,Email\n${lines.join("\n")}\n`);

    for (const mode of ["dry-run", "apply"]) {
      const { id, result } = await run(file.id, { mode });
      expect(result).toMatchObject({ skipped: 1200, more: 600 });
      expect(result.errors).toHaveLength(1000);
      const told = (await editor.get(`/1/api/job/${id}/file`)).response.body.trim().split("\r\n").slice(1);
      expect(told.map((line: string) => Number.parseInt(line, 10))).toEqual(lines.map((_, at) => at + 2));
      expect(told[3]).toBe(
        '5,"Diese Zeile hat nur 1 von 2 Zellen; was die fehlenden im Profil enthalten, bleibt, wie es ist"',
      );
    }
  });

  test("JSON that lists something else among people leaves that out, with its line", async () => {
    const file = await send('[\n{"name": "Ann Json"},\n7,\n{"name": "Bo Json"}]');

    const { result } = await run(file.id, { mode: "dry-run" });

    expect(result).toMatchObject({ created: 2, skipped: 1 });
    expect(result.errors).toEqual([{ line: 3, field: "", message: expect.stringContaining("weder") }]);
  });

  test("JSON in Latin-1 keeps its letters", async () => {
    const file = await send(Buffer.from('[{"name": "Jürgen Latein"}, {"name": "Zoë Latein"}]', "latin1"));
    expect(file.result).toMatchObject({ format: "open-event", encoding: "windows-1252" });

    await run(file.id);

    expect((await find("latein")).map(({ name }) => name)).toEqual(["Jürgen Latein", "Zoë Latein"]);
  });

  test.each(["[]", " [\n]\n"])("an Open Event list of nobody is done, and says so: %j", async (text) => {
    const file = await send(text);
    expect(file).toMatchObject({ state: "done", result: { format: "open-event", rows: 0, columns: [] } });

    const job = await run(file.id, { locale: "en-gb" });

    const errors = [{ line: 1, field: "", message: "The list is empty: there is nobody to import" }];
    expect(job).toMatchObject({ state: "done", result: { created: 0, skipped: 0, errors } });
  });

  test("a workbook's postcode keeps the zeros that it shows, and its number the value", async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const head = `<row r="1">${["Name", "Email", "Postcode", "Guests"].map(text).join("")}</row>`;
    const cells = `${text("Zero")}${text("zero@figures.example")}<c s="0"><v>1067</v></c><c s="0"><v>7</v></c>`;
    const styles = `<numFmts><numFmt numFmtId="170" formatCode="&quot;D-&quot;00000"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
    const book = await workbook(`${head}<row r="2">${cells}</row>`, {
      "xl/styles.xml": `${XML}<styleSheet ${MAIN}>${styles}</styleSheet>`,
    });

    const { result } = await run((await send(book, "de", "people.xlsx")).id);

    expect(result).toMatchObject({ created: 1, skipped: 0 });
    expect((await find("zero@figures.example"))[0]?.fields).toEqual({ postcode: "D-01067", guests: 7 });
  });

  test("a list without headings is read from its first line, and told so", async () => {
    const file = await send("Ada,ada@headless.example\nBo,bo@headless.example\n");
    expect(file.result).toMatchObject({ rows: 2, columns: [{ field: null }, { field: "email", by: "example" }] });

    const columns = [
      { at: 0, field: "name" },
      { at: 1, field: "email" },
    ];
    expect((await run(file.id, { columns, mode: "dry-run" })).result).toMatchObject({ created: 2, skipped: 0 });
  });

  test("a file that says of nobody who it is can be mapped, and is refused where it is not", async () => {
    const file = await send("Farbe,Wer\nrot,Map Ped\n");

    expect((await run(file.id)).error).toMatch(/Keine der Überschriften.*Farbe, Wer/);
    expect((await run(file.id, { columns: [{ at: 1, field: "name" }] })).result).toMatchObject({ created: 1 });
  });

  test("a list whose encoding or separator was taken for another is read, tried and imported as the person says it is", async () => {
    // Иван Жуков, in Windows-1251.
    const text = Buffer.from("Name~Email\n\xc8\xe2\xe0\xed \xc6\xf3\xea\xee\xe2~ivan@written.example\n", "latin1");
    const wrong = await send(text);
    expect(wrong.result).toMatchObject({
      encoding: "windows-1252",
      separator: ",",
      columns: [{ field: "fields.name_email" }],
    });

    const how = { encoding: "windows-1251", separator: "~" };
    const right = await send(text, "de", "people.csv", how);
    expect(right.result).toMatchObject(how);
    expect(right.result.columns).toMatchObject([{ examples: ["Иван Жуков"] }, { field: "email" }]);

    expect((await run(right.id, { ...how, mode: "dry-run" })).result).toMatchObject({ created: 1, skipped: 0 });
    expect((await run(right.id, how)).result).toMatchObject({ created: 1, skipped: 0 });
    expect((await find("written.example")).map(({ name }) => name)).toEqual(["Иван Жуков"]);
  });

  test("an empty file is refused at once", async () => {
    expect(await send("")).toMatchObject({ status: 400, error: { message: "Die Datei ist leer" } });
  });

  test("two imports that overlap: each profile once, and neither loses a line", async () => {
    const lines = (from: number) =>
      Array.from({ length: 2500 }, (_, at) => `Over ${from + at},over.${from + at}@lap.example`).join("\n");
    const [one, other] = [await send(`Name,Email\n${lines(0)}`), await send(`Name,Email\n${lines(1250)}`)];

    const [a, b] = await Promise.all([run(one.id), run(other.id)]);

    expect([a.state, b.state, a.result.skipped, b.result.skipped]).toEqual(["done", "done", 0, 0]);
    expect(a.result.created + b.result.created).toBe(3750);
    expect(a.result.unchanged + b.result.unchanged).toBe(1250);
  });
});
