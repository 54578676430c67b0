// Who changed what, and when; and one change taken back.
import * as Type from "typebox/type";
import { JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DayZone, ListAnswer, listSelection, ZonedQuestion } from "#schemas/list.ts";
import { Loss } from "#schemas/losses.ts";
import { DateOnly, DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

const closed = { additionalProperties: false } as const;
const access = { accessRole: 1, permissions: ["containers"] };
const EventParams = Type.Object({ eventId: Id }, closed);
const LineParams = Type.Object({ eventId: Id, lineId: Id }, closed);

const Facts = Type.Union([record(Type.Unknown()), Type.Null()]);

/** One line of the history. `before` and `after` hold the fields that changed. */
export const HistoryLine = Type.Object({
  id: Id,
  at: DateTime,
  event_id: Type.Union([Type.Integer(), Type.Null()]),
  actor_kind: oneOf(["person", "token", "job"]),
  actor_id: Type.Union([Type.Integer(), Type.Null()]),
  actor: Type.String({ description: "Name of the person, token or job at the time" }),
  action: Type.String(),
  object_type: Type.String(),
  object_id: Type.String(),
  object_label: Type.String(),
  before: Facts,
  after: Facts,
  names: record(record(Type.String()), {
    description: "What ids in the values are called, or were last, by field and id",
  }),
  erased_at: Type.Union([DateTime, Type.Null()], { description: "When name and values were erased" }),
  request_id: Type.String({ description: "Names the request, or the job, in the log" }),
  reversal: Type.Union([oneOf(["fields", "remove", "bring_back"]), Type.Null()], {
    description: "How the change is taken back: fields put back, the new object removed, the removed one made anew",
  }),
  may_lose: Type.Boolean({ description: "Whether something may be lost when it is taken back, such as meetings" }),
});
export type HistoryLine = Type.Static<typeof HistoryLine>;

const everywhere = {
  everywhere: Type.Optional(Type.Boolean({ description: "The whole app instead of this event" })),
};

export const HistoryQuestion = Type.Object({ ...ZonedQuestion.properties, ...everywhere }, closed);
export type HistoryQuestion = Type.Static<typeof HistoryQuestion>;

export const HistoryExport = Type.Object(
  {
    ...HistoryQuestion.properties,
    locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of what is written in words" })),
  },
  closed,
);
export type HistoryExport = Type.Static<typeof HistoryExport>;

export const queryHistory = endpoint({
  name: "queryHistory",
  method: "POST",
  path: "/1/api/container/{eventId}/history/query",
  summary: "Changes of the event, or of the whole app, the latest first",
  access,
  safe: true,
  params: EventParams,
  body: HistoryQuestion,
  reply: ListAnswer(HistoryLine),
});

/** Days that the picture of changes shows. */
export const DAYS = 30;

/** Changes of one day, by who made them. */
export const HistoryDay = Type.Object({
  day: DateOnly,
  person: Type.Integer(),
  token: Type.Integer(),
  job: Type.Integer(),
});
export type HistoryDay = Type.Static<typeof HistoryDay>;

export const listHistoryDays = endpoint({
  name: "listHistoryDays",
  method: "GET",
  path: "/1/api/container/{eventId}/history/day",
  summary: "How many changes there were on each of the last days",
  access,
  params: EventParams,
  query: Type.Object({ ...everywhere, zone: DayZone }, closed),
  reply: Type.Array(HistoryDay),
});

export const startHistoryExport = endpoint({
  name: "startHistoryExport",
  method: "POST",
  path: "/1/api/container/{eventId}/history/export",
  summary: "Write the lines of a question to a CSV file, as a job: in words, with ids, keys and values beside them",
  access,
  params: EventParams,
  body: HistoryExport,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});

export const eraseHistory = endpoint({
  name: "eraseHistory",
  method: "POST",
  path: "/1/api/container/{eventId}/history/{lineId}/erase",
  summary: "Erase name and values of something that is gone, in this line and every other that tells of it",
  access,
  params: LineParams,
  reply: Type.Object({ lines: Type.Integer({ description: "How many lines lost their values" }) }),
  problems: {
    "history.not_erasable": { status: 409, message: "The values of this kind of line cannot be erased" },
    "history.still_there": { status: 409, message: "This is still there; remove it first" },
  },
});

const LINES = 10_000;

/** Which lines are meant: some by their ids, or all that a question finds except some. */
export const HistorySelection = listSelection(LINES);
export type HistorySelection = Type.Static<typeof HistorySelection>;

/** What is to be erased: everything that is gone of what these lines are about. */
export const HistoryErasure = Type.Object(
  {
    selection: HistorySelection,
    mode: oneOf(["dry-run", "apply"]),
    confirm: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: "How many will be erased, as the dry run told: it cannot be taken back",
      }),
    ),
    zone: DayZone,
    locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of the messages" })),
    ...everywhere,
  },
  closed,
);
export type HistoryErasure = Type.Static<typeof HistoryErasure>;

