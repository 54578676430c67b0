// Those further on in an undoing who have an address that somebody of a block wants back: whether they give it is known only once
// it has been tried, so that they are undone together.
import { type Db, isOneOf, type JobContext } from "#server";
import type { Thing } from "../../contract.ts";
import type { EventDataTables } from "../tables.ts";
import { findHolders } from "./freed.ts";
import type { UndoRow } from "./undoRows.ts";
import type { UndoOrder } from "./undoTelling.ts";
import { findMany } from "./writeMany.ts";

/** A block, in the order of ids, with everybody behind it from whom somebody of it, or of those, would have an address back. */
export async function withGivers(
  context: JobContext,
  db: Db,
  eventId: number,
  block: readonly UndoRow[],
  left: ReadonlySet<number>,
): Promise<readonly UndoRow[]> {
  const { job } = context.payload as Partial<UndoOrder>;
  if (job === undefined) return block;
  const untried = block.filter(({ thingId }) => !left.has(thingId));
  const all = new Map(untried.map((row) => [row.thingId, row]));
  // Whoever is before the block has been tried, by an earlier run of the job, too, which told whom it left alone.
  const from = block[0]?.thingId ?? 0;
  for (let asked = untried; asked.length > 0; ) {
    const holders = await findHolders(context, db, eventId, await wanting(context, db, eventId, asked));
    const ids = [...new Set([...holders.values()].map(({ id }) => id))];
    asked = await rowsOf(
      context,
      db,
      job,
      ids.filter((id) => id >= from && !all.has(id) && !left.has(id)),
    );
    for (const row of asked) all.set(row.thingId, row);
  }
  return [...all.values()].sort((one, other) => one.thingId - other.thingId);
}

/** Those of some rows whose profiles have another address than they would have again, unless somebody changed them: they stay. */
async function wanting({ dialect }: JobContext, db: Db, eventId: number, rows: readonly UndoRow[]) {
  const saved = rows.filter(({ rev, before }) => rev > 0 && isThing(before as object));
  if (saved.length === 0) return [];
  const ids = saved.map(({ thingId }) => thingId);
  const now = new Map((await findMany(db, dialect, eventId, "id", ids)).map((thing) => [thing.id, thing]));
  return saved.flatMap(({ thingId: id, rev, before }) => {
    const values = before as Thing;
    const current = now.get(id);
    if (current?.rev !== rev || (values.type_id === current.type_id && values.email === current.email)) return [];
    return [{ id, values }];
  });
}

const isThing = (before: object): before is Thing => "email" in before && "type_id" in before;

async function rowsOf({ dialect }: JobContext, db: Db, job: number, ids: readonly number[]): Promise<UndoRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_undo")
    .select(["thing_id", "rev", "before"])
    .where("job_id", "=", job)
    .where("rev", ">", 0)
    .where(isOneOf(dialect.kind, "thing_id", ids))
    .execute();
  return rows.map(({ thing_id, rev, before }) => ({ thingId: thing_id, rev, before: JSON.parse(before) }));
}
