// From what a file says to what it means: times, identities, limits. What cannot be understood is left out and named.
import { type FaultCode, fault, refuse, ScheduleRefused } from "./faults.ts";
import { richText } from "./richText.ts";
import {
  type Pace,
  type Person,
  personKey,
  type Schedule,
  type Session,
  type WrittenPerson,
  type WrittenSchedule,
  type WrittenSession,
} from "./schedule.ts";
import { addMinutes, isZone, readDateTime, readDuration } from "./time.ts";

export const MOST_SESSIONS = 20_000;
const LONGEST_SESSION = 7 * 24 * 60;
const LONGEST = { title: 255, subtitle: 2000, name: 200, short: 100, url: 1000, text: 40_000 };

/** Understands a whole file. Throws `ScheduleRefused` when it cannot be placed in time or holds no session. */
export async function understand(written: WrittenSchedule, pace: Pace): Promise<Schedule> {
  const { conference, sessions } = written;
  if (sessions.length === 0 && written.left === 0) throw refuse(0, "file", "no-sessions");
  if (sessions.length > MOST_SESSIONS) throw refuse(0, "file", "too-many", { limit: String(MOST_SESSIONS) });
  if (conference.zone && !isZone(conference.zone)) {
    throw refuse(conference.zoneLine, "time_zone_name", "unknown-zone", { zone: conference.zone });
  }
  const schedule = new Understanding(written);
  for (const [index, session] of sessions.entries()) {
    schedule.add(session);
    await pace.step((index + 1) / sessions.length);
  }
  return schedule.result;
}

/** Stops the reading of one session. */
class LeftOut extends Error {
  constructor(
    readonly field: string,
    readonly code: FaultCode,
    readonly values?: Record<string, string>,
  ) {
    super(code);
  }
}

class Understanding {
  readonly result: Schedule;
  private readonly stages = new Set<string>();
  private readonly tracks = new Set<string>();
  private readonly guids = new Set<string>();
  private readonly ids = new Set<string>();

  constructor(private readonly written: WrittenSchedule) {
    const { conference } = written;
    this.result = {
      source: sourceOf(conference),
      title: oneLine(conference.title ?? conference.acronym ?? ""),
      zone: conference.zone ?? null,
      stages: [],
      tracks: [],
      persons: new Map(),
      sessions: [],
      faults: [],
      left: written.left,
    };
    for (const room of written.rooms) this.stage(room.slice(0, LONGEST.name));
    for (const track of written.tracks) this.track(track.name.slice(0, LONGEST.name), track.colour);
    for (const person of written.persons) this.person(person);
  }

  add(session: WrittenSession): void {
    try {
      this.result.sessions.push(this.session(session));
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      this.result.faults.push(fault(session.line, error.field, error.code, error.values));
    }
  }

  private session(written: WrittenSession): Session {
    if (written.broken) throw new LeftOut(written.broken.field, written.broken.code, written.broken.values);
    if (written.zone && !isZone(written.zone)) throw new LeftOut("tzid", "unknown-zone", { zone: written.zone });
    const title = limited("title", oneLine(written.title ?? ""), LONGEST.title);
    if (title === "") throw new LeftOut("title", "required");
    const { start, end } = this.times(written);
    const guid = this.once("guid", this.guids, oneLine(written.guid ?? ""));
    const externalId = this.once("id", this.ids, oneLine(written.id ?? ""));
    const read = {
      subtitle: limited("subtitle", oneLine(written.subtitle ?? ""), LONGEST.subtitle),
      abstract: limited("abstract", richText(written.abstract ?? ""), LONGEST.text),
      description: limited("description", richText(written.description ?? ""), LONGEST.text),
      kind: limited("type", oneLine(written.kind ?? ""), LONGEST.short),
      language: limited("language", oneLine(written.language ?? ""), LONGEST.short),
      url: webAddress(written.url ?? ""),
      room: limited("room", oneLine(written.room ?? ""), LONGEST.name),
      track: limited("track", oneLine(written.track ?? ""), LONGEST.name),
    };
    for (const { name } of written.persons) limited("persons", oneLine(name), LONGEST.name);
    // Only now is the session whole; nothing that was left out leaves a stage or a person behind.
    if (guid) this.guids.add(guid);
    if (externalId) this.ids.add(externalId);
    const { room, track, ...texts } = read;
    return {
      line: written.line,
      guid: guid || null,
      externalId: externalId || null,
      title,
      ...texts,
      start,
      end,
      stage: this.stage(room),
      track: this.track(track),
      speakers: [...new Set(written.persons.flatMap((person) => this.person(person) ?? []))],
    };
  }

