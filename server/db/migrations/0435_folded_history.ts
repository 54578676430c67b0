// The history is searched without regard to accents: beside each line stand its words that a database cannot fold by itself.
import { sql } from "kysely";
import { foldedOf } from "../../core/audit/folded.ts";
import { pause } from "../../kernel/pause.ts";
import type { Dialect } from "../dialect.ts";
import type { Migration } from "../migrate.ts";

export const foldedHistory: Migration = {
  id: "0435_folded_history",
  up: async (db, dialect) => {
    await sql`alter table core_audit add column folded text`.execute(db);
    await foldLines(db, dialect);
  },
};

/** Lines that are read together. */
const BLOCK = 500;

type Line = Record<"actor_label" | "object_label" | "before" | "after", string | null> & { id: number };

/** Only lines with letters outside ASCII are read: those of more bytes than signs. */
export async function foldLines(db: Parameters<Migration["up"]>[0], { kind }: Pick<Dialect, "kind">): Promise<void> {
  const isSqlite = kind === "sqlite";
  const text = "actor_label || object_label || coalesce(before, '') || coalesce(after, '')";
  const isMore = sql.raw(
    isSqlite ? `length(cast(${text} as blob)) <> length(${text})` : `octet_length(${text}) <> char_length(${text})`,
  );
  const rows = sql.raw(
    isSqlite
      ? "value ->> 0 as id, value ->> 1 as folded from json_each"
      : "(value ->> 0)::int as id, value ->> 1 as folded from json_array_elements",
  );
  const giveWay = pause();
  for (let after = 0; ; ) {
    const read = await sql<Line>`select id, actor_label, object_label, before, after from core_audit
      where id > ${after} and ${isMore} order by id limit ${sql.lit(BLOCK)}`.execute(db);
    const last = read.rows.at(-1);
    if (!last) return;
    after = Number(last.id);
    const folded: [number, string][] = [];
    for (const line of read.rows) {
      const own = foldedOf([line.actor_label, line.object_label, line.before, line.after]);
      if (own !== null) folded.push([line.id, own]);
      await giveWay();
    }
    if (folded.length === 0) continue;
    const list = JSON.stringify(folded);
    await sql`update core_audit as t set folded = v.folded
      from (select ${rows}(${isSqlite ? sql`${list}` : sql`${list}::json`})) as v where t.id = v.id`.execute(db);
  }
}
