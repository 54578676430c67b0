// Participants, companies and items of an event: their shape, and what can be asked of them.
import * as Type from "typebox/type";
import { EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { GroupAnswer, GroupQuestion, ListAnswer, ListFilter, ListQuestion, ListSort } from "#schemas/list.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";
import { optional, record } from "#schemas/shapes.ts";
import { BulkAct } from "./acts.ts";
import { FieldKey, Fields, FieldValue } from "./answers.ts";
import { Loss, Telling } from "./losses.ts";
import { narrowing, Reading } from "./narrowing.ts";
import { Status } from "./status.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };
const writing = { accessRole: 200, permissions: ["things"] };

/** What a person fills in, whatever the category; texts that are not known are empty. */
const builtIn = {
  first_name: Type.String({ maxLength: 100, description: "First name of a participant" }),
  last_name: Type.String({ maxLength: 100, description: "Last name of a participant" }),
  name: Type.String({
    maxLength: 250,
    description: "Name of a company or item; of a participant, first and last name",
  }),
  email: Type.String({
    maxLength: 254,
    pattern: "^$|^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$",
    description: "Email address; among participants of an event no two have the same",
  }),
  company_name: Type.String({ maxLength: 200 }),
  job_title: Type.String({ maxLength: 200 }),
  country: Type.String({ maxLength: 100, description: "Two-letter code of ISO 3166, or a name as it was imported" }),
  status: Status,
};

/** A participant, company or item. */
export const Thing = Type.Object({
  id: Id,
  type_id: Id,
  rev: Type.Integer({ description: "Counts the saves; a save names the one that it started from" }),
  ...builtIn,
  created_at: DateTime,
  updated_at: DateTime,
  photo: Type.Union([Type.String(), Type.Null()], { description: "Name of its picture; see `getPhoto`" }),
  fields: Fields,
});
export type Thing = Type.Static<typeof Thing>;

/** A row of a list: always its id, type and rev, and of the rest what `columns` asked for, or everything. */
export const ThingRow = Type.Object({
  ...optional(Thing.properties),
  id: Id,
  type_id: Id,
  rev: Type.Integer(),
});
export type ThingRow = Type.Static<typeof ThingRow>;

const NewKeys = Type.Boolean({
  description:
    "Whether answers may stand under keys that neither a field nor the profile has; unless told they may. A form says false: whatever it asked was a field",
});

/** A new participant, company or item. */
export const ThingDraft = Type.Object(
  { ...optional(builtIn), type_id: Id, fields: Type.Optional(Fields), new_keys: Type.Optional(NewKeys) },
  closed,
);
export type ThingDraft = Type.Static<typeof ThingDraft>;

/** What is to change, and the `rev` that the change started from. A field of the event that is null is taken away. */
export const ThingChange = Type.Object(
  {
    ...optional(builtIn),
    rev: Type.Integer({ minimum: 1 }),
    type_id: Type.Optional(Id),
    fields: Type.Optional(record(Type.Union([FieldValue, Type.Null()]), { pattern: FieldKey, maxProperties: 200 })),
    new_keys: Type.Optional(NewKeys),
  },
  closed,
);
export type ThingChange = Type.Static<typeof ThingChange>;

/** Ids that a selection may name one by one; beyond that it names a question. */
export const SELECTION_IDS = 10_000;

const SelectedIds = Type.Array(Id, { minItems: 1, maxItems: SELECTION_IDS });

/** The part of a list question that decides which profiles are meant, and none of what decides how they are shown. */
export const SelectionQuestion = Type.Object(
  {
    ...narrowing,
    search: Type.Optional(Type.String({ maxLength: 200, description: "Words that must all be found" })),
    filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
  },
  closed,
);
export type SelectionQuestion = Type.Static<typeof SelectionQuestion>;

/** Which profiles an action is about: some by their ids, or all that a question finds except some. */
export const Selection = Type.Union([
  Type.Object({ ids: SelectedIds }, closed),
  Type.Object(
    { question: SelectionQuestion, except: Type.Optional(Type.Array(Id, { maxItems: SELECTION_IDS })) },
    closed,
  ),
]);
export type Selection = Type.Static<typeof Selection>;

const ThingParams = Type.Object({ eventId: Id, thingId: Id }, closed);

/** What may be wrong with a profile besides its shape. */
export const thingRefusals = {
  "event-data.answers_wrong": { status: 400, message: "Some answers are not possible" },
  "event-data.email_taken": { status: 400, message: "Another participant of this event has that email address" },
  "event-data.name_missing": { status: 400, message: "A name is needed" },
  "event-data.type_unknown": { status: 400, message: "This data type is not in the event" },
};

export const queryThings = endpoint({
  name: "queryThings",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/query",
  summary: "Participants, companies and items: one slice of a list, filtered, sorted and searched",
  access: reading,
  params: EventParams,
  query: Reading,
  body: ListQuestion,
  reply: ListAnswer(ThingRow),
  safe: true,
});

export const listThingSets = endpoint({
  name: "listThingSets",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/set",
  summary: "Sets of profiles, such as custom groups, that a list can be filtered by; `field` is the filter's",
  access: reading,
  params: EventParams,
  reply: Type.Array(
    Type.Object({
      field: Type.String(),
      id: Id,
      name: Type.String(),
      byHand: Type.Boolean({
        description: "Whether profiles are put in and taken out by hand; otherwise a rule decides",
      }),
    }),
  ),
});

export const groupThings = endpoint({
  name: "groupThings",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/group",
  summary:
    "Participants, companies and items put together by the value of a field: how many, and figures of other fields",
  access: reading,
  params: EventParams,
  query: Reading,
  body: GroupQuestion,
  reply: GroupAnswer,
  safe: true,
});

export const getThing = endpoint({
  name: "getThing",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}",
  summary: "One participant, company or item",
  access: reading,
  params: ThingParams,
  reply: Thing,
});

