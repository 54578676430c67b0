// A field comes to be of another kind: what becomes of its answers, told before, and the way back.
import * as Type from "typebox/type";
import { EventParams, JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { FieldMention } from "./fieldMentions.ts";
import { FIELD_KINDS, type Field, FieldKind, FieldOption } from "./fields.ts";
import { DateTime, Id, oneOf } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const writing = { accessRole: 95, permissions: ["things"] };
const sharing = { accessRole: 3, permissions: ["things"] };

/** The kinds that a field can come to be of. Files are no words: a field neither becomes one of files nor stops being one. */
export function kindsInto({ kind }: Pick<Field, "kind">): readonly FieldKind[] {
  return kind === "file" ? [] : FIELD_KINDS.filter((one) => one !== kind && one !== "file");
}

/** As many options are made out of answers; what is rarer is told as lost. */
export const OPTIONS_FROM_ANSWERS = 200;

export const KindOrder = Type.Object(
  {
    rev: Type.Integer({ minimum: 1 }),
    kind: FieldKind,
    options: Type.Optional(
      Type.Array(FieldOption, {
        maxItems: OPTIONS_FROM_ANSWERS,
        description: "First options of a choice; those that answers give follow",
      }),
    ),
    mode: oneOf(["dry-run", "apply"]),
    lose: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: "So many answers that do not fit may be taken away; with more of them the change is refused",
      }),
    ),
  },
  closed,
);
export type KindOrder = Type.Static<typeof KindOrder>;

const Example = Type.Object({
  id: Id,
  event_id: Id,
  name: Type.String(),
  answer: Type.String({ description: "As it is read today" }),
  into: Type.Union([Type.String(), Type.Null()], { description: "As it is read then; null where it is lost" }),
});
export type KindExample = Type.Static<typeof Example>;

/** What a change of kind did, or in a dry run would do. */
export const KindResult = Type.Object({
  answers: Type.Integer({ description: "Profiles with an answer" }),
  lost: Type.Integer({ description: "Of them those whose answer does not fit" }),
  archived: Type.Integer({ description: "Of them those that name an option which is no longer offered" }),
  changed: Type.Integer({ description: "Profiles that are written anew" }),
  skipped: Type.Integer({ description: "Answers that an undoing left as they were given since" }),
  options: Type.Array(FieldOption, { description: "The options that it has then" }),
  drops: Type.Array(oneOf(["unique", "limits"]), { description: "What the field no longer asks for" }),
  losing: Type.Array(Example, { description: "Some that are lost, in events that may be opened" }),
  keeping: Type.Array(Example, { description: "Some that are kept, likewise" }),
  misfits: Type.Array(FieldMention, { description: "What names the field in a way that finds nobody then" }),
  until: Type.Union([DateTime, Type.Null()], { description: "Until when it can be undone" }),
});
export type KindResult = Type.Static<typeof KindResult>;

const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });
const ofApp = { fieldId: Id };
const ofEvent = { ...EventParams.properties, ...ofApp };
const undoRefusals = {
  "event-data.undo_over": { status: 409, message: "This can no longer be undone" },
  "event-data.undo_waits": {
    status: 409,
    message: "The undoing was stopped, and what it had put back is being changed again. Try again once that is done",
  },
};
const refusals = {
  "event-data.shared_field": {
    status: 403,
    message: "This field belongs to several events; change it under multi-event fields",
  },
  "event-data.kind_impossible": { status: 400, message: "The field cannot come to be of this kind" },
  "event-data.kind_losses": {
    status: 409,
    message: "Some answers do not fit the new kind; say that they may be lost, or mend them first",
  },
};

export const changeKind = endpoint({
  name: "changeKind",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/kind",
  summary: "Make a field of an event one of another kind, its answers with it, as a job; or try what that would do",
  access: writing,
  params: Type.Object(ofEvent, closed),
  body: KindOrder,
  reply: Started,
  status: 202,
  problems: refusals,
});

export const undoKind = endpoint({
  name: "undoKind",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/kind-job/{jobId}/undo",
  summary: "Give a field its former kind back with its answers within ten minutes, as a job",
  access: writing,
  params: Type.Object({ ...ofEvent, jobId: Id }, closed),
  reply: Started,
  status: 202,
  problems: undoRefusals,
});

export const changeAppKind = endpoint({
  name: "changeAppKind",
  method: "POST",
  path: "/1/api/field/{fieldId}/kind",
  summary: "Make a multi-event field one of another kind, its answers in every event with it, as a job; or try it",
  access: sharing,
  params: Type.Object(ofApp, closed),
  body: KindOrder,
  reply: Started,
  status: 202,
  problems: refusals,
});

export const undoAppKind = endpoint({
  name: "undoAppKind",
  method: "POST",
  path: "/1/api/field/{fieldId}/kind-job/{jobId}/undo",
  summary: "Give a multi-event field its former kind back with its answers within ten minutes, as a job",
  access: sharing,
  params: Type.Object({ ...ofApp, jobId: Id }, closed),
  reply: Started,
  status: 202,
  problems: undoRefusals,
});
