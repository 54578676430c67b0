// Which data types are there, for whoever erases from the history those that are not.
import { type Erasable, listTypeRows } from "#server";
import { OBJECT } from "./object.ts";

export const erasableTypes: Erasable = {
  type: OBJECT,
  there: async ({ db, event }) => (await listTypeRows(db, event.app_id)).map(({ id }) => id),
};
