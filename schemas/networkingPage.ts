// Where the participants of an event find it: named by the setting's address and the event. Pure.
import type { Event } from "./session.ts";

/** The public networking page of an event: its name without spaces under the setting's address. */
export function publicNetworkingAddress(base: string, event: Pick<Event, "name">): string {
  return `${base.replace(/\/+$/, "")}/${encodeURIComponent(event.name.replace(/\s+/g, ""))}`;
}
