// SQL of the agenda's reads and of single sessions. What an import writes stands in `importRepository.ts`.

import type { Kysely } from "kysely";
import { holding } from "#schemas/fold.ts";
import { type Db, type Dialect, fold, isOfEvent, isOneOf, pause, sql } from "#server";
import type { Session, SessionRow, Stage, Track } from "../contract.ts";
import type { PlannedSession } from "./rules.ts";
import type { AgendaTables, SessionTable } from "./tables.ts";

/** Sessions that are read at once. */
const BLOCK = 1000;

/** What a list of sessions may be asked for. */
export interface SessionQuestion {
  limit: number;
  offset: number;
  words: readonly string[];
  stage?: number | undefined;
  track?: number | undefined;
  speaker?: number | undefined;
  /** Any of these. */
  speakers?: readonly number[] | undefined;
  ids?: readonly number[] | undefined;
  /** Starts of the sessions: from here to before there. */
  between?: { start: string; next: string } | undefined;
}

/** A speaker with what says whose profile it is; see `profiles/known.ts`. */
export interface SpeakerRow {
  id: number;
  name: string;
  email: string | null;
  thing_id: number | null;
  by_hand: number;
}

type Spoken<S> = Omit<S, "speakers"> & { speakers: SpeakerRow[] };

const speakerColumns = ["speaker.id", "speaker.name", "speaker.email", "speaker.thing_id", "speaker.by_hand"] as const;

const tables = (db: Db): Kysely<AgendaTables> => db.withTables<AgendaTables>();

const rowColumns = [
  "s.id",
  "s.rev",
  "s.title",
  "s.subtitle",
  "s.kind",
  "s.language",
  "s.start_at",
  "s.end_at",
  "s.source",
  "s.external_id",
  "s.guid",
  "stage.id as stage_id",
  "stage.name as stage_name",
  "track.id as track_id",
  "track.name as track_name",
  "track.colour as track_colour",
] as const;

/** Sessions with their stages and tracks. */
function sessions(db: Db) {
  return tables(db)
    .selectFrom("agenda_session as s")
    .leftJoin("agenda_stage as stage", "stage.id", "s.stage_id")
    .leftJoin("agenda_track as track", "track.id", "s.track_id");
}

/** The ids of what was asked, in its order; `found` are the sessions that hold the words. */
function asked(db: Db, { kind }: Dialect, eventId: number, question: SessionQuestion, found?: readonly number[]) {
  const { stage, track, speaker, speakers, ids, between } = question;
  let query = tables(db).selectFrom("agenda_session as s").select("s.id").where("s.event_id", "=", eventId);
  if (stage !== undefined) query = query.where("s.stage_id", "=", stage);
  if (track !== undefined) query = query.where("s.track_id", "=", track);
  if (between) query = query.where("s.start_at", ">=", between.start).where("s.start_at", "<", between.next);
  if (speaker !== undefined) query = query.where((is) => is.exists(spokenBy(db).where("speaker.id", "=", speaker)));
  if (speakers) query = query.where((is) => is.exists(spokenBy(db).where("speaker.id", "in", [...speakers])));
  if (ids) query = query.where("s.id", "in", [...ids]);
  if (found) query = query.where(isOneOf(kind, "s.id", found));
  return query.orderBy("s.start_at").orderBy("s.id").limit(question.limit).offset(question.offset);
}

/** The sessions of an event that hold all words, without regard to case and accents, which no database folds as we do. */
async function holders(db: Db, eventId: number, words: readonly string[]): Promise<number[]> {
  const rows = await sessions(db)
    .where("s.event_id", "=", eventId)
    .select(["s.id", "s.title", "s.subtitle", "stage.name as stage", "track.name as track"])
    .execute();
  const spoken = await tables(db)
    .selectFrom("agenda_session as s")
    .innerJoin("agenda_session_speaker as link", "link.session_id", "s.id")
    .innerJoin("agenda_speaker as speaker", "speaker.id", "link.speaker_id")
    .where("s.event_id", "=", eventId)
    .select(["s.id", "speaker.name"])
    .execute();
  const names = new Map<number, string[]>();
  for (const { id, name } of spoken) names.set(id, [...(names.get(id) ?? []), name]);
  const isFound = holding(words.join(" "));
  const textOf = ({ id, title, subtitle, stage, track }: (typeof rows)[number]) =>
    [title, subtitle, stage, track, ...(names.get(id) ?? [])].join("\n");
  return rows.filter((row) => isFound(textOf(row))).map(({ id }) => id);
}

/** The speakers of the session `s` of a query around it. */
function spokenBy(db: Db) {
  return tables(db)
    .selectFrom("agenda_session_speaker as link")
    .innerJoin("agenda_speaker as speaker", "speaker.id", "link.speaker_id")
    .select("link.session_id")
    .whereRef("link.session_id", "=", sql.ref("s.id"));
}

