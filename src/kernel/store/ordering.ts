// The order of events and where a switch leads (specification §4). Pure.
import { ACCESS_ROLE_BOUNDARY } from "#schemas/scalars.ts";
import type { App, Event } from "#schemas/session.ts";

/** The id in `allowed_containers` that stands for all events. */
export const ALL_EVENTS = -1;
/** The pseudo event: none is selected. */
export const NO_EVENT = 0;

/** Active events first, then archived or inactive ones, each by start date descending. The default event is not among them: pickers draw it first. */
export function orderEvents(events: readonly Event[]): Event[] {
  return [...events].sort(
    (a, b) => b.active - a.active || compared(b.date.date_start, a.date.date_start) || b.id - a.id,
  );
}

/** Instants in ISO form sort as they are; a comparison by language would load its tables first, 18 ms of the start. */
function compared(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Whether the app allows every event, and with it the 'all' option. */
export function allowsAllEvents(app: Pick<App, "allowed_containers"> | undefined): boolean {
  return app?.allowed_containers.includes(ALL_EVENTS) ?? false;
}

/** The event that is selected after an app was switched. */
export function eventAfterAppSwitch(app: App, ordered: readonly Event[]): number {
  return allowsAllEvents(app) ? NO_EVENT : (ordered[0]?.id ?? NO_EVENT);
}

/** Where switching the app leads. */
export function pathAfterAppSwitch(accessRole: number): string {
  return accessRole < ACCESS_ROLE_BOUNDARY ? "/event-home" : "/app-settings/api-documentation";
}

/** Where switching the event leads; undefined: the person stays where they are. */
export function pathAfterEventSwitch(accessRole: number, eventId: number): string | undefined {
  if (accessRole >= ACCESS_ROLE_BOUNDARY) return undefined;
  return eventId === NO_EVENT ? "/event-home" : `/event-details/${eventId}/setup`;
}

/** Whether the 'view event' button shows. */
export function canViewEvent(event: Event | undefined): boolean {
  return event !== undefined && event.active === 1 && event.web_networking_activated === 1;
}

/** What the copy icon copies: 'appId:eventId', or only the app's id when no event is selected. */
export function identifiersText(appId: number, eventId: number): string {
  return eventId === NO_EVENT ? String(appId) : `${appId}:${eventId}`;
}
