// The agenda's endpoints and shapes: sessions, stages, tracks, speakers, clashes.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DateOnly, DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["sessions"] };
const writing = { accessRole: 95, permissions: ["sessions"] };
const SessionParams = Type.Object({ eventId: Id, sessionId: Id }, closed);
const OrNone = <S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

/** Longest session, in minutes. */
export const LONGEST_SESSION = 7 * 24 * 60;

export const Stage = Type.Object({ id: Id, name: Type.String() });
export type Stage = Type.Static<typeof Stage>;

export const Track = Type.Object({
  id: Id,
  name: Type.String(),
  colour: OrNone(Type.String({ description: "As #rrggbb, when the schedule gives one" })),
});
export type Track = Type.Static<typeof Track>;

export const Speaker = Type.Object({
  id: Id,
  name: Type.String(),
  thing_id: OrNone(Type.Integer({ description: "The profile of whoever speaks, once it is known" })),
});
export type Speaker = Type.Static<typeof Speaker>;

const sessionRow = {
  id: Id,
  rev: Type.Integer(),
  title: Type.String(),
  subtitle: Type.String(),
  kind: Type.String({ description: "Sort of session, in the words of its schedule" }),
  language: Type.String(),
  start: DateTime,
  end: DateTime,
  stage: OrNone(Stage),
  track: OrNone(Track),
  speakers: Type.Array(Speaker),
  source: OrNone(Type.String({ description: "The conference whose schedule brought it" })),
  external_id: OrNone(Type.String({ description: "Its number in that schedule" })),
  guid: OrNone(Type.String()),
};

/** A session as the list shows it. */
export const SessionRow = Type.Object(sessionRow);
export type SessionRow = Type.Static<typeof SessionRow>;

/** A session in full. Abstract and description are sanitised HTML. */
export const Session = Type.Object({
  ...sessionRow,
  abstract: Type.String(),
  description: Type.String(),
  url: Type.String(),
  updated_at: DateTime,
});
export type Session = Type.Static<typeof Session>;

const draft = {
  title: Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", description: "What visitors read first" }),
  subtitle: Type.Optional(Type.String({ maxLength: 2000 })),
  kind: Type.Optional(Type.String({ maxLength: 100 })),
  language: Type.Optional(Type.String({ maxLength: 100 })),
  start: DateTime,
  end: DateTime,
  stage_id: OrNone(Id),
  track_id: OrNone(Id),
};

/** What a person may write about a session. Fields that are left out keep their value. */
export const SessionDraft = Type.Object(draft, closed);
export type SessionDraft = Type.Static<typeof SessionDraft>;

export const ClashRule = oneOf(["speaker", "stage"], "Who or what is needed in two sessions at once");
export type ClashRule = Type.Static<typeof ClashRule>;

/** Two sessions that cannot both take place as planned; the earlier one first. */
export const Clash = Type.Object({
  rule: ClashRule,
  sessions: Type.Tuple([Id, Id]),
  speaker: Type.Optional(Speaker),
  stage: Type.Optional(Stage),
});
export type Clash = Type.Static<typeof Clash>;

export const listSessions = endpoint({
  name: "listSessions",
  method: "GET",
  path: "/1/api/container/{eventId}/session",
  summary: "Sessions with stage, track and speakers, by start",
  access: reading,
  params: EventParams,
  query: Type.Object(
    {
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000 })),
      search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
      stage: Type.Optional(Id),
      track: Type.Optional(Id),
      speaker: Type.Optional(Id),
      ids: Type.Optional(
        Type.String({ pattern: "^\\d{1,9}(,\\d{1,9}){0,99}$", description: "Only these, with commas between them" }),
      ),
      day: Type.Optional(Type.String({ ...DateOnly, description: "Calendar date of the start, in the event's zone" })),
    },
    closed,
  ),
  reply: Type.Array(SessionRow),
});

export const getSession = endpoint({
  name: "getSession",
  method: "GET",
  path: "/1/api/container/{eventId}/session/{sessionId}",
  summary: "One session in full",
  access: reading,
  params: SessionParams,
  reply: Session,
});

export const createSession = endpoint({
  name: "createSession",
  method: "POST",
  path: "/1/api/container/{eventId}/session",
  summary: "Add a session",
  access: writing,
  params: EventParams,
  body: SessionDraft,
  reply: Session,
  status: 201,
});

