// Profiles that an undoing made what they were: the acts before the undone one can be undone next. Each waits for the revision
// that it left, and the undoing has counted that up.
import { isOneOf } from "#server";
import { type MergeContext, type Returned, thingMergerKey } from "../../offers.ts";
import type { EventDataTables } from "../tables.ts";

const AT_ONCE = 500;

type Around = Omit<MergeContext, "now" | "audit" | "follow" | "userId">;

/** Has the earlier acts of an event wait for the revisions that profiles have now. Each profile stands there once. */
export async function noteReturned(around: Around, all: readonly Returned[]): Promise<void> {
  const { db, dialect, event, offered } = around;
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE);
    await moveRevs(around, some);
    for (const merger of offered(thingMergerKey)) await merger.returned(db, dialect, event.id, some);
  }
}

async function moveRevs({ db, dialect: { kind }, event }: Around, all: readonly Returned[]): Promise<void> {
  const tables = db.withTables<EventDataTables>();
  const byId = new Map(all.map((one) => [one.id, one]));
  const acts = tables.selectFrom("event_data_act").select("job_id").where("event_id", "=", event.id);
  const waiting = await tables
    .selectFrom("event_data_undo")
    .select(["job_id", "thing_id", "rev"])
    .where("job_id", "in", acts)
    .where(isOneOf(kind, "thing_id", [...byId.keys()]))
    .execute();
  // By the act and by how much their revisions grew.
  const groups = new Map<string, { job: number; grown: number; ids: number[] }>();
  for (const { job_id: job, thing_id: id, rev } of waiting) {
    const { from, to = 0 } = byId.get(id) ?? {};
    if (from !== rev) continue;
    const grown = to - rev;
    const group = groups.get(`${job} ${grown}`) ?? { job, grown, ids: [] };
    group.ids.push(id);
    groups.set(`${job} ${grown}`, group);
  }
  for (const { job, grown, ids } of groups.values())
    await tables
      .updateTable("event_data_undo")
      .set(({ eb }) => ({ rev: eb("rev", "+", grown) }))
      .where("job_id", "=", job)
      .where(isOneOf(kind, "thing_id", ids))
      .execute();
}
