// When participants of tests are available.
import type { TestApp } from "../../../tests/support/app.ts";
import type { Place } from "../../../tests/support/place.ts";
import { type Availability, type Day, daysOf, type Windows } from "../contract.ts";

export const ofThing = ({ path }: Place, { id }: { id: number }) => `${path}/thing/${id}/availability`;

/** The days of the event. */
export async function eventDays(server: TestApp, { eventId }: Place): Promise<Day[]> {
  const row = await server.deps.database.quick
    .selectFrom("core_event")
    .select(["date_start as start", "date_end as end", "timezone as zone"])
    .where("id", "=", eventId)
    .executeTakeFirstOrThrow();
  return daysOf(row);
}

/** A time of a day of the event, by hours after its beginning. */
export function hours(day: Day | undefined, from: number, to: number): { start: string; end: string } {
  const instant = (hour: number) => new Date(((day?.from ?? 0) + hour * 60) * 60_000).toISOString();
  return { start: instant(from), end: instant(to) };
}

export async function availabilityOf(place: Place, who: { id: number }): Promise<Availability> {
  return (await place.asker.get(ofThing(place, who))).data;
}

/** Says when somebody is available, from what is kept now on. */
export async function say(place: Place, who: { id: number }, windows: Windows): Promise<Availability> {
  const { rev } = await availabilityOf(place, who);
  const saved = await place.asker.put(ofThing(place, who), { rev, windows });
  if (saved.status !== 200) throw new Error(saved.error.message);
  return saved.data;
}
