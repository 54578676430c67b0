// Links that are made together: by matching fields, and taken away again.
import { actsToUndo, fieldProblem, findJobOrder, listTypesOf, problem, type Route, route } from "#server";
import { fieldsKey } from "../../event-data/offers.ts";
import { getLastLinkRun, listMatchFields, MATCHED_KINDS, matchLinks, undoLinks } from "../contract.ts";
import { there } from "./linker.ts";
import { MATCH_JOB } from "./match.ts";
import { thingsOf } from "./profiles.ts";
import * as repository from "./repository.ts";
import { typesAt } from "./rules.ts";
import { claimRun, type LinkUndoing, listRuns, UNDO_JOB } from "./runs.ts";

const OVER = new Set(["done", "failed", "cancelled"]);

export const matchRoutes: Route[] = [
  route(listMatchFields, async ({ db, app, event, who, deps }) => {
    const [fields] = deps.offered(fieldsKey);
    const all = (await fields?.list(db, { id: event.id, app_id: app.id })) ?? [];
    return all
      .filter(
        ({ kind, archived_at, see_role }) => isMatched(kind) && archived_at === null && who.accessRole <= see_role,
      )
      .map(({ key, kind, labels }) => ({ key, kind, labels }));
  }),

  route(matchLinks, async ({ db, dialect, app, event, who, params, body, jobs, deps }) => {
    const kind = there(await repository.findKind(db, event.id, params.kindId));
    const hidden = await thingsOf(deps.offered).hidden(db, dialect, event, who);
    const [fields] = deps.offered(fieldsKey);
    const own = (await fields?.list(db, { id: event.id, app_id: app.id })) ?? [];
    for (const side of ["from", "to"] as const) {
      const { field, part } = body[side];
      const key = field.startsWith("fields.") ? field.slice("fields.".length) : undefined;
      const found = key === undefined ? undefined : own.find((one) => one.key === key && !hidden.includes(key));
      const isThere = key === undefined || (found !== undefined && isMatched(found.kind));
      const hasDomain = key === undefined ? field === "email" : found?.kind === "email" || found?.kind === "url";
      if (!isThere || (part === "domain" && !hasDomain)) {
        throw fieldProblem("invalid", side, "Choose another field", "relationships:match.otherField");
      }
    }
    const types = await listTypesOf(db, event.id);
    const atFrom = typesAt(kind.from, types);
    const isSame = body.from.field === body.to.field && body.from.part === body.to.part;
    if (isSame && typesAt(kind.to, types).some((id) => atFrom.includes(id))) {
      // Everybody would say the same as oneself, and each two would be linked both ways.
      throw fieldProblem(
        "invalid",
        "to",
        "Choose another field than at the first end",
        "relationships:match.sameField",
      );
    }
    return { job: await jobs.start({ kind: MATCH_JOB, payload: { ...body, kindId: kind.id } }) };
  }),

  route(
    getLastLinkRun,
    async (context) => {
      const kind = there(await repository.findKind(context.db, context.event.id, context.params.kindId));
      const runs = await listRuns(context.db, kind.id, context.now);
      const asked = { idOf: (run: (typeof runs)[number]) => run.job, access: undoLinks.access };
      for await (const { act: run, job, of } of actsToUndo(context, runs, asked))
        if (OVER.has(job.state)) return { ...run, ...of };
      return null;
    },
    // Runs are few and soon forgotten.
    { byKey: true },
  ),

  route(undoLinks, async (context) => {
    const { db, event, params, now, jobs } = context;
    const kind = there(await repository.findKind(db, event.id, params.kindId));
    const run = (await listRuns(db, kind.id, now)).find(({ job }) => job === params.jobId);
    const job = await findJobOrder(db, event, params.jobId);
    if (!run || !job || !OVER.has(job.state) || !(await claimRun(db, run.job, kind.id, now))) {
      throw problem("relationships.undo_over");
    }
    const { links, source } = run;
    const payload: LinkUndoing = { job: run.job, eventId: event.id, kindId: kind.id, source, links };
    return { job: await jobs.start({ kind: UNDO_JOB, payload }) };
  }),
];

function isMatched(kind: string): boolean {
  return (MATCHED_KINDS as readonly string[]).includes(kind);
}
