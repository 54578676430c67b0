// Who is not available at the time of a meeting. That is what they said, and no fact: whoever arranges it may do so all the same.
import type { Context } from "#server";
import { common, covers, daysOf, instantsOf } from "../../availability/contract.ts";
import { availabilitiesKey } from "../../availability/offers.ts";
import type { ThingName } from "../../event-data/offers.ts";
import type { Clashes } from "../contract.ts";
import { instantAt, type Span } from "./rules.ts";

type Asked = Pick<Context, "db" | "event" | "deps">;

/** By participant, the times of those who are not available throughout. */
export async function openTimes({ db, event, deps }: Asked, ids: readonly number[]) {
  const all = await Promise.all(deps.offered(availabilitiesKey).map((times) => times.of(db, event.id, ids)));
  return new Map(all.flatMap((some) => [...some]));
}

/** Those who are not available in all of a span. */
export function awayIn(times: ReadonlyMap<number, readonly Span[]>, span: Span): number[] {
  return [...times].flatMap(([id, spans]) => (covers(spans, span) ? [] : id));
}

/** The same in words, with the times of that day. */
export function awayOf(
  times: ReadonlyMap<number, readonly Span[]>,
  span: Span,
  zone: string,
  named: readonly Pick<ThingName, "id" | "name">[],
): Clashes["away"] {
  const [start, end] = [instantAt(span.from), instantAt(span.from)];
  const day = daysOf({ start, end, zone });
  return awayIn(times, span).map((id) => ({
    id,
    name: named.find((one) => one.id === id)?.name ?? String(id),
    times: common(times.get(id) ?? [], day).map(instantsOf),
  }));
}
