// Meetings between participants of an event, and the places at which they meet.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { optional } from "#schemas/shapes.ts";
import { Step } from "../data-types-permissions/contract.ts";

const closed = { additionalProperties: false } as const;
// As their entries in the navigation, which the specification gives no threshold.
const reading = { permissions: ["meetings"] };
const writing = { accessRole: 200, permissions: ["meetings"] };

/** How long a meeting may be, in minutes. */
export const SHORTEST = 5;
export const LONGEST = 120;

/** Only accepted meetings take up the time of their participants and their place. */
export const STATES = ["requested", "accepted", "declined", "cancelled"] as const;
export type State = (typeof STATES)[number];

export const SOURCES = ["request", "admin", "import"] as const;

export const Location = Type.Object({
  id: Id,
  rev: Type.Integer(),
  name: Type.String(),
  category: Type.String({ description: "Where it is, for example a hall" }),
  open: Type.Boolean({ description: "Whether new meetings may take place there" }),
});
export type Location = Type.Static<typeof Location>;

const Profile = Type.Object({ id: Id, name: Type.String(), company_name: Type.String(), type_id: Id });
export type Participant = Type.Static<typeof Profile>;

const state = oneOf(STATES, "Only an accepted meeting takes up the time of its participants and its place");

export const Meeting = Type.Object({
  id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  start: DateTime,
  end: DateTime,
  state,
  source: oneOf(SOURCES, "Who made it: a participant who asked, an administrator, or an import"),
  message: Type.String(),
  reason: Type.String({ description: "Why it was declined or cancelled" }),
  location: Type.Union([Type.Object({ id: Id, name: Type.String() }), Type.Null()]),
  participants: Type.Array(Profile, { description: "The one who asked first; without those that have been removed" }),
  gone: Type.Integer({ description: "How many of its participants have been removed from the event" }),
  created_at: DateTime,
  updated_at: DateTime,
});
export type Meeting = Type.Static<typeof Meeting>;

const when = {
  start: DateTime,
  end: DateTime,
  location_id: Type.Union([Id, Type.Null()], { description: "Where; null where it is not settled yet" }),
};
const words = Type.String({ maxLength: 500, description: "What it is about" });
const anyway = Type.Boolean({
  description: "Also where somebody is not available at that time; who or what is taken stays so",
});

export const MeetingDraft = Type.Object(
  {
    participants: Type.Array(Id, {
      minItems: 2,
      maxItems: 50,
      uniqueItems: true,
      description: "The one who asks first",
    }),
    ...when,
    message: words,
    state: oneOf(["requested", "accepted"]),
    anyway: Type.Optional(anyway),
  },
  closed,
);
export type MeetingDraft = Type.Static<typeof MeetingDraft>;

export const MeetingChange = Type.Object(
  {
    rev: Type.Integer({ minimum: 1 }),
    ...optional({ ...when, message: words, state, reason: Type.String({ maxLength: 200 }), anyway }),
  },
  closed,
);
export type MeetingChange = Type.Static<typeof MeetingChange>;

/** Somebody or some place that is taken by an accepted meeting at a time. */
const Taken = Type.Object({
  what: oneOf(["participant", "location"]),
  id: Id,
  name: Type.String(),
  meeting_id: Id,
  start: DateTime,
  end: DateTime,
});

/** A participant whom the one who asks may not meet by the rules of the event, and the rule that says so. */
const Refused = Type.Object({ id: Id, name: Type.String(), by: Type.String(), rule: Step.properties.rule });

/** A participant who is not available at a time, and when they are on the day on which it begins. */
const Away = Type.Object({
  id: Id,
  name: Type.String(),
  times: Type.Array(Type.Object({ start: DateTime, end: DateTime })),
});

/** What stands in the way of a meeting, and when it would be possible. */
export const Clashes = Type.Object({
  taken: Type.Array(Taken),
  free: Type.Array(DateTime, { description: "The next three times at which nothing stands in the way" }),
  locations: Type.Array(Id, { description: "Places that are taken at the time that was asked for" }),
  away: Type.Array(Away, { description: "Who is not available at that time; `anyway` arranges it all the same" }),
  refused: Type.Array(Refused, { description: "Whom the one who asks may not meet, whenever it is" }),
});
export type Clashes = Type.Static<typeof Clashes>;

