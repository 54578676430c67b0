// How many answers limits of a field would not allow. The database counts, a slice of profiles at a time; answers of before stay, so
// nothing but this tells of them.
import { LENGTHS } from "#schemas/answers/check.ts";
import type { Misfit, Misfits } from "#schemas/fieldMisfits.ts";
import { FILE_MEGABYTES, type Field, type FieldLimits } from "#schemas/fields.ts";
import { boundsOf, type Context, type Dialect, SLOW, sql, zoneOf } from "#server";
import { MEGABYTE } from "../../contract/file.ts";
import { mediaTypesOf } from "../files/judge.ts";
import { inSlice, slicesOf } from "./slices.ts";
import { eventsOf } from "./unique.ts";

type Sql = ReturnType<typeof sql>;
type Broken = Partial<Record<Misfit, Sql>>;
type Counts = { answers: number | string } & Partial<Record<Misfit, number | string | null>>;

const ANSWER = sql.ref("answer");
/** About the largest number, and one that can be added to it. */
const [MOST, LARGE] = [1.797e308, 1e290];

/** Of the profiles that the field is asked of. */
export async function misfitsOf(
  { db, dialect, app }: Pick<Context, "db" | "dialect" | "app">,
  field: Field,
  limits: FieldLimits,
): Promise<Misfits> {
  const counts = new Map<Misfit, number>();
  let answers = 0;
  for (const eventId of await eventsOf(db, field, { app_id: app.id })) {
    const broken = Object.entries(brokenBy(dialect, { ...field, limits }, await zoneOf(db, eventId)));
    if (broken.length === 0) continue;
    const codes = broken.map(([code]) => code as Misfit);
    const each = broken.map(([code, is]) => sql`sum(case when ${is} then 1 else 0 end) as ${sql.ref(code)}`);
    const any = sql.join(
      broken.map(([, is]) => is),
      sql` or `,
    );
    const ofTypes = field.type_ids.length > 0 ? sql`and type_id in (${sql.join([...field.type_ids])})` : sql``;
    for await (const slice of slicesOf(db, eventId)) {
      const { rows } = await sql<Counts>`${SLOW}
        with given as materialized (select ${answerOf(dialect, field)} as answer from event_data_thing
          where event_id = ${eventId} and ${inSlice(slice)} ${ofTypes})
        select count(*) as answers, ${sql.join(each)} from given where ${any}`.execute(db);
      answers += Number(rows[0]?.answers ?? 0);
      for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + Number(rows[0]?.[code] ?? 0));
    }
  }
  const reasons = [...counts].filter(([, count]) => count > 0).map(([code, count]) => ({ code, answers: count }));
  return { answers, reasons };
}

/** What is compared of an answer: a number, how many options it has, or its text. What is of another kind is nothing. */
function answerOf(dialect: Dialect, { kind, key }: Field): Sql {
  const fields = sql.ref("fields");
  if (kind === "number") return dialect.jsonNumber(fields, key);
  const path = `$.${JSON.stringify(key)}`;
  if (kind === "choices") {
    return dialect.kind === "sqlite"
      ? sql`case json_type(${fields}, ${path}) when 'array' then json_array_length(${fields}, ${path}) when 'text' then 1 end`
      : // A whole number of the database's own would be compared with none that is broken or too large for it.
        sql`case jsonb_typeof(${fields}::jsonb -> ${key}::text) when 'array'
          then jsonb_array_length(${fields}::jsonb -> ${key}::text)::double precision when 'string' then 1 end`;
  }
  return dialect.kind === "sqlite"
    ? sql`case json_type(${fields}, ${path}) when 'text' then json_extract(${fields}, ${path}) end`
    : sql`case jsonb_typeof(${fields}::jsonb -> ${key}::text) when 'string' then ${fields}::jsonb ->> ${key}::text end`;
}

/** By what an answer may not fit, in SQL as `overLimit` has it. */
function brokenBy(dialect: Dialect, { id, kind, limits }: Field, zone: string): Broken {
  const { min, max, whole, step, earliest, latest, types = [], megabytes = FILE_MEGABYTES } = limits;
  const text = dialect.textKey(ANSWER, false);
  switch (kind) {
    case "number":
      return {
        ...(min !== undefined && { too_small: sql`${ANSWER} < ${min}` }),
        ...(max !== undefined && { too_large: sql`${ANSWER} > ${max}` }),
        ...(whole && { not_whole: sql`${ANSWER} <> round(${ANSWER})` }),
        ...(step !== undefined && { off_step: offStep(dialect, step, min) }),
      };
    case "choices":
      return {
        ...(min !== undefined && { too_few: sql`${ANSWER} < ${min}` }),
        ...(max !== undefined && { too_many: sql`${ANSWER} > ${max}` }),
      };
    case "date":
      return {
        ...(earliest !== undefined && { too_early: sql`${text} < ${earliest}` }),
        // A day that stands there with more behind it is still that day.
        ...(latest !== undefined && { too_late: sql`substr(${text}, 1, 10) > ${latest}` }),
      };
    case "datetime":
      return {
        ...(earliest !== undefined && { too_early: sql`${text} < ${boundsOf(zone, earliest).start}` }),
        ...(latest !== undefined && { too_late: sql`${text} >= ${boundsOf(zone, latest).next}` }),
      };
    case "file":
      return {
        ...(types.length > 0 && {
          file_type: ofFile(id, sql`media_type not in (${sql.join(mediaTypesOf(types))})`),
        }),
        file_large: ofFile(id, sql`length(bytes) > ${megabytes * MEGABYTE}`),
      };
    default: {
      const most = limits.max_length ?? LENGTHS[kind];
      return most === undefined ? {} : { too_long: sql`length(${ANSWER}) > ${most}` };
    }
  }
}

/** Steps are counted with as many figures as numbers are written with. */
function offStep({ kind }: Dialect, step: number, min = 0): Sql {
  const away = sql`(${ANSWER} - ${min})`;
  const steps = sql`(${away} * 1.0 / ${step})`;
  // Made a number of the database's own, it has these figures on PostgreSQL.
  const written = kind === "sqlite" ? sql`cast(printf('%.15g', ${steps}) as real)` : sql`${steps}::numeric`;
  // PostgreSQL refuses to divide where the result would be beyond its numbers, or too small for them.
  const [most, least] = [Math.min(1, step) * MOST, (step / 2) * Number.MIN_VALUE];
  return sql`case when abs(${ANSWER}) >= ${LARGE} then abs(${ANSWER}) > ${most}
    when abs${away} > ${most} then 1 = 1
    when abs${away} <= ${least} then 1 = 0
    else ${written} <> round(${written}) end`;
}

/** An answer begins with what its file is kept under. */
function ofFile(fieldId: number, is: Sql): Sql {
  return sql`exists (select 1 from event_data_file where file = substr(${ANSWER}, 1, 32) and field_id = ${fieldId} and ${is})`;
}
