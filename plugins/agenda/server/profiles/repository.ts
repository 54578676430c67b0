// SQL of what links speakers to profiles.
import { type Db, type Dialect, isOneOf, sql } from "#server";
import type { SpeakerRow } from "../repository.ts";
import type { AgendaTables } from "../tables.ts";

const tables = (db: Db) => db.withTables<AgendaTables>();

/** Names the profile of a speaker; answers whether there is such a speaker. */
export async function linkSpeaker(db: Db, eventId: number, speakerId: number, thingId: number | null) {
  const saved = await tables(db)
    .updateTable("agenda_speaker")
    .set({ thing_id: thingId, by_hand: 1 })
    .where("event_id", "=", eventId)
    .where("id", "=", speakerId)
    .executeTakeFirst();
  return saved.numUpdatedRows > 0n;
}

/** Keeps the profiles that addresses found, of speakers about whom nobody has said anything. */
export async function keepFound(db: Db, eventId: number, found: ReadonlyMap<string, number>): Promise<void> {
  for (const [email, thing_id] of found) {
    await tables(db)
      .updateTable("agenda_speaker")
      .set({ thing_id })
      .where("event_id", "=", eventId)
      .where("email", "=", email)
      .where("thing_id", "is", null)
      .where("by_hand", "=", 0)
      .execute();
  }
}

/** Speakers whose address waits for its profile. */
export async function listOpenEmails(db: Db, eventId: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom("agenda_speaker")
    .select("email")
    .distinct()
    .where("event_id", "=", eventId)
    .where("email", "is not", null)
    .where("thing_id", "is", null)
    .where("by_hand", "=", 0)
    .execute();
  return rows.flatMap(({ email }) => email ?? []);
}

/** The speakers of these profiles. */
export async function speakersOf(db: Db, eventId: number, thingIds: readonly number[]): Promise<SpeakerRow[]> {
  if (thingIds.length === 0) return [];
  return tables(db)
    .selectFrom("agenda_speaker")
    .select(["id", "name", "email", "thing_id", "by_hand"])
    .where("event_id", "=", eventId)
    .where("thing_id", "in", [...thingIds])
    .orderBy("id")
    .execute();
}

export async function pointAt(db: Db, eventId: number, speakerIds: readonly number[], thingId: number | null) {
  if (speakerIds.length === 0) return;
  await tables(db)
    .updateTable("agenda_speaker")
    .set({ thing_id: thingId })
    .where("event_id", "=", eventId)
    .where("id", "in", [...speakerIds])
    .execute();
}

/** Names the profile of each of some speakers. */
export async function pointBack(
  db: Db,
  eventId: number,
  speakers: readonly { id: number; thing_id: number }[],
): Promise<void> {
  if (speakers.length === 0) return;
  const named = speakers.map(({ id, thing_id }) => sql`when ${sql.lit(id)} then ${sql.lit(thing_id)}`);
  await tables(db)
    .updateTable("agenda_speaker")
    .set({ thing_id: sql<number>`case id ${sql.join(named, sql` `)} end` })
    .where("event_id", "=", eventId)
    .where(
      "id",
      "in",
      speakers.map(({ id }) => id),
    )
    .execute();
}

/** Takes these addresses, folded, from speakers who have no profile. */
export async function forgetAddresses(
  db: Db,
  { kind }: Dialect,
  eventId: number,
  addresses: readonly string[],
): Promise<void> {
  if (addresses.length === 0) return;
  await tables(db)
    .updateTable("agenda_speaker")
    .set({ email: null })
    .where("event_id", "=", eventId)
    .where("thing_id", "is", null)
    .where(isOneOf(kind, "email", addresses))
    .execute();
}
