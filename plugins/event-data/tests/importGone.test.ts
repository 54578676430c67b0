// What somebody has chosen for an import and somebody else removes before it runs.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Field } from "#schemas/fields.ts";
import { type Asker, app, type TestApp, testDatabases } from "../../../tests/support/app.ts";
import { importSent, sendFile } from "./exchange.ts";

describe.each(testDatabases)("an import of what has gone on %s", (database) => {
  let server: TestApp;
  let admin: Asker;
  let path: string;
  let type: number;
  beforeAll(async () => {
    server = await app({ database });
    admin = await server.as("super");
    path = `/1/api/container/${server.bigEventId}`;
    type = (await admin.get("/1/api/type")).data.find(
      (one: { type_category_id: number }) => one.type_category_id === 1,
    ).id;
  });
  afterAll(() => server.close());

  const field = async (labels: object): Promise<Field> =>
    (await admin.post(`${path}/field`, { labels, kind: "text" })).data;
  const remove = ({ id, rev }: Field) => admin.post(`${path}/field/${id}/archive`, { rev });
  const matched = async (search: string) => (await admin.post(`${path}/thing/query`, { search })).data.matched;

  test("a field is told with its column, and nobody comes in", async () => {
    const shoe = await field({ "en-gb": "Shoe size", de: "Schuhgröße" });
    const sent = await sendFile(admin, path, "Last name,Email,Feet\nGonner,gonner@gone.example,42\n");
    const columns = [
      { at: 0, field: "last_name" },
      { at: 1, field: "email" },
      { at: 2, field: `fields.${shoe.key}` },
    ];
    await remove(shoe);

    const draft = { file: sent.id, type, columns, locale: "de" as const };
    const refused = (await importSent(admin, path, draft)) as unknown as {
      state: string;
      error: string;
    };

    expect(refused.state).toBe("failed");
    expect(refused.error).toMatch(/Die Spalte „Feet“ füllt das Feld „Schuhgröße“, das inzwischen entfernt wurde/);
    expect(await matched("gonner@gone.example")).toBe(0);
    const rest = [...columns.slice(0, 2), { at: 2, field: null }];
    expect((await importSent(admin, path, { ...draft, columns: rest })).result).toMatchObject({ created: 1 });
  });

  test("a column whose heading is the name or key of a removed field is left out, and said to be", async () => {
    const hat = await field({ "en-gb": "Hat size" });
    await remove(hat);

    const sent = await sendFile(admin, path, "Last name,Email,Hat size\nHatter,hatter@gone.example,58\n");
    expect(sent.result.columns[2]).toMatchObject({ title: "Hat size", field: null, by: "none" });
    const file = "Last name,Email,Hat size\nHatter,hatter@gone.example,58\n";
    const job = await admin.importFile(server.bigEventId, `kind=thing&format=csv&type=${type}&mode=apply`, file);

    expect(job.data.result).toMatchObject({ created: 1 });
    const { rows } = (await admin.post(`${path}/thing/query`, { search: "hatter@gone.example" })).data;
    expect(rows[0].fields).not.toHaveProperty(hat.key);
    expect(JSON.stringify(job.data.result.errors)).toContain("Hat size");
  });

  test("a data type is told once, not for each line", async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `Typeless,typeless${at}@gone.example`);
    const sent = await sendFile(admin, path, `Last name,Email\n${lines.join("\n")}\n`);

    const refused = (await importSent(admin, path, { file: sent.id, type: 987654 })) as unknown as {
      state: string;
      error: string;
    };

    expect(refused.state).toBe("failed");
    expect(refused.error).toBe("The data type of the lines has been removed from the event since. Choose another one.");
  });
});
