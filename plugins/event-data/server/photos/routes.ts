// Pictures of profiles: given, taken away, shown.
import { randomBytes } from "node:crypto";
import { type Db, problem, type Route, route } from "#server";
import { getPhoto, removePhoto, savePhoto, type Thing } from "../../contract.ts";
import { OBJECT } from "../history.ts";
import { getThing } from "../repository.ts";
import { judgePhoto } from "./judge.ts";
import { findPicture, keepPicture, nameOn } from "./repository.ts";

export const photoRoutes: Route[] = [
  route(savePhoto, async ({ db, event, params, body, now, audit }) => {
    const thing = await current(db, event.id, params.thingId);
    if (!Buffer.isBuffer(body)) throw problem("event-data.photo_wrong");
    const mediaType = judgePhoto(body);
    const photo = randomBytes(16).toString("hex");
    await keepPicture(db, { photo, mediaType, bytes: body }, now.toISOString());
    await nameOn(db, event.id, thing.id, photo);
    await audit({ action: "photo", object: { type: OBJECT, id: thing.id, label: thing.name } });
    return { id: thing.id, photo };
  }),

  route(removePhoto, async ({ db, event, params, audit }) => {
    const thing = await current(db, event.id, params.thingId);
    if (thing.photo === null) return { id: thing.id, photo: null };
    await nameOn(db, event.id, thing.id, null);
    await audit({ action: "photo_remove", object: { type: OBJECT, id: thing.id, label: thing.name } });
    return { id: thing.id, photo: null };
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

async function current(db: Db, eventId: number, id: number): Promise<Thing> {
  const thing = await getThing(db, eventId, id);
  if (!thing)
    throw problem("not_found", {
      message: "This profile is not in the event, or has been removed",
      text: "event-data:gone.profile",
    });
  return thing;
}