/** What an erasure did, or in a dry run would do. */
export const HistoryErased = Type.Object({
  erased: Type.Integer({ description: "Of how many names and values are gone" }),
  lines: Type.Integer({ description: "How many lines lost them; a dry run does not look" }),
  unchanged: Type.Integer({ description: "Of how many nothing was left to erase" }),
  skipped: Type.Integer({ description: "How many were left out" }),
  errors: Type.Array(
    Type.Object({ type: Type.String(), id: Type.String(), name: Type.String(), message: Type.String() }),
    { description: "The first of them, and why" },
  ),
});
export type HistoryErased = Type.Static<typeof HistoryErased>;

export const startHistoryErasure = endpoint({
  name: "startHistoryErasure",
  method: "POST",
  path: "/1/api/container/{eventId}/history/erase",
  summary: "Erase names and values of all that is gone of what the selected lines are about, as a job",
  access,
  params: EventParams,
  body: HistoryErasure,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});

const ReversalFields = Type.Optional(
  Type.Array(Type.String({ maxLength: 80 }), { minItems: 1, maxItems: 200, description: "All unless told" }),
);

const notReversible = {
  "history.not_revertible": { status: 409, message: "This kind of change cannot be taken back" },
  "history.object_gone": { status: 409, message: "What was changed is no longer there" },
  "history.changed_since": { status: 409, message: "This was changed again since; take the later change back first" },
  "history.not_possible": { status: 409, message: "What it was is no longer possible" },
};

/** What would be lost when a change is taken back. */
export const ReversalLosses = Type.Object({
  by: Type.Union([
    oneOf(["removing", "blocking"], "Why something would be lost: what is removed or blocked"),
    Type.Null({ description: "Nothing is, or it only does not come back" }),
  ]),
  losses: Type.Array(Loss),
});
export type ReversalLosses = Type.Static<typeof ReversalLosses>;

export const listReversalLosses = endpoint({
  name: "listReversalLosses",
  method: "POST",
  path: "/1/api/container/{eventId}/history/{lineId}/loss",
  summary: "What would be lost if a change were taken back, such as confirmed meetings, and what would not come back",
  access,
  safe: true,
  params: LineParams,
  body: Type.Object(
    {
      fields: ReversalFields,
      locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of what is named one by one" })),
    },
    closed,
  ),
  reply: ReversalLosses,
  problems: notReversible,
});

export const revertChange = endpoint({
  name: "revertChange",
  method: "POST",
  path: "/1/api/container/{eventId}/history/{lineId}/revert",
  summary: "Take one change back, or some of its fields",
  access,
  params: LineParams,
  body: Type.Object(
    {
      fields: ReversalFields,
      calls_off: Type.Optional(
        Type.Boolean({
          description:
            "Of somebody who becomes blocked: cancels what they still have before them, such as confirmed meetings",
        }),
      ),
      tells: Type.Optional(Type.Boolean({ description: "Tells those on the other side of what is cancelled by mail" })),
    },
    closed,
  ),
  reply: Type.Object({ fields: Type.Array(Type.String(), { description: "What was put back" }) }),
  problems: notReversible,
});
