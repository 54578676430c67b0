// Names of places for the history, of which older lines hold the ids.
import { namesIn, type Referred } from "#server";

export const referredPlaces: Referred = {
  fields: ["location_id"],
  names: namesIn("networking_location"),
};
