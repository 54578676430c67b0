// Takes a saved change of a field back, by the same rules as any other save.
import type { FieldChange } from "#schemas/fields.ts";
import { problem, type Revertible } from "#server";
import { refuseDoubles } from "./doubles.ts";
import { fieldFacts } from "./history.ts";
import { findField, saveField } from "./repository.ts";
import { follow, refuseElsewhere, waitForKeys } from "./routes.ts";
import { revertedField } from "./rules.ts";

export const revertField: Revertible = {
  read: async ({ db, app }, id) => {
    const field = await findField(db, app.id, Number(id));
    return field && fieldFacts(field);
  },
  write: async (context, id, facts) => {
    const { db, app, now } = context;
    const field = await findField(db, app.id, Number(id));
    if (!field) throw problem("history.object_gone");
    const { archived_at, ...change } = facts as Partial<FieldChange> & { archived_at?: string | null };
    const values = revertedField(field, change);
    if (field.event_id === 0) {
      await waitForKeys(context);
      await refuseElsewhere(context, 0, field.key, values.event_ids);
    }
    const archived = archived_at === undefined ? field.archived_at : archived_at;
    await refuseDoubles(context, field, { ...field, ...values, archived_at: archived });
    const saved = await saveField(
      db,
      field,
      { values, ...(archived_at !== undefined && { archived_at }) },
      now.toISOString(),
    );
    if (!saved) throw problem("stale", { current: await findField(db, app.id, field.id) });
    await follow(context, field, saved);
  },
};
