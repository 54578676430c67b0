// How speakers go along when the profiles that they are are merged or leave.
import { fold, listTypesOf } from "#server";
import type { ThingFollower } from "../../../event-data/offers.ts";
import { forgetAddresses, keepFound, pointAt, pointBack, speakersOf } from "./repository.ts";

type Kept = { id: number; thing_id: number };

export const speakerFollower: ThingFollower = {
  label: "agenda:profile.title",
  count: async (db, eventId, thingId) => (await speakersOf(db, eventId, [thingId])).length,
  settle: async (db, eventId, { id, email, type_id }) => {
    const isPerson = (await listTypesOf(db, eventId)).some((type) => type.id === type_id && type.categoryId === 1);
    if (isPerson && email) await keepFound(db, eventId, new Map([[fold(email), id]]));
  },
  move: async (db, eventId, from, to) => {
    const moved = (await speakersOf(db, eventId, [from])).map(({ id }) => id);
    await pointAt(db, eventId, moved, to);
    return { count: moved.length, left: [], kept: moved };
  },
  moveBack: async (db, eventId, from, _, kept) => {
    await pointAt(db, eventId, kept as number[], from);
    return [];
  },
  drop: async (db, eventId, ids): Promise<(readonly [number, Kept])[]> => {
    const there = await speakersOf(db, eventId, ids);
    await pointAt(
      db,
      eventId,
      there.map(({ id }) => id),
      null,
    );
    return there.flatMap(({ id, thing_id }) => (thing_id === null ? [] : [[thing_id, { id, thing_id }] as const]));
  },
  putBack: async (db, eventId, kept) => {
    await pointBack(db, eventId, kept as Kept[]);
    return [];
  },
  // The programme goes on naming its speakers; by which address their profiles were found it no longer says.
  forget: (db, dialect, eventId, gone) =>
    forgetAddresses(
      db,
      dialect,
      eventId,
      gone.flatMap(({ addresses }) => addresses.map(fold)),
    ),
};
