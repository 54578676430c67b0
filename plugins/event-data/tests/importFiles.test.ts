// Files as people send them: Open Event, exports of registration systems, messy lists.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Asker, app, root, type TestApp } from "../../../tests/support/app.ts";
import { columnsOf, systemOf } from "../server/import/columns/columns.ts";
import { recall } from "../server/import/columns/recall.ts";
import { rowsOf, workbook } from "./files.ts";

test("the separator is found below a title that has none", async () => {
  const file = await rowsOf(Buffer.from("Guests\n;;\nFirst name;Last name;Firm\nAda;Byron;Byron, King & Co\n"));

  expect(file.facts).toMatchObject({ format: "csv", separator: ";" });
  expect(file.rows.at(-1)?.cells).toEqual(["Ada", "Byron", "Byron, King & Co"]);
});

test.each(["utf-16le", "utf-16be"])("letters that are not Latin are read in %s without a mark", async (encoding) => {
  const text =
    "\u0418\u043c\u044f;\u041f\u043e\u0447\u0442\u0430;\u0413\u043e\u0440\u043e\u0434\r\n\u0410\u043d\u043d\u0430 \u041c\u0438\u0440\u043d\u0430\u044f;;\u041e\u0440\u0451\u043b\r\n";
  const bytes = Buffer.from(text, "utf16le");

  const file = await rowsOf(encoding === "utf-16le" ? bytes : bytes.swap16());

  expect(file.facts).toMatchObject({ encoding, separator: ";" });
  expect(file.rows[1]?.cells).toEqual([
    "\u0410\u043d\u043d\u0430 \u041c\u0438\u0440\u043d\u0430\u044f",
    "",
    "\u041e\u0440\u0451\u043b",
  ]);
});

test("a byte of nothing near the beginning spoils neither its file nor how that is read", async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `Guest ${at},g${at}@nothing.example`);

  const file = await rowsOf(
    Buffer.from(`Name,Email\nAnn\0 One,ann@nothing.example\nZo\u00eb\0,z@nothing.example\n${lines.join("\n")}`),
  );

  expect(file.facts).toMatchObject({ encoding: "utf-8", separator: "," });
  expect(file.rows).toHaveLength(23);
});

test.each([
  ["once", "Name,Email\r\nAnn,ann@end.example\r\n\x1a"],
  ["to the end of a block", "Name,Email\r\nAnn,ann@end.example\r\n\x1a\x1a\x1a"],
  ["behind lines that are one cell each", '"Name,Email"\r\n"Ann,ann@end.example"\r\n\x1a'],
])("the sign with which old programs end a file is no line of it: %s", async (_, text) => {
  const file = await rowsOf(Buffer.from(text));

  expect(file.rows.map(({ cells }) => cells)).toEqual([
    ["Name", "Email"],
    ["Ann", "ann@end.example"],
  ]);
});

