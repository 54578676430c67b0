// Reads iCalendar into a written schedule, one VEVENT at a time, so that a long calendar never holds the thread.
import ICAL from "ical.js";
import { checkUtf8, piecesOf } from "./bytes.ts";
import { refuse } from "./faults.ts";
import { emptySchedule, type Pace, type WrittenSchedule, type WrittenSession } from "./schedule.ts";
import { isZone, onClocksOf } from "./time.ts";

/** Occurrences that one rule may stand for; a rule without an end goes no further. */
const MOST_OCCURRENCES = 500;

/** Days or weeks between two occurrences. */
const MOST_INTERVAL = 60;

/** The lines of one VEVENT, and where it begins. */
interface Block {
  line: number;
  lines: string[];
}

/** Reads the file. Throws `ScheduleRefused` for what is no calendar. */
export async function readIcal(file: Buffer, pace: Pace): Promise<WrittenSchedule> {
  checkUtf8(file);
  const calendar = new CalendarLines();
  const decoder = new TextDecoder();
  let rest = "";
  for (const { bytes, done } of piecesOf(file)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) calendar.take(line.replace(/\r$/, ""));
    await pace.step(done / 2);
  }
  if (rest) calendar.take(rest.replace(/\r$/, ""));
  const { blocks, schedule } = calendar.finish();
  const events: Event[] = [];
  for (const [index, block] of blocks.entries()) {
    const event = eventOf(block, schedule.conference.zone);
    if (event === "cancelled") schedule.left++;
    else if ("code" in event) schedule.sessions.push({ line: block.line, broken: event, persons: [] });
    else events.push(event);
    await pace.step(0.5 + index / blocks.length / 2);
  }
  await addSessions(schedule, events, pace);
  return schedule;
}

/** Cuts a calendar into its events and remembers what it says about itself. */
class CalendarLines {
  private readonly schedule = emptySchedule();
  private readonly blocks: Block[] = [];
  private block: Block | undefined;
  private line = 0;
  private hasBegun = false;
  private isClosed = false;

  take(text: string): void {
    this.line++;
    if (!this.hasBegun) this.begin(text);
    if (/^BEGIN:VEVENT$/i.test(text)) this.block = { line: this.line, lines: [] };
    this.block?.lines.push(text);
    if (/^END:VEVENT$/i.test(text) && this.block) {
      this.blocks.push(this.block);
      this.block = undefined;
    }
    if (/^END:VCALENDAR$/i.test(text)) this.isClosed = true;
    const said = /^X-WR-(CALNAME|TIMEZONE)(?:;[^:]*)?:(.+)$/i.exec(text);
    if (said && !this.block) this.learn(said[1] as string, (said[2] as string).trim());
  }

  finish(): { blocks: Block[]; schedule: WrittenSchedule } {
    if (!this.isClosed || this.block) throw refuse(this.line, "file", "truncated");
    return { blocks: this.blocks, schedule: this.schedule };
  }

  private begin(text: string): void {
    const first = text.replace(/^\uFEFF/, "").trim();
    if (first === "") return;
    this.hasBegun = true;
    if (/^BEGIN:VCALENDAR$/i.test(first)) return;
    throw refuse(this.line, "file", "wrong-root", { expected: "BEGIN:VCALENDAR", found: `“${first.slice(0, 20)}”` });
  }

  private learn(name: string, value: string): void {
    const { conference } = this.schedule;
    if (name.toUpperCase() === "CALNAME") {
      conference.title = value;
    } else {
      conference.zone = value;
      conference.zoneLine = this.line;
    }
  }
}

/** An event of the calendar with what its occurrences share. */
interface Event {
  line: number;
  uid: string;
  event: ICAL.Event;
  zone: string | undefined;
  /** Whose clocks its start is told by; none where it is told in UTC. */
  clocks: string | undefined;
  session: WrittenSession;
}

type Broken = NonNullable<WrittenSession["broken"]>;

/** Understands one VEVENT; answers why when it cannot be read. */
function eventOf({ line, lines }: Block, calendarZone: string | undefined): Event | "cancelled" | Broken {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join("\r\n")) as unknown[]);
    if (String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED") return "cancelled";
    const rule = oddRule(component);
    if (rule) return { field: "rrule", code: "other-rule", values: { value: rule } };
    const start = component.getFirstProperty("dtstart");
    const zone = zoneOf(start?.getFirstParameter("tzid"));
    const clocks = isUtc(start?.getFirstValue()) ? undefined : (zone ?? calendarZone);
    if (clocks) tellByClocks(component, clocks);
    const event = new ICAL.Event(component);
    const url = component.getFirstPropertyValue("url");
    const category = component.getFirstProperty("categories")?.getFirstValue();
    const session: WrittenSession = {
      line,
      title: event.summary ?? "",
      description: event.description ?? "",
      room: event.location ?? "",
      ...(url ? { url: String(url) } : {}),
      ...(category ? { track: String(category) } : {}),
      persons: component.getAllProperties("attendee").map((person) => ({
        id: "",
        name: String(person.getFirstParameter("cn") ?? ""),
        email: String(person.getFirstValue() ?? ""),
      })),
    };
    return { line, uid: event.uid ?? "", event, zone, clocks, session };
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : "";
    return { field: "event", code: "broken-ical", values: { reason } };
  }
}