export const saveSession = endpoint({
  name: "saveSession",
  method: "PATCH",
  path: "/1/api/container/{eventId}/session/{sessionId}",
  summary: "Change a session; 409 with the present one when somebody else was faster",
  access: writing,
  params: SessionParams,
  body: Type.Object({ ...draft, rev: Type.Integer({ minimum: 1, description: "The revision that was read" }) }, closed),
  reply: Session,
});

export const removeSession = endpoint({
  name: "removeSession",
  method: "DELETE",
  path: "/1/api/container/{eventId}/session/{sessionId}",
  summary: "Remove a session",
  access: writing,
  params: SessionParams,
  reply: Type.Object({ removed: Type.Integer() }),
});

export const clearSchedule = endpoint({
  name: "clearSchedule",
  method: "DELETE",
  path: "/1/api/container/{eventId}/session",
  summary: "Remove every session, stage, track and speaker of the event",
  access: writing,
  params: EventParams,
  query: Type.Object({ expect: Type.Integer({ minimum: 0, description: "Sessions that the person saw" }) }, closed),
  reply: Type.Object({ removed: Type.Integer() }),
  problems: {
    "agenda.changed": { status: 409, message: "The agenda has changed in the meantime; nothing was removed" },
  },
});

export const listClashes = endpoint({
  name: "listClashes",
  method: "GET",
  path: "/1/api/container/{eventId}/session/clash",
  summary: "Pairs of sessions that need the same speaker or stage at the same time",
  access: reading,
  params: EventParams,
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }, closed),
  reply: Type.Array(Clash),
});

export const listStages = endpoint({
  name: "listStages",
  method: "GET",
  path: "/1/api/container/{eventId}/stage",
  summary: "Stages of the event, in the order of its schedule",
  access: reading,
  params: EventParams,
  reply: Type.Array(Stage),
});

export const listTracks = endpoint({
  name: "listTracks",
  method: "GET",
  path: "/1/api/container/{eventId}/track",
  summary: "Tracks of the event, in the order of its schedule",
  access: reading,
  params: EventParams,
  reply: Type.Array(Track),
});

export const listSpeakers = endpoint({
  name: "listSpeakers",
  method: "GET",
  path: "/1/api/container/{eventId}/speaker",
  summary: "Speakers of the event by name, each with the number of their sessions",
  access: reading,
  params: EventParams,
  reply: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      source: Type.String(),
      external_id: Type.String(),
      thing_id: OrNone(Type.Integer()),
      sessions: Type.Integer(),
    }),
  ),
});

/** A speaker as a profile shows it. */
export const ProfileSpeaker = Type.Object({ id: Id, name: Type.String(), sessions: Type.Integer() });
export type ProfileSpeaker = Type.Static<typeof ProfileSpeaker>;

export const listSessionsOf = endpoint({
  name: "listSessionsOf",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/session",
  summary: "The sessions in which a participant speaks, and speakers without a profile who have the same name",
  access: reading,
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  reply: Type.Object({
    speakers: Type.Array(ProfileSpeaker),
    sessions: Type.Array(SessionRow),
    namesakes: Type.Array(ProfileSpeaker),
  }),
});

export const linkSpeaker = endpoint({
  name: "linkSpeaker",
  method: "PUT",
  path: "/1/api/container/{eventId}/speaker/{speakerId}/profile",
  summary: "Say whose profile a speaker's is, or that it is nobody's; what a person says stands against every file",
  access: writing,
  params: Type.Object({ eventId: Id, speakerId: Id }, closed),
  body: Type.Object({ thing_id: OrNone(Id) }, closed),
  reply: Speaker,
});

/** What an import's result says besides the house's counts (see `ImportResult`). */
export const ScheduleResult = Type.Object({
  created: Type.Integer(),
  updated: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  missing: Type.Integer({ description: "Sessions of an earlier import that this file no longer has; they are kept" }),
  stages: Type.Integer(),
  tracks: Type.Integer(),
  speakers: Type.Integer(),
  zone: OrNone(Type.String({ description: "The time zone that the schedule names" })),
  errors: Type.Array(
    Type.Object({
      line: Type.Integer({ description: "0 when no line is to blame" }),
      field: Type.String(),
      code: Type.String({ description: "Stable name of the fault, to translate by" }),
      values: record(Type.String()),
      message: Type.String(),
    }),
  ),
});
export type ScheduleResult = Type.Static<typeof ScheduleResult>;
