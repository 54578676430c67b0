// Whose times are there, for whoever erases from the history those of people who are not.
import type { Erasable } from "#server";
import { OBJECT, thingsOf } from "./times.ts";

export const erasableTimes: Erasable = {
  type: OBJECT,
  there: async ({ db, event, offered }, ids) => (await thingsOf(offered).named(db, event.id, ids)).map(({ id }) => id),
};
