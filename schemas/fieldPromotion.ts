// Fields of single events become one field of several: what can be taken together, what that would change, and the way back.
import * as Type from "typebox/type";
import { JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Field, FieldKind, FieldOption, Texts } from "./fields.ts";
import { DateTime, Email, Id, oneOf } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const sharing = { accessRole: 3, permissions: ["things"] };

/** Fields of different events that have one key or one name, and one kind. */
export const Promotable = Type.Object({
  kind: FieldKind,
  fields: Type.Array(Type.Object({ id: Id, event_id: Id, event: Type.String(), key: Type.String(), labels: Texts })),
});
export type Promotable = Type.Static<typeof Promotable>;

export const listPromotable = endpoint({
  name: "listPromotable",
  method: "GET",
  path: "/1/api/field/promotable",
  summary: "Fields of single events that could become multi-event fields, those of one key or name together",
  access: sharing,
  reply: Type.Array(Promotable),
});

/** Which fields are taken together, and which answer of a person stands where they differ. */
export const PromotionDraft = Type.Object(
  {
    fields: Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      description: "The first gives key, names and help; the others what it lacks",
    }),
    differing: oneOf(["stay", "newest"], "Answers of a person that differ between events stay, or become the newest"),
    choices: Type.Optional(
      Type.Array(Type.Object({ email: Email, thing_id: Id }, closed), {
        maxItems: 1000,
        description: "For these people the answer of this profile stands in every event",
      }),
    ),
    mode: oneOf(["dry-run", "apply"]),
    locale: Type.Optional(Type.String({ maxLength: 20 })),
  },
  closed,
);
export type PromotionDraft = Type.Static<typeof PromotionDraft>;

/** What events may have otherwise, and one of which stands then. */
export const PROMOTION_FACTS = [
  "labels",
  "help",
  "section",
  "type_ids",
  "required",
  "unique",
  "limits",
  "owner_edits",
  "see_role",
  "edit_role",
  "match_weight",
  "archived",
] as const;

/** What a promotion did, or in a dry run would do. */
export const Promotion = Type.Object({
  field: Field,
  changed: Type.Integer({ description: "Profiles whose answers are written anew" }),
  skipped: Type.Integer({ description: "Of an undoing: profiles that were changed since" }),
  differing: Type.Integer({ description: "People whose answers differ between events" }),
  people: Type.Array(
    Type.Object({
      email: Type.String(),
      name: Type.String(),
      answers: Type.Array(Type.Object({ thing_id: Id, event_id: Id, answer: Type.Unknown(), updated_at: DateTime }), {
        description: "The newest first",
      }),
    }),
    { description: "The first two hundred of them" },
  ),
  options: Type.Array(
    Type.Object({
      ...FieldOption.properties,
      of: Type.Array(Type.Object({ event_id: Id, key: Type.String() }), {
        description: "The events that it comes from, with its key there",
      }),
    }),
    { description: "The options that the field would have" },
  ),
  unlike: Type.Array(oneOf(PROMOTION_FACTS), { description: "What the events have otherwise" }),
  asksNobody: Type.Optional(
    Type.Array(Type.Object({ id: Id, event_id: Id, event: Type.String() }), {
      description:
        "Of an undoing: fields that are archived now, since none of the data types that they were asked of is left",
    }),
  ),
  until: Type.Union([DateTime, Type.Null()]),
});
export type Promotion = Type.Static<typeof Promotion>;

const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });

export const promoteFields = endpoint({
  name: "promoteFields",
  method: "POST",
  path: "/1/api/field/promote",
  summary: "Make one multi-event field of fields of single events, as a job: all of it or nothing",
  access: sharing,
  body: PromotionDraft,
  reply: Started,
  status: 202,
  problems: {
    "event-data.promotion_wrong": { status: 409, message: "These fields cannot be taken together" },
  },
});

export const undoPromotion = endpoint({
  name: "undoPromotion",
  method: "POST",
  path: "/1/api/field/promote/{jobId}/undo",
  summary: "Give each event its own field back with its answers within ten minutes, as a job",
  access: sharing,
  params: Type.Object({ jobId: Id }, closed),
  reply: Started,
  status: 202,
  problems: { "event-data.undo_over": { status: 409, message: "This can no longer be undone" } },
});
