// A workbook of several lists, imported by programs that know the name of the one they mean.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { MAIN, workbook, XML } from "./files.ts";

let server: TestApp;
let editor: Asker;
let typeId: number;
let file: Buffer;

beforeAll(async () => {
  server = await app();
  editor = await server.as("matchmaker");
  const types: { id: number; type_category_id: number }[] = (await editor.get("/1/api/type")).data;
  typeId = types.find((type) => type.type_category_id === 1)?.id as number;
  const row = (...cells: string[]) =>
    `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join("")}</row>`;
  const list = (name: string) => row("Name", "Email") + row(name, `${name.replace(" ", ".").toLowerCase()}@s.example`);
  file = await workbook(list("First Sheet"), {
    "xl/workbook.xml": `${XML}<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="Guests" sheetId="1" r:id="a"/><sheet name="Spe\u00e4ker" sheetId="2" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships><Relationship Id="a" Target="worksheets/sheet2.xml"/><Relationship Id="b" Target="worksheets/sheet3.xml"/></Relationships>`,
    "xl/worksheets/sheet3.xml": `${XML}<worksheet ${MAIN}><sheetData>${list("Second Sheet")}${list("Third Sheet")}</sheetData></worksheet>`,
  });
});
afterAll(() => server.close());

const send = (more: string, format = "xlsx", bytes: Buffer | string = file) =>
  editor.importFile(server.bigEventId, `kind=thing&format=${format}&type=${typeId}&mode=apply${more}`, bytes);
const found = async (search: string) =>
  (await editor.post(`/1/api/container/${server.bigEventId}/thing/query`, { search })).data.matched;

test("the sheet that is named is imported and no other, capitals aside", async () => {
  const { data } = await send(`&sheet=${encodeURIComponent("spe\u00c4ker")}`);

  expect(data.state).toBe("done");
  expect(await found("second.sheet@s.example")).toBe(1);
  expect(await found("first.sheet@s.example")).toBe(0);
});

test("a name that no sheet has is answered with those that there are", async () => {
  const { data } = await send("&sheet=Sponsors");

  expect(data.state).toBe("failed");
  expect(data.error).toContain("There is no sheet \u201cSponsors\u201d. The workbook has: Guests, Spe\u00e4ker");
});

test("without a name it is the first list; a file that has no sheets refuses one", async () => {
  expect((await send("")).data).toMatchObject({ state: "done", result: { created: 1 } });
  expect(await found("first.sheet@s.example")).toBe(1);

  const refused = await send("&sheet=Guests", "csv", "Name,Email\nNo Sheet,no.sheet@s.example\n");

  expect(refused.status).toBe(400);
  expect(refused.error.fields).toHaveProperty("sheet");
});
