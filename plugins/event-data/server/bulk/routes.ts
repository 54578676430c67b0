// Acts on many profiles: both are jobs, since nobody knows how many there are.
import { Check } from "typebox/value";
import { accessCondition, isAllowed } from "#schemas/access.ts";
import {
  IMPORT_JOB as ANY_IMPORT_JOB,
  actsToUndo,
  findJobOrder,
  ProblemError,
  problem,
  type Route,
  route,
} from "#server";
import { type BulkResult, getLastThingBulk, type LastBulk, startThingBulk, undoThingBulk } from "../../contract.ts";
import { thingMergerKey, thingSetsKey } from "../../offers.ts";
import { listFieldsOf } from "../fields/repository.ts";
import { hiddenKeys } from "../fields/sight.ts";
import { IMPORT_JOB } from "../import/jobs.ts";
import { checkSelection } from "../selection.ts";
import { offeredAct } from "./offeredAct.ts";
import { BULK_JOB } from "./runBulk.ts";
import { UNDO_JOB } from "./undoJob.ts";
import { claimAct, undoableActs } from "./undoRows.ts";
import type { UndoOrder } from "./undoTelling.ts";

/** Whose acts are on profiles. What is kept of an act on a field, in the same place, has an undoing of its own. */
const ON_PROFILES = [BULK_JOB, IMPORT_JOB, ANY_IMPORT_JOB];
const GOING = ["queued", "running"];

export const bulkRoutes: Route[] = [
  route(startThingBulk, async ({ db, dialect, event, who, body, jobs, deps }) => {
    // Refuses now what the job would refuse later.
    const hidden = await hiddenKeys(db, dialect, event, who);
    await checkSelection(db, dialect, event.id, body.selection, deps.offered, hidden);
    const { act } = body;
    let payload = body;
    if (act.do === "group") {
      const sets = await deps.offered(thingSetsKey)[0]?.list(db, event.id);
      if (!sets?.some(({ id, byHand }) => id === act.group && byHand)) throw problem("not_found");
    }
    if (act.do === "edit" && act.how) {
      const fields = await listFieldsOf(db, event);
      const field = fields.find(({ key }) => `fields.${key}` === act.field && !hidden.includes(key));
      if (field?.kind !== "choices")
        throw problem("invalid", { fields: { how: `${act.field} has no several options` } });
    }
    if (act.do === "other") {
      const { accessRole, permissions } = who;
      const offer = offeredAct(deps.offered, act.act);
      if (isAllowed(accessCondition(offer.access ?? {}), { accessRole, permissions }) !== true)
        throw problem("forbidden");
      if (!Check(offer.order, act.with))
        throw problem("invalid", { fields: { with: `This is no order for ${act.act}` } });
      const settled = await offer.check?.({ db, event, deps }, act.with)?.catch(asInvalid);
      if (settled !== undefined) payload = { ...body, act: { ...act, with: settled } };
    }
    if (act.do === "merge" && deps.offered(thingMergerKey).length === 0) throw problem("not_found");
    return { job: await jobs.start({ kind: BULK_JOB, payload }) };
  }),

  route(undoThingBulk, async ({ db, event, params, query, now, jobs }) => {
    const { kind = "", state = "" } = (await findJobOrder(db, event, params.jobId)) ?? {};
    // What its later blocks did would stay, and could no longer be undone.
    if (ON_PROFILES.includes(kind) && GOING.includes(state)) throw problem("event-data.undo_early");
    const act = ON_PROFILES.includes(kind) && (await claimAct(db, params.jobId, event.id, now));
    if (!act) throw problem("event-data.undo_over");
    const order: UndoOrder = { job: params.jobId, locale: query.locale ?? "en-gb" };
    return { job: await jobs.start({ kind: UNDO_JOB, payload: order }) };
  }),

  route(
    getLastThingBulk,
    async (context) => {
      const acts = await undoableActs(context.db, context.event.id, context.now);
      const asked = { idOf: ({ jobId }: (typeof acts)[number]) => jobId, access: undoThingBulk.access };
      for await (const { act: kept, job, of } of actsToUndo(context, acts, asked)) {
        const changedNothing = job.state === "done" && (job.result as BulkResult).changed === 0;
        if (!ON_PROFILES.includes(job.kind) || changedNothing) continue;
        const {
          do: what,
          act: key,
          isPartlyBack = false,
        } = kept.act as Pick<LastBulk, "do" | "act"> & { isPartlyBack?: boolean };
        const told = { do: what, ...(key === undefined ? {} : { act: key }), isPartlyBack, until: kept.until, ...of };
        return { job: { id: job.id, state: job.state as LastBulk["job"]["state"] }, ...told };
      }
      return null;
    },
    // Acts are few and soon forgotten.
    { byKey: true },
  ),
];

/** What an area refuses of its order has codes of its own, which this question does not name. */
function asInvalid(error: unknown): never {
  if (!(error instanceof ProblemError)) throw error;
  const { fields = {}, reasons = {} } = error.detail;
  const within = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).map(([field, one]) => [`with.${field}`, one]));
  const told = Object.keys(fields).length > 0 ? within(fields) : { with: error.message };
  throw problem("invalid", { fields: told, reasons: within(reasons) });
}
