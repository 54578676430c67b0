// Columns that areas give to lists of profiles: which there are for somebody, and what stands in them for some profiles.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { type Db, isOfEvent, type Offers, problem, type TypeOfEvent } from "#server";
import { BESIDE } from "../../contract.ts";
import { type ColumnAsking, type ProfileColumnOf, profileColumnsKey } from "../../offers.ts";
import type { Hidden, Sight } from "../fields/sight.ts";
import type { Naming } from "../list.ts";
import type { EventDataTables } from "../tables.ts";

/** The columns whose values somebody may see, all of them where nobody asks; by the fields under which lists name them. */
export function columnsBeside(offered: Offers, sight: Sight | undefined): Map<string, ProfileColumnOf> {
  const maySee = ({ access = {} }: ProfileColumnOf) => {
    if (!sight) return true;
    const { accessRole, permissions } = sight;
    return isAllowed(accessCondition(access), { accessRole, permissions }) === true;
  };
  const seen = offered(profileColumnsKey).flat().filter(maySee);
  return new Map(seen.map((column) => [BESIDE + column.key, column]));
}

/** The data types whose profiles have a value in a column, for lists and for rules alike; undefined where all have. */
export function holdersOf(
  { categories }: Pick<ProfileColumnOf, "categories">,
  types: readonly Pick<TypeOfEvent, "id" | "categoryId">[],
): readonly number[] | undefined {
  return categories && types.flatMap(({ id, categoryId }) => (categories.includes(categoryId) ? [id] : []));
}

/** The columns by which a question filters or groups and that not all profiles have: it means those that have them. */
export function columnsOfSome(
  offered: Offers,
  { filter = [], group = [], by }: Pick<Naming, "filter" | "group" | "by">,
): readonly ProfileColumnOf[] {
  const named = [...filter.map(({ field }) => field), ...group, by];
  if (!named.some((field) => field?.startsWith(BESIDE))) return [];
  const known = columnsBeside(offered, undefined);
  return named.flatMap((field) => known.get(field ?? "") ?? []).filter(({ categories }) => categories !== undefined);
}

/** The same without those that their areas keep from somebody who may not see own fields from which they come. */
export async function seenBeside(
  db: Db,
  eventId: number,
  offered: Offers,
  hidden: Hidden,
): Promise<Map<string, ProfileColumnOf>> {
  const seen = columnsBeside(offered, hidden.by);
  if (hidden.length === 0) return seen;
  for (const [field, { keptFrom }] of seen) if (await keptFrom?.(db, eventId, hidden)) seen.delete(field);
  return seen;
}

/** The columns that some fields name; refuses one that there is not, or not for this person. */
export async function besideAmong(
  db: Db,
  eventId: number,
  offered: Offers,
  hidden: Hidden,
  fields: readonly string[],
): Promise<Map<string, ProfileColumnOf>> {
  const named = new Map<string, ProfileColumnOf>();
  if (!fields.some((field) => field.startsWith(BESIDE))) return named;
  const known = await seenBeside(db, eventId, offered, hidden);
  for (const field of fields.filter((one) => one.startsWith(BESIDE))) {
    const column = known.get(field);
    const message = `There is no column "${field}" here.`;
    if (!column) throw problem("invalid", { message, fields: { columns: message } });
    named.set(field, column);
  }
  return named;
}

/** What stands in these columns for some profiles, by profile and field. */
export async function valuesBeside(
  asking: ColumnAsking,
  columns: ReadonlyMap<string, ProfileColumnOf>,
  ids: readonly number[],
): Promise<Map<number, Record<string, string | number>>> {
  const values = new Map<number, Record<string, string | number>>();
  const counted = [...columns].flatMap(([field, { kept, kind }]) => (kept && kind === "number" ? [field] : []));
  if (counted.length > 0) {
    const none = Object.fromEntries(counted.map((field) => [field, 0]));
    for (const id of await thereOf(asking.db, asking.event.id, ids)) values.set(id, none);
  }
  const each = [...columns].map(async ([field, column]) => {
    for (const [id, value] of await column.of(asking, ids)) values.set(id, { ...values.get(id), [field]: value });
  });
  await Promise.all(each);
  return values;
}

/** Those of some ids that are profiles of the event. */
async function thereOf(db: Db, eventId: number, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select("id")
    .where("id", "in", [...ids])
    .where(isOfEvent(eventId))
    .execute();
  return rows.map(({ id }) => id);
}