const MeetingParams = Type.Object({ eventId: Id, meetingId: Id }, closed);

const refusals = {
  "networking.taken": { status: 409, message: "Somebody, or the place, has an accepted meeting at that time" },
  "networking.away": {
    status: 409,
    message: "Somebody is not available at that time; the problem's `current` says who, and when everybody is",
  },
  "networking.not_permitted": {
    status: 409,
    message: "The rules of the event do not let these participants meet; the problem's `current` says which",
  },
  "networking.past": { status: 400, message: "That time has passed" },
  "networking.too_long": { status: 400, message: "A meeting lasts from 5 to 120 whole minutes" },
  "networking.not_participant": { status: 400, message: "Only participants meet" },
  "networking.closed": { status: 400, message: "No meetings take place there" },
  "networking.not_from_here": { status: 400, message: "A meeting in this state cannot become that" },
  "networking.off": { status: 400, message: "A meeting that was declined or cancelled is not moved" },
  "networking.left": { status: 400, message: "Fewer than two of this meeting are still in the event" },
};

export const listLocations = endpoint({
  name: "listLocations",
  method: "GET",
  path: "/1/api/container/{eventId}/meeting-location",
  summary: "Places of the event at which meetings take place, in their order",
  access: reading,
  params: EventParams,
  reply: Type.Array(Location),
});

export const listMeetingsOf = endpoint({
  name: "listMeetingsOf",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/meeting",
  summary:
    "Meetings of a participant in the order of time, a thousand at most; `after_start` and `after_id` go on behind one",
  access: reading,
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  query: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
      after_start: Type.Optional(Type.String({ format: "date-time", description: "When the last known one begins" })),
      after_id: Type.Optional(Type.Integer({ minimum: 1, description: "The last known one" })),
    },
    closed,
  ),
  reply: Type.Array(Meeting),
});

export const findPartners = endpoint({
  name: "findPartners",
  method: "POST",
  path: "/1/api/container/{eventId}/meeting/find",
  summary: "The first participants with some words",
  access: reading,
  params: EventParams,
  body: Type.Object({ words: Type.String({ minLength: 1, maxLength: 200 }) }, closed),
  reply: Type.Array(Profile),
  safe: true,
});

export const checkMeeting = endpoint({
  name: "checkMeeting",
  method: "POST",
  path: "/1/api/container/{eventId}/meeting/check",
  summary: "What stands in the way of a meeting at a time, and the next times at which nothing does",
  access: reading,
  params: EventParams,
  body: Type.Object(
    {
      participants: Type.Array(Id, { minItems: 1, maxItems: 50, uniqueItems: true }),
      ...when,
      start: Type.String({ ...DateTime, examples: ["2027-01-31T09:00:00.000Z"] }),
      end: Type.String({ ...DateTime, examples: ["2027-01-31T09:30:00.000Z"] }),
      meeting_id: Type.Optional(Type.Integer({ minimum: 1, description: "A meeting that is to be moved" })),
      state: Type.Optional(
        oneOf(["requested", "accepted"], "What it is to be; only of requests so many may wait for an answer"),
      ),
    },
    closed,
  ),
  reply: Clashes,
  problems: { "networking.too_long": refusals["networking.too_long"] },
  safe: true,
});

export const createMeeting = endpoint({
  name: "createMeeting",
  method: "POST",
  path: "/1/api/container/{eventId}/meeting",
  summary:
    "Arrange a meeting; where time or place is taken, the problem's `current` says by what and when it is possible",
  access: writing,
  params: EventParams,
  body: MeetingDraft,
  reply: Meeting,
  status: 201,
  problems: refusals,
});

export const saveMeeting = endpoint({
  name: "saveMeeting",
  method: "PATCH",
  path: "/1/api/container/{eventId}/meeting/{meetingId}",
  summary:
    "Accept, decline, cancel or move a meeting; where time or place is taken, the problem's `current` says by what",
  access: writing,
  params: MeetingParams,
  body: MeetingChange,
  reply: Meeting,
  problems: refusals,
});
