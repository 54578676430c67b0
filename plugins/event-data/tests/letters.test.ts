// How the letters of a list are written is found by the words that they make.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asker, app, type TestApp } from "../../../tests/support/app.ts";
import { openCsv } from "../server/import/read/csv.ts";
import { sendFile } from "./exchange.ts";

let server: TestApp;
let editor: Asker;

beforeAll(async () => {
  server = await app();
  editor = await server.as("matchmaker");
});
afterAll(() => server.close());

async function* inPieces(file: Buffer) {
  for (let at = 0; at < file.length; at += 7) yield file.subarray(at, at + 7);
}
const rowsOf = async (file: Buffer) => {
  const rows = [];
  const { rows: read } = await openCsv(() => inPieces(file));
  for await (const row of read) rows.push(row);
  return rows;
};

test.each([
  [
    "cp850",
    "Name;Ort\nJ\x81rgen M\x81ller;K\x94ln\n\x8enne Wei\xe1;\x99sterreich\n",
    "Jürgen Müller Köln Änne Weiß Österreich",
  ],
  ["cp850", "Nom\nH\x82l\x8ane Fran\x87ois\nRen\x82 \x85 c\x93t\x82\n", "Hélène François René à côté"],
  ["cp850", "Navn\nS\x9bren \x9drsted\n\x8fse Kj\x91rg\x86rd\n", "Søren Ørsted Åse Kjærgård"],
  [
    "macintosh",
    "Name;Ort\nJ\x9frgen M\x9fller;K\x9aln\n\x80nne Wei\xa7;\x85sterreich\n",
    "Jürgen Müller Köln Änne Weiß Österreich",
  ],
  ["macintosh", "Nom\nH\x8el\x8fne Fran\x8dois\nRen\x8e \x88 c\x99t\x8e\n", "Hélène François René à côté"],
  ["macintosh", "Navn\nS\xbfren \xafrsted\n\x81se Kj\xbergg\x8crd\n", "Søren Ørsted Åse Kjærggård"],
  ["macintosh", "Nombre\nJos\x8e Mu\x96oz\nRam\x97n N\x9c\x96ez\nMar\x92a\n", "José Muñoz Ramón Núñez María"],
  ["macintosh", "NAME\nM\x86LLER\nJ\x80GER\n", "MÜLLER JÄGER"],
  ["windows-1252", "Name\nMilo\x9a\nDu\x9aan\n", "Miloš Dušan"],
  ["windows-1252", "Name\nit\x92s\n2010\x962012\n\x95 5\x80\n", "it’s 2010–2012 • 5€"],
  [
    "windows-1252",
    "Name\n\x84K\xfcnstler\x93 \x96 sagte\x85\nO\x92Brien \x93Ann\x94\nM\xfc\x81\n",
    "„Künstler“ – sagte… O’Brien “Ann” Mü\ufffd",
  ],
  ["windows-1252", "Name\n\x8apela \x8ei\x9eek\nFoo\x99 5 \x80\n", "Špela Žižek Foo™ 5 €"],
])("letters are found to be those of %s: %#", async (encoding, text, words) => {
  const bytes = Buffer.from(text, "latin1");

  const { facts } = await openCsv(() => inPieces(bytes));

  expect(facts.encoding).toBe(encoding);
  expect(
    (await rowsOf(bytes))
      .slice(1)
      .flatMap(({ cells }) => cells)
      .join(" "),
  ).toBe(words);
});

