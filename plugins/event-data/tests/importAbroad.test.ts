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
  ["Spanish", "Nombre;Apellidos;Correo electrónico;Empresa;Cargo;País", "first_name"],
  ["Italian", "Nome;Cognome;Indirizzo e-mail;Azienda;Ruolo;Paese", "first_name"],
  ["Portuguese", "Nome;Sobrenome;Endereço de e-mail;Organização;Função;País", "first_name"],
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

test.each([
  ["Phone", "Telefon;Téléphone;Teléfono;Telefono;Telefone;Telefoon;Numer telefonu", "phone"],
  [
    "Mobile, where there is no other",
    "Mobil;Téléphone portable;Móvil;Cellulare;Telemóvel;Mobiel;Telefon komórkowy",
    "phone",
  ],
  [
    "Registration ID",
    "Anmeldenummer;N° d’inscription;Número de registro;Numero di iscrizione;Número de inscrição;Inschrijvingsnummer;Numer zgłoszenia",
    "registration_id",
  ],
])("%s is known in each language", (_, headings, key) => {
  const fields = [{ key, kind: "text" as const, labels: { "en-gb": "Of the event" } }];
  for (const heading of headings.split(";"))
    expect(columnsOf([heading], [["1"]], undefined, undefined, fields)[0]?.field, heading).toBe(`fields.${key}`);
});

test("freight and payments in an English list are no job titles and countries", () => {
  const freight = columnsOf(["First name", "Last name", "Cargo", "Pays"], [["Ann", "Lee", "Grain", "Yes"]]);
  const spanish = columnsOf(["Nombre", "Correo", "Cargo"], [["Ana", "a@abroad.example", "Gerente"]]);
  const french = columnsOf(["Mail", "Nom", "Pays"], [["a@abroad.example", "Dupont", "Suisse"]]);
  const pays = columnsOf(["Email", "Pays"], [["a@abroad.example", "by card"]]);

  expect(freight.map(({ field }) => field)).toEqual(["first_name", "last_name", "fields.cargo", "fields.pays"]);
  expect([spanish[2]?.field, french[2]?.field, pays[1]?.field]).toEqual(["job_title", "country", "fields.pays"]);
});

test("a name beside the last one is the first one, also where both are one word; unless it holds the last one", () => {
  const of = (...rows: string[][]) => columnsOf(["Nome", "Cognome"], rows).map(({ field }) => field);

  expect(of(["Franco", "Franco"], ["José Luis", "Rossi"])).toEqual(["first_name", "last_name"]);
  expect(of(["Paolo Rossi", "Rossi"], ["Ada Verdi", "Verdi"])).toEqual(["name", "last_name"]);
  expect(columnsOf(["Nombre"], [["Ana Ruiz"]]).map(({ field }) => field)).toEqual(["name"]);
});

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
