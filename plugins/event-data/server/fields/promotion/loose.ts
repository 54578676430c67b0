// What profiles of an event keep under a key that no field of theirs has: of one that is long gone, and nobody sees it.
import type { Field } from "#schemas/fields.ts";
import { type Db, type JobContext, sql } from "#server";
import { findMany } from "../../bulk/writeMany.ts";
import { inSlice, slicesOf } from "../slices.ts";

/** By the profile, of those that are not written with the field; a field of that key has none. */
export async function looseAnswers(
  { dialect, signal }: JobContext,
  db: Db,
  field: Field,
  key: string,
  written: readonly number[],
): Promise<[number, unknown][]> {
  if (field.key === key) return [];
  const found: [number, unknown][] = [];
  const isWritten = new Set(written);
  for await (const slice of slicesOf(db, field.event_id)) {
    const { rows } = await sql<{ id: number }>`
      select id from event_data_thing where event_id = ${field.event_id} and ${inSlice(slice)}
        and ${dialect.jsonText(sql.ref("fields"), key)} is not null`.execute(db);
    const ids = rows.map(({ id }) => Number(id)).filter((id) => !isWritten.has(id));
    for (const { id, fields } of await findMany(db, dialect, field.event_id, "id", ids)) found.push([id, fields[key]]);
    signal.throwIfAborted();
  }
  return found;
}