/** A rule beyond days and weeks. Some of those never find a next day, and looking for it would hold the server for ever. */
function oddRule(component: ICAL.Component): string | undefined {
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue() as unknown as ICAL.Recur;
    const parts = Object.keys(rule.parts);
    const isPlain =
      rule.freq === "DAILY" ? parts.length === 0 : rule.freq === "WEEKLY" && parts.every((part) => part === "BYDAY");
    const isNear = rule.interval >= 1 && rule.interval <= MOST_INTERVAL;
    if (!isPlain || !isNear) return String(rule).slice(0, 80);
  }
  return undefined;
}

/** The IANA name in a TZID; some programs put their own path before it. */
function zoneOf(tzid: string | undefined): string | undefined {
  const parts = tzid?.split("/") ?? [];
  return [3, 2, 1].map((count) => parts.slice(-count).join("/")).find(isZone) ?? tzid;
}

const isUtc = (value: unknown): value is ICAL.Time =>
  value instanceof ICAL.Time && value.zone === ICAL.Timezone.utcTimezone;

/** A moment in UTC as the clocks of a zone show it; any other value as it is. */
function byClocks<T>(value: T, zone: string): T | ICAL.Time {
  const local = isUtc(value) ? onClocksOf(zone, value.toUnixTime() * 1000) : undefined;
  return local === undefined ? value : ICAL.Time.fromDateTimeString(local);
}

/** Starts of occurrences are compared as the clocks show them; so what an event tells in UTC of its rule has to be told likewise. */
function tellByClocks(component: ICAL.Component, zone: string): void {
  for (const property of component.getAllProperties("rrule")) {
    const rule = property.getFirstValue() as unknown as ICAL.Recur;
    if (rule.until) rule.until = byClocks(rule.until, zone);
  }
  for (const name of ["exdate", "rdate"]) {
    for (const property of component.getAllProperties(name)) {
      property.setValues(property.getValues().map((value) => byClocks(value, zone)));
    }
  }
}

/** Adds the sessions of all events: rules become occurrences, and moved occurrences take the place of the ones they replace. */
async function addSessions({ sessions }: WrittenSchedule, events: readonly Event[], pace: Pace): Promise<void> {
  const uses = new Map<string, number>();
  const clocks = new Map<string, string | undefined>();
  for (const each of events) {
    if (each.event.isRecurrenceException()) continue;
    uses.set(each.uid, (uses.get(each.uid) ?? 0) + 1);
    clocks.set(each.uid, each.clocks);
  }
  // Which occurrence was moved is told as the clocks of the rule's own event show it.
  const movedFrom = ({ uid, event }: Event) => {
    const zone = clocks.get(uid);
    return `${uid}/${zone ? byClocks(event.recurrenceId, zone) : event.recurrenceId}`;
  };
  const moved = new Set(events.filter(({ event }) => event.isRecurrenceException()).map(movedFrom));
  for (const each of events) {
    // A calendar that gives the same UID to several events gives it to none of them.
    const uid = uses.get(each.uid) === 1 ? each.uid : "";
    const { event } = each;
    if (event.isRecurrenceException()) sessions.push(occurrence(each, event, uid && movedFrom(each)));
    else if (!event.isRecurring()) sessions.push(occurrence(each, event, uid));
    else await addOccurrences(sessions, each, uid, moved, pace);
    await pace.step(1);
  }
}

async function addOccurrences(
  sessions: WrittenSession[],
  each: Event,
  uid: string,
  moved: ReadonlySet<string>,
  pace: Pace,
): Promise<void> {
  const iterator = each.event.iterator();
  for (let count = 0; count < MOST_OCCURRENCES; count++) {
    const next = iterator.next();
    if (!next) return;
    await pace.step(1);
    if (moved.has(`${each.uid}/${next}`)) continue;
    sessions.push(occurrence(each, each.event.getOccurrenceDetails(next), uid && `${uid}/${next}`));
  }
}

function occurrence(
  { session, zone }: Event,
  { startDate, endDate }: { startDate: ICAL.Time; endDate: ICAL.Time },
  guid: string,
): WrittenSession {
  const times = { date: String(startDate), end: String(endDate) };
  return { ...session, ...times, ...(guid ? { guid } : {}), ...(zone ? { zone } : {}) };
}