describe("the systems that write files of people", () => {
  const fieldsOf = (heading: string, cells: string) => {
    const headings = heading.split(",");
    const columns = columnsOf(headings, [cells.split(",")]);
    return Object.fromEntries(columns.map(({ title, field }) => [title, field]));
  };

  test("Eventbrite is known by its headings", () => {
    const heading =
      "Order #,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Attendee #,Attendee Status,Company";
    expect(systemOf(heading.split(","))).toBe("eventbrite");
    expect(fieldsOf(heading, "1,2026-01-01,A,B,a@b.example,1,Full,77,Attending,X")).toMatchObject({
      "First Name": "first_name",
      Surname: "last_name",
      Email: "email",
      "Attendee #": "fields.registration_id",
      "Order #": "fields.order",
      Company: "company_name",
    });
  });

  test("pretix: the attendee's address, not the buyer's; the state of the order is not the profile's", () => {
    const heading =
      "Event slug,Order code,Position ID,Status,Email,Order date,Product,Attendee name,Attendee email,Pseudonymization ID";
    expect(systemOf(heading.split(","))).toBe("pretix");
    expect(fieldsOf(heading, "e,C,1,paid,buyer@b.example,x,y,Ann A,ann@b.example,Q1")).toMatchObject({
      "Attendee email": "email",
      Email: "fields.order_email",
      "Attendee name": "name",
      Status: "fields.order_status",
      "Pseudonymization ID": "fields.registration_id",
    });
  });

  test("Tito: the ticket's columns", () => {
    const heading =
      "Number,Ticket,Ticket Full Name,Ticket First Name,Ticket Last Name,Ticket Email,Ticket Reference,Void Status";
    expect(systemOf(heading.split(","))).toBe("tito");
    expect(fieldsOf(heading, "1,Full,Ann A,Ann,A,a@b.example,ti_1,")).toMatchObject({
      "Ticket First Name": "first_name",
      "Ticket Email": "email",
      "Ticket Reference": "fields.registration_id",
      Ticket: "fields.ticket_type",
    });
  });

  test("a column is known by what its cells look like, and as it was chosen the last time", () => {
    const headings = ["Spalte 1", "Kontakt"];
    const before = { shape: "a", nth: 0, heading: "spalte1", field: "last_name", chosen_at: "" };
    const columns = columnsOf(headings, [["Byron", "Ada <ada@x.example>"]], recall([before], headings));

    expect(columns.map(({ field, by }) => [field, by])).toEqual([
      ["last_name", "remembered"],
      ["email", "example"],
    ]);
  });
});

