// What databases cannot fold of answers stands beside them, whoever writes the profile, and lists find it.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Answer, type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { aPlace, aProfile, type Place } from "../../../tests/support/place.ts";
import type { Thing } from "../contract.ts";
import { foldedIn } from "../server/repository.ts";
import { importSent, sendFile } from "./exchange.ts";

let server: TestApp;
let chief: Asker;
let place: Place;
let note: Field;

beforeAll(async () => {
  server = await app();
  chief = await server.as("super");
  place = await aPlace(server);
  const draft = { key: "note", labels: { "en-gb": "Note" }, kind: "text", places: ["profile", "list"] };
  note = (await chief.post(`${place.path}/field`, draft)).data;
});
afterAll(() => server.close());

const person = (first_name: string, answer: string) => aProfile(place, { first_name, fields: { note: answer } });
const ended = async (started: Answer) => (await chief.finished(started.data.job.id)).data;
const bulk = async (act: object, people: readonly { id: number }[]) => {
  const selection = { ids: people.map(({ id }) => id) };
  return ended(await chief.post(`${place.path}/thing/bulk`, { selection, act, mode: "apply" }));
};

/** Who is found by a beginning, along an order that is kept of the field and without one. */
async function found(value: string): Promise<string[]> {
  const ask = async () => {
    const filter = [{ field: `fields.${note.key}`, op: "startsWith", value }];
    const { data } = await chief.post(`${place.path}/thing/query`, { filter, limit: 50 });
    return data.rows.map((row: Thing) => row.first_name).sort();
  };
  const { write } = server.deps.database;
  const ready = (is: number) =>
    sql`update event_data_listed set ready = ${is} where field_id = ${note.id}`.execute(write);
  const along = await ask();
  await ready(0);
  expect(await ask()).toEqual(along);
  await ready(1);
  return along;
}

async function expectFolded(): Promise<void> {
  const { rows } = await sql<{
    fields: string;
    folded: string | null;
  }>`select fields, folded from event_data_thing`.execute(server.deps.database.write);
  for (const { fields, folded } of rows) expect(folded).toBe(foldedIn(JSON.parse(fields)));
}

test("one who is made and saved is found by letters of any case, with their accents and without", async () => {
  const one = await person("Made", "Übersetzer");
  expect(await found("übers")).toEqual(["Made"]);

  await chief.patch(`${place.path}/thing/${one.id}`, { rev: one.rev, fields: { note: "Émile Łódź" } });

  expect(await found("ubers")).toEqual([]);
  expect(await found("EMILE LODZ")).toEqual(["Made"]);
  await expectFolded();
});

test("so are those of a file, and those that an act on many answers for", async () => {
  const lines = "First name,Last name,Note\nFile,One,Öffner\nFile,Two,ÖFFNER\n";
  const { id: file } = await sendFile(chief, place.path, lines);
  const { result } = await importSent(chief, place.path, { file, type: place.types[1] });
  expect(result.created).toBe(2);
  expect(await found("öff")).toEqual(["File", "File"]);

  const people = [await person("Many", "x"), await person("Many", "Żółw")];
  await bulk({ do: "edit", field: "fields.note", value: "Größe" }, people);
  expect(await found("GROSSE")).toEqual(["Many", "Many"]);
  await expectFolded();
});

test("so are those who come back, and those whose field has changed its kind", async () => {
  const people = [await person("Back", "Straße 1"), await person("Back", "STRASSE 2")];
  const gone = await bulk({ do: "remove", confirm: 2 }, people);
  expect(await found("strass")).toEqual([]);
  await ended(await chief.post(`${place.path}/thing/bulk/${gone.id}/undo`, {}));
  expect(await found("strass")).toEqual(["Back", "Back"]);

  const current = ((await chief.get(`${place.path}/field`)).data as Field[]).find(({ id }) => id === note.id) as Field;
  const change = { rev: current.rev, kind: "choice", mode: "apply" };
  const job = await ended(await chief.post(`${place.path}/field/${note.id}/kind`, change));
  expect(job.state).toBe("done");
  await expectFolded();
  await ended(await chief.post(`${place.path}/field/${note.id}/kind-job/${job.id}/undo`));

  expect(await found("STRASSE")).toEqual(["Back", "Back"]);
  await expectFolded();
});

test("so is one whose place a merge has taken, once that is undone", async () => {
  const [stays, goes] = [await person("Stays", "plain"), await person("Goes", "Ærø")];
  const [keep, drop] = [stays, goes].map(({ id, rev }) => ({ id, rev }));
  const merged = await chief.post(`${place.path}/thing/merge`, { keep, drop, take: ["fields.note"] });
  expect(merged.status).toBe(201);
  expect(await found("aero")).toEqual(["Stays"]);

  await chief.post(`${place.path}/thing/merge/${merged.data.id}/undo`, {});

  expect(await found("aero")).toEqual(["Goes"]);
  await expectFolded();
});
