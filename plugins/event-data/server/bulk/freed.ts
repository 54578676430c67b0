// Addresses that somebody has only through the act that is being undone: with it, they are free again.
import { type Db, isOneOf, type JobContext, listTypesOf, type TypeOfEvent } from "#server";
import type { Thing } from "../../contract.ts";
import { type Made, usedAmong } from "../import/wayBack.ts";
import { mustBeUnique } from "../rules.ts";
import type { EventDataTables } from "../tables.ts";
import { type Addressed, findTakenMails, type Holder } from "./mails.ts";
import type { UndoOrder } from "./undoTelling.ts";

/**
 * By the ids of those who want an address back, who has it by now: not those from whom the undoing takes it, where they may still
 * give it.
 */
export async function findHolders(
  context: JobContext,
  db: Db,
  eventId: number,
  all: readonly Addressed[],
  mayGive?: (id: number) => boolean,
): Promise<Map<number, Holder>> {
  if (all.length === 0) return new Map();
  const types = await listTypesOf(db, eventId);
  const { job } = context.payload as Partial<UndoOrder>;
  const freed =
    mayGive && job !== undefined
      ? (holders: readonly Thing[]) => {
          const some = holders.filter(({ id }) => mayGive(id));
          return freedBy(context, db, { job, eventId, types }, some);
        }
      : undefined;
  const taken = await findTakenMails(db, context.dialect, eventId, types, all, undefined, freed);
  return new Map([...taken].map(([at, holder]) => [(all[at] as Addressed).id, holder]));
}

/** Those of some holders who are still as the act of a job left them, and had other addresses before it, or were not there. */
async function freedBy(
  context: Pick<JobContext, "dialect" | "offered">,
  db: Db,
  { job, eventId, types }: { job: number; eventId: number; types: readonly TypeOfEvent[] },
  holders: readonly Thing[],
): Promise<ReadonlySet<number>> {
  if (holders.length === 0) return new Set();
  const known = new Map(holders.map((one) => [one.id, one]));
  const rows = await db
    .withTables<EventDataTables>()
    .selectFrom("event_data_undo")
    .select(["thing_id", "rev", "before"])
    .where("job_id", "=", job)
    .where(isOneOf(context.dialect.kind, "thing_id", [...known.keys()]))
    .execute();
  const free = new Set<number>();
  const made: number[] = [];
  for (const { thing_id: id, rev, before } of rows) {
    const holder = known.get(id);
    if (holder?.rev !== rev) continue;
    const kept: Made | Partial<Thing> = JSON.parse(before);
    if ("made" in kept) made.push(id);
    else if (isThing(kept) && !(mustBeUnique(kept, types) && kept.email === holder.email)) free.add(id);
  }
  const used = await usedAmong(context, db, eventId, made);
  for (const id of made) if (!used.has(id)) free.add(id);
  return free;
}

const isThing = (kept: object): kept is Thing => "email" in kept && "type_id" in kept;