/** What was asked, in its order, a block at a time: ten thousand at once would hold the loop up, and cost most in being kept. */
export async function* sessionBlocks(
  db: Db,
  dialect: Dialect,
  eventId: number,
  question: SessionQuestion,
): AsyncGenerator<Spoken<SessionRow>[]> {
  const found = question.words.length > 0 ? await holders(db, eventId, question.words) : undefined;
  const ids = (await asked(db, dialect, eventId, question, found).execute()).map(({ id }) => id);
  for (let at = 0; at < ids.length; at += BLOCK) yield rowsByIds(db, dialect, ids.slice(at, at + BLOCK));
}

export async function listSessions(...question: Parameters<typeof sessionBlocks>): Promise<Spoken<SessionRow>[]> {
  const all: Spoken<SessionRow>[] = [];
  for await (const block of sessionBlocks(...question)) all.push(...block);
  return all;
}

/** In the order of the ids; what has been removed since is left out. */
async function rowsByIds(db: Db, { kind }: Dialect, ids: readonly number[]): Promise<Spoken<SessionRow>[]> {
  const [rows, links] = await Promise.all([
    sessions(db)
      .select(rowColumns)
      .where(isOneOf(kind, "s.id", ids))
      .execute(),
    tables(db)
      .selectFrom("agenda_session_speaker as link")
      .innerJoin("agenda_speaker as speaker", "speaker.id", "link.speaker_id")
      .select(["link.session_id", ...speakerColumns])
      .where(isOneOf(kind, "link.session_id", ids))
      .orderBy("link.session_id")
      .orderBy("link.position")
      .execute(),
  ]);
  const speakers = new Map<number, SpeakerRow[]>();
  for (const { session_id, ...speaker } of links) {
    const of = speakers.get(session_id);
    if (of) of.push(speaker);
    else speakers.set(session_id, [speaker]);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [rowOf(row, speakers.get(id) ?? [])] : [];
  });
}

interface JoinedRow
  extends Pick<
    SessionTable,
    "title" | "subtitle" | "kind" | "language" | "start_at" | "end_at" | "source" | "external_id" | "guid"
  > {
  id: number;
  rev: number;
  stage_id: number | null;
  stage_name: string | null;
  track_id: number | null;
  track_name: string | null;
  track_colour: string | null;
}

function rowOf(row: JoinedRow, speakers: SpeakerRow[]): Spoken<SessionRow> {
  const { id, rev, title, subtitle, kind, language, source, external_id, guid } = row;
  const stage = row.stage_id === null ? null : { id: row.stage_id, name: row.stage_name ?? "" };
  const track =
    row.track_id === null ? null : { id: row.track_id, name: row.track_name ?? "", colour: row.track_colour };
  const { start_at: start, end_at: end } = row;
  return { id, rev, title, subtitle, kind, language, start, end, stage, track, speakers, source, external_id, guid };
}

export async function findSession(db: Db, eventId: number, id: number): Promise<Spoken<Session> | undefined> {
  const row = await sessions(db)
    .select([...rowColumns, "s.abstract", "s.description", "s.url", "s.updated_at"])
    .where("s.event_id", "=", eventId)
    .where("s.id", "=", id)
    .executeTakeFirst();
  if (!row) return undefined;
  const speakers = await tables(db)
    .selectFrom("agenda_session_speaker as link")
    .innerJoin("agenda_speaker as speaker", "speaker.id", "link.speaker_id")
    .select(speakerColumns)
    .where("link.session_id", "=", id)
    .orderBy("link.position")
    .execute();
  const { abstract, description, url, updated_at } = row;
  return { ...rowOf(row, speakers), abstract, description, url, updated_at };
}

/** The columns that a person may write. */
export type SessionColumns = Pick<
  SessionTable,
  "title" | "subtitle" | "kind" | "language" | "start_at" | "end_at" | "stage_id" | "track_id"
>;