export const createThing = endpoint({
  name: "createThing",
  method: "POST",
  path: "/1/api/container/{eventId}/thing",
  summary: "Add a participant, company or item",
  access: writing,
  params: EventParams,
  body: ThingDraft,
  reply: Thing,
  status: 201,
  problems: thingRefusals,
});

export const saveThing = endpoint({
  name: "saveThing",
  method: "PATCH",
  path: "/1/api/container/{eventId}/thing/{thingId}",
  summary: "Change a participant, company or item; refused as stale when somebody else saved in between",
  access: writing,
  params: ThingParams,
  query: Type.Object(
    {
      calls_off: Type.Optional(
        Type.Boolean({
          description:
            "Of a profile that becomes blocked: cancels what it still has before it, such as confirmed meetings",
        }),
      ),
      tells: Type.Optional(Telling),
    },
    closed,
  ),
  body: ThingChange,
  reply: Thing,
  problems: thingRefusals,
});

export const removeThing = endpoint({
  name: "removeThing",
  method: "DELETE",
  path: "/1/api/container/{eventId}/thing/{thingId}",
  summary: "Take a participant, company or item out of the event",
  access: writing,
  params: ThingParams,
  query: Type.Object({ rev: Type.Integer({ minimum: 1 }), tells: Type.Optional(Telling) }, closed),
  reply: Type.Object({ done: Type.Literal(true) }),
});

/** Rows above which an export shows its progress instead of just arriving. */
export const EXPORT_AT_ONCE = 5000;

/** What an export holds: exactly the list that is on the screen, or what is ticked of it. */
export const ExportDraft = Type.Object(
  {
    format: oneOf(["xlsx", "csv"]),
    ...narrowing,
    search: Type.Optional(Type.String({ maxLength: 200 })),
    filter: Type.Optional(Type.Array(ListFilter, { maxItems: 40 })),
    sort: Type.Optional(Type.Array(ListSort, { maxItems: 8 })),
    group: Type.Optional(Type.Array(Type.String({ maxLength: 80 }), { maxItems: 20, uniqueItems: true })),
    ids: Type.Optional(
      Type.Array(Id, {
        minItems: 1,
        maxItems: SELECTION_IDS,
        description: "Only these of the profiles that the question finds",
      }),
    ),
    except: Type.Optional(
      Type.Array(Id, { maxItems: SELECTION_IDS, description: "All that the question finds but these" }),
    ),
    locale: Type.Optional(
      Type.String({
        maxLength: 20,
        description: "Language of what is written in words; a CSV in one with decimal commas has semicolons",
      }),
    ),
    columns: Type.Array(
      Type.Object({ field: Type.String({ maxLength: 80 }), title: Type.String({ maxLength: 200 }) }, closed),
      {
        minItems: 1,
        maxItems: 200,
        description: "The columns in their order, with their headings",
      },
    ),
  },
  closed,
);
export type ExportDraft = Type.Static<typeof ExportDraft>;

export const startThingExport = endpoint({
  name: "startThingExport",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/export",
  summary: "Write all rows of a list to a spreadsheet, as a job whose file is export.xlsx or export.csv",
  access: reading,
  params: EventParams,
  body: ExportDraft,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});

export const ThingBulkDraft = Type.Object(
  {
    selection: Selection,
    act: BulkAct,
    mode: oneOf(["dry-run", "apply"]),
    seen: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          "How many the preview told of: changed, unchanged and skipped ones and, of a merge, groups together. Where the selection holds another number as it is applied, nothing is done",
      }),
    ),
    locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of the messages" })),
  },
  closed,
);
export type ThingBulkDraft = Type.Static<typeof ThingBulkDraft>;

/** What an act on many did, or in a dry run would do. */
export const BulkResult = Type.Object({
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  skipped: Type.Integer(),
  errors: Type.Array(Type.Object({ id: Id, name: Type.String(), message: Type.String() })),
  sample: Type.Array(Type.Object({ id: Id, name: Type.String(), before: Type.String(), after: Type.String() })),
  losses: Type.Optional(
    Type.Array(Loss, {
      description:
        "What would be lost with profiles that are taken out, or does not simply move in a merge; by an undoing, what could not come back",
    }),
  ),
  groups: Type.Optional(Type.Integer({ description: "By a merge: how many stay, each with what its doubles had" })),
  until: Type.Union([DateTime, Type.Null()], { description: "Until when it can be undone" }),
});
export type BulkResult = Type.Static<typeof BulkResult>;

export const startThingBulk = endpoint({
  name: "startThingBulk",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/bulk",
  summary:
    "Do one thing to many profiles, or try what that would do, as a job; its file holds those that were left out",
  access: writing,
  params: EventParams,
  body: ThingBulkDraft,
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
});

export const undoThingBulk = endpoint({
  name: "undoThingBulk",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/bulk/{jobId}/undo",
  summary: "Undo an act on many profiles within ten minutes, as a job; what was changed since is left alone and told",
  access: writing,
  params: Type.Object({ eventId: Id, jobId: Id }, closed),
  query: Type.Object(
    { locale: Type.Optional(Type.String({ maxLength: 20, description: "Language of the messages" })) },
    closed,
  ),
  reply: Type.Object({ job: Type.Object({ id: Id, state: JobState }) }),
  status: 202,
  problems: {
    "event-data.undo_over": { status: 409, message: "This can no longer be undone" },
    "event-data.undo_early": { status: 409, message: "This is still under way; it can be undone once it has ended" },
  },
});
