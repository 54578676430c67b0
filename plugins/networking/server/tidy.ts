// What is done of meetings every minute or so.
import { type Db, sql, type TidyContext } from "#server";
import { removeMeeting } from "./repository.ts";
import type { NetworkingTables } from "./tables.ts";

const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
const LAPSING = 500;

const tables = (db: Db) => db.withTables<NetworkingTables>();

/** Marks requests whose time has passed: they wait for no answer any more. */
async function lapse(db: Db, now: Date): Promise<void> {
  const over = sql`select id from networking_meeting where state = 'requested' and is_lapsed = 0
    and end_at <= ${now.toISOString()} limit ${LAPSING}`;
  for (let marked = LAPSING; marked === LAPSING; ) {
    const done = await sql`update networking_meeting set is_lapsed = 1 where id in (${over})`.execute(db);
    marked = Number(done.numAffectedRows ?? 0);
  }
}

/**
 * Takes away meetings of which nobody has been in the event for an hour: until then the profiles may be put back. Requests lapse
 * with their time.
 */
export async function tidyMeetings({ db, now, inTransaction }: TidyContext): Promise<void> {
  await lapse(db, now);
  const empty = tables(db)
    .selectFrom("networking_participant as gone")
    .select("gone.meeting_id")
    // Said in words, as an index has just those.
    .where(sql<boolean>`gone.is_gone = 1`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("networking_participant as there")
            .select("there.thing_id")
            .whereRef("there.meeting_id", "=", "gone.meeting_id")
            .where("there.is_gone", "=", 0),
        ),
      ),
    );
  await tables(db)
    .updateTable("networking_meeting")
    .set({ empty_since: now.toISOString() })
    .where("empty_since", "is", null)
    .where("id", "in", empty)
    .execute();
  const before = new Date(now.getTime() - HOUR_MS).toISOString();
  for (let found = AT_ONCE; found === AT_ONCE; )
    found = await inTransaction(async (open) => {
      const old = await tables(open)
        .selectFrom("networking_meeting")
        .select("id")
        .where("empty_since", "<", before)
        .limit(AT_ONCE)
        .execute();
      for (const { id } of old) await removeMeeting(open, id);
      return old.length;
    });
}
