// A job of the person who asks, for areas whose jobs build on each other.
import type { Kysely } from "kysely";
import type { Access } from "#schemas/access.ts";
import type { Job } from "#schemas/core.ts";
import type { CoreTables } from "../../db/tables.ts";
import type { Context, Db, Who } from "../../kernel/context.ts";
import { peopleCalled } from "../accounts/people.ts";
import { type JobRow, keptOf } from "./jobs.ts";
import { mayOf } from "./owner.ts";
import { isStillAllowed } from "./stillAllowed.ts";

/** A job as an area sees its own. */
export interface OwnJob {
  id: number;
  kind: string;
  state: string;
  payload: unknown;
  result: unknown;
  /** The place that it kept last. */
  place: unknown;
}

type Named = { readonly id: number };

interface Asking {
  db: Db;
  app: Named;
  event?: Named | undefined;
  who: Named;
}

/** A job of this person in this app and event; without an event, one that belongs to none. */
export async function findOwnJob({ who, ...asking }: Asking, id: number): Promise<OwnJob | undefined> {
  const row = await findRow(asking, id);
  return row?.user_id === who.id ? asOwn(row) : undefined;
}

/**
 * The acts that this person is offered to undo with what `access` says, of some whose last stands first: the own ones and, where
 * none of these is taken, to whoever manages the app those of somebody who may not undo them any more himself, by their name.
 */
export async function* actsToUndo<Act>(
  { who, ...asking }: Asking & { who: Pick<Who, "id" | "accessRole"> },
  acts: readonly Act[],
  { idOf, access }: { idOf: (act: Act) => number; access: Access | "public" },
): AsyncGenerator<{ act: Act; job: OwnJob; of: { by?: string } }> {
  const others: { act: Act; row: FoundRow }[] = [];
  for (const act of acts) {
    const row = await findRow(asking, idOf(act));
    if (row?.user_id === who.id) yield { act, job: asOwn(row), of: {} };
    else if (row) others.push({ act, row });
  }
  if (who.accessRole > MANAGES_APP) return;
  for (const { act, row } of others) {
    const owner = await mayOf(asking.db as unknown as Kysely<CoreTables>, row);
    if (!isStillAllowed({ who: owner, eventId: asking.event?.id }, access))
      yield { act, job: asOwn(row), of: await namedBy(asking.db, row.user_id) };
  }
}

async function namedBy(db: Db, userId: number): Promise<{ by?: string }> {
  const by = (await peopleCalled(db, [userId])).get(userId);
  return by === undefined ? {} : { by };
}

type FoundRow = NonNullable<Awaited<ReturnType<typeof findRow>>>;

function findRow({ db, app, event }: Omit<Asking, "who">, id: number) {
  return (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["id", "kind", "state", "payload", "result", "kept", "user_id", "app_id"])
    .where("id", "=", id)
    .where("app_id", "=", app.id)
    .where("event_id", event ? "=" : "is", event?.id ?? null)
    .executeTakeFirst();
}

function asOwn({
  payload,
  result,
  kept,
  ...of
}: Pick<JobRow, "id" | "kind" | "state" | "payload" | "result" | "kept">): OwnJob {
  return {
    ...{ id: of.id, kind: of.kind, state: of.state },
    payload: JSON.parse(payload),
    result: result === null ? undefined : JSON.parse(result),
    place: keptOf({ kept })?.at,
  };
}

/** Jobs that are looked through for one. */
const LOOKED_THROUGH = 100;

/** The first job of a kind that this person has started in this event after another, of those whose order fits. */
export async function findOwnJobAfter(
  { db, app, event, who }: { db: Db; app: Named; event: Named; who: Named },
  { kind, after, fits }: { kind: string; after: number; fits: (payload: unknown) => boolean },
): Promise<{ id: number; state: Job["state"] } | undefined> {
  const rows = await (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["id", "state", "payload"])
    .where("id", ">", after)
    .where("kind", "=", kind)
    .where("app_id", "=", app.id)
    .where("event_id", "=", event.id)
    .where("user_id", "=", who.id)
    .orderBy("id")
    .limit(LOOKED_THROUGH)
    .execute();
  const found = rows.find(({ payload }) => fits(JSON.parse(payload)));
  return found && { id: found.id, state: found.state as Job["state"] };
}

/** What a job of an event was started with, whoever started it, and how it stands. */
export async function findJobOrder(
  db: Db,
  event: { id: number; app_id: number },
  id: number,
): Promise<{ kind: string; state: string; payload: unknown } | undefined> {
  const row = await (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["kind", "state", "payload"])
    .where("id", "=", id)
    .where("app_id", "=", event.app_id)
    .where("event_id", "=", event.id)
    .executeTakeFirst();
  return row && { kind: row.kind, state: row.state, payload: JSON.parse(row.payload) };
}

/** Access role from which on one sees and stops the jobs of others. */
export const MANAGES_APP = 3;

/** A job of a kind that waits or runs in an event, whoever started it. */
export interface GoingJob {
  id: number;
  state: "queued" | "running";
  /** From 0 to 1, as it was written last. */
  progress: number;
  /** Whether whoever asks may look at it and stop it. */
  isOpen: boolean;
}

/** The first one that has not come to its end; where several do, the others wait for it. */
export async function findGoingJob(
  { db, event, who }: Pick<Context, "db" | "event" | "who">,
  kind: string,
): Promise<GoingJob | undefined> {
  const row = await (db as unknown as Kysely<CoreTables>)
    .selectFrom("core_job")
    .select(["id", "state", "progress", "user_id"])
    .where("app_id", "=", event.app_id)
    .where("event_id", "=", event.id)
    .where("kind", "=", kind)
    .where("state", "in", ["queued", "running"])
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, state, progress, user_id } = row;
  const isOpen = user_id === who.id || who.accessRole <= MANAGES_APP;
  return { id, state: state as GoingJob["state"], progress, isOpen };
}