describe("step by step", () => {
  let server: TestApp;
  let editor: Asker;
  let eventId: number;
  let typeId: number;
  beforeAll(async () => {
    server = await app();
    editor = await server.as("matchmaker");
    eventId = server.bigEventId;
    const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
    typeId = types.find((type) => type.type_category_id === 1)?.id as number;
  });
  afterAll(() => server.close());

  const send = async (file: Buffer | string, name = "people.csv") => {
    const path = `/1/api/container/${eventId}/thing/import/file?name=${encodeURIComponent(name)}`;
    const headers = { "content-type": "application/octet-stream" };
    const sent = await editor.ask("POST", path, Buffer.from(file), { headers });
    return (await editor.finished(sent.data.job.id)).data;
  };
  const run = async (draft: object) => {
    const started = await editor.post(`/1/api/container/${eventId}/thing/import`, { type: typeId, ...draft });
    return started.status === 202 ? (await editor.finished(started.data.job.id)).data : started;
  };
  const query = async (question: object) =>
    (await editor.post(`/1/api/container/${eventId}/thing/query`, question)).data;
  const tables = async () => {
    const { write } = server.deps.database;
    const db = write as never as { selectFrom: (table: string) => never };
    const all = [];
    for (const table of ["event_data_thing", "event_data_version", "event_data_import_column", "core_audit"])
      all.push(
        await (db.selectFrom(table) as { selectAll: () => { execute: () => Promise<unknown> } }).selectAll().execute(),
      );
    return JSON.stringify(all);
  };

  test("a messy list: what was found in it, what it would do, the lines that failed mended and sent again", async () => {
    const text =
      'sep=;\r\nTeilnehmerliste 2026\r\n;;;\r\nVorname;Nachname;Kontakt;Größe\r\nJürgen;Groß;jürgen.gross@messy.example;L\r\nAda;Messy;ada@messy;M\r\nZoë;Messy;zoe@messy.example;"S\r\nor M"\r\nBo;Messy;zoe@messy.example;L\r\n';
    const read = await send(Buffer.from(text, "latin1"));

    expect(read.result).toMatchObject({ format: "csv", encoding: "windows-1252", separator: ";", rows: 4 });
    expect(read.result.columns.map(({ field }: { field: string }) => field)).toEqual([
      "first_name",
      "last_name",
      "email",
      "fields.grosse",
    ]);

    const before = await tables();
    const columns = [0, 1, 2]
      .map((at) => ({ at, field: ["first_name", "last_name", "email"][at] }))
      .concat([{ at: 3, field: "fields.size" }]);
    const tried = await run({ file: read.id, mode: "dry-run", columns });
    expect(tried.result).toMatchObject({ created: 2, skipped: 2 });
    expect(tried.result.errors).toEqual([
      { line: 6, field: "email", message: "“ada@messy” is not an email address" },
      { line: 9, field: "email", message: "Line 7 is about the same profile" },
    ]);
    expect(await tables()).toBe(before);

    const done = await run({ file: read.id, mode: "apply", columns });
    expect(done.result).toMatchObject({ created: 2, skipped: 2 });
    const failed = (await editor.get(`/1/api/job/${done.id}/file`)).response.body;
    // Between its cells stands what stands there in the file that it is of: that says how numbers are meant.
    expect(failed.split("\r\n")[0]).toContain("Problem (Lanyard);Vorname;");
    expect(failed).toContain("Kontakt: “ada@messy” is not an email address");
    const mended = failed.replace("ada@messy;", "ada@messy.example;").replace("zoe@messy.example", "bo@messy.example");

    const again = await send(mended);
    expect(again.result.columns.map(({ field, by }: { field: string; by: string }) => [field, by])).toEqual([
      ["first_name", "remembered"],
      ["last_name", "remembered"],
      ["email", "remembered"],
      ["fields.size", "remembered"],
    ]);
    expect((await run({ file: again.id, mode: "apply" })).result).toMatchObject({ created: 2, skipped: 0 });
    const { rows } = await query({
      filter: [{ field: "last_name", op: "eq", value: "Messy" }],
      sort: [{ field: "first_name", direction: "asc" }],
    });
    expect(rows.map((row: { first_name: string; fields: object }) => [row.first_name, row.fields])).toEqual([
      ["Ada", { size: "M" }],
      ["Bo", { size: "L" }],
      ["Zoë", { size: "S\r\nor M" }],
    ]);
  });

  test("rows find their profile by the id of the registration; empty cells keep or clear; only adding or only changing", async () => {
    const first = await send(
      "Registration ID,Name,Email,Job title\nR1,Reg One,one@reg.example,Boss\nR2,Reg Two,two@reg.example,\n",
    );
    await run({ file: first.id, mode: "apply", key: "registration_id" });
    const second = await send(
      "Registration ID,Name,Email,Job title\nR1,Reg One,uno@reg.example,\nR3,Reg Three,two@reg.example,\n,Nobody,n@reg.example,\n",
    );

    expect(
      (await run({ file: second.id, mode: "dry-run", key: "registration_id", write: "create" })).result,
    ).toMatchObject({ created: 0, skipped: 3 });
    expect(
      (await run({ file: second.id, mode: "dry-run", key: "registration_id", write: "update" })).result,
    ).toMatchObject({ updated: 1, skipped: 2 });
    const { result } = await run({ file: second.id, mode: "apply", key: "registration_id", blanks: "clear" });

    expect(result).toMatchObject({ created: 0, updated: 1, skipped: 2 });
    const { rows } = await query({ search: "uno@reg" });
    expect(rows[0]).toMatchObject({ name: "Reg One", job_title: "", fields: { registration_id: "R1" } });
  });

  test("two imports of the same file at once make each profile once", async () => {
    const file = Array.from({ length: 300 }, (_, at) => `Twice ${at},twice.${at}@once.example`).join("\n");
    const read = await send(`Name,Email\n${file}\n`);
    const [a, b] = await Promise.all([run({ file: read.id, mode: "apply" }), run({ file: read.id, mode: "apply" })]);

    expect(a.result.created + b.result.created).toBe(300);
    expect(a.result.unchanged + b.result.unchanged).toBe(300);
    expect(
      (await query({ filter: [{ field: "email", op: "contains", value: "@once.example" }], limit: 0 })).matched,
    ).toBe(300);
  });

  test("the template is read back: its headings are known, and its line of hints is nobody", async () => {
    const base = `/1/api/container/${eventId}/thing/import/template`;
    for (const [format, locale] of [
      ["csv", "en-gb"],
      ["xlsx", "de"],
    ]) {
      const file = await editor.get(`${base}?format=${format}&type=${typeId}&locale=${locale}`);
      const read = await send(file.response.rawPayload, `t.${format}`);
      expect(read.result).toMatchObject({ format, rows: 0 });
      const found: { by: string }[] = read.result.columns;
      expect(found.every(({ by }) => by === "name" || by === "remembered")).toBe(true);
    }
  });

  test("names in quotation marks of the kind with which our line of hints begins are names, and the hints are none", async () => {
    const template = `/1/api/container/${eventId}/thing/import/template?format=csv&type=${typeId}&locale=de`;
    const hints = (await editor.get(template)).response.body.split("\r\n")[1] ?? "";
    const guests = '"»Eva";Marks;eva@marks.example\n» Ed «;Marks;ed@marks.example\n';
    const file = await send(
      `Vorname;Nachname;E-Mail\n${guests}${hints.replaceAll(",", ";")}\nCy;Marks;cy@marks.example\n`,
    );

    expect(file.result).toMatchObject({ rows: 3 });
    expect((await run({ file: file.id, mode: "dry-run" })).result).toMatchObject({ created: 3, skipped: 0 });
  });

  test.each([
    ["one word", "Teilnehmer;;\n;;\n", "Vorname;Nachname;E-Mail"],
    ["the word of another column", "Speaker;2026;;;\n", "Vorname;Nachname;E-Mail;Stand;Farbe"],
    ["the groups of the columns", "Teilnehmer;;;Firma;;\n", "Vorname;Nachname;E-Mail;Organisation;Land;Stand"],
  ])("a title of %s that could be a heading is passed over", async (_, title, headings) => {
    const { result } = await send(
      `${title}${headings}\nAnna;Titel;anna@titel.example;Speaker\nBo;Titel;bo@titel.example\n`,
    );

    expect(result.rows).toBe(2);
    expect(result.columns.map((column: { title: string }) => column.title)).toEqual(headings.split(";"));
  });

  test("a list without headings is one, be its addresses written with their names, or its words headings elsewhere", async () => {
    for (const text of [
      "Ann Angle <ann@angle.example>\nBob <bob@angle.example>\n",
      "Ann,a@angle.example,\nBob,b@angle.example,Speaker\n",
    ]) {
      const { result } = await send(text);
      expect(result.rows).toBe(2);
      expect(result.columns.map((column: { field: string }) => column.field)).toContain("email");
    }
  });

  test("people of a file that is one long line are told apart by their number", async () => {
    const people = [{ name: "Ada One" }, { name: "Bo One" }, { name: "Ada One" }];
    const file = Buffer.from(JSON.stringify(people));

    const { result } = (await editor.importFile(eventId, "kind=thing&format=open-event&mode=dry-run", file)).data;

    expect(result.errors).toEqual([{ line: 3, field: "name", message: "Line 1 is about the same profile" }]);
  });

  test("a formula without its value leaves its line out, told with its cell; in a column that is left out it does no harm", async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows =
      `<row r="1">${text("Name")}${text("Email")}</row>` +
      `<row r="2">${text("Ann Formula")}<c r="B2"><f>A2&amp;"@x.example"</f></c></row>` +
      `<row r="3">${text("Bo Formula")}${text("bo@formula.example")}</row>` +
      `<row r="4"><c r="A4"><f>A3</f></c><c r="B4"><f>B3</f></c></row>`;
    const read = await send(await workbook(rows), "formulas.xlsx");

    const { result } = await run({ file: read.id, mode: "dry-run" });
    expect(result).toMatchObject({ created: 1, skipped: 2 });
    expect(result.errors.map((one: { line: number; field: string }) => [one.line, one.field])).toEqual([
      [2, "email"],
      [4, "name"],
      [4, "email"],
    ]);
    expect(result.errors[0].message).toContain("formula in cell B2 was saved without its value");

    const columns = [
      { at: 0, field: "name" },
      { at: 1, field: null },
    ];
    expect((await run({ file: read.id, mode: "dry-run", columns })).result).toMatchObject({ created: 2, skipped: 1 });
  });

  test.each([
    ["sponsors", 2, { level: "Gold", level_number: "9", website: "https://mend.example", open_event_id: "7" }],
    ["speakers", 1, { biography: "Long.", website: "https://mend.example", open_event_id: "7" }],
  ] as const)(
    "the lines of Open Event %s that were left out are mended and sent again as what they were",
    async (kind, category, fields) => {
      const about =
        kind === "sponsors"
          ? { level: 9, type: "Gold", url: "https://mend.example", "logo-url": null }
          : { long_biography: "Long.", short_biography: "", website: "https://mend.example", sessions: [{ id: 1 }] };
      const name = `Mended ${kind}`;
      const people = [
        { id: 7, name: name + "x".repeat(300), ...about },
        { id: 8, name: `Good ${kind}`, ...about },
      ];
      const read = await send(JSON.stringify(people, null, 1), "list.json");
      expect(read.result).toMatchObject({ format: "open-event", records: kind });
      const first = await run({ file: read.id, mode: "dry-run", type: undefined });
      expect(first.result).toMatchObject({ created: 1, skipped: 1 });

      const left = (await editor.get(`/1/api/job/${first.id}/file`)).response.body;
      expect(left).toContain(`Open Event ${kind}`);
      const again = await send(left.replace("x".repeat(300), ""));
      expect(again.result).toMatchObject({ format: "csv", system: "open-event", records: kind, rows: 1 });
      const mended = await run({ file: again.id, mode: "apply", type: undefined });

      expect(mended.result).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 0, errors: [] });
      const question = { search: name, filter: [{ field: "name", op: "eq", value: name }] };
      const { rows } = (await editor.post(`/1/api/container/${eventId}/thing/query?category=${category}`, question))
        .data;
      expect(rows).toMatchObject([{ name, fields }]);
    },
  );

  const shared = join(root, "../shared/data");
  test.runIf(existsSync(shared))(
    "speakers and sponsors of real conferences come in, and again change nothing",
    async () => {
      const files = [
        ["open-event-pycon17/speakers.json", 143, 0],
        ["open-event-pycon17/sponsors.json", 103, 0],
        // Two of its people stand in it twice.
        ["open-event-fossasia18/speakers.json", 339, 2],
        ["open-event-fossasia18/sponsors.json", 0, 0],
      ] as const;
      for (const [path, count, doubles] of files) {
        const file = readFileSync(join(shared, path));
        const first = (await editor.importFile(eventId, "kind=thing&format=open-event&mode=apply", file)).data;
        expect(first.result, path).toMatchObject({ created: count, updated: 0, skipped: doubles });
        const again = (await editor.importFile(eventId, "kind=thing&format=open-event&mode=apply", file)).data;
        expect(again.result, path).toMatchObject({ created: 0, updated: 0, unchanged: count });
      }
      const { rows } = await query({ search: "James Bennett" });
      expect(rows[0]).toMatchObject({ name: "James Bennett", fields: { photo: "/images/speakers/benett.jpg" } });
      const intel = (
        await editor.post(`/1/api/container/${eventId}/thing/query?category=2`, { search: "Intel Software" })
      ).data.rows[0];
      expect(intel).toMatchObject({ fields: { level: "Keystone Level", website: "https://software.intel.com" } });
    },
  );
});
