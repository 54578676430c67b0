// Pictures and files that nothing names any more are kept for a day, for those who undo.
import type { RawBuilder } from "kysely";
import { type Db, isOneOf, sql, type TidyContext } from "#server";

const DAY_MS = 86_400_000;
/** Looked at by one statement, so that whoever writes meanwhile need not wait for all of them. */
const AT_ONCE = 2000;

interface Kept {
  table: string;
  /** The column of what it is called. */
  key: string;
  /** Whether something names it, or may do so. */
  isNamed: RawBuilder<boolean>;
}

/** Notes when nothing named one for the first time, and takes it away a day later unless something names it again. */
export async function tidyUnnamed(
  { db, dialect, now }: Pick<TidyContext, "db" | "dialect" | "now">,
  { table, key, isNamed }: Kept,
): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS).toISOString();
  const name = sql.ref(`${table}.${key}`);
  const leave = (names: readonly string[], at: string | null) => {
    const those = isOneOf(dialect.kind, `${table}.${key}`, names);
    return sql`update ${sql.table(table)} set left_at = ${at} where ${those}`.execute(db);
  };
  for (let last: string | undefined = ""; last !== undefined; ) {
    const found = await lookedAt(
      db,
      sql`select ${name} as name, left_at, case when ${isNamed} then 1 else 0 end as named
      from ${sql.table(table)} where ${name} > ${last} order by ${name} limit ${AT_ONCE}`,
    );
    const of = (wanted: (one: Looked) => boolean) => found.filter(wanted).map((one) => one.name);
    const left = of((one) => !one.named && one.left_at === null);
    const back = of((one) => one.named && one.left_at !== null);
    const over = of((one) => !one.named && one.left_at !== null && one.left_at < before);
    if (left.length > 0) await leave(left, now.toISOString());
    if (back.length > 0) await leave(back, null);
    if (over.length > 0) {
      const those = isOneOf(dialect.kind, `${table}.${key}`, over);
      await sql`delete from ${sql.table(table)} where ${those} and not ${isNamed}`.execute(db);
    }
    last = found.length === AT_ONCE ? found.at(-1)?.name : undefined;
  }
}

interface Looked {
  name: string;
  left_at: string | null;
  named: boolean;
}

async function lookedAt(db: Db, question: RawBuilder<unknown>): Promise<Looked[]> {
  const { rows } = await (question as RawBuilder<Omit<Looked, "named"> & { named: number }>).execute(db);
  return rows.map((row) => ({ ...row, named: row.named === 1 }));
}
