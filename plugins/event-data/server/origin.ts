// Where the value of one field came from, out of the history of its profile alone.
import { type AuditSource, type Db, findJobOrder, listAuditNaming, oldestAuditOf } from "#server";
import type { Origin, ValueOrigin } from "../contract.ts";
import { OBJECT } from "./history.ts";
import { IMPORT_JOB, READ_JOB } from "./import/jobs.ts";

/** Lines that are read at a time; the first is nearly always the one. */
const LINES = 20;
const OWN = "fields.";

/** Of a profile of an event. */
export async function originOf(
  db: Db,
  event: { id: number; app_id: number },
  id: number,
  field: string,
): Promise<ValueOrigin> {
  const object = { appId: event.app_id, type: OBJECT, id };
  const keys = field.startsWith(OWN) ? [field, field.slice(OWN.length)] : [field];
  for (let before: number | undefined; ; ) {
    const lines = await listAuditNaming(db, object, keys, LINES, before);
    for (const line of lines) {
      const said = saidOf(line, field);
      if (said) return { line: await told(db, event, line, said), made: null };
      // What the profile came without nobody has given since.
      if (isMaking(line)) return { line: null, made: await told(db, event, line) };
    }
    before = lines.at(-1)?.id;
    if (lines.length < LINES) break;
  }
  const oldest = await oldestAuditOf(db, object);
  return { line: null, made: oldest && isMaking(oldest) ? await told(db, event, oldest) : null };
}

/** Whether a line tells of a whole profile, and not of what changed in it. */
const isMaking = ({ before, after }: AuditSource) => before === null && after !== null && "type_id" in after;

/** What a line says of a field; undefined where it says nothing. A profile that comes without a value says nothing of it. */
function saidOf(line: AuditSource, field: string): { before: unknown; after: unknown } | undefined {
  const [before, after] = [valueIn(line.before, field), valueIn(line.after, field)];
  if (isMaking(line)) return isGiven(after) ? { before: null, after } : undefined;
  return before === undefined && after === undefined ? undefined : { before: before ?? null, after: after ?? null };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

/** Own fields stand by themselves in lines about changes, and together in those about whole profiles. */
function valueIn(facts: Record<string, unknown> | null, field: string): unknown {
  if (!facts || field in facts || !field.startsWith(OWN)) return facts?.[field];
  return (facts["fields"] as Record<string, unknown> | undefined)?.[field.slice(OWN.length)];
}

async function told(
  db: Db,
  event: { id: number; app_id: number },
  line: AuditSource,
  said: { before: unknown; after: unknown } = { before: null, after: null },
): Promise<Origin> {
  const { id, at, actor, action, after } = line;
  const merged = action === "merge" ? after?.["merged"] : undefined;
  return {
    ...{ id, at, actor, action, ...said },
    actor_kind: line.actor_kind as Origin["actor_kind"],
    made: isMaking(line),
    file: action === "import" ? await fileNameOf(db, event, line.request_id) : null,
    merged: typeof merged === "string" ? merged : null,
  };
}

/** The name of the file that an import was given, by the job that wrote its lines; a file that was sent without one has none. */
async function fileNameOf(db: Db, event: { id: number; app_id: number }, requestId: string): Promise<string | null> {
  const [, job] = /^job-(\d+)$/.exec(requestId) ?? [];
  const order = job && (await findJobOrder(db, event, Number(job)));
  if (!order || order.kind !== IMPORT_JOB) return null;
  const { file } = order.payload as { file?: number };
  const read = file === undefined ? undefined : await findJobOrder(db, event, file);
  return read?.kind === READ_JOB ? (read.payload as { name: string }).name : null;
}
