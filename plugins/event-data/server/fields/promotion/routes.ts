// Fields of single events become multi-event fields: what is possible, begun, taken back.

import { listDiffering, settleDiffering, startDifferingFile, undoSettling } from "#schemas/fieldDiffering.ts";
import * as contract from "#schemas/fieldPromotion.ts";
import { type Context, problem, type Route, route } from "#server";
import { claimAct } from "../../bulk/undoRows.ts";
import { DIFFERING_FILE_JOB, type DifferingFilePayload } from "../differingFile.ts";
import { fieldGone } from "../gone.ts";
import { findField } from "../repository.ts";
import { visibleTo } from "../sight.ts";
import * as settling from "../travel/differing.ts";
import { listGroups } from "./plan.ts";
import { PROMOTION_JOB, PROMOTION_UNDO_JOB, type PromotionAct, type PromotionUndo } from "./promote.ts";
import { promotedFields } from "./together.ts";

export const promotionRoutes: Route[] = [
  route(contract.listPromotable, async ({ db, app, who }) => listGroups(db, app.id, who)),
  route(contract.promoteFields, async ({ db, app, who, body, jobs }) => {
    // Refuses now what the job would refuse later.
    await promotedFields(db, app.id, who, body.fields);
    return { job: await jobs.start({ kind: PROMOTION_JOB, payload: body }) };
  }),
  route(contract.undoPromotion, async ({ db, app, params, now, jobs, who }) => {
    const act = (await claimAct(db, params.jobId, 0, now)) as PromotionAct | undefined;
    const isOwn = act?.rows?.every(({ app_id }) => app_id === app.id);
    if (!act || !isOwn || who.accessRole > 3) throw problem("event-data.undo_over");
    const payload: PromotionUndo = { ...act, job: params.jobId, locale: "en-gb" };
    return { job: await jobs.start({ kind: PROMOTION_UNDO_JOB, payload }) };
  }),
  route(listDiffering, async (context) => {
    const { db, dialect, app, params } = context;
    return settling.listDiffering(db, dialect, app, await sharedField(context, params.fieldId));
  }),
  route(startDifferingFile, async (context) => {
    const { id } = await sharedField(context, context.params.fieldId);
    const payload: DifferingFilePayload = { fieldId: id, ...context.body };
    return { job: await context.jobs.start({ kind: DIFFERING_FILE_JOB, payload }) };
  }),
  route(settleDiffering, async (context) => {
    const { id } = await sharedField(context, context.params.fieldId);
    const payload: settling.SettlePayload = { ...context.body, fieldId: id };
    return { job: await context.jobs.start({ kind: settling.SETTLE_JOB, payload }) };
  }),
  route(undoSettling, async (context) => {
    const { db, now, params, jobs } = context;
    const { id } = await sharedField(context, params.fieldId);
    const act = (await claimAct(db, params.jobId, 0, now)) as { fieldId?: number } | undefined;
    if (act?.fieldId !== id) throw problem("event-data.undo_over");
    return { job: await jobs.start({ kind: settling.SETTLE_UNDO_JOB, payload: { job: params.jobId } }) };
  }),
];

async function sharedField({ db, app, who }: Pick<Context, "db" | "app" | "who">, id: number) {
  const field = await findField(db, app.id, id);
  if (field?.event_id !== 0 || visibleTo([field], who.accessRole).length === 0) throw fieldGone();
  return field;
}
