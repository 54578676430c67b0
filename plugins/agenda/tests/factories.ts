// Builders of this area's tests: schedule files, sessions, and the way to the real files.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlannedSession } from "../server/rules.ts";
import type { Pace, Schedule, Session } from "../server/schedule/schedule.ts";

const schedules = join(import.meta.dirname, "../../../../shared/data/schedules");

/** Whether the real schedules are there; they are test input only and no part of the project. */
export const hasRealFiles = existsSync(schedules);

/** The end of a title of a test on real files: says why when it is skipped. */
export const unlessThere = hasRealFiles ? "" : " (skipped: no ../shared)";

export function realFile(name: string): Buffer {
  return readFileSync(join(schedules, name));
}

export const atOnce: Pace = { step: async () => {} };

export function anEvent(fields: Record<string, string> = {}, attributes = 'id="1" guid="guid-1"'): string {
  const all = { date: "2026-01-31T09:30:00+01:00", duration: "00:30", title: "Opening", room: "Hall", ...fields };
  const persons = "persons" in all ? "" : "<persons/>";
  const leaves = Object.entries(all).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<event ${attributes}>${leaves.join("")}${persons}</event>`;
}

/** A frab file on five lines before its first event, so that lines are easy to name. */
export function aFrabFile(events: readonly string[] = [anEvent()], conference = "<acronym>try</acronym>"): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    "<schedule>",
    `<conference>${conference}</conference>`,
    '<day date="2026-01-31">',
    '<room name="Hall">',
    ...events,
    "</room></day></schedule>",
  ].join("\n");
}

export function aJsonFile(events: readonly object[], conference: object = { acronym: "try" }): string {
  const days = [{ index: 1, date: "2026-01-31", rooms: { Hall: events } }];
  return JSON.stringify({ schedule: { version: "1", conference: { ...conference, days } } }, null, 1);
}

export function aSession(fields: Partial<Session> = {}): Session {
  return {
    line: 1,
    guid: null,
    externalId: null,
    title: "Opening",
    subtitle: "",
    abstract: "",
    description: "",
    kind: "",
    language: "",
    url: "",
    start: "2026-01-31T08:30:00.000Z",
    end: "2026-01-31T09:00:00.000Z",
    stage: "Hall",
    track: null,
    speakers: [],
    ...fields,
  };
}

export function aSchedule(sessions: Session[], fields: Partial<Schedule> = {}): Schedule {
  const stages = [...new Set(sessions.flatMap(({ stage }) => stage ?? []))];
  return {
    source: "try",
    title: "Try",
    zone: null,
    stages,
    tracks: [],
    persons: new Map(),
    sessions,
    faults: [],
    left: 0,
    ...fields,
  };
}

/** A session of the clash rules from whole hours of one day. */
export function planned(id: number, from: number, to: number, fields: Partial<PlannedSession> = {}): PlannedSession {
  const at = (hour: number) => `2026-01-31T${String(hour).padStart(2, "0")}:00:00.000Z`;
  return { id, start: at(from), end: at(to), stageId: null, speakerIds: [], ...fields };
}
