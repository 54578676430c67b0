// The events of an app: the list, and what is done to an event as a whole.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { ListAnswer, ZonedQuestion } from "#schemas/list.ts";
import { Change, Count, Step, TellingLocale } from "#schemas/overview.ts";
import { AreaId, DateTime, Id, oneOf } from "#schemas/scalars.ts";
import type { Event } from "#schemas/session.ts";

const closed = { additionalProperties: false } as const;
const EventParams = Type.Object({ eventId: Id }, closed);
const Bit = Type.Union([Type.Literal(0), Type.Literal(1)]);
const Rev = Type.Integer({ minimum: 1, description: "The revision that was read; an older one is refused as stale" });

/** How people meet at an event. */
export const EVENT_FORMATS = ["in_person", "virtual", "hybrid", "engagement_hub"] as const;

/** The strongest roles that may create, copy and archive events, and those that may save them. */
export const MAY_CREATE = { accessRole: 3, permissions: ["containers"] };
export const MAY_SAVE = { accessRole: 95, permissions: ["containers"] };

/** Who is told something of events by any area; each says by itself who hears it. */
export const MAY_HEAR = { accessRole: 299, permissions: ["containers"] };

/** An event as the list of events shows it. */
export const EventRow = Type.Object({
  id: Id,
  name: Type.String(),
  active: Bit,
  web_networking_activated: Bit,
  format: Type.String(),
  timezone: Type.String(),
  date_start: DateTime,
  date_end: DateTime,
  archived_at: Type.Union([DateTime, Type.Null()]),
  updated_at: DateTime,
  rev: Type.Integer(),
});
export type EventRow = Type.Static<typeof EventRow>;

const Name = Type.String({ minLength: 1, maxLength: 150, pattern: "\\S", description: "1 to 150 characters" });

/** What a person decides about an event. */
export const EventDraft = Type.Object(
  {
    name: Name,
    format: oneOf(EVENT_FORMATS),
    timezone: Type.String({ minLength: 1, maxLength: 60, description: "IANA zone, for example Europe/Berlin" }),
    date_start: DateTime,
    date_end: DateTime,
    active: Bit,
    web_networking_activated: Bit,
  },
  closed,
);
export type EventDraft = Type.Static<typeof EventDraft>;

const dateProblems = {
  "events.ends_early": { status: 400, message: "The end must not be before the start" },
  "events.unknown_zone": { status: 400, message: "This time zone is not known" },
} as const;

const archivedProblem = {
  "events.archived": { status: 409, message: "The event is archived; bring it back first" },
} as const;

export const queryEvents = endpoint({
  name: "queryEvents",
  method: "POST",
  path: "/1/api/container/query",
  summary: "Events of the app, archived ones too",
  access: { permissions: ["containers"] },
  safe: true,
  body: ZonedQuestion,
  reply: ListAnswer(EventRow),
});

export const createEvent = endpoint({
  name: "createEvent",
  method: "POST",
  path: "/1/api/container",
  summary: "Create an event",
  access: MAY_CREATE,
  body: EventDraft,
  reply: EventRow,
  status: 201,
  problems: dateProblems,
});

export const saveEvent = endpoint({
  name: "saveEvent",
  method: "PATCH",
  path: "/1/api/container/{eventId}",
  summary: "Save an event",
  access: MAY_SAVE,
  params: EventParams,
  body: Type.Object({ ...EventDraft.properties, rev: Rev }, closed),
  reply: EventRow,
  problems: { ...dateProblems, ...archivedProblem },
});

export const archiveEvent = endpoint({
  name: "archiveEvent",
  method: "POST",
  path: "/1/api/container/{eventId}/archive",
  summary: "Put an event away; it becomes inactive and can be brought back",
  access: MAY_CREATE,
  params: EventParams,
  body: Type.Object({ rev: Rev }, closed),
  reply: EventRow,
  problems: archivedProblem,
});

export const restoreEvent = endpoint({
  name: "restoreEvent",
  method: "POST",
  path: "/1/api/container/{eventId}/restore",
  summary: "Bring an archived event back, inactive",
  access: MAY_CREATE,
  params: EventParams,
  body: Type.Object({ rev: Rev }, closed),
  reply: EventRow,
});

/** A copy takes format, zone, length, data types and what areas take along; it starts inactive. */
export const CopyDraft = Type.Object({ name: Name, date_start: DateTime }, closed);
export type CopyDraft = Type.Static<typeof CopyDraft>;

export const copyEvent = endpoint({
  name: "copyEvent",
  method: "POST",
  path: "/1/api/container/{eventId}/copy",
  summary: "Make a new event from another: its format, zone, length and data types",
  access: MAY_CREATE,
  params: EventParams,
  body: CopyDraft,
  reply: EventRow,
  status: 201,
});

const Silent = Type.Array(AreaId, { description: "Areas that could not tell; the rest is whole" });

/** What the areas tell of the app as a whole, and by what they compare its events. */
export const Home = Type.Object({
  at: DateTime,
  counts: Type.Array(Count),
  changes: Type.Array(Change),
  columns: Type.Array(Type.Object({ id: Count.properties.id, title: Count.properties.title }), {
    description: "Counts that each event may have",
  }),
  silent: Silent,
});
export type Home = Type.Static<typeof Home>;

export const getHome = endpoint({
  name: "getHome",
  method: "GET",
  path: "/1/api/container/standing",
  summary: "Counts and latest changes of the app, as far as the person may know them",
  access: { permissions: ["containers"] },
  query: Type.Object({ locale: TellingLocale }, closed),
  reply: Home,
});

/** How many events are told of at a time. */
export const STANDINGS_AT_ONCE = 50;

/** Where one event stands, in short. */
export const EventStanding = Type.Object({ id: Id, counts: Type.Array(Count), steps: Type.Array(Step) });
export type EventStanding = Type.Static<typeof EventStanding>;

export const getStandings = endpoint({
  name: "getStandings",
  method: "POST",
  path: "/1/api/container/standing",
  summary: "Counts and steps of some events in short; those that the person may not open are left out",
  access: { permissions: ["containers"] },
  safe: true,
  body: Type.Object(
    { events: Type.Array(Id, { minItems: 1, maxItems: STANDINGS_AT_ONCE, uniqueItems: true }), locale: TellingLocale },
    closed,
  ),
  reply: Type.Object({ events: Type.Array(EventStanding), silent: Silent }),
});

/** The event as the pickers know it. */
export function pickable(row: EventRow): Event {
  const { id, name, active, web_networking_activated, format, timezone, date_start, date_end, archived_at, rev } = row;
  const dropdownName = `${name} (${id})`;
  return {
    id,
    name,
    active,
    web_networking_activated,
    format,
    timezone,
    date: { date_start, date_end },
    dropdownName,
    ...(archived_at && { archived: true as const }),
    rev,
  };
}
