// SQL of an import: what the event holds before it, and what a plan writes. Everything runs in the caller's transaction.

import type { Kysely } from "kysely";
import { type Db, fold } from "#server";
import type { ImportPlan, Stored, StoredSpeaker } from "./importPlan.ts";
import { type Pace, personKey, type Session } from "./schedule/schedule.ts";
import type { AgendaTables } from "./tables.ts";

/** Rows of one INSERT: far below what either database takes, and never long in this thread. */
const ROWS = 100;

const tables = (db: Db): Kysely<AgendaTables> => db.withTables<AgendaTables>();

/** Everything that an import is compared with. Speakers of other sources have keys that no file can have. */
export async function loadStored(handed: Db, eventId: number, source: string): Promise<Stored> {
  const db = tables(handed);
  const stages = await db.selectFrom("agenda_stage").select(["id", "name"]).where("event_id", "=", eventId).execute();
  const tracks = await db.selectFrom("agenda_track").select(["id", "name"]).where("event_id", "=", eventId).execute();
  const people = await db
    .selectFrom("agenda_speaker")
    .select(["id", "source", "external_id as externalId", "name", "email"])
    .where("event_id", "=", eventId)
    .execute();
  const rows = await db
    .selectFrom("agenda_session")
    .select(["id", "source", "guid", "external_id as externalId", "title", "subtitle", "abstract", "description"])
    .select(["kind", "language", "url", "start_at as start", "end_at as end", "stage_id", "track_id"])
    .where("event_id", "=", eventId)
    .execute();
  const links = await db
    .selectFrom("agenda_session_speaker as link")
    .innerJoin("agenda_session as s", "s.id", "link.session_id")
    .select(["link.session_id", "link.speaker_id"])
    .where("s.event_id", "=", eventId)
    .orderBy("link.session_id")
    .orderBy("link.position")
    .execute();
  const stageNames = new Map(stages.map(({ id, name }) => [id, name]));
  const trackNames = new Map(tracks.map(({ id, name }) => [id, name]));
  const keys = new Map(people.map((person) => [person.id, keyFor(person, source)]));
  const speakers = new Map<number, string[]>();
  for (const { session_id, speaker_id } of links) {
    speakers.set(session_id, [...(speakers.get(session_id) ?? []), keys.get(speaker_id) ?? ""]);
  }
  return {
    stages: [...stageNames.values()],
    tracks: [...trackNames.values()],
    speakers: people,
    sessions: rows.map(({ stage_id, track_id, ...row }) => ({
      ...row,
      stage: stage_id === null ? null : (stageNames.get(stage_id) ?? null),
      track: track_id === null ? null : (trackNames.get(track_id) ?? null),
      speakers: speakers.get(row.id) ?? [],
    })),
  };
}

function keyFor(person: StoredSpeaker, source: string): string {
  return person.source === source ? personKey(person) : `\n\n${person.id}`;
}

/** Writes a plan. */
export async function applyPlan(handed: Db, eventId: number, plan: ImportPlan, at: string, pace: Pace): Promise<void> {
  const db = tables(handed);
  await addPlaces(db, eventId, plan);
  await addSpeakers(db, eventId, plan, pace);
  const names = await namesOf(db, eventId, plan.source);
  const links: { session_id: number; speaker_id: number; position: number }[] = [];
  const link = (sessionId: number, session: Session) => {
    for (const [position, key] of session.speakers.entries()) {
      links.push({ session_id: sessionId, speaker_id: names.speakers.get(key) as number, position });
    }
  };
  const count = plan.create.length + plan.update.length;
  let done = 0;
  for (const session of plan.create) {
    const row = { ...columnsOf(session, plan.source, names), event_id: eventId, created_at: at, updated_at: at };
    const { id } = await db.insertInto("agenda_session").values(row).returning("id").executeTakeFirstOrThrow();
    link(id, session);
    await pace.step(++done / count);
  }
  for (const { stored, session } of plan.update) {
    const columns = { ...columnsOf(session, plan.source, names), updated_at: at };
    await db
      .updateTable("agenda_session")
      .set((of) => ({ ...columns, rev: of("rev", "+", 1) }))
      .where("id", "=", stored.id)
      .execute();
    await db.deleteFrom("agenda_session_speaker").where("session_id", "=", stored.id).execute();
    link(stored.id, session);
    await pace.step(++done / count);
  }
  for (const rows of portions(links)) {
    await db.insertInto("agenda_session_speaker").values(rows).execute();
    await pace.step(1);
  }
}

async function addPlaces(db: Kysely<AgendaTables>, eventId: number, plan: ImportPlan): Promise<void> {
  const stageAt = await nextPosition(db, "agenda_stage", eventId);
  const stages = plan.newStages.map((name, index) => ({ event_id: eventId, name, position: stageAt + index }));
  for (const rows of portions(stages)) await db.insertInto("agenda_stage").values(rows).execute();
  const trackAt = await nextPosition(db, "agenda_track", eventId);
  const tracks = plan.newTracks.map((track, index) => ({ event_id: eventId, ...track, position: trackAt + index }));
  for (const rows of portions(tracks)) await db.insertInto("agenda_track").values(rows).execute();
}

async function nextPosition(
  db: Kysely<AgendaTables>,
  table: "agenda_stage" | "agenda_track",
  eventId: number,
): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select((of) => of.fn.max("position").as("last"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return (last ?? -1) + 1;
}

async function addSpeakers(db: Kysely<AgendaTables>, eventId: number, plan: ImportPlan, pace: Pace): Promise<void> {
  const { source } = plan;
  for (const people of portions(plan.newSpeakers)) {
    const rows = people.map(({ externalId, name, email }) => ({
      ...{ event_id: eventId, source, external_id: externalId, name },
      email: email ? fold(email) : null,
    }));
    await db.insertInto("agenda_speaker").values(rows).execute();
    await pace.step(0);
  }
  for (const { id, email } of plan.newEmails) {
    await db
      .updateTable("agenda_speaker")
      .set({ email: fold(email) })
      .where("id", "=", id)
      .execute();
    await pace.step(0);
  }
}

interface Names {
  stages: Map<string, number>;
  tracks: Map<string, number>;
  speakers: Map<string, number>;
}

async function namesOf(db: Kysely<AgendaTables>, eventId: number, source: string): Promise<Names> {
  const stages = await db.selectFrom("agenda_stage").select(["id", "name"]).where("event_id", "=", eventId).execute();
  const tracks = await db.selectFrom("agenda_track").select(["id", "name"]).where("event_id", "=", eventId).execute();
  const speakers = await db
    .selectFrom("agenda_speaker")
    .select(["id", "external_id as externalId", "name"])
    .where("event_id", "=", eventId)
    .where("source", "=", source)
    .execute();
  return {
    stages: new Map(stages.map(({ id, name }) => [name, id])),
    tracks: new Map(tracks.map(({ id, name }) => [name, id])),
    speakers: new Map(speakers.map((speaker) => [personKey(speaker), speaker.id])),
  };
}

function columnsOf(session: Session, source: string, names: Names) {
  const { guid, title, subtitle, abstract, description, kind, language, url } = session;
  return {
    ...{ source, guid, title, subtitle, abstract, description, kind, language, url },
    external_id: session.externalId,
    start_at: session.start,
    end_at: session.end,
    stage_id: session.stage === null ? null : (names.stages.get(session.stage) ?? null),
    track_id: session.track === null ? null : (names.tracks.get(session.track) ?? null),
  };
}

function* portions<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += ROWS) yield rows.slice(at, at + ROWS);
}
