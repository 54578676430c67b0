// What a question says of itself: that it may take long, so that it never stands in front of those that are quick, or that
// it is asked all the time.
import { type Compilable, CompiledQuery, type Kysely, sql } from "kysely";

/** Stands before a question of unknown length; `isSlow` knows it again. */
export const SLOW = sql`/* slow */`;

/**
 * Asks a question of unknown length, so that it stands in front of none that is quick.
 * @example const rows = await slowly(db, db.selectFrom("agenda_session").select(({ fn }) => fn.countAll().as("count")));
 */
export async function slowly<Row>(db: Pick<Kysely<never>, "executeQuery">, question: Compilable<Row>): Promise<Row[]> {
  const { sql: text, parameters } = question.compile();
  return (await db.executeQuery<Row>(CompiledQuery.raw(`/* slow */ ${text}`, [...parameters]) as CompiledQuery<Row>))
    .rows;
}

/** Whether a question was marked as one that may take long. */
export function isSlow(query: string): boolean {
  return /^\s*\/\* slow \*\//.test(query);
}

/** Stands before a question that is asked all the time, and whose best way does not depend on its values. */
export const OFTEN = "/* often */ ";

/** Whether a question was marked as one that is asked all the time. */
export function isOften(query: string): boolean {
  return query.startsWith(OFTEN);
}
