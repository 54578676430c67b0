// One short handler an endpoint: list, export, revert.
import type { Ahead } from "#schemas/losses.ts";
import {
  type AuditRow,
  auditList,
  bringBack,
  byRules,
  type Context,
  conditionOf,
  countAuditDays,
  ERASE,
  Erasure,
  erasable,
  findAuditLine,
  holdObject,
  isLast,
  listRows,
  planList,
  problem,
  type Revertible,
  type Route,
  route,
  zoned,
} from "#server";
import {
  DAYS,
  eraseHistory,
  type HistoryLine,
  listHistoryDays,
  listReversalLosses,
  queryHistory,
  revertChange,
  startHistoryErasure,
  startHistoryExport,
} from "../contract.ts";
import { EXPORT_JOB } from "./export.ts";
import { ERASE_JOB, FORGET_JOB, forgetBeside } from "./forget.ts";
import { namesFor } from "./references.ts";
import { daysOf, differenceOf, type Reversal, reversalOf, valuesToPutBack } from "./rules.ts";

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

type Kinds = Readonly<Record<string, Revertible>>;

function asLine(row: AuditRow, kinds: Kinds): Omit<HistoryLine, "names"> {
  const { actor_label, actor_kind, ...rest } = row;
  const before = parsed(row.before);
  const reversal = reversalOf({ ...row, before }, kinds) ?? null;
  return {
    ...rest,
    actor: actor_label,
    actor_kind: actor_kind as HistoryLine["actor_kind"],
    before,
    after: parsed(row.after),
    reversal,
    may_lose: mayLose(kinds[row.object_type], reversal),
  };
}

/** Whether its kind tells of what is lost with it, or of what does not come back. */
function mayLose(kind: Revertible | undefined, reversal: Reversal | null): boolean {
  if (reversal === null) return false;
  const isLost = kind?.losses !== undefined && reversal !== "bring_back";
  return isLost || (kind?.lostBack !== undefined && reversal !== "remove");
}

/** By the rules of the area; that what is meant is gone has a code of its own. */
const ruled = <T>(work: () => Promise<T> | undefined) => byRules("history.not_possible", work, ["history.object_gone"]);

/** Refuses where something happened since to what was created or removed. */
async function mustBeLast(context: Context, line: AuditRow): Promise<void> {
  if (!(await isLast(context, line))) throw problem("history.changed_since");
}

/** Removes what was created, or makes anew what was removed, unless something happened to it since. */
async function revertWhole(
  context: Context,
  line: AuditRow,
  kind: Revertible,
  ahead: Ahead,
): Promise<{ fields: string[] }> {
  const { audit } = context;
  const object = { type: line.object_type, id: line.object_id, label: line.object_label };
  await holdObject(context, line);
  await mustBeLast(context, line);
  if (line.action === "create") {
    if (!(await kind.read(context, line.object_id))) throw problem("history.object_gone");
    await ruled(() => kind.remove?.(context, line.object_id, ahead));
    await audit({ action: "revert", object, before: parsed(line.after) });
    return { fields: [] };
  }
  await bringBack(context, line, kind, ruled);
  return { fields: Object.keys(parsed(line.before) ?? {}) };
}

/** What taking some fields back, or all of a line, would change, and what stands beside it. */
async function fieldsBack(context: Context, line: AuditRow, kind: Revertible, asked: readonly string[] | undefined) {
  const now = await kind.read(context, line.object_id);
  if (!now) throw problem("history.object_gone");
  const asNow = (await kind.namesNow?.(context)) ?? ((facts: Record<string, unknown>) => facts);
  const change = { before: asNow(parsed(line.before) ?? {}), after: asNow(parsed(line.after) ?? {}) };
  const fields = asked?.flatMap((field) => Object.keys(asNow({ [field]: null })));
  const values = valuesToPutBack(change, now, fields);
  return { now, fields: Object.keys(values), facts: { ...now, ...values } };
}

/** A line that can be taken back, and how. */
async function reversible(context: Context, id: number) {
  const { reverts } = context.deps;
  const line = await lineOf(context, id);
  const kind = reverts[line.object_type];
  const reversal = reversalOf(line, reverts);
  if (!kind || !reversal) throw problem("history.not_revertible");
  await ruled(() => kind.mustFit?.(context, line));
  return { line, kind, reversal };
}

/** A line of the event, or of the app as a whole. */
async function lineOf({ db, app, event }: Context, id: number): Promise<AuditRow> {
  const line = await findAuditLine(db, app.id, id);
  if (!line || (line.event_id !== null && line.event_id !== event.id)) throw problem("not_found");
  return line;
}

