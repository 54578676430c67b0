// How speakers go along when the profiles that they are are merged or leave.
import { fold, listTypesOf } from "#server";
import type { ThingFollower } from "../../../event-data/offers.ts";
import { forgetAddresses, type KeptSpeaker, keepFound, pointAt, pointBack, speakersOf } from "./repository.ts";

/** What a merge keeps of a speaker; merges of old kept ids only. */
type Moved = number | Pick<KeptSpeaker, "id" | "by_hand">;

const idOf = ({ id }: { id: number }) => id;

export const speakerFollower: ThingFollower = {
  label: "agenda:profile.title",
  count: async (db, eventId, thingId) => (await speakersOf(db, eventId, [thingId])).length,
  settle: async (db, eventId, { id, email, type_id }) => {
    const isPerson = (await listTypesOf(db, eventId)).some((type) => type.id === type_id && type.categoryId === 1);
    if (isPerson && email) await keepFound(db, eventId, new Map([[fold(email), id]]));
  },
  move: async (db, eventId, from, to) => {
    const kept = (await speakersOf(db, eventId, [from])).map(({ id, by_hand }) => ({ id, by_hand }));
    await pointAt(db, eventId, kept.map(idOf), to);
    return { count: kept.length, left: [], kept };
  },
  moveBack: async (db, eventId, from, to, kept) => {
    const moved = (kept as Moved[]).map((one) => ({
      ...(typeof one === "number" ? { id: one } : one),
      thing_id: from,
    }));
    const back = await pointBack(db, eventId, moved, to);
    return back < moved.length ? [{ label: "agenda:profile.back", count: moved.length - back }] : [];
  },
  drop: async (db, eventId, ids): Promise<(readonly [number, KeptSpeaker])[]> => {
    const there = await speakersOf(db, eventId, ids);
    await pointAt(db, eventId, there.map(idOf), null);
    return there.flatMap(({ id, thing_id, by_hand }) =>
      thing_id === null ? [] : [[thing_id, { id, thing_id, by_hand }] as const],
    );
  },
  putBack: async (db, eventId, kept) => {
    await pointBack(db, eventId, kept as KeptSpeaker[], null);
    return [];
  },
  // Those that their addresses found are found again.
  used: async (db, eventId, ids) =>
    (await speakersOf(db, eventId, ids)).flatMap(({ thing_id, by_hand }) =>
      thing_id !== null && by_hand === 1 ? thing_id : [],
    ),
  // The programme goes on naming its speakers; by which address their profiles were found it no longer says.
  forget: (db, dialect, eventId, gone) =>
    forgetAddresses(
      db,
      dialect,
      eventId,
      gone.flatMap(({ addresses }) => addresses.map(fold)),
    ),
};
