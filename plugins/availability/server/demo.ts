// Times of the demo: some participants come for a day or for half of each, and a few meet nobody. The same every time.
import type { DemoContext } from "#server";
import { type Day, daysOf, type Span } from "../contract.ts";
import { addTimes } from "./repository.ts";
import { thingsOf } from "./times.ts";

const HOUR = 60;
/** Of so many participants one says when they are available; of those who meet most, fewer. */
const [RARE, OFTEN] = [40, 6];
/** The first participants are those who have meetings. */
const MEETING = 480;

export async function demo(context: DemoContext): Promise<void> {
  const { db, dialect, events, offered } = context;
  for (const event of events) {
    if (event.format === "engagement_hub") continue;
    const dates = { start: event.start.toISOString(), end: event.end.toISOString(), zone: event.timezone };
    const days = daysOf(dates);
    const all: { thing_id: number; spans: Span[] }[] = [];
    let at = 0;
    const people = { question: { category: 1 as const } };
    for await (const rows of thingsOf(offered).eachSelected(db, dialect, event.id, people, offered, [], {
      columns: ["id"],
    }))
      for (const { id } of rows) {
        const spans = said(at, days);
        if (spans) all.push({ thing_id: Number(id), spans });
        at += 1;
      }
    await addTimes(db, dialect, event.id, all);
    await thingsOf(offered).orderColumns(db, dialect, event.id, offered);
  }
}

/** What the participant of this number says; most say nothing. */
export function said(number: number, days: readonly Day[]): Span[] | undefined {
  const turn = number < MEETING ? RARE : OFTEN;
  if (number % turn !== turn - 1) return undefined;
  const which = Math.floor(number / turn);
  const between = (from: number, to: number) => (day: Day) => ({
    from: day.from + from * HOUR,
    to: day.from + to * HOUR,
  });
  switch (which % 5) {
    case 0:
      return days.map(between(9, 13));
    case 1:
      return days.map(between(13, 18));
    case 2:
      return days.filter((_, day) => day === which % days.length).map(between(9, 18));
    case 3:
      return days.flatMap((day) => [between(9, 12)(day), between(14, 17.5)(day)]);
    default:
      return [];
  }
}
