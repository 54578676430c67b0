// How complete a profile is, as SQL: the share of what a line asks of its type that it answers, in whole per cent.
import type { Dialect } from "#server";

/** A share of nothing, as orders of answers have what is no number. */
const NONE = "-1e308";

/** Of the profile in the row that `row` names, by a line `l`. All of it is 100, and only that. */
export function shareOf(kind: Dialect["kind"], row: string): string {
  const asked = `q.event_id = ${row}.event_id and q.line = l.line and q.of_type in (0, ${row}.type_id)`;
  if (kind === "sqlite") {
    const value = `${row}.fields, q.path`;
    const isAnswered = `case json_type(${value}) when 'null' then 0 when 'text' then json_extract(${value}) <> ''
      when 'array' then json_array_length(${value}) > 0 else json_type(${value}) is not null end`;
    return `(select case count(*) when 0 then ${NONE} else sum(${isAnswered}) * 100 / count(*) end
      from event_data_asked q where ${asked})`;
  }
  const value = "(own.answers -> q.key)";
  const isAnswered = `case jsonb_typeof${value} when 'null' then 0 when 'string' then (${value} <> '""')::int
    when 'array' then (${value} <> '[]')::int else (${value} is not null)::int end`;
  // A profile's answers are read once, not for each that is asked.
  return `(select case count(*) when 0 then ${NONE} else (sum(${isAnswered}) * 100 / count(*))::double precision end
    from event_data_asked q cross join (select ${row}.fields::jsonb as answers offset 0) own where ${asked})`;
}

const COLUMNS = "of_event, of_field, answer_number, answer_text, thing_id, of_type, of_status, of_country";

/** The columns that are written, and how the rows of profiles `row` and lines `l` become rows of answers. */
export function shareRows(kind: Dialect["kind"], row = "t"): { into: string; select: string } {
  return {
    into: `event_data_answer (${COLUMNS})`,
    select: `${row}.event_id, l.line, ${shareOf(kind, row)}, '', ${row}.id, ${row}.type_id, ${row}.status, ${row}.country`,
  };
}

/** The lines of a profile's event that are kept true: those that are being filled, too, but not those that are being taken away. */
export const linesOf = (row: string) => `l.event_id = ${row}.event_id and l.ready >= 0`;
