// Meetings of the demo: tables in two halls, and participants who meet at them on each day of the event, the same every time.
import { instantOf } from "#schemas/time.ts";
import { type DemoContext, fold, insertRows, takeIds } from "#server";
import type { State } from "../contract.ts";
import { PARTICIPANT, PLACE } from "./bookings.ts";
import { thingsOf } from "./meetings.ts";
import { addLocations, listLocations } from "./repository.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Size {
  tables: number;
  participants: number;
  days: number;
}

const BIG: Size = { tables: 24, participants: 480, days: 3 };
const SMALL: Size = { tables: 4, participants: 40, days: 1 };
/** Where a day's meetings begin, in minutes after ten; each lasts twenty minutes. */
const SLOTS = [0, 30, 60, 90, 180, 210, 240, 270, 300, 330] as const;
const LENGTH = 20;
const DAY_SHIFT = 37;

const ABOUT = [
  "A first look at what we make",
  "How we could work together next year",
  "Prices and delivery",
  "Follow-up of our call",
  "A tour of the new range",
  "",
] as const;

export async function demo(context: DemoContext): Promise<void> {
  for (const event of context.events) {
    // In an engagement hub people have no days on which they meet.
    if (event.format === "engagement_hub") continue;
    await fill(context, event, event.id === context.bigEventId ? BIG : SMALL);
  }
}

interface Planned {
  start: number;
  state: State;
  message: string;
  table: number | null;
  people: [number, number];
}

async function fill(context: DemoContext, event: DemoContext["events"][number], size: Size): Promise<void> {
  const { db, dialect, now } = context;
  const at = now.toISOString();
  const names = Array.from({ length: size.tables }, (_, table) => {
    const name = `Table ${table + 1}`;
    return { name, key: fold(name), category: table < size.tables / 2 ? "Hall A" : "Hall B" };
  });
  await addLocations(db, dialect, event.id, names, at);
  const places = (await listLocations(db, event.id)).map(({ id }) => id);
  const people = await participants(context, event.id, size.participants);
  const planned = plan(event, size, people, places);
  const ids = await takeIds(db as never, dialect, "networking_meeting", planned.length);
  const meetings = planned.map(({ start, state, message, table }, index) => {
    const times = [iso(start), iso(start + LENGTH * MINUTE)];
    return [ids[index] as number, event.id, ...times, table, state, "request", message, "", at, at];
  });
  const columns = ["id", "event_id", "start_at", "end_at", "location_id", "state", "source", "message", "reason"];
  const insert = (table: string, names: string[], rows: (string | number | null)[][]) =>
    insertRows(db as never, dialect, `networking_${table}`, names, rows);
  await insert("meeting", [...columns, "created_at", "updated_at"], meetings);
  const taking = planned.flatMap(({ people: both }, index) =>
    both.map((thing, position) => [ids[index] as number, thing, event.id, position]),
  );
  await insert("participant", ["meeting_id", "thing_id", "event_id", "position"], taking);
  const booked = planned.flatMap(({ start, state, table, people: both }, index) => {
    if (state !== "accepted") return [];
    const from = start / MINUTE;
    const row = (kind: number, subject: number) => [ids[index] as number, event.id, kind, subject, from, from + LENGTH];
    return [...both.map((thing) => row(PARTICIPANT, thing)), ...(table === null ? [] : [row(PLACE, table)])];
  });
  const names_ = ["meeting_id", "event_id", "kind", "subject_id", "from_minute", "to_minute"];
  await insert("booking", names_, booked);
  await thingsOf(context.offered).orderColumns(db, dialect, event.id, context.offered);
}

const iso = (at: number) => new Date(at).toISOString();

/** In every slot others meet: people are dealt in pairs, a table at a time; each time that all have been dealt, with others. */
export function plan(
  event: Pick<DemoContext["events"][number], "start" | "timezone">,
  size: Size,
  people: readonly number[],
  places: readonly number[],
) {
  const planned: Planned[] = [];
  const firstDay = Math.floor(event.start.getTime() / DAY) * DAY;
  let deal = 0;
  for (let day = 0; day < size.days; day++) {
    for (const slot of SLOTS) {
      const ten = Date.parse(instantOf(`${iso(firstDay + day * DAY).slice(0, 10)}T10:00`, event.timezone));
      const start = ten + slot * MINUTE;
      for (const table of places) {
        const one = people[(deal * 2) % people.length];
        const other = people[(deal * 2 + 1 + 2 * Math.floor((deal * 2) / people.length)) % people.length];
        deal += 1;
        if (one === undefined || other === undefined) continue;
        const state = stateOf(deal);
        planned.push({
          start,
          state,
          message: ABOUT[deal % ABOUT.length] as string,
          table: state === "accepted" || state === "cancelled" ? table : null,
          people: [one, other],
        });
      }
    }
    // Nobody meets at the same time on each day.
    deal += DAY_SHIFT;
  }
  return planned;
}

/** Of twenty meetings thirteen are accepted, four asked for, two declined and one cancelled. */
function stateOf(deal: number): State {
  const of = (deal * 7) % 20;
  return of < 13 ? "accepted" : of < 17 ? "requested" : of < 19 ? "declined" : "cancelled";
}

async function participants({ db, dialect, offered }: DemoContext, eventId: number, most: number): Promise<number[]> {
  const ids: number[] = [];
  const question = { question: { category: 1 as const } };
  const options = { columns: ["id"], size: most };
  for await (const rows of thingsOf(offered).eachSelected(db, dialect, eventId, question, offered, [], options)) {
    ids.push(...rows.map(({ id }) => Number(id)));
    if (ids.length >= most) break;
  }
  return ids.slice(0, most);
}
