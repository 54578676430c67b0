// The availability of one participant, and how it is asked and saved.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

/** How many times one may have. */
export const MOST = 50;

const Window = Type.Object({ start: DateTime, end: DateTime }, closed);

/** Throughout the event, at some times, or not at all. */
export const Windows = Type.Union([Type.Array(Window, { maxItems: MOST }), Type.Null()], {
  description:
    "Times at which somebody is available, on quarters of an hour within the days of the event; none where they are not available at all, null where they are throughout",
});
export type Windows = Type.Static<typeof Windows>;

/** What takes up a participant's time, such as a confirmed meeting. */
export const Taken = Type.Object({
  id: Id,
  start: DateTime,
  end: DateTime,
  with: Type.Array(Type.String(), { description: "Whom it is with; nobody is named to whoever may not read that" }),
});
export type Taken = Type.Static<typeof Taken>;

export const Availability = Type.Object({
  rev: Type.Integer({ description: "Counts the saves; 0 before the first. A save names the one that it started from" }),
  windows: Windows,
  taken: Type.Array(Taken, { description: "Confirmed meetings, those outside of the times too" }),
});
export type Availability = Type.Static<typeof Availability>;

export const AvailabilityDraft = Type.Object({ rev: Type.Integer({ minimum: 0 }), windows: Windows }, closed);
export type AvailabilityDraft = Type.Static<typeof AvailabilityDraft>;

/** What is chosen for many at once. */
export const AvailabilityOrder = Type.Object({ windows: Windows }, closed);
export type AvailabilityOrder = Type.Static<typeof AvailabilityOrder>;

/** The act on many, as orders name it. */
export const SET_ACT = "availability.set";

const refusals = {
  "availability.not_participant": { status: 400, message: "Only participants have times at which they are available" },
  "availability.no_time": { status: 400, message: "A time ends after it begins, both on quarters of an hour" },
  "availability.outside_event": { status: 400, message: "A time lies outside of the days of the event" },
};

const Params = Type.Object({ eventId: Id, thingId: Id }, closed);

export const getAvailability = endpoint({
  name: "getAvailability",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/availability",
  summary: "When a participant is available, and what takes up their time",
  access: reading,
  params: Params,
  reply: Availability,
  problems: { "availability.not_participant": refusals["availability.not_participant"] },
});

export const saveAvailability = endpoint({
  name: "saveAvailability",
  method: "PUT",
  path: "/1/api/container/{eventId}/thing/{thingId}/availability",
  summary:
    "Say when a participant is available; confirmed meetings stay, also outside of that. Times that adjoin or overlap become one",
  access: writing,
  params: Params,
  body: AvailabilityDraft,
  reply: Availability,
  problems: refusals,
});
