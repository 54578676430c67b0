// A field comes to be of another kind, or of its former one again, or goes for good: load, decide, have a job do it.
import * as contract from "#schemas/fieldKind.ts";
import * as removal from "#schemas/fieldRemoval.ts";
import type { Field } from "#schemas/fields.ts";
import { type Context, problem, type Route, route } from "#server";
import { claimAct, whyClaimed } from "../../bulk/undoRows.ts";
import { checkRemoval, PUT_BACK_JOB, REMOVE_JOB, type RemovePayload } from "../remove.ts";
import { ownField } from "../routes.ts";
import { KIND_JOB, type KindAct, type KindPayload } from "./change.ts";
import { KIND_UNDO_JOB, type KindUndo } from "./undo.ts";

type Asking = Pick<Context, "db" | "now" | "jobs">;

const SHARED = 0;

async function change({ jobs }: Asking, field: Field, body: contract.KindOrder) {
  if (field.rev !== body.rev) throw problem("stale", { current: field });
  if (!contract.kindsInto(field).includes(body.kind)) throw problem("event-data.kind_impossible");
  const payload: KindPayload = { ...body, fieldId: field.id };
  return { job: await jobs.start({ kind: KIND_JOB, payload }) };
}

async function undo({ db, now, jobs }: Asking, eventId: number, field: Field, job: number) {
  const act = (await claimAct(db, job, eventId, now)) as KindAct | undefined;
  if (!act) throw await whyClaimed(db, job);
  // The act of a job of another kind.
  if (act.after === undefined) throw problem("event-data.undo_over");
  // Somebody has changed the kind once more; what an undoing left that was stopped has the former one.
  const isOurs = [act.after.kind, act.isPartlyBack && act.before.kind].includes(field.kind);
  if (act.after.id !== field.id || !isOurs) throw problem("event-data.undo_over");
  const payload: KindUndo = { ...act, undoes: job };
  return { job: await jobs.start({ kind: KIND_UNDO_JOB, payload }) };
}

async function remove(context: Asking & Pick<Context, "app" | "who" | "deps">, field: Field, rev: number) {
  for (const back of await checkRemoval(context, field, rev))
    await context.jobs.start({ kind: PUT_BACK_JOB, payload: back });
  const payload: RemovePayload = { fieldId: field.id };
  return { job: await context.jobs.start({ kind: REMOVE_JOB, payload }) };
}

export const kindRoutes: Route[] = [
  route(removal.removeField, async (context) => {
    const { event, params, body } = context;
    return remove(context, await ownField(context, event.id, params.fieldId), body.rev);
  }),
  route(removal.removeAppField, async (context) => {
    const { params, body } = context;
    return remove(context, await ownField(context, SHARED, params.fieldId), body.rev);
  }),
  route(contract.changeKind, async (context) => {
    const { event, params, body } = context;
    return change(context, await ownField(context, event.id, params.fieldId), body);
  }),
  route(contract.undoKind, async (context) => {
    const { event, params } = context;
    return undo(context, event.id, await ownField(context, event.id, params.fieldId), params.jobId);
  }),
  route(contract.changeAppKind, async (context) => {
    return change(context, await ownField(context, SHARED, context.params.fieldId), context.body);
  }),
  route(contract.undoAppKind, async (context) => {
    const { params } = context;
    return undo(context, SHARED, await ownField(context, SHARED, params.fieldId), params.jobId);
  }),
];
