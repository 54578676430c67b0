// Exports of address books and customer lists: which of their columns fill the fields that profiles have.
import { describe, expect, test } from "vitest";
import { USUAL_FIELDS } from "#schemas/usualFields.ts";
import { columnsOf } from "../server/import/columns/columns.ts";
import { secondOf } from "../server/import/columns/second.ts";
import { WORDS } from "../server/import/columns/words.ts";
import { aField } from "./factories.ts";

const OWN = (
  [
    ["phone", "phone"],
    ["website", "url"],
    ["linkedin", "url"],
    ["location", "text"],
    ["address", "long_text"],
  ] as const
).map(([key, kind]) => aField({ key, kind, labels: { "en-gb": key } }));

/** By field, the headings that fill it; those that become fields of their own are not among them. */
function filled(headings: string, cells: Record<string, string> = {}, fields = OWN) {
  const titles = headings.split(",");
  const columns = columnsOf(titles, [titles.map((title) => cells[title] ?? "x")], undefined, undefined, fields);
  const known = new Set(OWN.map(({ key }) => `fields.${key}`));
  return Object.fromEntries(
    columns.flatMap(({ field, title }) =>
      field && (!field.startsWith("fields.") || known.has(field)) ? [[field, title]] : [],
    ),
  );
}

const OUTLOOK =
  "First Name,Middle Name,Last Name,Title,Suffix,Nickname,E-mail Address,E-mail 2 Address,Home Phone,Business Phone," +
  "Mobile Phone,Business Fax,Company Main Phone,Job Title,Department,Company,Office Location,Business Street,Business City," +
  "Business State,Business Postal Code,Business Country/Region,Home Street,Home City,Home Country/Region,Personal Web Page,Web Page,Notes";
const GOOGLE =
  "First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Name Suffix,Nickname,File As,Organization Name," +
  "Organization Title,Organization Department,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value," +
  "Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City," +
  "Address 1 - Region,Address 1 - Country,Website 1 - Label,Website 1 - Value";