export const routes: Route[] = [
  route(queryHistory, async ({ app, event, body, db, dialect, deps }) => {
    const { everywhere, zone, ...question } = zoned(body);
    const list = auditList(dialect, app, everywhere ? undefined : event.id, zone);
    const { rows, ...counts } = await listRows(db, dialect, list, question);
    const lines = rows.map((row) => asLine(row as unknown as AuditRow, deps.reverts));
    const names = await namesFor({ db, dialect, appId: app.id, offered: deps.offered }, lines);
    return { rows: lines.map((line, at) => ({ ...line, names: names[at] ?? {} })), ...counts };
  }),

  route(listHistoryDays, async ({ app, event, query, db, dialect, now }) => {
    const { everywhere, zone = "UTC" } = zoned(query);
    const days = daysOf(now, DAYS, zone);
    const eventId = everywhere ? undefined : event.id;
    const counted = await countAuditDays(db, dialect, { app, eventId, since: days[0] as string, zone });
    return days.map((day) => {
      const of = (kind: string) => counted.find((one) => one.day === day && one.actor_kind === kind)?.lines ?? 0;
      return { day, person: of("person"), token: of("token"), job: of("job") };
    });
  }),

  route(startHistoryExport, async ({ app, event, body, dialect, jobs, audit }) => {
    const { everywhere, zone, locale: _, ...question } = zoned(body);
    // Refuses now what the job would refuse later.
    const list = auditList(dialect, app, everywhere ? undefined : event.id, zone);
    planList(list, dialect, question);
    await audit({ action: "export", object: { type: "history", id: event.id, label: event.name } });
    return { job: await jobs.start({ kind: EXPORT_JOB, payload: body }) };
  }),

  route(eraseHistory, async (context) => {
    const { app, params, db, dialect, event, now, deps, audit, jobs } = context;
    const line = await lineOf(context, params.lineId);
    const kind = deps.reverts[line.object_type];
    if (!kind || line.action === ERASE) throw problem("history.not_erasable");
    const asking = { db, dialect, event: { id: event.id, app_id: app.id }, offered: deps.offered };
    const kinds = deps.offered(erasable).filter(({ type }) => type === line.object_type);
    for (const { hold } of kinds) await hold?.(asking);
    if (await kind.read(context, line.object_id)) throw problem("history.still_there");
    const object = { type: line.object_type, id: line.object_id };
    const erasure = new Erasure(dialect, app.id);
    const lines = await erasure.erase(db, [object], now);
    if (lines.length > 0) await audit({ action: ERASE, object: { ...object, label: "" }, after: { lines } });
    await forgetBeside(asking, kinds, erasure, [object]);
    await jobs.start({ kind: FORGET_JOB, payload: null });
    return { lines: lines.length };
  }),

  route(startHistoryErasure, async ({ app, event, body, dialect, jobs }) => {
    const { selection, everywhere, zone } = zoned(body);
    if (!("ids" in selection)) {
      // Refuses now what the job would refuse later.
      const list = auditList(dialect, app, everywhere ? undefined : event.id, zone);
      conditionOf(list, dialect, selection.question.filter ?? [], "all");
    }
    return { job: await jobs.start({ kind: ERASE_JOB, payload: body }) };
  }),

  route(listReversalLosses, async (context) => {
    const { params, body } = context;
    const { line, kind, reversal } = await reversible(context, params.lineId);
    const nothing = { by: null, losses: [] };
    if (!mayLose(kind, reversal)) return nothing;
    const gone = async (facts: Record<string, unknown>) => (await kind.lostBack?.(context, facts)) ?? [];
    if (reversal === "bring_back") return { by: null, losses: [...(await gone(parsed(line.before) ?? {}))] };
    if (reversal === "remove") await mustBeLast(context, line);
    const back = reversal === "remove" ? undefined : await fieldsBack(context, line, kind, body.fields);
    const { by, losses } = (await kind.losses?.(context, line.object_id, back?.facts, body.locale)) ?? nothing;
    const put = back?.fields.map((field) => [field, back.facts[field]]) ?? [];
    return { by, losses: [...losses, ...(await gone(Object.fromEntries(put)))] };
  }),

  route(revertChange, async (context) => {
    const { params, body, who, audit } = context;
    const { line, kind, reversal } = await reversible(context, params.lineId);
    if (who.token && kind.personal) {
      throw problem("token_scope", { message: "API tokens cannot do this; log in as a person" });
    }
    const ahead = { calls_off: body.calls_off ?? false, tells: body.tells ?? false };
    if (reversal !== "fields") return revertWhole(context, line, kind, ahead);
    const { now, fields, facts } = await fieldsBack(context, line, kind, body.fields);
    await ruled(() => kind.write(context, line.object_id, facts, ahead));
    // The rules of the area have the last word: told is what came of it, and not what was asked.
    const difference = differenceOf(now, (await kind.read(context, line.object_id)) ?? {});
    const done = fields.filter((field) => field in difference.after);
    if (done.length === 0) throw problem("history.not_possible");
    const object = { type: line.object_type, id: line.object_id, label: line.object_label };
    await audit({ action: "revert", object, ...difference });
    return { fields: done };
  }),
];
