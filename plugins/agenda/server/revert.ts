// Takes a saved change of a session back, by the same rules as any other save.
import { problem, type Revertible } from "#server";
import { createSession, removeSession, type Session, saveSession } from "../contract.ts";
import { findSession, type ImportedColumns, listStages, listTracks, restoreSession } from "./repository.ts";
import { facts, routes } from "./routes.ts";

/** The history names stages and tracks; their ids may be others by now. */
function idOf(rows: readonly { id: number; name: string }[], name: unknown, field: string): number | null {
  if (name === null || name === undefined) return null;
  const found = rows.find((row) => row.name === name);
  if (!found)
    throw problem("history.object_gone", {
      message: `"${String(name)}" is no longer there`,
      fields: { [field]: "No longer there" },
    });
  return found.id;
}

const handlerOf = (wanted: unknown) => routes.find(({ endpoint }) => endpoint === wanted)?.handler;

export const revertSession: Revertible = {
  read: async ({ db, event }, id) => {
    const session = await findSession(db, event.id, Number(id));
    return session && facts(session);
  },
  write: async (context, id, { stage, track, ...values }) => {
    const { db, event } = context;
    const session = (await findSession(db, event.id, Number(id))) as Session;
    const stage_id = idOf(await listStages(db, event.id), stage, "stage");
    const track_id = idOf(await listTracks(db, event.id), track, "track");
    const params = { eventId: event.id, sessionId: session.id };
    await handlerOf(saveSession)?.({
      ...context,
      params,
      body: { ...values, stage_id, track_id, rev: session.rev },
      audit: async () => {},
    });
  },
  remove: async (context, id) => {
    const params = { eventId: context.event.id, sessionId: Number(id) };
    await handlerOf(removeSession)?.({ ...context, params, audit: async () => {} });
  },
  bringBack: async (context, { stage, track, speaker_ids, ...facts }) => {
    const { db, event } = context;
    const { abstract, description, url, source, external_id, guid, ...values } = facts;
    const stage_id = idOf(await listStages(db, event.id), stage, "stage");
    const track_id = idOf(await listTracks(db, event.id), track, "track");
    const body = { ...values, stage_id, track_id };
    const made = (await handlerOf(createSession)?.({ ...context, body, audit: async () => {} })) as Session;
    // Nobody may write these; they are what it had. Lines of before have none of them.
    const imported = { abstract, description, url, source, external_id, guid };
    const kept = Object.fromEntries(Object.entries(imported).filter(([, value]) => value !== undefined));
    await restoreSession(db, event.id, made.id, kept as Partial<ImportedColumns>, (speaker_ids ?? []) as number[]);
    return made;
  },
};
