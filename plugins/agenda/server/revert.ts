// Takes a saved change of a session back, by the same rules as any other save.
import type { Access } from "#schemas/access.ts";
import { type Context, problem, type Revertible, toldId, toldOf, toldToday } from "#server";
import { createSession, removeSession, type Session, saveSession } from "../contract.ts";
import {
  findSession,
  type ImportedColumns,
  listStages,
  listTracks,
  restoreSession,
  speakersThere,
} from "./repository.ts";
import { facts, routes } from "./routes.ts";

type Facts = Readonly<Record<string, unknown>>;

/** What sessions refer to, by the fact that tells it. Older lines hold the ids, under the names of the columns. */
async function referredBy({ db, event }: Context) {
  return { stage: await listStages(db, event.id), track: await listTracks(db, event.id) };
}
type ReferredBy = Awaited<ReturnType<typeof referredBy>>;
const REFERRING = ["stage", "track"] as const;

/** Facts with stages and tracks told as they are called today. */
function asToday(rows: ReferredBy, facts: Facts): Record<string, unknown> {
  const today: Record<string, unknown> = { ...facts };
  for (const field of REFERRING) {
    const column = `${field}_id`;
    if (column in today) {
      const { [column]: id } = today;
      const found = rows[field].find((row) => row.id === id);
      today[field] = found ? toldOf(found) : id === null ? null : toldOf({ id: Number(id), name: "" });
      delete today[column];
    } else if (field in today) today[field] = toldToday(rows[field], today[field]);
  }
  return today;
}

/** The ids of the stage and the track that facts tell. */
function idsOf(rows: ReferredBy, { stage, track }: Facts) {
  return { stage_id: toldId(rows.stage, stage), track_id: toldId(rows.track, track) };
}

const handlerOf = (wanted: unknown) => routes.find(({ endpoint }) => endpoint === wanted)?.handler;

export const revertSession: Revertible = {
  makers: createSession.access as Access,
  read: async ({ db, event }, id) => {
    const session = await findSession(db, event.id, Number(id));
    return session && facts(session);
  },
  namesNow: async (context) => {
    const rows = await referredBy(context);
    return (facts) => asToday(rows, facts);
  },
  write: async (context, id, facts) => {
    const { db, event } = context;
    const session = await findSession(db, event.id, Number(id));
    // Somebody may have removed it since the one who reverts has looked.
    if (!session) throw problem("history.object_gone");
    const { stage: _, track: __, ...values } = facts;
    const ids = idsOf(await referredBy(context), facts);
    const params = { eventId: event.id, sessionId: session.id };
    const body = { ...values, ...ids, rev: session.rev };
    await handlerOf(saveSession)?.({ ...context, params, body, audit: async () => {} });
  },
  remove: async (context, id) => {
    const params = { eventId: context.event.id, sessionId: Number(id) };
    await handlerOf(removeSession)?.({ ...context, params, audit: async () => {} });
  },
  lostBack: async ({ db, event }, { speaker_ids = [] }) => {
    const ids = speaker_ids as number[];
    const there = await speakersThere(db, event.id, ids);
    const gone = ids.filter((id) => !there.has(id));
    return gone.length > 0 ? [{ label: "agenda:lost.speakers", count: gone.length }] : [];
  },
  bringBack: async (context, told) => {
    const { db, event } = context;
    const rows = await referredBy(context);
    const { stage, track, speaker_ids, ...facts } = asToday(rows, told);
    const { abstract, description, url, source, external_id, guid, ...values } = facts;
    const body = { ...values, ...idsOf(rows, { stage, track }) };
    const made = (await handlerOf(createSession)?.({ ...context, body, audit: async () => {} })) as Session;
    // Nobody may write these; they are what it had. Lines of before have none of them.
    const imported = { abstract, description, url, source, external_id, guid };
    const kept = Object.fromEntries(Object.entries(imported).filter(([, value]) => value !== undefined));
    await restoreSession(db, event.id, made.id, kept as Partial<ImportedColumns>, (speaker_ids ?? []) as number[]);
    return made;
  },
};
