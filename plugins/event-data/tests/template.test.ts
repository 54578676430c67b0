// The template of an import offers what the import takes: fields that whoever asks may answer, and options that there are.
import { afterAll, beforeAll, expect, test } from "vitest";
import { app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, type Place } from "../../../tests/support/place.ts";

let server: TestApp;
let place: Place;
const option = (key: string, name: string, more = {}) => ({ key, labels: { "en-gb": name }, ...more });
const FIELDS = [
  { key: "note", kind: "text" },
  { key: "verdict", kind: "text", edit_role: 100 },
  { key: "meal", kind: "choice", options: [option("v", "Vegan"), option("f", "Fish, grilled"), option("o", "Old")] },
];
beforeAll(async () => {
  server = await app();
  place = await aPlace(server);
  const expert = await server.as("expert");
  for (const field of FIELDS) {
    const { status, data } = await expert.post(`${place.path}/field`, { labels: { "en-gb": field.key }, ...field });
    expect(status).toBe(201);
    if (!field.options) continue;
    const options = field.options.map((one) => (one.key === "o" ? { ...one, archived: true } : one));
    const saved = await expert.patch(`${place.path}/field/${data.id}`, { rev: data.rev, options });
    expect([saved.status, saved.error]).toEqual([200, undefined]);
  }
});
afterAll(() => server.close());

const lines = async (role: "matchmaker" | "expert") => {
  const asker = await server.as(role);
  const reply = await asker.get(`${place.path}/thing/import/template?format=csv&locale=en-gb`);
  return (reply.response.body as string).split("\r\n");
};

test("the template has what somebody may answer, and the options that are offered, told apart as in an answer", async () => {
  const [headings, hints] = await lines("matchmaker");
  expect(headings).toMatch(/,note,meal$/);
  expect(hints).toMatch(/"Vegan; Fish, grilled"$/);
  expect((await lines("expert"))[0]).toMatch(/,note,verdict,meal$/);
});

test("a German spreadsheet program opens it in columns: semicolons stand between its cells", async () => {
  const asker = await server.as("matchmaker");
  const reply = await asker.get(`${place.path}/thing/import/template?format=csv&locale=de`);

  expect((reply.response.body as string).split("\r\n")[0]).toMatch(/^\ufeffVorname;Nachname;E-Mail;.*;note;meal$/);
});