describe("the columns of", () => {
  test.each([
    [
      "Outlook",
      OUTLOOK,
      {
        first_name: "First Name",
        last_name: "Last Name",
        email: "E-mail Address",
        job_title: "Job Title",
        company_name: "Company",
        country: "Business Country/Region",
        "fields.phone": "Mobile Phone",
        "fields.address": "Business Street",
        "fields.website": "Web Page",
      },
    ],
    [
      "Outlook in German",
      "Anrede,Vorname,Nachname,Firma,Abteilung,Position,Straße geschäftlich,Ort geschäftlich,Postleitzahl geschäftlich," +
        "Land/Region geschäftlich,Straße privat,Ort privat,Land/Region privat,Telefon geschäftlich,Telefon (privat),E-Mail-Adresse,Webseite",
      {
        first_name: "Vorname",
        last_name: "Nachname",
        company_name: "Firma",
        job_title: "Position",
        country: "Land/Region geschäftlich",
        email: "E-Mail-Adresse",
        "fields.phone": "Telefon geschäftlich",
        "fields.location": "Ort geschäftlich",
        "fields.address": "Straße geschäftlich",
        "fields.website": "Webseite",
      },
    ],
    [
      "Eventbrite",
      "Order #,Order Date,First Name,Surname,Email,Quantity,Ticket Type,Attendee #,Attendee Status,Work Phone,Home Country," +
        "Work Job Title,Work Company,Work Address 1,Work City,Work Country",
      {
        first_name: "First Name",
        last_name: "Surname",
        email: "Email",
        job_title: "Work Job Title",
        company_name: "Work Company",
        country: "Work Country",
        "fields.phone": "Work Phone",
        "fields.location": "Work City",
        "fields.address": "Work Address 1",
      },
    ],
    [
      "Google Contacts",
      GOOGLE,
      {
        first_name: "First Name",
        last_name: "Last Name",
        email: "E-mail 1 - Value",
        company_name: "Organization Name",
        job_title: "Organization Title",
        country: "Address 1 - Country",
        "fields.phone": "Phone 1 - Value",
        "fields.location": "Address 1 - City",
        "fields.address": "Address 1 - Formatted",
        "fields.website": "Website 1 - Value",
      },
    ],
    [
      "HubSpot",
      "Record ID,First Name,Last Name,Email,Phone Number,Mobile Phone Number,Contact owner,Associated Company,Job Title," +
        "City,Street Address,Country/Region,Website URL,LinkedIn Profile URL,Lead Status,Create Date",
      {
        first_name: "First Name",
        last_name: "Last Name",
        email: "Email",
        company_name: "Associated Company",
        job_title: "Job Title",
        country: "Country/Region",
        "fields.phone": "Phone Number",
        "fields.location": "City",
        "fields.address": "Street Address",
        "fields.website": "Website URL",
        "fields.linkedin": "LinkedIn Profile URL",
      },
    ],
    [
      "Salesforce",
      "Salutation,First Name,Last Name,Title,Account Name,Mailing Street,Mailing City,Mailing State/Province," +
        "Mailing Zip/Postal Code,Mailing Country,Phone,Mobile,Fax,Email,Account Owner",
      {
        first_name: "First Name",
        last_name: "Last Name",
        job_title: "Title",
        company_name: "Account Name",
        country: "Mailing Country",
        email: "Email",
        "fields.phone": "Phone",
        "fields.location": "Mailing City",
        "fields.address": "Mailing Street",
      },
    ],
    [
      "Mailchimp",
      "Email Address,First Name,Last Name,Address,Phone Number,Birthday,Company,MEMBER_RATING,OPTIN_TIME,LEID,EUID,NOTES,TAGS",
      {
        email: "Email Address",
        first_name: "First Name",
        last_name: "Last Name",
        company_name: "Company",
        "fields.phone": "Phone Number",
        "fields.address": "Address",
      },
    ],
  ])("%s", (_, headings, fields) => {
    expect(filled(headings)).toMatchObject(fields);
  });

  test("LinkedIn: the address of a profile is one of LinkedIn, where the event has such a field", () => {
    const headings = "First Name,Last Name,URL,Email Address,Company,Position,Connected On";
    const cells = { URL: "https://www.linkedin.com/in/ann-example" };

    expect(filled(headings, cells)).toMatchObject({ "fields.linkedin": "URL", job_title: "Position" });
    expect(filled(headings, { URL: "https://ann.example" })).toMatchObject({ "fields.website": "URL" });
    const without = OWN.filter(({ key }) => key !== "linkedin");
    expect(filled(headings, cells, without)).toMatchObject({ "fields.website": "URL" });
  });
});

test("a column at work gives way to one that says it plainly, and one at home to it, unless nothing stands there", () => {
  const headings = "Name,Country,Home Country,Work Country";

  expect(filled(headings).country).toBe("Country");
  expect(filled(headings, { Country: "" }).country).toBe("Work Country");
  expect(filled(headings, { Country: "", "Work Country": "" }).country).toBe("Home Country");
  expect(filled(headings, { Country: "", "Work Country": "", "Home Country": "" }).country).toBe("Country");
  expect(filled("Name,Mobile Phone,Business Phone", { "Mobile Phone": "" })["fields.phone"]).toBe("Business Phone");
});

test("of two telephone numbers one is the phone, and the other one is kept under its heading", () => {
  const columns = columnsOf(["Name", "Mobile", "Phone"], [["Ann", "+49 1", "+49 2"]], undefined, undefined, OWN);

  expect(columns.map(({ field }) => field)).toEqual(["name", "fields.mobile", "fields.phone"]);
});

test("no heading that is second for one field says another one plainly", () => {
  const plain = [...WORDS.keys(), ...USUAL_FIELDS.flatMap(({ headings }) => headings.split(" "))];

  expect(plain.filter((word) => secondOf(word))).toEqual([]);
});

test("a second column of addresses is one if it holds addresses", () => {
  const of = (cell: string) => columnsOf(["Name", "Personal Email"], [["Ann", cell]])[1]?.field;

  expect(of("ann@x.example")).toBe("email");
  expect(of("none")).toBe("fields.personal_email");
});

test("a heading of a field that the event does not have stays a field of its own", () => {
  const columns = columnsOf(["Name", "Business Phone"], [["Ann", "7"]]);

  expect(columns.map(({ field }) => field)).toEqual(["name", "fields.business_phone"]);
});
