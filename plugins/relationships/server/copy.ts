// The kinds of an event come along when it is copied, in their order; links do not, since their profiles stay.
import type { EventCopying } from "#server";
import { createKind, listKinds, placeKinds } from "./repository.ts";

export const copyKinds: EventCopying["copy"] = async ({ db, from, to, now }) => {
  const kinds = await listKinds(db, from);
  const ids: number[] = [];
  for (const kind of kinds) {
    const made = await createKind(db, to, kind, now.toISOString());
    if (made) ids.push(made.id);
  }
  // Where nobody has put them in order, they stay by name.
  if (kinds.some(({ position }) => position > 0)) await placeKinds(db, to, ids);
};
