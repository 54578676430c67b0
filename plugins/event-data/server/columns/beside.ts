// Columns that areas give to lists of profiles: which there are for somebody, and what stands in them for some profiles.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { type Db, type Offers, problem } from "#server";
import { BESIDE } from "../../contract.ts";
import { type ColumnAsking, type ProfileColumnOf, profileColumnsKey } from "../../offers.ts";
import type { Sight } from "../fields/sight.ts";
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

/** Those fields that name such a column; refuses one that there is not, or not for this person. */
export function besideAmong(offered: Offers, who: Sight, fields: readonly string[]): string[] {
  const known = columnsBeside(offered, who);
  const named = fields.filter((field) => field.startsWith(BESIDE));
  for (const field of named) {
    if (known.has(field)) continue;
    const message = `There is no column "${field}" here.`;
    throw problem("invalid", { message, fields: { columns: message } });
  }
  return named;
}

/** What stands in these columns for some profiles, by profile and field. */
export async function valuesBeside(
  asking: Omit<ColumnAsking, "who"> & { who: Sight },
  fields: readonly string[],
  ids: readonly number[],
): Promise<Map<number, Record<string, string | number>>> {
  const known = columnsBeside(asking.offered, asking.who);
  const values = new Map<number, Record<string, string | number>>();
  const counted = fields.filter((field) => known.get(field)?.kept);
  if (counted.length > 0) {
    const none = Object.fromEntries(counted.map((field) => [field, 0]));
    for (const id of await thereOf(asking.db, asking.event.id, ids)) values.set(id, none);
  }
  const each = fields.map(async (field) => {
    const column = known.get(field);
    const found = await column?.of(asking, ids);
    for (const [id, value] of found ?? []) values.set(id, { ...values.get(id), [field]: value });
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
    .where("event_id", "=", eventId)
    .execute();
  return rows.map(({ id }) => id);
}
