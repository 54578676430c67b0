// What an import will do, worked out before anything is written. A dry run stops here. Pure: no SQL, no clock.
import { fold } from "#server";
import { type Person, personKey, type Schedule, type Session } from "./schedule/schedule.ts";

/** A session as it is stored, with names in place of ids, so that it can be compared with a file. */
export interface StoredSession extends Omit<Session, "line"> {
  id: number;
  source: string | null;
}

export interface StoredSpeaker extends Omit<Person, "email"> {
  id: number;
  source: string;
  /** Folded. */
  email: string | null;
}

/** What the event holds before the import. */
export interface Stored {
  stages: readonly string[];
  tracks: readonly string[];
  speakers: readonly StoredSpeaker[];
  sessions: readonly StoredSession[];
}

export interface ImportPlan {
  source: string;
  newStages: string[];
  newTracks: Schedule["tracks"];
  newSpeakers: Person[];
  /** Speakers who are known, and whose address the file says anew. */
  newEmails: { id: number; email: string }[];
  create: Session[];
  update: { stored: StoredSession; session: Session }[];
  unchanged: number;
  missing: number;
}

/** Compares a schedule with what is stored. Importing the same file twice plans nothing the second time. */
export function planImport(schedule: Schedule, stored: Stored): ImportPlan {
  const stages = new Set(stored.stages);
  const tracks = new Set(stored.tracks);
  const known = new Map(
    stored.speakers.filter(({ source }) => source === schedule.source).map((one) => [personKey(one), one]),
  );
  const { pairs, missing } = match(schedule, stored.sessions);
  const plan: ImportPlan = {
    source: schedule.source,
    newStages: schedule.stages.filter((name) => !stages.has(name)),
    newTracks: schedule.tracks.filter(({ name }) => !tracks.has(name)),
    newSpeakers: [...schedule.persons].filter(([key]) => !known.has(key)).map(([, person]) => person),
    newEmails: [...schedule.persons].flatMap(([key, { email }]) => {
      const before = known.get(key);
      return before && email && before.email !== fold(email) ? [{ id: before.id, email }] : [];
    }),
    create: [],
    update: [],
    unchanged: 0,
    missing,
  };
  for (const session of schedule.sessions) {
    const old = pairs.get(session);
    if (!old) plan.create.push(session);
    else if (isSame(session, old, schedule.source)) plan.unchanged++;
    else plan.update.push({ stored: old, session });
  }
  return plan;
}

interface Matches {
  pairs: Map<Session, StoredSession>;
  missing: number;
}

/** Finds the stored session of each session: by guid, else by number in the same source, else by title, start and stage. */
function match(schedule: Schedule, stored: readonly StoredSession[]): Matches {
  const pairs = new Map<Session, StoredSession>();
  const taken = new Set<StoredSession>();
  for (const [keyOfFile, keyOfStore] of waysToMatch(schedule.source)) {
    const free = new Map<string, StoredSession[]>();
    for (const session of stored) {
      const key = taken.has(session) ? null : keyOfStore(session);
      if (key !== null) free.set(key, [...(free.get(key) ?? []), session]);
    }
    for (const session of schedule.sessions) {
      const key = pairs.has(session) ? null : keyOfFile(session);
      const found = key === null ? undefined : free.get(key)?.shift();
      if (!found) continue;
      pairs.set(session, found);
      taken.add(found);
    }
  }
  const missing = stored.filter((session) => session.source === schedule.source && !taken.has(session)).length;
  return { pairs, missing };
}

type KeyOf<S> = (session: S) => string | null;

/** The ways in which a session can be known again, the surest first. */
function waysToMatch(source: string): [KeyOf<Session>, KeyOf<StoredSession>][] {
  return [
    [({ guid }) => guid, ({ guid }) => guid],
    [({ externalId }) => externalId, (stored) => (stored.source === source ? stored.externalId : null)],
    // One that has a number of its own in another conference is another session, however alike.
    [placeKey, (stored) => (stored.source === null || stored.source === source ? placeKey(stored) : null)],
  ];
}

function placeKey({ title, start, stage }: Pick<Session, "title" | "start" | "stage">): string {
  return JSON.stringify([title, start, stage]);
}

const compared = [
  "guid",
  "externalId",
  "title",
  "subtitle",
  "abstract",
  "description",
  "kind",
  "language",
  "url",
  "start",
  "end",
  "stage",
  "track",
] as const satisfies readonly (keyof Session)[];

function isSame(session: Session, stored: StoredSession, source: string): boolean {
  return (
    stored.source === source &&
    compared.every((field) => session[field] === stored[field]) &&
    session.speakers.length === stored.speakers.length &&
    session.speakers.every((key, index) => key === stored.speakers[index])
  );
}
