// Brings back what a line of the history tells the removal of, by the rules of its area.
import { commonProblems } from "#schemas/problem.ts";
import type { Context, Who } from "../../kernel/context.ts";
import type { Revertible } from "../../kernel/plugins.ts";
import { ProblemError, problem } from "../../kernel/problem.ts";
import { listAuditOf } from "./audit.ts";
import type { AuditRow } from "./list.ts";

/** By the rules of the area: what those refuse is told with their reasons, under the code of whoever asks; `asIs` are known to them. */
export async function byRules<T>(
  code: string,
  work: () => Promise<T> | undefined,
  asIs: readonly string[] = [],
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code in commonProblems || asIs.includes(error.code)) throw error;
    const { fields = {}, reasons } = error.detail;
    const message = [error.message, ...Object.values(fields)].filter((text) => text !== error.code).join(" · ");
    throw problem(code, { ...(message && { message }), fields, ...(reasons && { reasons }) });
  }
}

/** From here until the transaction ends, nobody else takes back what happened to the object of a line. */
export async function holdObject({ db, dialect }: Context, { object_type, object_id }: AuditRow): Promise<void> {
  await dialect.lock(db as never, `core_audit ${object_type} ${object_id}`);
}

const LOOKED_AT = 20;

/** Whether nothing happened to what a line is about since, but for what its kind says was done elsewhere. */
export async function isLast({ db, app, deps }: Context, line: AuditRow): Promise<boolean> {
  const elsewhere = deps.reverts[line.object_type]?.elsewhere?.(deps.offered) ?? [];
  const object = { appId: app.id, type: line.object_type, id: line.object_id };
  for (let before: number | undefined; ; ) {
    const lines = await listAuditOf(db, object, LOOKED_AT, before);
    const latest = lines.find(({ action }) => !elsewhere.includes(action));
    if (latest || lines.length < LOOKED_AT) return latest?.id === line.id;
    before = lines.at(-1)?.id;
  }
}

/** Makes what was removed anew from its facts; answers under which id it stands now. `ruled` tells the `asker` what the area refuses. */
export async function bringBack(
  context: Context,
  line: AuditRow,
  kind: Revertible,
  ruled: <T>(work: () => Promise<T> | undefined) => Promise<T | undefined>,
  asker: Who = context.who,
): Promise<string> {
  const { audit } = context;
  const object = { type: line.object_type, id: line.object_id, label: line.object_label };
  const facts = JSON.parse(line.before ?? "{}") as Record<string, unknown>;
  const made = await ruled(() => kind.bringBack?.(context, facts, asker));
  // The old name gets a line, so that it is not brought back twice; the new one begins with where it comes from.
  await audit({ action: "revert", object, after: { stands_as: made?.id ?? null } });
  const id = made?.id ?? object.id;
  await audit({ action: "bring_back", object: { ...object, id }, after: facts });
  return String(id);
}
