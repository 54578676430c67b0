// Takes a saved change of a field back, by the same rules as any other save.
import type { FieldChange } from "#schemas/fields.ts";
import { type Context, listAuditOf, problem, type Revertible } from "#server";
import { refuseDoubles } from "./doubles.ts";
import { FIELD, fieldFacts } from "./history.ts";
import { findField, saveField } from "./repository.ts";
import { follow, heldTypes, refuseElsewhere, typeIds, waitForKeys } from "./routes.ts";
import { refuseTypesLost, revertedField, withLoss } from "./rules.ts";

const SHARED = 0;

/** A change that an event made of its own field is none of the field that several events share since. */
async function mustFit({ db, app, event }: Context, line: { object_id: string; event_id: number | null }) {
  const field = await findField(db, app.id, Number(line.object_id));
  const [last] = field ? [] : await listAuditOf(db, { appId: app.id, type: FIELD, id: line.object_id }, 1);
  if (last?.action === "merge_into" || (field?.event_id === SHARED && line.event_id !== null)) {
    throw problem("event-data.shared_field", {
      message: "This field belongs to several events; change it under multi-event fields",
      text: "event-data:problem.shared_field",
    });
  }
  if (field && field.event_id !== SHARED && field.event_id !== event.id) {
    throw problem("event-data.field_elsewhere", {
      message: "This field has become the own one of another event; take the change back in its history",
      text: "event-data:problem.field_elsewhere",
    });
  }
}

export const revertField: Revertible = {
  mustFit,
  read: async ({ db, app }, id) => {
    const field = await findField(db, app.id, Number(id));
    return field && fieldFacts(field);
  },
  lostBack: async (context, { type_ids = [] }) => {
    const there = await typeIds(context);
    const count = (type_ids as number[]).filter((one) => !there.includes(one)).length;
    return count > 0 ? [{ label: "event-data:lost.types", count }] : [];
  },
  write: async (context, id, facts) => {
    const { db, app, now } = context;
    const field = await findField(db, app.id, Number(id));
    if (!field) throw problem("history.object_gone");
    const { archived_at, ...change } = facts as Partial<FieldChange> & { archived_at?: string | null };
    if (field.event_id === SHARED) await waitForKeys(context);
    const values = revertedField(field, change, await heldTypes(context, field.event_id, change.type_ids));
    if (field.event_id === SHARED) await refuseElsewhere(context, SHARED, field.key, values.event_ids);
    const archived = archived_at === undefined ? field.archived_at : archived_at;
    if (archived === null) refuseTypesLost({ ...field, ...values });
    await refuseDoubles(context, field, { ...field, ...values, archived_at: archived });
    const saved = await saveField(
      db,
      field,
      { values: withLoss(field, values, archived), ...(archived_at !== undefined && { archived_at }) },
      now.toISOString(),
    );
    if (!saved) throw problem("stale", { current: await findField(db, app.id, field.id) });
    await follow(context, field, saved);
  },
};
