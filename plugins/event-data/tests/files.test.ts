// Fields that are answered by files: judged by what they hold, seen by those who may see the field, kept as long as needed.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { tidyContext } from "../../../server/core/jobs/tidy.ts";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { judgeFile, tidyName } from "../server/files/judge.ts";
import { tidyFiles } from "../server/files/repository.ts";
import { tidyHeld } from "../server/held.ts";
import { writeXlsx } from "../server/sheet/xlsx.ts";
import { whole } from "./factories.ts";
import { aJpeg, aPng } from "./pictures.ts";

const PDF = Buffer.from("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n");
async function aWorkbook(): Promise<Buffer> {
  async function* rows() {
    yield [["one"]];
  }
  return whole(writeXlsx({ name: "Sheet", headings: ["A"], rows: rows() }, new Date(0)));
}

describe("what a file is", () => {
  test("is told by what it holds: PDF, picture, spreadsheet, text", async () => {
    const files = [PDF, aPng(4000, 4000), aJpeg(), await aWorkbook(), Buffer.from("Name;Größe\nAda;3\n")];

    const judged = await Promise.all(files.map(judgeFile));

    expect(judged.map((one) => one?.type)).toEqual(["pdf", "image", "image", "sheet", "text"]);
  });

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["a PDF that broke off", PDF.subarray(0, 20)],
    ["a picture that broke off", aPng().subarray(0, 40)],
    ["a program", Buffer.from("\x7fELF\x02\x01\x01\x00\x00", "latin1")],
    ["a zip of anything", Buffer.from("UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==", "base64")],
    ["a zip that broke off", Buffer.from("PK\x03\x04half", "latin1")],
    ["text of another encoding", Buffer.from("Gr\xf6\xdfe", "latin1")],
  ])("refused: %s", async (_, bytes) => {
    expect(await judgeFile(bytes)).toBeUndefined();
  });

  test.each([
    ["cv.pdf", "cv.pdf"],
    ["../../etc/passwd", "passwd.pdf"],
    ["invoice.pdf.exe", "invoice.pdf.exe.pdf"],
    ["\u202efdp.cv", "fdp.cv.pdf"],
    ["", "file.pdf"],
    [`${"x".repeat(300)}.PDF`, `${"x".repeat(100)}.PDF`],
  ])("is called safely: %s is %s", async (name, kept) => {
    const judged = await judgeFile(PDF);

    expect(judged && tidyName(name, judged)).toBe(kept);
  });
});

let server: TestApp;
let expert: Asker;
let editor: Asker;
let reader: Asker;
let base: string;
let type: number;
let round = 0;

beforeAll(async () => {
  server = await app();
  [expert, editor, reader] = [await server.as("expert"), await server.as("matchmaker"), await server.as("owner")];
  base = `/1/api/container/${server.bigEventId}`;
  const types: { id: number; type_category_id: number }[] = (await expert.get("/1/api/type")).data;
  type = types.find((one) => one.type_category_id === 1)?.id as number;
});
afterAll(() => server.close());

async function field(draft: object = {}): Promise<Field> {
  round += 1;
  const made = await expert.post(`${base}/field`, {
    labels: { "en-gb": `Portfolio ${round}` },
    kind: "file",
    ...draft,
  });
  expect(made.status).toBe(201);
  return made.data;
}
const send = (id: number, bytes: Buffer, name = "cv.pdf", who = editor) =>
  who.ask("POST", `${base}/field/${id}/file?name=${encodeURIComponent(name)}`, bytes, {
    headers: { "content-type": "application/octet-stream" },
  });
const person = async (key: string, answer: unknown, facts: object = {}) =>
  editor.post(`${base}/thing`, {
    type_id: type,
    first_name: "Ada",
    last_name: "Files",
    fields: { [key]: answer },
    ...facts,
  });
const open = (thing: number, id: number, who = reader) => who.get(`${base}/thing/${thing}/field/${id}/file`);
const kept = async (id: number) =>
  (await sql`select 1 from event_data_file where field_id = ${id}`.execute(server.deps.database.quick)).rows.length;
const HOUR = 3_600_000;
const tidy = (hours: number) => tidyFiles({ ...tidyContext(server.deps), now: new Date(Date.now() + hours * HOUR) });

