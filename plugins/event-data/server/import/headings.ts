// Which column of a file is which field: by its heading, in the words of the usual registration systems.
import { fold } from "#server";

/** A column of the file: the field it fills, `fields.key` for one of the event's own. */
export interface Heading {
  at: number;
  field: string;
}

/** Something about the headings that a person should know; it stands on the first line. */
export interface HeadingNote {
  field: string;
  message: string;
}

const WORDS: Record<string, string> = {
  id: "id profileid",
  first_name: "firstname givenname forename vorname prenom attendeefirstname",
  last_name: "lastname surname familyname nachname attendeelastname",
  name: "name fullname attendeename displayname vollername",
  email: "email mail emailaddress emailadresse attendeeemail ticketemail",
  company_name: "company companyname organisation organization firma unternehmen employer ticketcompanyname",
  job_title: "jobtitle position berufsbezeichnung tickettitle",
  country: "country countrycode land",
  status: "status",
  type_id: "type typeid datatype typ",
};
const FIELD_OF = new Map(
  Object.entries(WORDS).flatMap(([field, words]) => words.split(" ").map((word) => [word, field] as const)),
);

/** The columns that are read, and what is wrong with the others. */
export function readHeadings(cells: readonly string[]): { headings: Heading[]; notes: HeadingNote[] } {
  const headings: Heading[] = [];
  const notes: HeadingNote[] = [];
  cells.forEach((title, at) => {
    const field = fieldOf(title);
    if (field === undefined) {
      if (title.trim())
        notes.push({ field: title, message: "This heading has no letters or figures; the column is left out" });
    } else if (headings.some((one) => one.field === field)) {
      notes.push({ field: title, message: "Another column stands for the same field; this one is left out" });
    } else {
      headings.push({ at, field });
    }
  });
  return { headings, notes };
}

function fieldOf(title: string): string | undefined {
  const plain = fold(title);
  const known = FIELD_OF.get(plain.replace(/[^a-z0-9]/g, ""));
  if (known) return known;
  const key = plain
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 64);
  return key ? `fields.${key}` : undefined;
}
