// Whoever has removed something by mistake brings it back themselves, without a look at the history that is others' to see.
import { accessCondition, isAllowed } from "#schemas/access.ts";
import { REMOVAL_MINUTES, undoRemoval } from "#schemas/removal.ts";
import type { Context } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { type Route, route } from "../../kernel/route.ts";
import { listAuditOf } from "./audit.ts";
import { bringBack, byRules, holdObject, isLast } from "./bringBack.ts";
import { type AuditRow, findAuditLine } from "./list.ts";

const MINUTE_MS = 60_000;
/** The role that sees the history, and may bring back anything by it. */
const SEES_HISTORY = 1;

/** The removal that somebody means, if it was theirs, in this event. */
async function ownRemoval({ db, app, event, who }: Context, type: string, id: number): Promise<AuditRow | undefined> {
  const [latest] = await listAuditOf(db, { appId: app.id, type, id }, 1);
  const line = latest && (await findAuditLine(db, app.id, latest.id));
  if (line?.actor_id !== who.id || line.event_id !== event.id) return undefined;
  return line;
}

export const auditRoutes: Route[] = [
  route(undoRemoval, async (context) => {
    const { body, who, app, now, deps } = context;
    if (who.token) throw problem("token_scope", { message: "API tokens cannot do this; log in as a person" });
    const kind = deps.reverts[body.type];
    const facts = { accessRole: app.accessRole, permissions: app.permissions };
    if (!kind?.makers || isAllowed(accessCondition(kind.makers), facts) !== true) throw problem("not_found");
    const line = await ownRemoval(context, body.type, body.id);
    if (!line) throw problem("not_found");
    const since = now.getTime() - Date.parse(line.at);
    if (line.action !== "remove" || line.before === null || since > REMOVAL_MINUTES * MINUTE_MS)
      throw problem("removal.over");
    await holdObject(context, line);
    if (!(await isLast(context, line))) throw problem("removal.over");
    // It comes back as it was, also where this person does not see all of it.
    const whole = { ...context, who: { ...who, accessRole: Math.min(who.accessRole, SEES_HISTORY) } };
    const lost = await kind.lostBack?.(whole, JSON.parse(line.before));
    const id = await bringBack(whole, line, kind, (work) => byRules("removal.not_possible", work), who);
    return { id, lost: [...(lost ?? [])] };
  }),
];
