// What other areas are told of times.
import type { Availabilities } from "../offers.ts";
import { getTimes } from "./repository.ts";

export const availabilities: Availabilities = {
  of: async (db, eventId, thingIds) => {
    const rows = await getTimes(db, eventId, thingIds);
    return new Map([...rows.values()].flatMap(({ thing_id, spans }) => (spans ? [[thing_id, spans] as const] : [])));
  },
};
