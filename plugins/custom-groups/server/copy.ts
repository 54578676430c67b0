// The groups of an event come along when it is copied: rules find the profiles of the copy, and groups made by hand are empty.
import type { EventCopying } from "#server";
import { findPriority, savePriority } from "./priority.ts";
import { createGroup, listGroups, saveGroup } from "./repository.ts";

export const copyGroups: EventCopying["copy"] = async ({ db, from, to, now }) => {
  const at = now.toISOString();
  const made = new Map<number, Awaited<ReturnType<typeof createGroup>>>();
  const own = await listGroups(db, from);
  for (const group of own) made.set(group.id, await createGroup(db, to, { ...group, see: null, recommend: null }, at));
  const newIds = (ids: readonly number[] | null) => ids && ids.flatMap((id) => made.get(id)?.id ?? []);
  for (const { id, see, recommend } of own) {
    const group = made.get(id);
    if (group && (see || recommend)) {
      await saveGroup(db, to, group, { ...group, see: newIds(see), recommend: newIds(recommend) }, at);
    }
  }
  const { rev, rule, ranking } = await findPriority(db, from);
  if (rev > 0) await savePriority(db, to, { rev: 0, rule, ranking: newIds(ranking) ?? [] }, at);
};
