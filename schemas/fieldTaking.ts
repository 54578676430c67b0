// Some fields of another event, taken into one: first what would become of each, then the making.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Field } from "./fields.ts";
import { Id, oneOf } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const Key = Type.String({ pattern: "^[a-z0-9_]{2,64}$" });

/** What becomes of a field: it is new here, is here alike, differs from the one under its key, is of several events, or has no type here. */
export const TAKING_STATES = ["new", "same", "differs", "shared", "no_type"] as const;
export type TakingState = (typeof TAKING_STATES)[number];

export const TakenField = Type.Object({
  field: Field,
  state: oneOf(TAKING_STATES),
  differs: Type.Array(oneOf(["kind", "options", "limits"]), {
    description: "By what the field under the same key is another one",
  }),
  free_key: Type.Union([Type.String(), Type.Null()], {
    description: "Of one that differs: a key under which it can be taken all the same",
  }),
  type_ids: Type.Array(Id, { description: "The data types of this event that would have it; none means all" }),
  left_types: Type.Array(Type.String(), { description: "Data types that this event does not have" }),
});
export type TakenField = Type.Static<typeof TakenField>;

export const FieldTaking = Type.Object(
  {
    from: Id,
    mode: oneOf(["dry-run", "apply"]),
    fields: Type.Optional(
      Type.Array(
        Type.Object(
          { key: Type.String({ maxLength: 64 }), as: Type.Optional(Key) },
          { ...closed, description: "A field by its key there, and another key for it here" },
        ),
        { maxItems: 500, description: "Without it, all that can be seen there" },
      ),
    ),
  },
  closed,
);
export type FieldTaking = Type.Static<typeof FieldTaking>;

export const FieldsTaken = Type.Object({
  found: Type.Array(TakenField),
  added: Type.Integer({ description: "New fields; in a dry run, those that would be" }),
  fields: Type.Array(Field, { description: "The fields of the event as they are now" }),
});
export type FieldsTaken = Type.Static<typeof FieldsTaken>;

export const takeFields = endpoint({
  name: "takeFields",
  method: "POST",
  path: "/1/api/container/{eventId}/field/taken",
  summary: "Take fields of another event, with their options and limits and without answers, or try what that would do",
  access: { accessRole: 95, permissions: ["things"] },
  params: EventParams,
  body: FieldTaking,
  reply: FieldsTaken,
  problems: {
    "event-data.field_key_taken": { status: 400, message: "Another field of the event has that key" },
    "event-data.field_wrong": { status: 400, message: "The field is not possible like this" },
  },
});
