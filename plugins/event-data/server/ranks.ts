// In which order lists have the values that a reader sees under other names: types, countries, states and options stand by what
// they are called in the reader's language.
import { type Field, optionName } from "#schemas/fields.ts";
import { LOCALES } from "#schemas/scalars.ts";
import { type Db, type KeptOrder, keptTexts, listTypesOf, nameInEvent } from "#server";
import { STATUSES } from "../contract.ts";
import { countryIn, tagOf } from "./exportCells.ts";
import type { EventDataTables } from "./tables.ts";

/** In whose language a list is sorted, and how words are said in it. */
export interface ListReader {
  locale: string;
  say: (key: string) => string;
}

/** More values than these are sorted as they are written. */
const MOST = 500;

/** The ranks of the columns by which a list is sorted or grouped. Without a reader only types have names. */
export async function columnRanks(db: Db, eventId: number, isOrdered: (name: string) => boolean, reader?: ListReader) {
  return {
    ...(isOrdered("type_id") && { type_id: await typesByName(db, eventId, reader?.locale) }),
    ...(reader && isOrdered("status") && { status: byText(STATUSES, (key) => reader.say(statusKey(key)), reader) }),
    ...(reader && isOrdered("country") && { country: await countriesByName(db, eventId, reader) }),
  };
}

const statusKey = (key: string) => `event-data:status.${key}`;

/** The same of an own field whose options, or countries, stand in its kept order; undefined where it has none. */
export async function answerRanks(
  db: Db,
  field: Field | undefined,
  order: KeptOrder,
  reader: ListReader,
): Promise<readonly string[] | undefined> {
  if (field?.kind !== "choice" && field?.kind !== "choices" && field?.kind !== "country") return undefined;
  const values = await keptTexts(db, order, MOST);
  const tag = tagOf(reader.locale);
  const option = (key: string) => optionName(field, key, reader.locale) || key;
  const named = {
    country: (key: string) => countryIn(tag, key),
    choice: option,
    choices: (text: string) => keysIn(text).map(option).join(", "),
  };
  return values && byText(values, named[field.kind], reader);
}

/** The options of an answer with several; of one that is longer than orders keep, those that are whole. */
function keysIn(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"/g)].map(([, key = ""]) => key);
}

/** Types in the order of their names, in which people look for them. */
async function typesByName(db: Db, eventId: number, locale = "en-gb"): Promise<number[]> {
  const types = (await listTypesOf(db, eventId)).map((type) => ({ id: type.id, name: nameInEvent(type, locale) }));
  const { compare } = collatorOf(locale);
  return types.sort((one, other) => compare(one.name, other.name) || one.id - other.id).map(({ id }) => id);
}

async function countriesByName(db: Db, eventId: number, reader: ListReader): Promise<string[]> {
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing_tally")
    .select("country")
    .distinct()
    .where("event_id", "=", eventId)
    .execute();
  const tag = tagOf(reader.locale);
  return byText(
    rows.map(({ country }) => country),
    (code) => countryIn(tag, code),
    reader,
  );
}

/** Values in the order of what they are called. */
export function byText(values: readonly string[], named: (value: string) => string, { locale }: ListReader): string[] {
  const { compare } = collatorOf(locale);
  const texts = new Map(values.map((value) => [value, named(value)]));
  const textOf = (value: string) => texts.get(value) ?? "";
  return [...values].sort((a, b) => compare(textOf(a), textOf(b)) || (a < b ? -1 : 1));
}

const collators = new Map<string, Intl.Collator>();

/** Its tables take longer to load than all names to compare. */
function collatorOf(locale: string): Intl.Collator {
  const tag = tagOf(locale);
  const known = collators.get(tag) ?? new Intl.Collator(tag, { sensitivity: "base", numeric: true });
  collators.set(tag, known);
  return known;
}

// Read while the server starts: the first list that somebody asks for would hold everybody up for it.
LOCALES.forEach(collatorOf);
