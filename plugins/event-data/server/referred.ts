// Names of profiles for the history, where a line says under which id one stands again.
import { namesIn, type Referred } from "#server";
import { OBJECT } from "./history.ts";

export const referredThings: Referred = {
  fields: [],
  type: OBJECT,
  names: namesIn("event_data_thing"),
};
