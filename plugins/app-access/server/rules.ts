// Decisions about log-in links; pure.
import { type EventRow, problem } from "#server";
import type { Thing } from "../../event-data/contract.ts";
import { type AppAccess, AS_MINUTES, type Hindrance, hindered, LINK_DAYS } from "../contract.ts";
import type { Moments } from "./repository.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PARTICIPANTS = 1;

/** What of an event decides. */
export type OfEvent = Pick<EventRow, "name" | "active" | "web_networking_activated">;

/** What of an event keeps everybody out; `base` is the address of the event app, where one is set. */
export function hindranceOfEvent(event: OfEvent, base: string | undefined): Hindrance | undefined {
  if (base === "") return "no_app";
  if (event.active !== 1) return "inactive";
  return event.web_networking_activated === 1 ? undefined : "no_networking";
}

/** What of a profile does. */
export function hindranceOf(
  thing: Pick<Thing, "type_id" | "status" | "email">,
  categoryOf: (typeId: number) => number | undefined,
  by: "link" | "mail",
): Hindrance | undefined {
  if (categoryOf(thing.type_id) !== PARTICIPANTS) return "not_participant";
  if (thing.status === "blocked") return "blocked";
  return by === "mail" && thing.email === "" ? "no_address" : undefined;
}

/** Refuses with what stands in the way. */
export function refuseHindered(hindrance: Hindrance | undefined): void {
  if (hindrance) throw problem(`app-access.${hindrance}`, { message: hindered[`app-access.${hindrance}`].message });
}

/** Until when a link is good that is made now. */
export function goodUntil(now: Date, kind: "own" | "as"): string {
  return new Date(now.getTime() + (kind === "own" ? LINK_DAYS * DAY_MS : AS_MINUTES * MINUTE_MS)).toISOString();
}

type LinkState = NonNullable<AppAccess["link"]>["state"];

/** How a link stands. What was done with it counts before what the clock did. */
export function stateOf(
  link: { used_at: string | null; superseded_at: string | null; expires_at: string },
  now: Date,
): LinkState {
  if (link.used_at) return "used";
  if (link.superseded_at) return "superseded";
  return link.expires_at <= now.toISOString() ? "expired" : "open";
}

/** Whether logging in makes a profile active: who is blocked stays so, and is not let in. */
export const isAwaited = ({ status }: Pick<Thing, "status">) => status === "imported" || status === "invited";

/** An instant that has been reported: clocks that go ahead of ours do not put anybody into the future. */
export function seenAt(at: string, now: Date): string {
  return new Date(Math.min(Date.parse(at), now.getTime())).toISOString();
}

/** How far somebody can have come, in the order of their names too: lists are sorted by these. */
export const STEPS = ["emailed", "link_opened", "logged_in"] as const;
export type Step = (typeof STEPS)[number];

/** The last step that somebody has taken. */
export function stepOf({ mailed_at, opened_at, entered_at }: Omit<Moments, "seen_at">): Step | undefined {
  if (entered_at) return "logged_in";
  if (opened_at) return "link_opened";
  return mailed_at ? "emailed" : undefined;
}

const LATER = ["mailed_at", "seen_at"] as const;
const EARLIER = ["opened_at", "entered_at"] as const;

/** How far somebody has come of whom there were two profiles. */
export function joined(one: Moments, other: Moments | undefined): Moments {
  if (!other) return one;
  const pick = (key: keyof Moments, isLater: boolean) => {
    const both = [one[key], other[key]].filter((at) => at !== null).sort();
    return (isLater ? both.at(-1) : both[0]) ?? null;
  };
  const entries = [...LATER.map((key) => [key, pick(key, true)]), ...EARLIER.map((key) => [key, pick(key, false)])];
  return Object.fromEntries(entries) as Moments;
}

/** How far the one who stayed has come, once they are two again: as it was, and what has happened since. */
export function apart(now: Moments | undefined, then: Moments, before: Moments | undefined): Moments | undefined {
  const keys = [...LATER, ...EARLIER];
  const since = now && keys.filter((key) => now[key] !== then[key]);
  if (!before && !since?.length) return undefined;
  const value = (key: keyof Moments) => (since?.includes(key) ? now?.[key] : before?.[key]) ?? null;
  return Object.fromEntries(keys.map((key) => [key, value(key)])) as unknown as Moments;
}
