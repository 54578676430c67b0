// What somebody has chosen for an import and somebody else has removed since.
import { type Field, fieldName } from "#schemas/fields.ts";
import { type Db, type Dialect, ProblemError, type TypeOfEvent } from "#server";
import type { Thing } from "../../contract.ts";
import type { Saving } from "../bulk/writeMany.ts";
import { refuseLostTypes } from "../rows.ts";
import type { ImportOptions } from "./options.ts";
import { refused } from "./read/table.ts";
import { letters } from "./readRow.ts";

/** The field that a column is to fill, where that has been removed from the event. */
export function removedField(fields: readonly Field[], target: string | null): Field | undefined {
  const meant = fields.filter(({ key }) => `fields.${key}` === target);
  return meant.every(({ archived_at }) => archived_at !== null) ? meant[0] : undefined;
}

interface There {
  types: readonly TypeOfEvent[];
  fields: readonly Field[];
  headings: readonly string[];
}

/**
 * Refuses a data type or a field that has gone: it is told once, not for each line. An import that goes on after it was cut
 * off is not ended by a field in the middle of its file; without the type, none of its lines could come in.
 */
export function refuseGone(
  { columns = [], typeId, locale }: ImportOptions,
  { types, fields, headings }: There,
  goesOn: boolean,
): void {
  if (typeId !== undefined && !types.some(({ id }) => id === typeId))
    throw refused(goesOn ? "goneTypeMeanwhile" : "goneType");
  if (goesOn) return;
  for (const { at, field } of columns) {
    const gone = removedField(fields, field);
    if (gone) throw refused("goneField", { column: headings[at] || letters(at), field: fieldName(gone, locale) });
  }
}

/** Says in the words of the file that a data type has left between the blocks of its lines. */
export async function orGone<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    const isGone = error instanceof ProblemError && error.code === "event-data.type_unknown";
    throw isGone ? refused("goneTypeMeanwhile") : error;
  }
}

/** The same of data types to which lines move profiles that are there; they stay until the transaction ends. */
export async function refuseMoves(
  db: Db,
  dialect: Dialect,
  eventId: number,
  saving: readonly (Pick<Saving, "values"> & { current: Thing })[],
): Promise<void> {
  const moved = saving.filter(({ values, current }) => values.type_id !== current.type_id);
  if (moved.length === 0) return;
  const types = moved.map(({ values }) => values.type_id);
  await orGone(refuseLostTypes(db, dialect, eventId, types));
}
