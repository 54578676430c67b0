// Sessions for the demo events, the same every time. The big event gets three full days and, on purpose, a few clashes.

import type { Kysely } from "kysely";
import type { DemoContext } from "#server";
import { firstNames, lastNames, openers, rooms, subjects, topics, tracks } from "./demoWords.ts";
import { thingsOf } from "./profiles/known.ts";
import { fromWallClock } from "./schedule/time.ts";
import type { AgendaTables } from "./tables.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LENGTHS = [30, 45, 45, 60] as const;

interface Size {
  days: number;
  stages: number;
  sessionsADay: number;
  speakers: number;
  clashes: number;
}

const BIG: Size = { days: 3, stages: 6, sessionsADay: 40, speakers: 90, clashes: 3 };
const SMALL: Size = { days: 1, stages: 2, sessionsADay: 8, speakers: 10, clashes: 0 };

type DemoEvent = DemoContext["events"][number];

export async function demo(context: DemoContext): Promise<void> {
  const { events, bigEventId } = context;
  for (const event of events) {
    // An engagement hub has no programme of its own: its agenda shows what an empty one looks like.
    if (event.format === "engagement_hub") continue;
    await fill(context, event, event.id === bigEventId ? BIG : SMALL);
  }
}

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

async function fill(context: DemoContext, event: DemoEvent, size: Size): Promise<void> {
  const { random } = context;
  const at = context.now.toISOString();
  const db = context.db.withTables<AgendaTables>();
  const stageIds = await addStages(db, event.id, size.stages);
  const trackIds = await addTracks(db, event.id);
  const speakerIds = await addSpeakers(context, event.id, size.speakers);
  for (const [index, slot] of slotsOf(event, size, random).entries()) {
    const { id } = await db
      .insertInto("agenda_session")
      .values({
        event_id: event.id,
        ...sessionAt(index, random),
        start_at: new Date(slot.start).toISOString(),
        end_at: new Date(slot.end).toISOString(),
        stage_id: stageIds[slot.stage] ?? null,
        track_id: slot.isPlenary ? null : pick(trackIds, random),
        ...{ source: null, external_id: null, guid: null, url: "", description: "" },
        created_at: at,
        updated_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const speakers = slot.speakers.map((speaker) => speakerIds[speaker % speakerIds.length] as number);
    const links = [...new Set(speakers)].map((speaker_id, position) => ({ session_id: id, speaker_id, position }));
    await db.insertInto("agenda_session_speaker").values(links).execute();
  }
}

async function addStages(db: Kysely<AgendaTables>, eventId: number, count: number): Promise<number[]> {
  const rows = rooms.slice(0, count).map((name, position) => ({ event_id: eventId, name, position }));
  return idsOf(await db.insertInto("agenda_stage").values(rows).returning("id").execute());
}

async function addTracks(db: Kysely<AgendaTables>, eventId: number): Promise<number[]> {
  const rows = tracks.map((track, position) => ({ event_id: eventId, ...track, position }));
  return idsOf(await db.insertInto("agenda_track").values(rows).returning("id").execute());
}

async function addSpeakers(context: DemoContext, eventId: number, count: number): Promise<number[]> {
  const { db, random } = context;
  const names = new Set<string>();
  while (names.size < count) names.add(`${pick(firstNames, random)} ${pick(lastNames, random)}`);
  const people = await participants(context, eventId, count);
  const rows = [...names].map((name, at) => ({
    ...{ event_id: eventId, source: "", external_id: "" },
    name: people[at]?.name ?? name,
    thing_id: people[at]?.id ?? null,
  }));
  return idsOf(await db.withTables<AgendaTables>().insertInto("agenda_speaker").values(rows).returning("id").execute());
}

/** Participants with names of their own, who speak; where there are not enough of them, others do who have no profile. */
async function participants({ db, dialect, offered }: DemoContext, eventId: number, count: number) {
  const people = new Map<string, { id: number; name: string }>();
  const question = { question: { category: 1 as const } };
  const options = { columns: ["id", "name"], size: count * 2 };
  for await (const rows of thingsOf(offered).eachSelected(db, dialect, eventId, question, offered, [], options)) {
    for (const { id, name } of rows) {
      if (people.size < count && !people.has(String(name)))
        people.set(String(name), { id: Number(id), name: String(name) });
    }
    if (people.size >= count) break;
  }
  return [...people.values()];
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

function sessionAt(index: number, random: Random) {
  const topic = pick(topics, random);
  const subject = pick(subjects, random);
  const title = `${pick(openers, random)} ${topic} ${subject}`;
  return {
    title: title.charAt(0).toUpperCase() + title.slice(1),
    subtitle: "",
    abstract: `<p>What ${topic} means ${subject}, what has worked elsewhere, and what to try on Monday morning.</p>`,
    kind: index % 7 === 3 ? "Workshop" : index % 5 === 4 ? "Panel" : "Talk",
    language: "en",
  };
}

interface Slot {
  start: number;
  end: number;
  stage: number;
  speakers: number[];
  isPlenary: boolean;
}

/** Fills each day stage by stage from nine in the morning, in the event's zone; then breaks it in a few places. */
function slotsOf(event: DemoEvent, size: Size, random: Random): Slot[] {
  const slots: Slot[] = [];
  const firstDay = Math.floor(event.start.getTime() / DAY) * DAY;
  let speaker = 0;
  for (let day = 0; day < size.days; day++) {
    const nine = fromWallClock(firstDay + day * DAY + 9 * 60 * MINUTE, event.timezone);
    slots.push({ start: nine, end: nine + 60 * MINUTE, stage: 0, speakers: [speaker++], isPlenary: true });
    const next = Array.from({ length: size.stages }, () => nine + 75 * MINUTE);
    for (let count = 1; count < size.sessionsADay; count++) {
      const stage = (count - 1) % size.stages;
      const start = next[stage] as number;
      const end = start + pick(LENGTHS, random) * MINUTE;
      next[stage] = end + (count % 9 === 8 ? 60 : 15) * MINUTE;
      // Nobody speaks twice within as many sessions as there are speakers, so nobody is in two places by accident.
      const speakers = Array.from({ length: 1 + Math.floor(random() * 2) }, () => speaker++);
      slots.push({ start, end, stage, speakers, isPlenary: false });
    }
  }
  for (let clash = 0; clash < size.clashes; clash++) breakSlot(slots, size, clash);
  return slots;
}

/** Makes one session clash with its neighbour: by its stage the first time, by a speaker after that. */
function breakSlot(slots: Slot[], size: Size, clash: number): void {
  const at = clash * size.sessionsADay + 4;
  const [one, other] = [slots[at], slots[at + 1]];
  if (!one || !other) return;
  const length = other.end - other.start;
  other.start = one.start;
  other.end = one.start + length;
  if (clash === 0) other.stage = one.stage;
  else other.speakers = [one.speakers[0] as number, ...other.speakers];
}
