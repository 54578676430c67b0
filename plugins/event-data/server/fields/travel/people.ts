// The profiles of people in several events of an app.
import { type Db, fold, isOneOf, type JobContext, listAppTypesOf, sql } from "#server";
import { asThing, COLUMNS } from "../../repository.ts";
import { PARTICIPANTS } from "../../rules.ts";
import type { EventDataTables } from "../../tables.ts";
import type { Here } from "./carry.ts";

/** Participants of the app with these addresses: profiles of one address are one person. */
export async function profilesOf(
  { dialect, appId }: Pick<JobContext, "dialect" | "appId">,
  db: Db,
  eventIds: readonly number[],
  emails: readonly string[],
): Promise<Here[]> {
  const types = (await listAppTypesOf(db, appId)).filter(({ categoryId }) => categoryId === PARTICIPANTS);
  const people = new Set(types.map(({ id }) => id));
  const wanted = new Set(emails);
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_thing")
    .select([...COLUMNS, "event_id"])
    .where(isOneOf(dialect.kind, "event_id", eventIds))
    .where(isOneOf(dialect.kind, "email_key", [...new Set(emails.map(fold))]))
    .where(sql<boolean>`email <> ''`)
    .execute();
  // Asked for in SQL as well, the types would lead through all profiles of theirs instead of through the addresses.
  return rows.flatMap(({ event_id, ...row }): Here[] =>
    wanted.has(row.email) && people.has(row.type_id) ? [{ ...asThing(row), event_id }] : [],
  );
}
