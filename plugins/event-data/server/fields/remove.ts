// Removes an archived field: its answers in blocks, each with its history, and the field itself last.
import type { FieldRemoval } from "#schemas/fieldRemoval.ts";
import type { Field } from "#schemas/fields.ts";
import { type Context, type Db, type JobContext, type JobHandler, listEventIdsOf, problem } from "#server";
import { fieldNamerKey } from "../../offers.ts";
import { fieldFacts, fieldObject } from "./history.ts";
import { answersOf, placesOf } from "./kind/plan.ts";
import { rewrite } from "./kind/rewrite.ts";
import { renewListed } from "./listed.ts";
import { findField, removeField } from "./repository.ts";

export const REMOVE_JOB = "event-data.field-remove";

const BLOCK = 500;

/** What the job is started with. */
export interface RemovePayload {
  fieldId: number;
}

type Asking = Pick<Context, "db" | "app" | "who" | "deps">;

/** Refuses a field that still asks, and one that rules name: they would find others, or nobody. */
export async function checkRemoval(context: Asking, field: Field, rev: number): Promise<void> {
  if (field.rev !== rev) throw problem("stale", { current: field });
  if (field.archived_at === null) throw problem("event-data.field_active");
  const { db, app, who, deps } = context;
  const events = field.event_id === 0 ? await listEventIdsOf(db, app.id) : [field.event_id];
  await refuseNamed({ db, who, offered: deps.offered }, events, field);
}

async function refuseNamed(
  { db, who, offered }: Pick<JobContext, "db" | "who" | "offered">,
  events: readonly number[],
  field: Field,
): Promise<void> {
  for (const namer of offered(fieldNamerKey).filter(({ decides }) => decides))
    if ((await namer.named({ db, who }, events, field)).length > 0) throw problem("event-data.field_named");
}

export const runRemoval: JobHandler = async (context): Promise<FieldRemoval> => {
  const { fieldId } = context.payload as RemovePayload;
  const result = (context.kept?.result as FieldRemoval | undefined) ?? { changed: 0 };
  const field = await findField(context.read, context.appId, fieldId);
  if (!field) return result;
  const events = [...(await placesOf(context, { ...field, event_ids: [] })).keys()];
  for (const eventId of events) {
    for await (const page of answersOf(context, field, eventId)) {
      const ids = page.map(({ id }) => id);
      for (let at = 0; at < ids.length; at += BLOCK)
        await context.inTransaction((db) => clear(context, db, field, eventId, ids.slice(at, at + BLOCK), result), {
          keep: () => ({ at: eventId, result }),
        });
    }
  }
  const done = await context.inTransaction(
    async (db) => {
      await refuseNamed({ ...context, db }, events, field);
      await asked(db, context, field);
      for (const namer of context.offered(fieldNamerKey)) await namer.forget?.(db, events, field.key);
      await removeField(db, field);
      await context.audit(db, { action: "remove", object: fieldObject(field), before: fieldFacts(field) });
      return result;
    },
    { keep: () => ({ at: 0, result }) },
  );
  for (const eventId of events) await renewListed(context, eventId, fieldId);
  return context.inTransaction(async () => done, { last: true });
};

async function clear(
  context: JobContext,
  db: Db,
  field: Field,
  eventId: number,
  ids: readonly number[],
  result: FieldRemoval,
): Promise<void> {
  await asked(db, context, field);
  result.changed += (await rewrite(context, db, field, eventId, ids, () => undefined)).length;
}

/** Where somebody has the field asked again meanwhile, what is left of its answers stays. */
async function asked(db: Db, { appId }: JobContext, { id }: Field): Promise<void> {
  const current = await findField(db, appId, id);
  if (!current || current.archived_at === null) throw problem("event-data.field_active");
}
