// Reads schedule.json (the frab and pretalx dialect) into a written schedule. Syntax only.
import { refuse } from "./faults.ts";
import { type Json, type JsonObject, type ReadJson, readJson } from "./json.ts";
import { emptySchedule, type Pace, type WrittenPerson, type WrittenSchedule, type WrittenSession } from "./schedule.ts";

/** Reads the file. Throws `ScheduleRefused` for what is no such file. */
export async function readScheduleJson(file: Buffer, pace: Pace): Promise<WrittenSchedule> {
  const read = await readJson(file, pace);
  const root = asObject(read.value);
  const body = asObject(root?.schedule);
  const conference = asObject(body?.conference);
  const days = conference?.days;
  if (!body || !conference || !Array.isArray(days)) throw notASchedule(read, root);
  const schedule = emptySchedule();
  schedule.conference = conferenceOf(conference, read.lineOf(conference));
  for (const room of objectsIn(conference.rooms)) addText(schedule.rooms, text(room.name));
  for (const track of objectsIn(conference.tracks)) addTrack(schedule, track);
  for (const day of objectsIn(days)) addDay(schedule, day, read);
  return schedule;
}

function notASchedule(read: ReadJson, root: JsonObject | undefined): Error {
  const found = root
    ? Object.keys(root)
        .slice(0, 3)
        .map((key) => `"${key}"`)
        .join(", ")
    : "";
  const line = root ? read.lineOf(root) : 1;
  return refuse(line, "file", "wrong-root", {
    expected: '"schedule.conference.days"',
    found: found || "something else",
  });
}

function conferenceOf(conference: JsonObject, line: number): WrittenSchedule["conference"] {
  const zone = text(conference.time_zone_name);
  return {
    zoneLine: line,
    ...optional("acronym", text(conference.acronym)),
    ...optional("title", text(conference.title)),
    ...optional("baseUrl", text(conference.base_url)),
    ...optional("zone", zone?.trim() || undefined),
    ...optional("dayChange", text(conference.day_change)),
  };
}

function addTrack(schedule: WrittenSchedule, track: JsonObject): void {
  const name = text(track.name);
  if (name?.trim()) schedule.tracks.push({ name, ...optional("colour", text(track.color)) });
}

function addDay(schedule: WrittenSchedule, day: JsonObject, { lineOf }: ReadJson): void {
  const rooms = asObject(day.rooms);
  if (!rooms) return;
  for (const [room, events] of Object.entries(rooms)) {
    addText(schedule.rooms, room);
    for (const event of objectsIn(events))
      schedule.sessions.push(sessionOf(event, lineOf(event), text(day.date), room));
  }
}

function sessionOf(event: JsonObject, line: number, day: string | undefined, room: string): WrittenSession {
  return {
    line,
    ...optional("guid", text(event.guid)),
    ...optional("id", text(event.id)),
    ...optional("title", text(event.title)),
    ...optional("subtitle", text(event.subtitle)),
    ...optional("abstract", text(event.abstract)),
    ...optional("description", text(event.description)),
    ...optional("kind", text(event.type)),
    ...optional("language", text(event.language)),
    ...optional("url", text(event.url)),
    ...optional("date", text(event.date)),
    ...optional("day", day),
    ...optional("start", text(event.start)),
    ...optional("duration", text(event.duration)),
    room: text(event.room) ?? room,
    ...optional("track", text(event.track) ?? text(asObject(event.track)?.name)),
    persons: objectsIn(event.persons).map(personOf),
  };
}

function personOf(person: JsonObject): WrittenPerson {
  const name = text(person.public_name) || text(person.name) || text(person.full_public_name);
  return { id: text(person.id) ?? "", name: (name ?? "").trim(), ...optional("email", text(person.email)) };
}

/** A text, or a number as text; pretalx writes some texts as one per language, of which the first counts. */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  const first = asObject(value) ? Object.values(value as JsonObject)[0] : undefined;
  return typeof first === "string" && Object.keys(value as JsonObject).every(isLanguage) ? first : undefined;
}

function isLanguage(key: string): boolean {
  return /^[a-z]{2,3}(-[A-Za-z]+)?$/.test(key);
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject).filter((item) => item !== undefined) : [];
}

/** A field that is left out when there is no value. */
export function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: string });
}

function addText(list: string[], value: string | undefined): void {
  if (value?.trim()) list.push(value);
}
