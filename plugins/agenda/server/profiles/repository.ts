// SQL of what links speakers to profiles.
import type { RawBuilder } from "kysely";
import { type Db, type Dialect, isOfEvent, isOneOf, sql } from "#server";
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
    .where(isOfEvent(eventId))
    .where("id", "in", [...speakerIds])
    .execute();
}

/** A speaker as kept for later: whose profile it was, and whether somebody had said so; what was kept of old does not know. */
export interface KeptSpeaker {
  id: number;
  thing_id: number;
  by_hand?: number;
}

/** Gives speakers their profiles again where they still name `now` instead and nobody has said since whose they are. */
export async function pointBack(
  db: Db,
  eventId: number,
  speakers: readonly KeptSpeaker[],
  now: number | null,
): Promise<number> {
  if (speakers.length === 0) return 0;
  const each = (value: (speaker: KeptSpeaker) => RawBuilder<unknown>) => {
    const cases = speakers.map((speaker) => sql`when ${sql.lit(speaker.id)} then ${value(speaker)}`);
    return sql<number>`case id ${sql.join(cases, sql` `)} end`;
  };
  const { numUpdatedRows } = await tables(db)
    .updateTable("agenda_speaker")
    .set({ thing_id: each(({ thing_id }) => sql.lit(thing_id)) })
    .where("event_id", "=", eventId)
    .where(
      "id",
      "in",
      speakers.map(({ id }) => id),
    )
    .where("thing_id", now === null ? "is" : "=", now)
    .where(
      "by_hand",
      "=",
      each(({ by_hand }) => (by_hand === undefined ? sql.ref("by_hand") : sql.lit(by_hand))),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
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
