// Takes a saved change of a kind back, by the same rules as any other save.
import { listTypesOf, type Revertible } from "#server";
import { type Kind, saveKind } from "../contract.ts";
import { findKind } from "./repository.ts";
import { routes } from "./routes.ts";
import { facts } from "./rules.ts";

export const revertKind: Revertible = {
  read: async ({ db, event }, id) => {
    const kind = await findKind(db, event.id, Number(id));
    return kind && { ...facts(kind) };
  },
  lostBack: async ({ db, event }, values) => {
    const there = (await listTypesOf(db, event.id)).map(({ id }) => id);
    const { from, to } = values as Partial<Pick<Kind, "from" | "to">>;
    const named = new Set([...(from?.types ?? []), ...(to?.types ?? [])]);
    const count = [...named].filter((id) => !there.includes(id)).length;
    return count > 0 ? [{ label: "relationships:lost.types", count }] : [];
  },
  write: async (context, id, values) => {
    const kind = await findKind(context.db, context.event.id, Number(id));
    const save = routes.find(({ endpoint }) => endpoint === saveKind);
    const params = { eventId: context.event.id, kindId: Number(id) };
    await save?.handler({ ...context, params, body: { ...values, rev: kind?.rev }, audit: async () => {} });
  },
};
