// The act on fields that a person can still undo: whichever of them was the last.
import * as contract from "#schemas/fieldActs.ts";
import { actsToUndo, type Context, type Route, route } from "#server";
import { undoableActs } from "../bulk/undoRows.ts";
import { KIND_JOB, type KindAct } from "./kind/change.ts";
import { OPTION_JOB, type ReplaceAct } from "./options.ts";
import { PROMOTION_JOB, type PromotionAct } from "./promotion/promote.ts";
import { findField } from "./repository.ts";
import { visibleTo } from "./sight.ts";
import { SETTLE_JOB } from "./travel/differing.ts";

const SHARED = 0;

/** What each job has done, and to which field. */
const DID: Readonly<Record<string, { did: contract.LastFieldAct["did"]; of: (act: object) => number }>> = {
  [OPTION_JOB]: { did: "option", of: (act) => (act as ReplaceAct).fieldId },
  [KIND_JOB]: { did: "kind", of: (act) => (act as KindAct).after.id },
  [PROMOTION_JOB]: { did: "promotion", of: (act) => (act as PromotionAct).promoted.id },
  [SETTLE_JOB]: { did: "settling", of: (act) => (act as { fieldId: number }).fieldId },
};

type Asking = Pick<Context, "db" | "app" | "who" | "now">;

async function lastAct(context: Asking & { event?: Context["event"] }): Promise<contract.LastFieldAct | null> {
  const { db, app, who, now } = context;
  const eventId = context.event?.id ?? SHARED;
  const { access } = context.event ? contract.getLastFieldAct : contract.getLastAppFieldAct;
  const acts = await undoableActs(db, eventId, now);
  for await (const { act: kept, job, of } of actsToUndo(context, acts, { idOf: ({ jobId }) => jobId, access })) {
    const { act, until } = kept;
    const known = DID[job.kind];
    if (!known || !stays(known.did, job.state)) continue;
    const field = await findField(db, app.id, known.of(act));
    if (field?.event_id !== eventId || visibleTo([field], who.accessRole).length === 0) continue;
    const { isPartlyBack = false } = act as { isPartlyBack?: boolean };
    const state = job.state as contract.LastFieldAct["job"]["state"];
    return { job: { id: job.id, state }, did: known.did, field_id: field.id, isPartlyBack, until, ...of };
  }
  return null;
}

/** What was stopped or broke is put back by itself; only answers that were made the same stay so. */
const stays = (did: contract.LastFieldAct["did"], state: string) =>
  did === "settling" || !["cancelled", "failed"].includes(state);

export const lastActRoutes: Route[] = [
  // Acts are few and soon forgotten.
  route(contract.getLastFieldAct, lastAct, { byKey: true }),
  route(contract.getLastAppFieldAct, ({ db, app, who, now }) => lastAct({ db, app, who, now }), { byKey: true }),
];
