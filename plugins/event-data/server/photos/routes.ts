// Pictures of profiles: given, taken away, shown.
import { randomBytes } from "node:crypto";
import { type AuditEntry, type Db, type Dialect, problem, type Route, route } from "#server";
import {
  getPhoto,
  PHOTO_BACK_MINUTES,
  type Pictured,
  putPhotoBack,
  removePhoto,
  savePhoto,
  type Thing,
} from "../../contract.ts";
import { holdPicture, isHeldFor } from "../held.ts";
import { OBJECT } from "../history.ts";
import { getThing } from "../repository.ts";
import { judgePhoto } from "./judge.ts";
import { findPicture, holdPictured, keepPicture, nameOn } from "./repository.ts";

export const photoRoutes: Route[] = [
  route(savePhoto, async ({ db, dialect, event, params, body, now, audit }) => {
    const thing = await current(db, dialect, event.id, params.thingId);
    if (!Buffer.isBuffer(body)) throw problem("event-data.photo_wrong");
    const mediaType = judgePhoto(body);
    const photo = randomBytes(16).toString("hex");
    await keepPicture(db, { photo, mediaType, bytes: body }, now.toISOString());
    return rename({ db, event, thing, now }, photo, audit);
  }),

  route(removePhoto, async ({ db, dialect, event, params, now, audit }) => {
    const thing = await current(db, dialect, event.id, params.thingId);
    if (thing.photo === null) return { id: thing.id, photo: null, before: null };
    return rename({ db, event, thing, now }, null, audit);
  }),

  route(putPhotoBack, async ({ db, dialect, event, params, body: { photo, instead }, now, audit }) => {
    const thing = await current(db, dialect, event.id, params.thingId);
    // The answer to the first time may have been lost.
    if (thing.photo === photo) return { id: thing.id, photo, before: photo };
    const isLast = thing.photo === instead && (await isHeldFor(db, thing.id, photo, now.toISOString()));
    if (!isLast) throw problem("event-data.photo_back");
    return rename({ db, event, thing, now }, photo, audit);
  }),

  route(
    getPhoto,
    async ({ db, params }) => {
      const picture = await findPicture(db, params.photo);
      if (!picture) throw problem("not_found");
      return { name: picture.photo, mediaType: picture.mediaType, bytes: picture.bytes, isForever: true };
    },
    { byKey: true },
  ),
];

interface Renaming {
  db: Db;
  event: { id: number };
  thing: Thing;
  now: Date;
}

/** Names another picture of a profile, or none; the one before can be put back for a while. */
async function rename(
  { db, event, thing, now }: Renaming,
  photo: string | null,
  audit: (entry: AuditEntry) => Promise<void>,
): Promise<Pictured> {
  const until = new Date(now.getTime() + PHOTO_BACK_MINUTES * 60_000).toISOString();
  if (thing.photo !== null) await holdPicture(db, event.id, thing.id, thing.photo, until);
  await nameOn(db, event.id, thing.id, photo);
  const object = { type: OBJECT, id: thing.id, label: thing.name };
  await audit({ action: photo === null ? "photo_remove" : "photo", object });
  return { id: thing.id, photo, before: thing.photo };
}

/** As it is until the transaction ends. */
async function current(db: Db, dialect: Dialect, eventId: number, id: number): Promise<Thing> {
  await holdPictured(db, dialect, eventId, id);
  const thing = await getThing(db, eventId, id);
  if (!thing)
    throw problem("not_found", {
      message: "This profile is not in the event, or has been removed",
      text: "event-data:gone.profile",
    });
  return thing;
}
