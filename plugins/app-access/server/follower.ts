// How it goes along when profiles are merged, leave the event, or come back. Links of those who leave stay: nobody gets in with
// them while the profile is not there, and they are good again once it is.
import type { ThingFollower } from "../../event-data/offers.ts";
import * as repository from "./repository.ts";
import { apart, joined } from "./rules.ts";

interface Moved {
  /** Both as they were. */
  from: repository.ProfileRow | undefined;
  to: repository.ProfileRow | undefined;
  /** The links that let in the one who stays from now on. */
  links: readonly number[];
}

export const accessFollower: ThingFollower = {
  label: "app-access:title",
  count: async (db, eventId, thingId) => ((await repository.findProfile(db, eventId, thingId)) ? 1 : 0),

  move: async (db, eventId, from, to) => {
    const gone = await repository.findProfile(db, eventId, from);
    const stays = await repository.findProfile(db, eventId, to);
    const kept: Moved = { from: gone, to: stays, links: await repository.moveLinks(db, from, to) };
    if (!gone) return { count: 0, left: [], kept };
    await repository.removeProfiles(db, eventId, [from]);
    await repository.putProfiles(db, [{ ...joined(gone, stays), thing_id: to, event_id: eventId }]);
    return { count: 1, left: [], kept };
  },

  moveBack: async (db, eventId, from, to, kept) => {
    const { from: gone, to: stays, links } = kept as Moved;
    await repository.moveLinks(db, to, from, links);
    if (!gone) return [];
    const now = await repository.findProfile(db, eventId, to);
    const own = apart(now, joined(gone, stays), stays);
    await repository.putProfiles(db, [gone]);
    if (own) await repository.putProfiles(db, [{ ...own, thing_id: to, event_id: eventId }]);
    else await repository.removeProfiles(db, eventId, [to]);
    return [];
  },

  drop: async (db, eventId, ids) =>
    (await repository.removeProfiles(db, eventId, ids)).map((row) => [row.thing_id, row]),

  putBack: async (db, _, kept, { there }) => {
    const rows = kept as repository.ProfileRow[];
    const back = await there(rows.map(({ thing_id }) => thing_id));
    await repository.putProfiles(
      db,
      rows.filter(({ thing_id }) => back.has(thing_id)),
    );
    return [];
  },

  used: repository.enteredAmong,

  // Nobody gets in as them again.
  forget: (db, _, eventId, gone) =>
    repository.removeLinksOf(
      db,
      eventId,
      gone.map(({ id }) => id),
    ),
};
