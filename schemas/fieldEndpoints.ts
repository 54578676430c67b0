// Fields of profiles: those of one event, and those that several events of the app share.
import * as Type from "typebox/type";
import { EventParams, JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Field, FieldChange, FieldDraft } from "./fields.ts";
import { DateTime, Id, oneOf } from "./scalars.ts";
import { record } from "./shapes.ts";

export * from "./fieldList.ts";

const closed = { additionalProperties: false } as const;
const writing = { accessRole: 95, permissions: ["things"] };
const sharing = { accessRole: 3, permissions: ["things"] };

const FieldParams = Type.Object({ eventId: Id, fieldId: Id }, closed);
const AppFieldParams = Type.Object({ fieldId: Id }, closed);
const Rev = Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed);
/** How a field comes back. */
export const FieldRestoring = Type.Object(
  { ...Rev.properties, type_ids: Type.Optional(FieldDraft.properties.type_ids) },
  { ...closed, description: "A field whose data types are all gone needs `type_ids`; none in it means all" },
);
export type FieldRestoring = Type.Static<typeof FieldRestoring>;

/** What may be wrong with a field besides its shape. */
const refusals = {
  "event-data.field_key_taken": { status: 400, message: "Another field of the event has that key" },
  "event-data.field_wrong": { status: 400, message: "The field is not possible like this" },
  "event-data.answers_alike": { status: 409, message: "Some answers are given by more than one profile" },
  "event-data.option_kept": {
    status: 409,
    message: "An option that was saved is archived, merged or removed, not left out",
  },
  "event-data.shared_field": {
    status: 403,
    message: "This field belongs to several events; change it under multi-event fields",
  },
};

export const createField = endpoint({
  name: "createField",
  method: "POST",
  path: "/1/api/container/{eventId}/field",
  summary: "Add a field to an event",
  access: writing,
  params: EventParams,
  body: FieldDraft,
  reply: Field,
  status: 201,
  problems: refusals,
});

export const saveField = endpoint({
  name: "saveField",
  method: "PATCH",
  path: "/1/api/container/{eventId}/field/{fieldId}",
  summary: "Change a field of an event; answers stay",
  access: writing,
  params: FieldParams,
  body: FieldChange,
  reply: Field,
  problems: refusals,
});

const FieldOrder = Type.Object(
  {
    fields: Type.Array(Type.Object({ id: Id, section: Type.Optional(Type.String({ maxLength: 60 })) }, closed), {
      minItems: 1,
      maxItems: 500,
      description: "In their new order; with a section, they move to it",
    }),
  },
  closed,
);

export const orderFields = endpoint({
  name: "orderFields",
  method: "PUT",
  path: "/1/api/container/{eventId}/field/order",
  summary: "Put the fields of an event in order",
  access: writing,
  params: EventParams,
  body: FieldOrder,
  reply: Type.Array(Field),
  problems: refusals,
});

export const archiveField = endpoint({
  name: "archiveField",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/archive",
  summary: "Stop asking a question; its answers are kept",
  access: writing,
  params: FieldParams,
  body: Rev,
  reply: Field,
  problems: refusals,
});

export const restoreField = endpoint({
  name: "restoreField",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/restore",
  summary: "Ask an archived question again",
  access: writing,
  params: FieldParams,
  body: FieldRestoring,
  reply: Field,
  problems: refusals,
});

export const listAppFields = endpoint({
  name: "listAppFields",
  method: "GET",
  path: "/1/api/field",
  summary: "The fields that several events of the app share",
  access: sharing,
  reply: Type.Array(Field),
});

export const createAppField = endpoint({
  name: "createAppField",
  method: "POST",
  path: "/1/api/field",
  summary: "Add a field for several events",
  access: sharing,
  body: FieldDraft,
  reply: Field,
  status: 201,
  problems: refusals,
});

export const saveAppField = endpoint({
  name: "saveAppField",
  method: "PATCH",
  path: "/1/api/field/{fieldId}",
  summary: "Change a field of several events; answers stay",
  access: sharing,
  params: AppFieldParams,
  body: FieldChange,
  reply: Field,
  problems: refusals,
});

export const orderAppFields = endpoint({
  name: "orderAppFields",
  method: "PUT",
  path: "/1/api/field/order",
  summary: "Put the multi-event fields in order",
  access: sharing,
  body: FieldOrder,
  reply: Type.Array(Field),
  problems: refusals,
});

export const archiveAppField = endpoint({
  name: "archiveAppField",
  method: "POST",
  path: "/1/api/field/{fieldId}/archive",
  summary: "Stop asking a multi-event question; its answers are kept",
  access: sharing,
  params: AppFieldParams,
  body: Rev,
  reply: Field,
  problems: refusals,
});

export const restoreAppField = endpoint({
  name: "restoreAppField",
  method: "POST",
  path: "/1/api/field/{fieldId}/restore",
  summary: "Ask an archived multi-event question again",
  access: sharing,
  params: AppFieldParams,
  body: FieldRestoring,
  reply: Field,
  problems: refusals,
});

/** How often a key is answered, and which options by how many. */
export const FieldUse = Type.Object({
  key: Type.String(),
  answers: Type.Integer({ description: "Profiles with an answer" }),
  events: Type.Integer({ description: "Events with an answer" }),
  asked: Type.Optional(Type.Integer({ description: "Profiles that it is asked of: of its data types, in its events" })),
  answered: Type.Optional(Type.Integer({ description: "Of those that it is asked of, profiles with an answer" })),
  options: record(Type.Integer(), {
    description: "Profiles by key of option; by true and false, or by country, where a field asks for these",
  }),
  types: Type.Optional(
    Type.Array(Type.Object({ type_id: Id, answers: Type.Integer(), asked: Type.Integer() }), {
      description: "The same for each data type that it is asked of, and has profiles",
    }),
  ),
});
export type FieldUse = Type.Static<typeof FieldUse>;

