// SQL of pictures. A profile names its picture; a picture that no profile names any more is kept for a day, for those who undo.
import { type Db, type Dialect, isOneOf, sql, type TidyContext } from "#server";
import { isHeld } from "../held.ts";
import { noteChangeLast } from "../repository.ts";
import type { EventDataTables } from "../tables.ts";
import { tidyUnnamed } from "../unnamed.ts";

const tables = (db: Db) => db.withTables<EventDataTables>();

export interface Picture {
  photo: string;
  mediaType: string;
  bytes: Buffer;
}

export async function keepPicture(db: Db, { photo, mediaType, bytes }: Picture, now: string): Promise<void> {
  await tables(db)
    .insertInto("event_data_photo")
    .values({ photo, media_type: mediaType, bytes, created_at: now, left_at: null })
    .execute();
}

export async function findPicture(db: Db, photo: string): Promise<Picture | undefined> {
  const row = await tables(db)
    .selectFrom("event_data_photo")
    .select(["media_type", "bytes"])
    .where("photo", "=", photo)
    .executeTakeFirst();
  return row && { photo, mediaType: row.media_type, bytes: Buffer.from(row.bytes) };
}

/** Until the transaction ends nobody else names another picture of a profile: what is read of it from now on is so. */
export async function holdPictured(db: Db, dialect: Dialect, eventId: number, thingId: number): Promise<void> {
  const row = tables(db)
    .selectFrom("event_data_thing")
    .select("id")
    .where("event_id", "=", eventId)
    .where("id", "=", thingId);
  await dialect.forUpdate(row).execute();
}

/** Names the picture of a profile, or none. Its revision stays: a picture is no value of the form that somebody fills in. */
export async function nameOn(db: Db, eventId: number, thingId: number, photo: string | null): Promise<void> {
  await noteChangeLast(db, eventId);
  await tables(db)
    .updateTable("event_data_thing")
    .set({ photo })
    .where("event_id", "=", eventId)
    .where("id", "=", thingId)
    .execute();
}

const isNamed = sql<boolean>`(exists (select 1 from event_data_thing as t where t.photo = event_data_photo.photo)
    or ${isHeld("event_data_photo.photo")})`;

/** Takes pictures away that no profile has named for a day. */
export const tidyPhotos = (context: Pick<TidyContext, "db" | "dialect" | "now">): Promise<void> =>
  tidyUnnamed(context, { table: "event_data_photo", key: "photo", isNamed });

/** Takes those of some pictures away at once that no profile names any more. */
export async function removeUnnamedPictures(db: Db, { kind }: Dialect, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tables(db)
    .deleteFrom("event_data_photo")
    .where(isOneOf(kind, "photo", names))
    .where((is) => is.not(isNamed))
    .execute();
}
