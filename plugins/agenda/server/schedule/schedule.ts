// The two shapes of a schedule: as a file says it (all text, with lines), and as this area understands it.
import type { Fault, FaultCode } from "./faults.ts";

/** A person as written beside a session. Ids are those of whoever made the file and may collide. */
export interface WrittenPerson {
  id: string;
  name: string;
  email?: string;
}

/** A session as written; anything may be missing. */
export interface WrittenSession {
  line: number;
  /** Why it could not be read at all. */
  broken?: { field: string; code: FaultCode; values: Record<string, string> };
  /** Where its times belong when they carry no offset; the conference's zone unless told. */
  zone?: string;
  guid?: string;
  id?: string;
  title?: string;
  subtitle?: string;
  abstract?: string;
  description?: string;
  kind?: string;
  language?: string;
  url?: string;
  /** Date with time; or else the day it stands under, and the time of day. */
  date?: string;
  day?: string;
  start?: string;
  duration?: string;
  end?: string;
  room?: string;
  track?: string;
  persons: WrittenPerson[];
}

/** A file, read but not yet understood. */
export interface WrittenSchedule {
  conference: {
    acronym?: string;
    title?: string;
    baseUrl?: string;
    zone?: string;
    zoneLine: number;
    dayChange?: string;
  };
  rooms: string[];
  tracks: { name: string; colour?: string }[];
  persons: WrittenPerson[];
  sessions: WrittenSession[];
  /** Sessions that the file itself says will not take place. */
  left: number;
}

export function emptySchedule(): WrittenSchedule {
  return { conference: { zoneLine: 0 }, rooms: [], tracks: [], persons: [], sessions: [], left: 0 };
}

/** Someone who speaks. Within one source the number and the name together say who it is, never the number alone. */
export interface Person {
  externalId: string;
  name: string;
  /** Where the file says it: it finds the profile, and tells nobody from another. */
  email?: string;
}

export interface Session {
  line: number;
  guid: string | null;
  externalId: string | null;
  title: string;
  subtitle: string;
  /** Sanitised HTML, as is the description. */
  abstract: string;
  description: string;
  kind: string;
  language: string;
  url: string;
  start: string;
  end: string;
  stage: string | null;
  track: string | null;
  /** Keys of persons, in the file's order (see `personKey`). */
  speakers: string[];
}

/** A schedule that was understood: every session in it is whole. */
export interface Schedule {
  /** The conference whose numbers these are; numbers of different sources never meet. */
  source: string;
  title: string;
  /** The zone that it names; sessions carry instants and need none. */
  zone: string | null;
  stages: string[];
  tracks: { name: string; colour: string | null }[];
  persons: Map<string, Person>;
  sessions: Session[];
  /** What was left out, and why. */
  faults: Fault[];
  left: number;
}

export function personKey({ externalId, name }: Pick<Person, "externalId" | "name">): string {
  return `${externalId}\n${name}`;
}

/** Gives other work its turn, tells how far this one is, and stops it when it was cancelled. */
export interface Pace {
  step: (done: number) => Promise<void>;
}