const FieldUses = Type.Object({ profiles: Type.Integer(), keys: Type.Array(FieldUse) });

export const listFieldUse = endpoint({
  name: "listFieldUse",
  method: "GET",
  path: "/1/api/container/{eventId}/field/use",
  summary: "How many profiles of an event answer each field, and with which options; keys without a field too",
  access: writing,
  params: EventParams,
  reply: FieldUses,
});

export const listAppFieldUse = endpoint({
  name: "listAppFieldUse",
  method: "GET",
  path: "/1/api/field/use",
  summary: "How many profiles answer each multi-event field, in how many events",
  access: sharing,
  reply: FieldUses,
});

/** Answers that more than one profile gives, the most frequent first. */
export const Doubles = Type.Object({
  answers: Type.Integer({ description: "Answers that are given more than once" }),
  profiles: Type.Integer({ description: "Profiles that give them" }),
  sample: Type.Array(
    Type.Object({
      answer: Type.String({ description: "As it is compared" }),
      profiles: Type.Integer(),
      things: Type.Array(Type.Object({ id: Id, event_id: Id, name: Type.String() }), {
        description: "Some of them, in events that may be opened",
      }),
    }),
  ),
});
export type Doubles = Type.Static<typeof Doubles>;

export const listFieldDoubles = endpoint({
  name: "listFieldDoubles",
  method: "GET",
  path: "/1/api/container/{eventId}/field/{fieldId}/double",
  summary: "Which answers to a field of an event are given by more than one profile",
  access: writing,
  params: FieldParams,
  reply: Doubles,
  problems: refusals,
});

export const listAppFieldDoubles = endpoint({
  name: "listAppFieldDoubles",
  method: "GET",
  path: "/1/api/field/{fieldId}/double",
  summary: "Which answers to a multi-event field are given by more than one person, or twice in an event",
  access: sharing,
  params: AppFieldParams,
  reply: Doubles,
  problems: refusals,
});

const OptionParams = Type.Object(
  { eventId: Id, fieldId: Id, option: Type.String({ maxLength: 64, description: "Key of the option" }) },
  closed,
);
const { eventId: _, ...ofApp } = OptionParams.properties;
const AppOptionParams = Type.Object(ofApp, closed);
const UndoParams = Type.Object({ eventId: Id, fieldId: Id, jobId: Id }, closed);
const AppUndoParams = Type.Object({ fieldId: Id, jobId: Id }, closed);
const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

/** What becomes of the answers that name an option which is taken out. */
export const OptionOrder = Type.Object(
  {
    rev: Type.Integer({ minimum: 1 }),
    into: Type.Optional(
      Type.String({
        maxLength: 64,
        description: "Key of the option that takes the answers; without it they are taken away",
      }),
    ),
    mode: oneOf(["dry-run", "apply"]),
  },
  closed,
);
export type OptionOrder = Type.Static<typeof OptionOrder>;

/** What taking an option out did, or in a dry run would do. */
export const OptionResult = Type.Object({
  changed: Type.Integer({ description: "Profiles whose answer changes" }),
  emptied: Type.Integer({ description: "Of them those that are left without an answer" }),
  skipped: Type.Integer({ description: "Left alone by an undoing, since somebody changed them in between" }),
  until: Type.Union([DateTime, Type.Null()], { description: "Until when it can be undone" }),
});
export type OptionResult = Type.Static<typeof OptionResult>;

const optionRefusals = {
  ...refusals,
  "event-data.option_unknown": { status: 404, message: "The field has no such option" },
  "event-data.option_last": { status: 409, message: "A field keeps at least one option that is offered" },
};
const undoRefusals = {
  "event-data.undo_over": { status: 409, message: "This can no longer be undone" },
  "event-data.undo_waits": {
    status: 409,
    message: "The undoing was stopped, and what it had put back is being changed again. Try again once that is done",
  },
};

export const replaceOption = endpoint({
  name: "replaceOption",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/option/{option}/replace",
  summary:
    "Take an option out of a field, its answers away or over to another option, as a job; or try what that would do",
  access: writing,
  params: OptionParams,
  body: OptionOrder,
  reply: Started,
  status: 202,
  problems: optionRefusals,
});

export const undoOption = endpoint({
  name: "undoOption",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/option-job/{jobId}/undo",
  summary: "Put an option back with its answers within ten minutes, as a job; what was changed since is left alone",
  access: writing,
  params: UndoParams,
  reply: Started,
  status: 202,
  problems: undoRefusals,
});

export const replaceAppOption = endpoint({
  name: "replaceAppOption",
  method: "POST",
  path: "/1/api/field/{fieldId}/option/{option}/replace",
  summary: "Take an option out of a multi-event field, its answers away or over to another option, as a job",
  access: sharing,
  params: AppOptionParams,
  body: OptionOrder,
  reply: Started,
  status: 202,
  problems: optionRefusals,
});

export const undoAppOption = endpoint({
  name: "undoAppOption",
  method: "POST",
  path: "/1/api/field/{fieldId}/option-job/{jobId}/undo",
  summary: "Put an option of a multi-event field back with its answers within ten minutes, as a job",
  access: sharing,
  params: AppUndoParams,
  reply: Started,
  status: 202,
  problems: undoRefusals,
});
