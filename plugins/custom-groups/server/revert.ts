// Takes a saved change of a group back, by the same rules as any other save.
import type { Revertible } from "#server";
import { saveGroup } from "../contract.ts";
import { findGroup, listGroups } from "./repository.ts";
import { routes } from "./routes.ts";
import { comparable } from "./rules.ts";

export const revertGroup: Revertible = {
  read: async ({ db, event }, id) => {
    const group = await findGroup(db, event.id, Number(id));
    return group && comparable(group);
  },
  lostBack: async ({ db, event }, facts) => {
    const there = new Set((await listGroups(db, event.id)).map(({ id }) => id));
    return (["see", "recommend"] as const).flatMap((field) => {
      const named = (facts[field] ?? []) as number[];
      const count = named.filter((id) => !there.has(id)).length;
      if (count === 0) return [];
      return [{ label: `custom-groups:lost.${field}.${count < named.length ? "some" : "all"}`, count }];
    });
  },
  write: async (context, id, facts) => {
    const group = await findGroup(context.db, context.event.id, Number(id));
    const save = routes.find(({ endpoint }) => endpoint === saveGroup);
    const params = { eventId: context.event.id, groupId: Number(id) };
    const body = { ...facts, rev: group?.rev };
    await save?.handler({ ...context, params, body, audit: async () => {} });
  },
};