describe("a file that answers a field", () => {
  test("is sent, given, opened by those who see the field, replaced and taken away", async () => {
    const { id, key } = await field();
    const sent = await send(id, PDF, "Lebenslauf Größe.pdf");
    const { data: ada } = await person(key, sent.data.answer);

    const opened = await open(ada.id, id);

    expect(sent.data).toMatchObject({ name: "Lebenslauf Größe.pdf", media_type: "application/pdf", size: PDF.length });
    expect(opened.response.rawPayload.equals(PDF)).toBe(true);
    expect(opened.response.headers["content-disposition"]).toContain("attachment");
    const other = await send(id, aPng(), "face.png");
    const replaced = await editor.patch(`${base}/thing/${ada.id}`, { rev: 1, fields: { [key]: other.data.answer } });
    expect((await open(ada.id, id)).response.headers["content-type"]).toBe("image/png");
    await editor.patch(`${base}/thing/${ada.id}`, { rev: replaced.data.rev, fields: { [key]: null } });
    expect((await open(ada.id, id)).status).toBe(404);
  });

  test("is of the types and the size that the field takes", async () => {
    const { id } = await field({ limits: { types: ["pdf"], megabytes: 1 } });
    const large = Buffer.concat([PDF, Buffer.alloc(1024 * 1024), PDF]);

    const answers = [await send(id, aPng()), await send(id, large), await send(id, PDF)];

    expect(answers.map(({ status, error }) => error?.code ?? status)).toEqual([
      "event-data.file_wrong",
      "event-data.file_large",
      201,
    ]);
    const other = await expert.post(`${base}/field`, { labels: { de: "x" }, kind: "text", limits: { megabytes: 1 } });
    expect(Object.keys(other.error.fields ?? {})).toEqual(["limits.types"]);
  });

  test("is one that was sent for this very field", async () => {
    const [one, other] = [await field(), await field()];
    const { answer } = (await send(one.id, PDF)).data;

    const made = [
      await person(other.key, answer),
      await person(one.key, `${"0".repeat(32)}/cv.pdf`),
      await person(one.key, "cv.pdf"),
    ];

    expect(made.map(({ status, error }) => [status, error.code])).toEqual(
      made.map(() => [400, "event-data.answers_wrong"]),
    );
  });

  test("is not there for those from whom the field is hidden, nor without the right to answer", async () => {
    const { id, key } = await field({ see_role: 95, edit_role: 95 });
    const { answer } = (await send(id, PDF, "secret.pdf", expert)).data;
    const made = await expert.post(`${base}/thing`, { type_id: type, last_name: "Seen", fields: { [key]: answer } });

    expect([(await open(made.data.id, id, expert)).status, (await open(made.data.id, id)).status]).toEqual([200, 404]);
    expect((await send(id, PDF)).status).toBe(404);
    const seen = await field({ edit_role: 95 });
    expect((await send(seen.id, PDF)).status).toBe(403);
  });

  test("stands in an export by its name; a file of rows cannot bring one, and one that names it changes nothing", async () => {
    const { id, key, labels } = await field();
    const { data: ada } = await person(key, (await send(id, PDF)).data.answer, { email: "ada@files.example" });
    const columns = ["email", `fields.${key}`].map((name) => ({ field: name, title: name }));
    const filter = [{ field: "id", op: "eq", value: ada.id }];
    const exporting = await editor.post(`${base}/thing/export`, { format: "csv", columns, filter });
    await editor.finished(exporting.data.job.id);
    const csv = (await editor.get(`/1/api/job/${exporting.data.job.id}/file`)).response.body;
    const lines = `Email,${labels["en-gb"]}\nada@files.example,cv.pdf\nbea@files.example,cv.pdf\n`;

    const { result } = (
      await editor.importFile(server.bigEventId, `kind=thing&format=csv&type=${type}&mode=apply`, lines)
    ).data;

    expect(csv).toContain("ada@files.example,cv.pdf");
    expect(result).toMatchObject({ created: 0, updated: 0, unchanged: 1, skipped: 1 });
    expect(result.errors).toEqual([
      { line: 3, field: `fields.${key}`, message: expect.stringContaining("Files are given on the profile") },
    ]);
  });

  test("comes back with what is undone, goes along with a merge, and leaves a day after its last profile", async () => {
    const { id, key } = await field();
    const ready = async () =>
      (
        await sql`select 1 from event_data_listed where field_id = ${id} and ready = 1`.execute(
          server.deps.database.quick,
        )
      ).rows.length;
    await expect.poll(ready).toBe(1);
    const given = (await person(key, (await send(id, PDF)).data.answer)).data;
    const keep = (await person(key, undefined)).data;
    await send(id, PDF, "nobody-saved-it.pdf");
    const merged = await editor.post(`${base}/thing/merge`, {
      ...{ keep: { id: keep.id, rev: 1 }, drop: { id: given.id, rev: 1 } },
      take: [`fields.${key}`],
    });
    expect((await open(keep.id, id)).status).toBe(200);

    await tidy(0);
    await tidy(25);
    expect(await kept(id)).toBe(1);
    const removed = await editor.post(`${base}/thing/bulk`, {
      ...{ selection: { ids: [keep.id] }, act: { do: "remove", confirm: 1 }, mode: "apply" },
    });
    await editor.finished(removed.data.job.id);
    await tidy(0);
    const undone = await editor.post(`${base}/thing/bulk/${removed.data.job.id}/undo`, { locale: "en-gb" });
    await editor.finished(undone.data.job.id);
    expect([merged.status, (await open(keep.id, id)).status]).toEqual([201, 200]);
    await tidy(26);
    expect(await kept(id)).toBe(1);
    const { rev } = (await editor.get(`${base}/thing/${keep.id}`)).data;
    expect((await editor.remove(`${base}/thing/${keep.id}?rev=${rev}`)).status).toBe(200);
    await tidy(27);
    await tidy(52);
    // The merge can be undone for thirty days.
    expect(await kept(id)).toBe(1);
    await tidyHeld({ ...tidyContext(server.deps), now: new Date(Date.now() + 31 * 24 * HOUR) });
    await tidy(31 * 24);
    await tidy(33 * 24);
    expect(await kept(id)).toBe(0);
  });
});
