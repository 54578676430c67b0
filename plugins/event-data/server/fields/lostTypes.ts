// Data types that are gone, in the rows of fields as the table has them. Pure.
import type { Field } from "#schemas/fields.ts";
import type { FieldTable } from "../tables.ts";

type Kept = Pick<FieldTable, "definition" | "archived_at">;

/** The data types that a row of a field names. */
export function typesNamed({ definition }: Kept): number[] {
  return (JSON.parse(definition) as Pick<Field, "type_ids">).type_ids;
}

/**
 * A row without the data types that are gone. Where none is left it is archived, and keeps in mind why: it asked nobody, and would ask
 * everybody.
 */
export function withoutLost<Row extends Kept>(row: Row, there: ReadonlySet<number>, now: string): Row {
  const named = typesNamed(row);
  const type_ids = named.filter((id) => there.has(id));
  if (type_ids.length === named.length) return row;
  const isLost = type_ids.length === 0;
  const definition = JSON.stringify({ ...JSON.parse(row.definition), type_ids, ...(isLost && { types_lost: true }) });
  return { ...row, definition, archived_at: row.archived_at ?? (isLost ? now : null) };
}