  private once(field: string, seen: ReadonlySet<string>, value: string): string {
    if (value.length > LONGEST.name) throw new LeftOut(field, "too-long", { limit: String(LONGEST.name) });
    if (value !== "" && seen.has(value)) throw new LeftOut(field, "used-twice", { value });
    return value;
  }

  private times(written: WrittenSession): { start: string; end: string } {
    const start = this.instant("date", written, written.date ?? this.dateFromDay(written));
    if (written.end !== undefined) return checkedTimes("end", start, this.instant("end", written, written.end));
    if (written.duration === undefined) throw new LeftOut("duration", "required");
    const minutes = readDuration(written.duration);
    if (minutes === undefined)
      throw new LeftOut("duration", "not-a-duration", { value: written.duration.trim().slice(0, 40) });
    return checkedTimes("duration", start, addMinutes(start, minutes));
  }

  private instant(field: string, { line, zone }: WrittenSession, value: string): string {
    const reading = readDateTime(value, zone ?? this.written.conference.zone);
    // A file that cannot be placed in time is wrong as a whole: half a programme helps nobody.
    if (reading === "no-zone") throw new ScheduleRefused(fault(line, field, "no-zone"));
    if (reading === "invalid") throw new LeftOut(field, "not-a-time", { value: value.trim().slice(0, 40) });
    return reading.instant;
  }

  /** Old files give the day and the time of day; what is earlier than the change of day belongs to the night after it. */
  private dateFromDay({ day, start }: WrittenSession): string {
    if (!day || !start) throw new LeftOut("date", "required");
    const change = this.written.conference.dayChange ?? "00:00";
    const time = start.trim().padStart(5, "0");
    if (time >= change.slice(0, 5) || !/^\d{4}-\d\d-\d\d$/.test(day)) return `${day}T${time}`;
    const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
    return Number.isNaN(next.getTime()) ? day : `${next.toISOString().slice(0, 10)}T${time}`;
  }

  private stage(written: string): string | null {
    const name = oneLine(written);
    if (name === "") return null;
    if (!this.stages.has(name)) this.result.stages.push(name);
    this.stages.add(name);
    return name;
  }

  private track(written: string, colour?: string): string | null {
    const name = oneLine(written);
    if (name === "") return null;
    if (!this.tracks.has(name)) this.result.tracks.push({ name, colour: hexColour(colour) });
    this.tracks.add(name);
    return name;
  }

  private person(written: WrittenPerson): string | undefined {
    const person: Person = {
      externalId: written.id.trim().slice(0, 80),
      name: oneLine(written.name).slice(0, LONGEST.name),
    };
    if (person.name === "") return undefined;
    const key = personKey(person);
    const known = this.result.persons.get(key);
    const email = asEmail(written.email);
    if (!known) this.result.persons.set(key, { ...person, ...(email ? { email } : {}) });
    else if (email) known.email ??= email;
    return key;
  }
}

function checkedTimes(field: string, start: string, end: string): { start: string; end: string } {
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000;
  if (minutes < 1 || minutes > LONGEST_SESSION) throw new LeftOut(field, "bad-length");
  return { start, end };
}

/** What the numbers in the file belong to. Two conferences are two sources even when both count from one. */
function sourceOf({ acronym, baseUrl, title }: WrittenSchedule["conference"]): string {
  const name = acronym || baseUrl?.replace(/^https?:\/\//, "") || title || "schedule";
  return oneLine(name).toLowerCase().replace(/\/+$/, "").slice(0, 120);
}

function oneLine(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

function limited(field: string, value: string, limit: number): string {
  if (value.length > limit) throw new LeftOut(field, "too-long", { limit: String(limit) });
  return value;
}

function asEmail(value = ""): string | undefined {
  const email = value.trim().replace(/^mailto:/i, "");
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254 ? email : undefined;
}

function webAddress(value: string): string {
  const address = value.trim();
  return /^https?:\/\/\S+$/i.test(address) && address.length <= LONGEST.url ? address : "";
}

function hexColour(value: string | undefined): string | null {
  return value && /^#[0-9a-f]{6}$/i.test(value) ? value.toLowerCase() : null;
}