const SIGNS: Record<string, string[]> = Object.fromEntries(
  "windows-1252 macintosh iso-8859-15 windows-1250 windows-1251 windows-1253 windows-1254 koi8-r"
    .split(" ")
    .map((encoding) => {
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

test.each([
  ["windows-1250", "Wałęsa Różański Jagiełło Łęcki Gołąb", "Kręcina Ciągło Żmuda Kuś"],
  ["windows-1250", "Dvořák Němec Růžička Šťastný Bartůněk", "Ondřej Kříž Žďárský Mlčoch Čapek"],
  ["windows-1250", "Szőke Jenő Győr Dezső", "Hegedűs Kőrösi Fűrész Szőllősi Ernő"],
  ["windows-1250", "Bălan Mureşan Păunescu Mihăilescu", "Ţuţea Anghelină Târgovişte Ionuţ"],
  ["windows-1254", "Ayşe Işık Kılıç Barış Kuşçu", "Doğan Şen Tanrıverdi Oğuz Şahin Beşiktaş İbrahim"],
])(
  "words of %s are told by letters that stand where those of Western Europe do not: %#",
  async (encoding, lone, others) => {
    const lists = [...lone.split(" ").map((word) => [word]), lone.split(" "), others.split(" ")];

    for (const words of lists) {
      const rows = await rowsOf(
        written(`Name;Email\n${words.map((word) => `${word};a@x.example\n`).join("")}`, encoding),
      );
      expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(words);
    }
  },
);

test.each([
  "Ragnheiður Þráinn Sæþór Bergþóra Alþingi Guðrún Ýmir",
  "Høiby Frøiland Blåsvær Kåre Kjærgård Møller",
  "Prêtre Lefèvre Thérèse Crèvecœur Saône Goût Liège Règne",
  "Assunção Falcão Simões Guimarães Mãe",
  "Begoña Iñaki Forlì Cantù Nicolò Città",
  "Kõiv Võsu Tõnu Sõnajalg Õunapuu",
  "Guðmundur Einarsson Guðni Bergsson Friðrik Friðriksson Eiður Guðjohnsen Heiðar Helguson",
  "Guðmundur Guðni Þorgeir",
  "Þorgeir Þorsteinsson Þorkell",
  "Tõnu Põld Tõnis Mõttus Jüri Tõnisson Rein Lõhmus",
  "Tõnu Mägi Tõnis Põld Jüri Tõnisson Ülle Kõre Märt Võrk",
])("words of Western Europe are not taken for those of others: %s", async (words) => {
  const rows = await rowsOf(written(`Name\n${words.replaceAll(" ", "\n")}\n`, "windows-1252"));

  expect(rows.slice(1).map(({ cells }) => cells[0])).toEqual(words.split(" "));
});

test("of a word that Hungarians and Turks write with the letters of others the other one is told", async () => {
  const path = `/1/api/container/${server.bigEventId}`;
  const notesOf = async (name: string, encoding: string) =>
    (await sendFile(editor, path, written(`Name;Email\n${name};h@x.example\n`, encoding))).result.notes;

  expect(await notesOf("Hegedűs", "windows-1250")).toMatchObject([
    { message: expect.stringContaining("windows-1250: then “Hegedûs” is “Hegedűs”") },
  ]);
  expect(await notesOf("Doğan", "windows-1254")).toMatchObject([
    { message: expect.stringContaining("windows-1254: then “Doðan” is “Doğan”") },
  ]);
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

test("a few letters of another alphabet are told to look odd, with a word of them, and those of many languages are not", async () => {
  const path = `/1/api/container/${server.bigEventId}`;
  const notesOf = async (names: string, encoding: string) => {
    const lines = names.split(" ").map((name, at) => `${name};o${at}@odd.example`);
    const sent = await sendFile(editor, path, written(`Name;Email\n${lines.join("\n")}\n`, encoding));
    return sent.result.notes.map(({ message }) => message);
  };

  for (const [names, encoding] of [
    ["Иван Мария Пётр", "windows-1251"],
    ["Иван Мария Пётр", "koi8-r"],
    ["Γιώργος Μαρία", "windows-1253"],
  ] as const)
    expect(await notesOf(names, encoding)).toEqual([expect.stringMatching(/^Read as windows-1252.*such as “\S+”/)]);
  for (const names of [
    "Jürgen Weiß Änne",
    "Hélène Noël François",
    "José Muñoz João",
    "Søren Åse Jomfruøya",
    "Šárka Miloš",
  ])
    expect(await notesOf(names, "windows-1252")).toEqual([]);
});

test("a file of 32 bits a sign is no text, although it begins as one of 16", async () => {
  const wide = [..."\ufeffName,Email\n"].flatMap((sign) => [sign.charCodeAt(0) & 255, sign.charCodeAt(0) >> 8, 0, 0]);

  await expect(rowsOf(Buffer.from(wide))).rejects.toMatchObject({ key: "noText" });
});
