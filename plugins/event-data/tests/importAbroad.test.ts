// Plain lists in other languages than those of the dashboard.
import { expect, test } from "vitest";
import { countryCode } from "#schemas/countryNames.ts";
import { columnsOf, isHeading } from "../server/import/columns/columns.ts";
import { openFile } from "../server/import/read/open.ts";
import { tableOf } from "../server/import/read/table.ts";

const fieldsOf = (headings: string) => columnsOf(headings.split(";"), []).map(({ field }) => field);

test.each([
  ["German", "Vorname;Nachname;E-Mail;Firma;Position;Land", "first_name"],
  ["French", "Prénom;Nom;Adresse e-mail;Société;Fonction;Pays", "first_name"],
  ["French, once more", "Prénoms;Nom de famille;Courriel;Entreprise;Poste;Pays de résidence", "first_name"],
  ["Spanish", "Nombre;Apellidos;Correo electrónico;Empresa;Cargo;País", "name"],
  ["Italian", "Nome;Cognome;Indirizzo e-mail;Azienda;Ruolo;Paese", "name"],
  ["Portuguese", "Nome;Sobrenome;Endereço de e-mail;Organização;Função;País", "name"],
  ["Dutch", "Voornaam;Achternaam;E-mailadres;Bedrijf;Functie;Land", "first_name"],
  ["Polish", "Imię;Nazwisko;Adres e-mail;Nazwa firmy;Stanowisko;Kraj", "first_name"],
])("%s headings are known", (_, headings, first) => {
  expect(fieldsOf(headings)).toEqual([first, "last_name", "email", "company_name", "job_title", "country"]);
});

test.each(["Nom et prénom", "Nombre y apellidos", "Nome e cognome", "Naam", "Imię i nazwisko"])(
  "“%s” is the whole name",
  (heading) => {
    expect(fieldsOf(`${heading};Email`)).toEqual(["name", "email"]);
  },
);

test("a heading that is a word for numbers, too, names nobody where its cells are numbers", () => {
  const fields = columnsOf(["Nom", "Courriel", "Nombre", "Poste"], [["Dupont", "d@abroad.example", "2", "417"]]);

  expect(fields.map(({ field }) => field)).toEqual(["last_name", "email", "fields.nombre", "fields.poste"]);
});

test("a list below titles is found by headings of another language, and its separator, too", async () => {
  const text = "Invitados, 2027\nImpreso, hoy\nNombre;Apellidos;Correo electrónico\nAna;Ruiz, Gil;ana@abroad.example\n";
  const table = await tableOf(await openFile(once(text)), isHeading, () => false);

  expect([table.headings, table.headingLine, table.facts.separator]).toEqual([
    ["Nombre", "Apellidos", "Correo electrónico"],
    3,
    ";",
  ]);
});

test.each([
  ["Allemagne", "DE"],
  ["Estados Unidos", "US"],
  ["Paesi Bassi", "NL"],
  ["Brasil", "BR"],
  ["Zwitserland", "CH"],
  ["Szwecja", "SE"],
  ["Namibie", "NA"],
  // As the dashboard's own languages say it.
  ["Niger", "NE"],
  ["Georgia", "GE"],
])("%s is a country", (name, code) => {
  expect(countryCode(name)).toBe(code);
});

const once = (text: string) =>
  async function* () {
    yield Buffer.from(text);
  };
