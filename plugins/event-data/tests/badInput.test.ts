// Every clause of what may be wrong with a file of people, told line by line, in the person's language.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";

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

  const send = async (file: Buffer | string, locale = "de", name = "people.csv") => {
    const sent = await editor.ask(
      "POST",
      `${base}/thing/import/file?name=${name}&locale=${locale}`,
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
      [1, ""],
      [1, "Name"],
      [1, "???"],
      [7, "fields.shirt"],
      [8, "fields.guests"],
      [9, "fields.arrives"],
      [10, "email"],
      [11, "name"],
      [12, ""],
      [13, "name"],
    ]);
    const said = new Map(result.errors.map((error: { line: number; message: string }) => [error.line, error.message]));
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
    expect(lines[1]).toMatch(/^Mend Two,two@mend,2,.*keine E-Mail-Adresse/);

    const mended = left.replace("two@mend,", "two@mend.example,").replace("several", "3");
    const again = await run((await send(mended)).id);

    expect(again.result).toMatchObject({ created: 2, skipped: 0, errors: [] });
    expect((await find("mend")).map(({ fields }) => fields)).toEqual([{ guests: 1 }, { guests: 3 }, { guests: 2 }]);
  });

  test.each([
    ["with an open quotation mark", 'Name,Email\nAnn,a@x.example\n"Bo,b@x.example\n', /Anführungszeichen nach Zeile 2/],
    ["without a row", "\n\n;;\n", /keine Zeilen/],
    ["that is a picture", Buffer.from([137, 80, 78, 71, 0, 1, 2, 3, 0]), /Bytes/],
    ["that is a broken workbook", "PK\u0003\u0004rest", /beschädigt/],
    ["of the old kind or with a password", Buffer.from("d0cf11e0a1b11ae1", "hex"), /Kennwort/],
    ["of JSON that breaks off", '[\n {"name": "Ann"},\n {"na', /kein JSON.*Zeile 3/],
    ["of JSON that is no list", '{"name": "Ann"}', /keine Liste/],
    ["of JSON that lists something else", '[\n{"name": "Ann"},\n7]', /./],
  ])("a file %s is refused in the person's language", async (_, file, words) => {
    const job = await send(file);

    expect(job.state).toBe("failed");
    expect(job.error).toMatch(words);
    expect((await send(file, "en-gb")).error).not.toBe(job.error);
  });

  test("a file that says of nobody who it is can be mapped, and is refused where it is not", async () => {
    const file = await send("Farbe,Wer\nrot,Map Ped\n");

    expect((await run(file.id)).error).toMatch(/Keine der Überschriften.*Farbe, Wer/);
    expect((await run(file.id, { columns: [{ at: 1, field: "name" }] })).result).toMatchObject({ created: 1 });
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
