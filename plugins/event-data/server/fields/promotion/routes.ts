// Fields of single events become multi-event fields: what is possible, begun, taken back.
import * as contract from "#schemas/fieldPromotion.ts";
import { problem, type Route, route } from "#server";
import { claimAct } from "../../bulk/undoRows.ts";
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
];
