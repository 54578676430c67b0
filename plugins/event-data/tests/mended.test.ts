// Lines that an import left out are mended where they are told; and the whole import is undone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import { aJsonFile } from "../../agenda/tests/factories.ts";
import type { NetworkingTables } from "../../networking/server/tables.ts";
import type { BulkResult, ThingImportDraft } from "../contract.ts";
import { importSent, sendFile } from "./exchange.ts";

/** Forty days from now, and so many minutes later. */
const DAY = 40 * 86_400_000 + Math.floor(Date.now() / 60_000) * 60_000;
const at = (minutes: number) => new Date(DAY + minutes * 60_000).toISOString();

describe.each(testDatabases)("an import of a list that is not right, on %s", (database) => {
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

  const mail = (name: string) => `${name}.${round}@mended.example`;
  const list = (...lines: string[]) => ["Name,Email,Status", ...lines].join("\n");
  const send = async (text: string) => (await sendFile(place.asker, place.path, text)).id;
  const run = (file: number, draft: Partial<ThingImportDraft> = {}) =>
    importSent(place.asker, place.path, { file, type: place.types[1], ...draft });
  const find = async () => {
    const question = { search: `${round}@mended.example`, sort: [{ field: "email", direction: "asc" }] };
    const { rows } = (await place.asker.post(`${place.path}/thing/query`, question)).data;
    return rows as { id: number; rev: number; name: string; email: string; status: string }[];
  };
  const undo = async (job: number) => {
    const { asker, path } = place;
    const { data } = await asker.post(`${path}/thing/bulk/${job}/undo`, {});
    return (await asker.finished(data.job.id)).data.result as BulkResult;
  };

  test("tells the lines that it leaves out with their cells, and takes them as they were mended", async () => {
    const file = await send(
      list(`Ann Mended,${mail("ann")},active`, `Bo Mended,bo.mended,active`, `Cy Mended,${mail("cy")},asleep`),
    );
    const first = await run(file, { mode: "dry-run" });
    expect(first.result).toMatchObject({ created: 1, skipped: 2 });
    expect(first.result.lines).toEqual([
      { line: 3, cells: ["Bo Mended", "bo.mended", "active"] },
      { line: 4, cells: ["Cy Mended", mail("cy"), "asleep"] },
    ]);

    const mended = [{ line: 3, cells: ["Bo Mended", mail("bo"), "active"] }];
    const second = await run(file, { mode: "dry-run", mended });
    expect(second.result).toMatchObject({ created: 2, skipped: 1, lines: [{ line: 4 }] });
    expect(await find()).toEqual([]);

    const done = await run(file, { mended });
    expect(done.result).toMatchObject({ created: 2, skipped: 1, lines: [{ line: 4 }] });
    expect((await find()).map(({ email }) => email)).toEqual([mail("ann"), mail("bo")]);
  });

  test("takes nothing but the rest of a file that has been imported", async () => {
    const file = await send(list(`Ann Rest,${mail("ann")},active`, `Bo Rest,${mail("bo")},asleep`));
    await run(file, { write: "create" });
    const mended = [{ line: 3, cells: ["Bo Rest", mail("bo"), "invited"] }];

    const { result } = await run(file, { write: "create", mended, only: [3] });

    expect(result).toMatchObject({ created: 1, skipped: 0, errors: [] });
    expect((await find()).map(({ status }) => status)).toEqual(["active", "invited"]);
  });

  test("mends a line whose quotation mark is never closed, and one with too many cells; leaves out one that was emptied", async () => {
    const file = await send(list(`"Ann Open,${mail("ann")},active`, `Bo,Open,${mail("bo")},active`, `,nobody,active`));
    const told = (await run(file, { mode: "dry-run" })).result;
    expect(told.lines?.map(({ cells }) => cells.length)).toEqual([3, 4, 3]);

    const { result } = await run(file, {
      mended: [
        { line: 2, cells: ["Ann Open", mail("ann"), "active"] },
        { line: 3, cells: ["Bo Open", mail("bo"), "active", ""] },
        { line: 4, cells: ["", "", ""] },
      ],
    });

    expect(result).toMatchObject({ created: 2, skipped: 0, errors: [] });
    expect((await find()).map(({ name }) => name)).toEqual(["Ann Open", "Bo Open"]);
  });

  test("names what a status can be in the person's language", async () => {
    const file = await send(list(`Ann Status,${mail("ann")},schläft`, `Bo Status,${mail("bo")},aktiv`));

    const { result } = await run(file, { mode: "dry-run", locale: "de" });

    expect(result.errors[0]?.message).toContain("Importiert, Eingeladen, Aktiv, Gesperrt");
  });

  test("is undone: what it made is gone, what it changed is as it was, and what somebody changed or used since stays", async () => {
    const ann = await aProfile(place, { first_name: "Ann", last_name: "Before", email: mail("ann") });
    const file = await send(
      list(
        `Ann After,${mail("ann")},active`,
        ...["bo", "cy", "di", "ed"].map((name) => `${name} New,${mail(name)},active`),
      ),
    );
    const { id, result } = await run(file);
    expect(result).toMatchObject({ created: 4, updated: 1 });
    const [, bo, cy, di] = await find();
    const { asker, path } = place;
    expect((await asker.patch(`${path}/thing/${bo?.id}`, { rev: bo?.rev, job_title: "Pilot" })).status).toBe(200);
    const host = await aProfile(place, {
      first_name: "Host",
      last_name: "Meets",
      email: `host.${round}@other.example`,
    });
    const when = { start: at(0), end: at(30), location_id: null };
    const draft = { participants: [host.id, cy?.id], ...when, message: "", state: "accepted" };
    const met = await asker.post(`${path}/meeting`, draft);
    expect(met.status, JSON.stringify(met.error)).toBe(201);
    expect((await asker.ask("DELETE", `${path}/thing/${di?.id}?rev=${di?.rev}`)).status).toBe(200);
    expect((await asker.get(`${path}/thing/bulk/last`)).data).toMatchObject({ do: "import", job: { id } });

    const undone = await undo(id);

    expect(undone).toMatchObject({ changed: 2, unchanged: 1, skipped: 2 });
    expect(undone.errors.map((one) => one.id)).toEqual([bo?.id, cy?.id]);
    expect((await find()).map(({ name }) => name)).toEqual(["Ann Before", "bo New", "cy New"]);
    expect((await asker.get(`${path}/thing/${ann.id}`)).data).toMatchObject({ status: "imported" });
    expect((await asker.get(`${path}/thing/bulk/last`)).data?.job.id).not.toBe(id);
  });

  test("is undone without those whom somebody has begun to use, who are told by name", async () => {
    const { asker, path } = place;
    const uses = ["asked", "met", "speaks", "entered", "busy", "unused"] as const;
    const file = await send(list(...uses.map((name) => `${name} New,${mail(name)},active`)));
    const { id } = await run(file);
    const made = await find();
    const idOf = (use: (typeof uses)[number]) => made.find(({ email }) => email === mail(use))?.id as number;
    const host = await aProfile(place, { last_name: "Host", email: `uses.${round}@other.example` });
    const meet = (use: "asked" | "met", start: string, end: string, state: string) =>
      asker.post(`${path}/meeting`, {
        ...{ participants: [host.id, idOf(use)], start, end, location_id: null, message: "", state },
      });
    const talk = { guid: `used-${round}`, id: 1, date: at(0), duration: "00:30", room: "Hall", title: "Talk" };
    const schedule = aJsonFile([{ ...talk, persons: [{ id: 1, name: `Speaker ${round}` }] }], { acronym: "used" });
    const expert = await server.as("expert");
    await expert.importFile(place.eventId, "kind=schedule&format=schedule-json&mode=apply", schedule);
    const [speaker] = (await asker.get(`${path}/speaker`)).data;
    const done = [
      await meet("asked", at(60), at(90), "requested"),
      await meet("met", at(0), at(30), "accepted"),
      await expert.put(`${path}/speaker/${speaker?.id}/profile`, { thing_id: idOf("speaks") }),
      await asker.post(`${path}/seen`, { seen: [{ id: idOf("entered"), at: new Date().toISOString() }] }),
      await asker.put(`${path}/thing/${idOf("busy")}/availability`, { rev: 0, windows: [] }),
    ];
    expect(done.filter(({ status }) => status >= 300).map(({ error }) => error)).toEqual([]);
    const over = { start_at: "2026-01-01T10:00:00.000Z", end_at: "2026-01-01T10:30:00.000Z" };
    const meetings = server.deps.database.write.withTables<NetworkingTables>();
    await meetings.updateTable("networking_meeting").set(over).where("id", "=", done[1]?.data.id).execute();

    const undone = await undo(id);

    expect(undone).toMatchObject({ changed: 1, skipped: 5 });
    expect(undone.errors.map((one) => one.name).sort()).toEqual(
      ["asked New", "busy New", "entered New", "met New", "speaks New"].sort(),
    );
    expect(new Set(undone.errors.map(({ message }) => message)).size).toBe(1);
    expect((await find()).map(({ name }) => name)).not.toContain("unused New");
  });

  test("writes a profile of which two lines tell, each by something else, and is undone to before the first", async () => {
    const told = { first_name: "Twice", last_name: "Found", email: mail("twice") };
    const twice = await aProfile(place, told);
    const [one, other] = [`${twice.id},Twice,Found,,Buyer,`, `,Twice,Found,${mail("twice")},,DE`];
    const file = await send(["Id,First name,Last name,Email,Job title,Country", one, other].join("\n"));

    const { id, result } = await run(file);
    const [written] = await find();
    const undone = await undo(id);

    expect(result).toMatchObject({ created: 0, updated: 2, skipped: 0 });
    expect(written).toMatchObject({ rev: 3, job_title: "Buyer", country: "DE" });
    expect(undone).toMatchObject({ changed: 1, skipped: 0 });
    expect(await find()).toMatchObject([{ ...told, job_title: "", country: "" }]);
  });

  test("undone, its file may be imported again; what changed nothing is nothing to undo", async () => {
    const file = await send(list(`Ann Again,${mail("ann")},active`));
    const first = await run(file);
    await undo(first.id);
    expect((await run(file)).result).toMatchObject({ created: 1 });

    const second = await run(file);

    expect(second.result).toMatchObject({ unchanged: 1 });
    expect((await place.asker.post(`${place.path}/thing/bulk/${second.id}/undo`, {})).error?.code).toBe(
      "event-data.undo_over",
    );
  });

  test("leaves out a column whose field profiles of the type do not have, tells it, and takes it where somebody chose it", async () => {
    const { asker, path, types } = place;
    const expert = await server.as("expert");
    const field = { key: `stand_${round}`, kind: "text", labels: { "en-gb": `Stand ${round}` }, type_ids: [types[2]] };
    expect((await expert.post(`${path}/field`, field)).status).toBe(201);
    const file = await send(`Name,Email,Stand ${round}\nAnn Stand,${mail("ann")},A1\n`);
    const found = (await asker.get(`/1/api/job/${file}`)).data.result.columns;
    expect(found[2]).toMatchObject({ field: `fields.stand_${round}`, type_ids: [types[2]] });

    const left = await run(file, { mode: "dry-run" });
    expect(left.result).toMatchObject({ created: 1, skipped: 0 });
    expect(left.result.errors.map(({ line, message }) => [line, message])).toEqual([
      [1, `Profiles of this type do not have the field of this column; “Stand ${round}” is left out`],
    ]);

    const chosen = ["name", "email", `fields.stand_${round}`].map((one, at) => ({ at, field: one }));
    expect((await run(file, { mode: "dry-run", columns: chosen })).result).toMatchObject({ created: 0, skipped: 1 });
    expect((await run(file, { mode: "dry-run", type: types[2] })).result).toMatchObject({ created: 1, errors: [] });
  });

  test("says of a page of the web and of XML what they are", async () => {
    for (const text of ['<?xml version="1.0"?>\n<list></list>', "\n<!DOCTYPE html><table><tr></tr></table>"]) {
      const { asker, path } = place;
      const headers = { "content-type": "application/octet-stream" };
      const query = "name=list.xls&locale=de";
      const sent = await asker.ask("POST", `${path}/thing/import/file?${query}`, Buffer.from(text), { headers });
      const job = (await asker.finished(sent.data.job.id)).data;
      expect([job.state, job.error]).toEqual(["failed", expect.stringContaining("Das ist XML oder eine Webseite")]);
    }
  });

  const refusal = async (file: string, locale = "en-gb", name = "list.json") => {
    const { asker, path } = place;
    const headers = { "content-type": "application/octet-stream" };
    const query = `name=${name}&locale=${locale}`;
    const sent = await asker.ask("POST", `${path}/thing/import/file?${query}`, Buffer.from(file), { headers });
    const job = (await asker.finished(sent.data.job.id)).data;
    return `${job.state}: ${job.error}`;
  };

  test("says of a list of tracks or rooms that it is none of people", async () => {
    const lists = [
      [{ name: "Web", font_color: "#fff", color: "#000" }],
      [{ name: "Hall 1", floor: 2, latitude: 1, longitude: 2 }],
    ];
    for (const list of lists) expect(await refusal(JSON.stringify(list))).toContain("neither speakers nor sponsors");
  });

  test.each([
    ["Open Event", JSON.stringify([{ title: "Opening", start_time: "2026-05-01T09:00:00Z", speakers: [] }])],
    ["newer Open Event", JSON.stringify([{ title: "Opening", "starts-at": "2026-05-01T09:00:00Z", speakers: [] }])],
    ["schedule.json", JSON.stringify({ schedule: { version: "1", conference: { title: "C", days: [] } } }, null, 1)],
    ["frab XML", `<?xml version="1.0"?>\n<!-- of ${"x".repeat(300)} -->\n<schedule><version>1</version></schedule>`],
    ["frab XML alone", "<schedule>\n<version>1</version></schedule>"],
    ["iCalendar", "\ufeffBEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"],
  ])("says of a schedule, as %s, that it is one, and where it is imported", async (_, file) => {
    expect(await refusal(file)).toMatch(/^failed: This is a schedule: .*under “Agenda” with “Import sessions”$/);
    expect(await refusal(file, "de")).toMatch(
      /^failed: Das ist ein Programm: .*„Programm“ mit „Sessions importieren“$/,
    );
  });

  test("says of an event that it lists no people, and of address cards what they are", async () => {
    const event = JSON.stringify({ id: 1, name: "Conf", "starts-at": "2026-05-01T09:00:00Z", "social-links": [] });

    expect(await refusal(event)).toContain("describes an event");
    expect(await refusal(event, "de")).toContain("beschreibt eine Veranstaltung");
    expect(await refusal('{"name":"Ann"}')).toContain("not a list of speakers or sponsors");
    expect(await refusal("BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\n")).toContain("vCard");
  });

  test("refuses columns that fill no field, or one of them twice, and tells which fields there are", async () => {
    const { asker, path } = place;
    const { id: file } = await sendFile(asker, path, "Name,Email,Other\nAnn,ann@chosen.example,bo@chosen.example\n");
    const start = (fields: string[], at = (place: number) => place) =>
      asker.post(`${path}/thing/import`, {
        ...{ file, mode: "dry-run", locale: "de" },
        columns: fields.map((field, nth) => ({ at: at(nth), field })),
      });
    const messageOf = (reply: Awaited<ReturnType<typeof start>>) => `${reply.status} ${reply.response.body}`;

    expect(messageOf(await start(["name", "photo"]))).toMatch(/^400 .*„photo“ ist kein Feld.*company_name/);
    expect(messageOf(await start(["name", "fields.__proto__"]))).toMatch(/^400 .*ist kein Feld/);
    expect(messageOf(await start(["name", "email", "email"]))).toMatch(/^400 .*Zwei Spalten/);
    expect(messageOf(await start(["name", "email"], () => 0))).toMatch(/^400 .*Zwei Spalten/);
  });

  test("fills a field with the chosen column, and not with the one that was found for it", async () => {
    const { asker, path } = place;
    const text = "Name,Mail,Email\nAnn,ann@chosen.example,bo@chosen.example\n";
    for (const at of [1, 2]) {
      const { id: file } = await sendFile(asker, path, text);
      const columns = [{ at, field: "email" }];
      const { result } = await importSent(asker, path, { file, type: place.types[1], write: "create", columns });

      expect(result).toMatchObject({ created: 1, errors: [{ message: expect.stringContaining("same field") }] });
    }
  });
});
