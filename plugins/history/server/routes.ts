// One short handler an endpoint: list, export, revert.
import { type AuditRow, auditList, findAuditLine, listRows, problem, type Route, route } from "#server";
import { type HistoryLine, queryHistory, revertChange, startHistoryExport } from "../contract.ts";
import { EXPORT_JOB } from "./export.ts";
import { isRevertible, valuesToPutBack } from "./rules.ts";

const parsed = (text: string | null) => (text === null ? null : (JSON.parse(text) as Record<string, unknown>));

function asLine(row: AuditRow, types: readonly string[]): HistoryLine {
  const { actor_label, actor_kind, ...rest } = row;
  const before = parsed(row.before);
  return {
    ...rest,
    actor: actor_label,
    actor_kind: actor_kind as HistoryLine["actor_kind"],
    before,
    after: parsed(row.after),
    revertible: isRevertible({ ...row, before }, types),
  };
}

export const routes: Route[] = [
  route(queryHistory, async ({ app, event, body, db, dialect, deps }) => {
    const { everywhere, ...question } = body;
    const list = auditList(dialect, app, everywhere ? undefined : event.id);
    const { rows, ...counts } = await listRows(db, dialect, list, question);
    const types = Object.keys(deps.reverts);
    return { rows: rows.map((row) => asLine(row as unknown as AuditRow, types)), ...counts };
  }),

  route(startHistoryExport, async ({ app, event, body, db, dialect, jobs, audit }) => {
    const { everywhere, ...question } = body;
    // Refuses now what the job would refuse later.
    await listRows(db, dialect, auditList(dialect, app, everywhere ? undefined : event.id), { ...question, limit: 0 });
    await audit({ action: "export", object: { type: "history", id: event.id, label: event.name } });
    return { job: await jobs.start({ kind: EXPORT_JOB, payload: body }) };
  }),

  route(revertChange, async (context) => {
    const { app, event, params, body, db, deps, audit } = context;
    const line = await findAuditLine(db, app.id, params.lineId);
    if (!line || (line.event_id !== null && line.event_id !== event.id)) throw problem("not_found");
    const change = { before: parsed(line.before) ?? {}, after: parsed(line.after) ?? {} };
    const kind = deps.reverts[line.object_type];
    if (!kind || !isRevertible(line, Object.keys(deps.reverts))) throw problem("history.not_revertible");
    const now = await kind.read(context, line.object_id);
    if (!now) throw problem("history.object_gone");
    const values = valuesToPutBack(change, now, body.fields);
    await kind.write(context, line.object_id, { ...now, ...values.after });
    const object = { type: line.object_type, id: line.object_id, label: line.object_label };
    await audit({ action: "revert", object, ...values });
    return { fields: Object.keys(values.after) };
  }),
];
