// Who reads what other areas write in the histories of profiles, see offers.ts. Types and a key only.
import type { Access } from "#schemas/access.ts";
import { offerKey } from "#server";

/** What another area tells in the history of a profile. Its lines are about the profile itself, with these actions. */
export interface ThingTeller {
  actions: readonly string[];
  /** Who reads them there, beside whoever reads that history: as what they tell of is read in the area itself. */
  access: Access | "public";
}
export const thingTellerKey = offerKey<ThingTeller>("event-data.teller");
