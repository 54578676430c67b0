// One short handler an endpoint, with the endpoint's name.
import { boundsOf, type Context, changes, jsonInTurns, pause, problem, type Route, route, toldOf } from "#server";
import {
  type Clash,
  clearSchedule,
  createSession,
  getSession,
  listClashes,
  listSessions,
  listSpeakers,
  listStages,
  listTracks,
  removeSession,
  type Session,
  type SessionDraft,
  saveSession,
} from "../contract.ts";
import { withProfiles } from "./profiles/known.ts";
import * as repository from "./repository.ts";
import { checkDraft, findClashes } from "./rules.ts";

const EVERY = 10_000_000;
const MOST_CLASHES = 10_000;

async function mustFind({ db, event, deps }: Pick<Context, "db" | "event" | "deps">, id: number): Promise<Session> {
  const session = await repository.findSession(db, event.id, id);
  if (!session) throw problem("not_found");
  const [shown] = await withProfiles(db, event.id, deps.offered, [session]);
  return shown as Session;
}

/** The columns of a draft whose stage and track belong to the event; what it leaves out stays as it was. */
async function columnsOf(
  { db, event }: Pick<Context, "db" | "event">,
  draft: SessionDraft,
  before?: Session,
): Promise<repository.SessionColumns> {
  const stages = await repository.listStages(db, event.id);
  const tracks = await repository.listTracks(db, event.id);
  const ids = (rows: readonly { id: number }[]) => new Set(rows.map(({ id }) => id));
  checkDraft(draft, { stageIds: ids(stages), trackIds: ids(tracks) });
  return {
    title: draft.title.trim(),
    subtitle: draft.subtitle ?? before?.subtitle ?? "",
    kind: draft.kind ?? before?.kind ?? "",
    language: draft.language ?? before?.language ?? "",
    // The same instant is always stored the same way, so that text sorts as time.
    start_at: new Date(draft.start).toISOString(),
    end_at: new Date(draft.end).toISOString(),
    stage_id: draft.stage_id,
    track_id: draft.track_id,
  };
}

/** What history keeps of a session: stages and tracks with their ids, since they may come to be called otherwise. */
export function facts({ title, subtitle, kind, language, start, end, stage, track }: Session) {
  const told = { stage: stage && toldOf(stage), track: track && toldOf(track) };
  return { title, subtitle, kind, language, start, end, ...told };
}

/** What else history keeps of a session that is removed, so that it can be brought back whole; without what is empty. */
function beyondFacts({ abstract, description, url, source, external_id, guid, speakers }: Session) {
  const kept = { abstract, description, url, source, external_id, guid };
  const ids = speakers.map(({ id }) => id);
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value)),
    ...(ids.length && { speaker_ids: ids }),
  };
}

async function* shown<Row, Shown>(blocks: AsyncIterable<Row[]>, show: (rows: Row[]) => Promise<Shown[]>) {
  for await (const rows of blocks) yield await show(rows);
}

export const routes: Route[] = [
  route(listSessions, async ({ db, dialect, event, query, deps }) => {
    const { limit = EVERY, offset = 0, search = "", stage, track, speaker, day } = query;
    const ids = query.ids?.split(",").map(Number);
    const words = search.split(/\s+/).filter(Boolean);
    const between = day === undefined ? undefined : boundsOf(event.timezone, day);
    const question = { limit, offset, words, stage, track, speaker, ids, between };
    const blocks = repository.sessionBlocks(db, dialect, event.id, question);
    return jsonInTurns(shown(blocks, (rows) => withProfiles(db, event.id, deps.offered, rows)));
  }),

  route(getSession, (context) => mustFind(context, context.params.sessionId)),

  route(createSession, async (context) => {
    const { db, event, body, now, audit } = context;
    const columns = await columnsOf(context, body);
    const id = await repository.createSession(db, event.id, columns, now.toISOString());
    const after = await mustFind(context, id);
    await audit({ action: "create", object: { type: "session", id, label: after.title }, after: facts(after) });
    return after;
  }),

  route(saveSession, async (context) => {
    const { db, event, params, body, now, audit } = context;
    const before = await mustFind(context, params.sessionId);
    if (before.rev !== body.rev) throw problem("stale", { current: before });
    const columns = await columnsOf(context, body, before);
    const saved = await repository.saveSession(db, event.id, before, columns, now.toISOString());
    const after = await mustFind(context, params.sessionId);
    if (!saved) throw problem("stale", { current: after });
    const object = { type: "session", id: after.id, label: after.title };
    await audit({ action: "save", object, ...changes(facts(before), facts(after)) });
    return after;
  }),

  route(removeSession, async (context) => {
    const { db, event, params, audit } = context;
    const before = await mustFind(context, params.sessionId);
    const removed = await repository.removeSession(db, event.id, before.id);
    // Somebody else has removed it in between.
    if (removed === 0) throw problem("not_found");
    await audit({
      action: "remove",
      object: { type: "session", id: before.id, label: before.title },
      before: { ...facts(before), ...beyondFacts(before) },
    });
    return { removed };
  }),

  route(clearSchedule, async ({ db, dialect, event, query, audit }) => {
    await repository.lockSchedule(db, dialect, event.id);
    const present = await repository.countSessions(db, event.id);
    if (present !== query.expect) throw problem("agenda.changed");
    const removed = await repository.clearSchedule(db, event.id);
    await audit({
      action: "clear",
      object: { type: "agenda", id: event.id, label: event.name },
      before: { sessions: removed },
    });
    return { removed };
  }),

  route(listClashes, async ({ db, event, query, deps }) => {
    const planned = await repository.listPlanned(db, event.id);
    const found = await findClashes(planned, query.limit ?? MOST_CLASHES, pause());
    const bySpeaker = found.filter(({ rule }) => rule === "speaker").map(({ subject }) => subject);
    const clashing = { speakers: await repository.listSpeakersByIds(db, [...new Set(bySpeaker)]) };
    const speakers = (await withProfiles(db, event.id, deps.offered, [clashing]))[0]?.speakers ?? [];
    const stages = await repository.listStages(db, event.id);
    const byId = <Named extends { id: number }>(all: readonly Named[]) => new Map(all.map((one) => [one.id, one]));
    const subjects = { speaker: byId(speakers), stage: byId(stages) };
    return jsonInTurns(
      found.map(({ rule, sessions, subject }): Clash => {
        const named = subjects[rule].get(subject);
        return { rule, sessions, ...(named ? { [rule]: named } : {}) };
      }),
    );
  }),

  route(listStages, ({ db, event }) => repository.listStages(db, event.id)),
  route(listTracks, ({ db, event }) => repository.listTracks(db, event.id)),
  route(listSpeakers, async ({ db, event, deps }) => {
    const all = await repository.listSpeakers(db, event.id);
    const [known] = await withProfiles(db, event.id, deps.offered, [{ speakers: all }]);
    return all.map(({ id, name, source, external_id, sessions }, at) => {
      return { id, name, source, external_id, sessions, thing_id: known?.speakers[at]?.thing_id ?? null };
    });
  }),
];
