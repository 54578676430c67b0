// How a file of one byte a letter is written, told by the words that its letters make.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { rowsOf } from "./csvRows.ts";
import { sendFile } from "./exchange.ts";

let server: TestApp;
let editor: Asker;
beforeAll(async () => {
  server = await app();
  editor = await server.as("matchmaker");
});
afterAll(() => server.close());

const SIGNS: Record<string, string[]> = Object.fromEntries(
  ["windows-1252", "macintosh", "iso-8859-15"].map((encoding) => {
    const sign = (_: unknown, at: number) => new TextDecoder(encoding).decode(Buffer.from([at]), { stream: true });
    return [encoding, Array.from({ length: 256 }, sign)];
  }),
);
const written = (text: string, encoding: string) =>
  Buffer.from(
    [...text].map((sign) => (sign < "\x80" ? sign.charCodeAt(0) : (SIGNS[encoding]?.indexOf(sign) as number))),
  );

test.each([
  [
    "macintosh",
    "Böhm Köln Änne Österreich Ärztin Martín María Noël Joël Réunion Grönland Jesús Raúl Malmö Göteborg João Albanië Årsta",
  ],
  [
    "windows-1252",
    "Ève Ça Óscar Vietnã Dušan Miloš Žižek Škoda Janša Saša árabe García François Weiß Ünal Søren “Ann”",
  ],
  ["windows-1252", "O’Brien l’Oréal Müller® 5€ Genève Città Añón Zoë Loïc Þór Æsir Ålborg Øystein João œuvre été"],
  ["iso-8859-15", "Dušan Žižek Saša Tomaž 5€"],
])("of a file of %s one word is enough: %#", async (encoding, words) => {
  for (const word of words.split(" ")) {
    const rows = await rowsOf(written(`Name;Email\n${word};a@x.example\n`, encoding));
    expect(rows[1]?.cells[0]).toBe(word);
  }
});

test("a file of which the letters make words in two encodings says so, and is read as somebody says", async () => {
  const path = `/1/api/container/${server.bigEventId}`;
  const sent = await sendFile(editor, path, written("Name;Email\nÈve;y@x.example\n", "macintosh"));
  const clear = await sendFile(editor, path, written("Name;Email\nZoë;z@x.example\n", "windows-1252"));
  const again = await editor.post(`${path}/thing/import/file/${sent.id}`, { encoding: "macintosh" });

  expect(clear.result.notes).toEqual([]);
  expect(sent.result).toMatchObject({ encoding: "windows-1252" });
  expect(sent.result.notes).toEqual([{ line: 1, message: expect.stringContaining("macintosh: then “éve” is “Ève”") }]);
  expect((await editor.finished(again.data.job.id)).data.result).toMatchObject({ encoding: "macintosh", notes: [] });
});