export async function createSession(db: Db, eventId: number, columns: SessionColumns, at: string): Promise<number> {
  const texts = { abstract: "", description: "", url: "", source: null, external_id: null, guid: null };
  const { id } = await tables(db)
    .insertInto("agenda_session")
    .values({ ...columns, ...texts, event_id: eventId, created_at: at, updated_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** What only an import writes of a session. */
export type ImportedColumns = Pick<
  SessionTable,
  "abstract" | "description" | "url" | "source" | "external_id" | "guid"
>;

/** Which of these speakers are still the event's. */
export async function speakersThere(db: Db, eventId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tables(db)
    .selectFrom("agenda_speaker")
    .select("id")
    .where(isOfEvent(eventId))
    .where("id", "in", [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Gives a session back what only an import writes, and those of its speakers who are still there. */
export async function restoreSession(
  db: Db,
  eventId: number,
  id: number,
  columns: Partial<ImportedColumns>,
  speakerIds: readonly number[],
): Promise<void> {
  if (Object.keys(columns).length > 0)
    await tables(db)
      .updateTable("agenda_session")
      .set(columns)
      .where("event_id", "=", eventId)
      .where("id", "=", id)
      .execute();
  if (speakerIds.length === 0) return;
  const there = await speakersThere(db, eventId, speakerIds);
  const links = speakerIds
    .filter((speakerId) => there.has(speakerId))
    .map((speaker_id, position) => ({ session_id: id, speaker_id, position }));
  if (links.length > 0) await tables(db).insertInto("agenda_session_speaker").values(links).execute();
}

/** Writes a session if it still has the revision that was read; answers whether it had. */
export async function saveSession(
  db: Db,
  eventId: number,
  { id, rev }: { id: number; rev: number },
  columns: SessionColumns,
  at: string,
): Promise<boolean> {
  const written = await tables(db)
    .updateTable("agenda_session")
    .set({ ...columns, rev: rev + 1, updated_at: at })
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .where("rev", "=", rev)
    .executeTakeFirst();
  return written.numUpdatedRows > 0n;
}

export async function removeSession(db: Db, eventId: number, id: number): Promise<number> {
  await tables(db).deleteFrom("agenda_session_speaker").where("session_id", "=", id).execute();
  const removed = await tables(db)
    .deleteFrom("agenda_session")
    .where("event_id", "=", eventId)
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

export async function countSessions(db: Db, eventId: number): Promise<number> {
  const { count } = await tables(db)
    .selectFrom("agenda_session")
    .select((of) => of.fn.countAll<number | string>().as("count"))
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Until the transaction ends, no other one writes or clears the event's whole agenda. */
export function lockSchedule(db: Db, dialect: Dialect, eventId: number): Promise<void> {
  return dialect.lock(db as never, `agenda/${eventId}`);
}

/** Removes everything that the agenda holds for an event; answers how many sessions that were. */
export async function clearSchedule(db: Db, eventId: number): Promise<number> {
  const agenda = tables(db);
  const ofEvent = agenda.selectFrom("agenda_session").select("id").where("event_id", "=", eventId);
  await agenda.deleteFrom("agenda_session_speaker").where("session_id", "in", ofEvent).execute();
  const removed = await agenda.deleteFrom("agenda_session").where("event_id", "=", eventId).executeTakeFirst();
  for (const table of ["agenda_speaker", "agenda_stage", "agenda_track"] as const) {
    await agenda.deleteFrom(table).where("event_id", "=", eventId).execute();
  }
  return Number(removed.numDeletedRows);
}

export async function listStages(db: Db, eventId: number): Promise<Stage[]> {
  return tables(db)
    .selectFrom("agenda_stage")
    .select(["id", "name"])
    .where("event_id", "=", eventId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function listTracks(db: Db, eventId: number): Promise<Track[]> {
  return tables(db)
    .selectFrom("agenda_track")
    .select(["id", "name", "colour"])
    .where("event_id", "=", eventId)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** By name, in an order that every database gives. */
export async function listSpeakers(db: Db, eventId: number) {
  const rows = await tables(db)
    .selectFrom("agenda_speaker as speaker")
    .leftJoin("agenda_session_speaker as link", "link.speaker_id", "speaker.id")
    .select([...speakerColumns, "speaker.source", "speaker.external_id"])
    .select((of) => of.fn.count<number | string>("link.session_id").as("sessions"))
    .where("speaker.event_id", "=", eventId)
    .groupBy([...speakerColumns, "speaker.source", "speaker.external_id"])
    .orderBy("speaker.id")
    .execute();
  const named = rows.map((row) => ({ name: fold(row.name), row: { ...row, sessions: Number(row.sessions) } }));
  named.sort((a, b) => (a.name === b.name ? a.row.id - b.row.id : a.name < b.name ? -1 : 1));
  return named.map(({ row }) => row);
}

/** What the clash rules need, with nothing else. */
export async function listPlanned(db: Db, eventId: number): Promise<PlannedSession[]> {
  const sessions = await tables(db)
    .selectFrom("agenda_session")
    .select(["id", "start_at as start", "end_at as end", "stage_id as stageId"])
    .where("event_id", "=", eventId)
    .orderBy("start_at")
    .orderBy("id")
    .execute();
  const giveWay = pause(PLANNED_MS);
  const speakerIds = new Map<number, number[]>(sessions.map(({ id }) => [id, []]));
  await giveWay();
  const links = await tables(db)
    .selectFrom("agenda_session_speaker as link")
    .innerJoin("agenda_session as s", "s.id", "link.session_id")
    .select(["link.session_id", "link.speaker_id"])
    .where("s.event_id", "=", eventId)
    .execute();
  for (const { session_id, speaker_id } of links) {
    speakerIds.get(session_id)?.push(speaker_id);
    await giveWay();
  }
  const planned: PlannedSession[] = [];
  for (const session of sessions) {
    planned.push({ ...session, speakerIds: speakerIds.get(session.id) ?? [] });
    await giveWay();
  }
  return planned;
}

/** Rows have just been taken from the database by then, which holds others up as well. */
const PLANNED_MS = 5;

/** Names of some speakers, for what is shown of clashes. */
export async function listSpeakersByIds(db: Db, ids: readonly number[]): Promise<SpeakerRow[]> {
  if (ids.length === 0) return [];
  return tables(db)
    .selectFrom("agenda_speaker as speaker")
    .select(speakerColumns)
    .where("id", "in", [...ids])
    .execute();
}
