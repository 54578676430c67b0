// Rows of the list as cells of a file: what the screen shows, in the reader's language and on the event's clocks.
import { isCountryCode } from "#schemas/countries.ts";
import { type Field, fileName, optionNames } from "#schemas/fields.ts";
import { BESIDE } from "../contract/columns.ts";
import type { Cell } from "./sheet/cell.ts";
import { Clocks } from "./sheet/clocks.ts";

/** What is needed to say values as a reader sees them. */
export interface Reader {
  locale: string;
  timeZone: string;
  typeNames: ReadonlyMap<number, string>;
  /** The event's own fields, by their keys. */
  fields: ReadonlyMap<string, Field>;
  /** Columns of other areas whose values are instants. */
  instants: ReadonlySet<string>;
  say: (key: string) => string;
}

type Row = Readonly<Record<string, unknown>>;
type Take = (row: Row, own: Readonly<Record<string, unknown>>) => Cell;

const OWN = "fields.";

/** How rows become cells for these columns, the formats of their clocks, and the columns whose numbers have separators. */
export function shownCells(columns: readonly string[], reader: Reader) {
  const tag = tagOf(reader.locale);
  const clocks = new Clocks(tag, reader.timeZone);
  const country = once((code: string) => countryIn(tag, code));
  const status = once((key: string) => reader.say(`event-data:status.${key}`));
  const hasPhoto = reader.say("event-data:field.hasPhoto");
  const yesOrNo = { true: reader.say("common:answer.yes"), false: reader.say("common:answer.no") };
  const takes = columns.map((column): Take => {
    if (column.startsWith(OWN)) {
      const key = column.slice(OWN.length);
      const answer = answerCell(reader.fields.get(key), { locale: reader.locale, clocks, country, yesOrNo });
      return (_, own) => answer(own[key]);
    }
    if (column === "type_id") return (row) => reader.typeNames.get(Number(row[column])) ?? null;
    if (column === "country") return (row) => country(String(row[column] ?? ""));
    if (column === "status") return (row) => status(String(row[column]));
    if (column === "photo") return (row) => (row[column] ? hasPhoto : null);
    if (column === "fields") return (_, own) => JSON.stringify(own);
    const isInstant = column === "created_at" || column === "updated_at" || reader.instants.has(column);
    if (isInstant) return (row) => clocks.moment(String(row[column] ?? "")) ?? null;
    return (row) => asCell(row[column]);
  });
  return {
    formats: clocks.formats,
    separated: new Set(
      columns.flatMap((column, at) => (column.startsWith(OWN) || column.startsWith(BESIDE) ? [at] : [])),
    ),
    cellsOf(row: Row): Cell[] {
      const own = typeof row["fields"] === "string" ? JSON.parse(row["fields"]) : {};
      return takes.map((take) => take(row, own));
    },
  };
}

interface Words {
  locale: string;
  clocks: Clocks;
  country: (code: string) => string;
  yesOrNo: { true: string; false: string };
}

/** As `answerText` of the browser says it; numbers and dates stay what they are. */
function answerCell(field: Field | undefined, { locale, clocks, country, yesOrNo }: Words): (value: unknown) => Cell {
  const names = field && once((keys: string) => optionNames(field, JSON.parse(keys), locale));
  const options = field?.kind === "choice" || field?.kind === "choices";
  return (value) => {
    if (value === undefined || value === null || value === "") return null;
    if (typeof value === "boolean") return value ? yesOrNo.true : yesOrNo.false;
    if (field?.kind === "file") return fileName(value);
    if (options && names) return names(JSON.stringify([value].flat()));
    if (typeof value === "number") return value;
    if (Array.isArray(value)) return value.join(", ");
    const text = String(value);
    if (field?.kind === "date") return (/^\d{4}-\d{2}-\d{2}$/.test(text) && clocks.day(text)) || text;
    if (field?.kind === "datetime") return clocks.moment(text) ?? text;
    return field?.kind === "country" ? country(text) : text;
  };
}

function asCell(value: unknown): Cell {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

/** Values that are few are said once and not for each row. */
function once(say: (value: string) => string): (value: string) => string {
  const said = new Map<string, string>();
  return (value) => {
    const known = said.get(value);
    if (known !== undefined) return known;
    const text = say(value);
    if (said.size < MANY) said.set(value, text);
    return text;
  };
}

const MANY = 5000;

export function countryIn(tag: string, code: string): string {
  if (!isCountryCode(code)) return code;
  names.set(tag, names.get(tag) ?? new Intl.DisplayNames(tag, { type: "region" }));
  return names.get(tag)?.of(code) ?? code;
}

const names = new Map<string, Intl.DisplayNames>();

/** The language as Intl knows it; English where it does not. */
export function tagOf(locale: string): string {
  try {
    return new Intl.Locale(locale).toString();
  } catch {
    return "en-GB";
  }
}
