// Takes a saved change of a field back, by the same rules as any other save.
import type { FieldChange } from "#schemas/fields.ts";
import type { Revertible } from "#server";
import { fieldFacts } from "./history.ts";
import { findField, saveField } from "./repository.ts";
import { revertedField } from "./rules.ts";

export const revertField: Revertible = {
  read: async ({ db, app }, id) => {
    const field = await findField(db, app.id, Number(id));
    return field && fieldFacts(field);
  },
  write: async ({ db, app, now }, id, facts) => {
    const field = await findField(db, app.id, Number(id));
    if (!field) return;
    const { archived_at, ...change } = facts as Partial<FieldChange> & { archived_at?: string | null };
    const values = revertedField(field, change);
    await saveField(db, field, { values, ...(archived_at !== undefined && { archived_at }) }, now.toISOString());
  },
};
