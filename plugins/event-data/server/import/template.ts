// An empty file to be filled in: headings that the import knows, the event's own fields, and a line of hints that it skips.
import type { Field } from "#schemas/fields.ts";
import { type FileReply, nameInEvent, type TypeOfEvent } from "#server";
import { STATUSES } from "../../contract.ts";
import { PARTICIPANTS } from "../rules.ts";
import type { Sheet } from "../sheet/cell.ts";
import { separatorIn, writeCsv } from "../sheet/csv.ts";
import { writeXlsx } from "../sheet/xlsx.ts";
import { distinctTitles } from "./columns/own.ts";
import { firstHint } from "./hints.ts";

const PERSON = ["first_name", "last_name", "email", "company_name", "job_title", "country", "status", "type_id"];
const OTHER = ["name", "email", "country", "status", "type_id"];
const KNOWN = ["email", "registration_id", "id", "type_id"];
const MEDIA = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

interface Wanted {
  format: "csv" | "xlsx";
  types: readonly TypeOfEvent[];
  typeId: number | undefined;
  /** Only what names people who are profiles of other events. */
  isOfKnown: boolean;
  locale: string;
  now: Date;
  /** The event's own fields: their headings, and what belongs into them. */
  own: readonly { field: string; title: string; hint: string }[];
  /** All of its fields: of two with one name the heading has the key. */
  ofEvent: readonly Field[];
  say: (key: string, values?: Record<string, unknown>) => string;
}

export async function templateFile({
  format,
  types,
  typeId,
  isOfKnown,
  locale,
  now,
  own,
  ofEvent,
  say,
}: Wanted): Promise<FileReply> {
  const type = types.find((one) => one.id === typeId);
  const isPerson = !type || type.categoryId === PARTICIPANTS;
  const fields = (isOfKnown ? KNOWN : isPerson ? PERSON : OTHER).filter((field) => !type || field !== "type_id");
  const all = isOfKnown ? fields : [...fields, "registration_id"];
  const titled = all.map((field) => ({ field, title: say(`event-data:field.${field}`) }));
  const known: Record<string, string> = {
    status: STATUSES.map((one) => say(`event-data:status.${one}`)).join(", "),
    type_id: types.map((one) => nameInEvent(one, locale)).join(", "),
  };
  const hints = all.map((field) =>
    HINTED.has(field) ? say(`event-data:import.hint.${field}`, { known: known[field] }) : "",
  );
  const sheet: Sheet = {
    name: type ? nameInEvent(type, locale) : "Import",
    headings: distinctTitles([...titled, ...own], ofEvent),
    rows: once([...hints, ...own.map(({ hint }) => hint)].map((hint, at) => (at === 0 ? firstHint(hint) : hint))),
  };
  const pieces: Buffer[] = [];
  const file = format === "xlsx" ? writeXlsx(sheet, now) : writeCsv(sheet, separatorIn(locale));
  for await (const piece of file) pieces.push(piece);
  return { name: `import-template.${format}`, mediaType: MEDIA[format], bytes: Buffer.concat(pieces) };
}

const HINTED = new Set(["first_name", "name", "email", "status", "type_id", "registration_id", "id"]);

async function* once(cells: string[]) {
  yield [cells];
}
