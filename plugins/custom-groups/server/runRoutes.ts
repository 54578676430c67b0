// Lists of members that can still be undone.
import { actsToUndo, findJobOrder, problem, type Route, route } from "#server";
import { getLastMemberRun, undoMembers } from "../contract.ts";
import { findGroup } from "./repository.ts";
import { claimRun, listRuns, UNDO_JOB } from "./runs.ts";

const OVER = new Set(["done", "failed", "cancelled"]);

export const runRoutes: Route[] = [
  route(
    getLastMemberRun,
    async (context) => {
      if (!(await findGroup(context.db, context.event.id, context.params.groupId))) throw problem("not_found");
      const runs = await listRuns(context.db, context.params.groupId, context.now);
      const asked = { idOf: (run: (typeof runs)[number]) => run.job, access: undoMembers.access };
      for await (const { act: run, job, of } of actsToUndo(context, runs, asked))
        if (OVER.has(job.state)) return { ...run, ...of };
      return null;
    },
    // Runs are few and soon forgotten.
    { byKey: true },
  ),

  route(undoMembers, async (context) => {
    const { db, event, params, now, jobs } = context;
    if (!(await findGroup(db, event.id, params.groupId))) throw problem("not_found");
    const run = (await listRuns(db, params.groupId, now)).find(({ job }) => job === params.jobId);
    const job = await findJobOrder(db, event, params.jobId);
    if (!run || !job || !OVER.has(job.state) || !(await claimRun(db, run.job, params.groupId, now))) {
      throw problem("custom-groups.undo_over");
    }
    const payload = { job: run.job, groupId: params.groupId, members: run.added + run.removed };
    return { job: await jobs.start({ kind: UNDO_JOB, payload }) };
  }),
];
