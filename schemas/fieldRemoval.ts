// An archived field is removed for good, with its answers.
import * as Type from "typebox/type";
import { EventParams, JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Id } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const Rev = Type.Object({ rev: Type.Integer({ minimum: 1 }) }, closed);
const Started = Type.Object({ job: Type.Object({ id: Id, state: JobState }) });
const refusals = {
  "event-data.shared_field": {
    status: 403,
    message: "This field belongs to several events; change it under multi-event fields",
  },
  "event-data.field_active": { status: 409, message: "A field is archived before it is removed" },
  "event-data.field_named": { status: 409, message: "Rules name this field; change them first" },
  "event-data.field_removing": {
    status: 409,
    message: "This field is being removed, or its answers are being put back; try again once that is done",
  },
};

/** What the removal of a field did. */
export const FieldRemoval = Type.Object({
  changed: Type.Integer({ description: "Profiles whose answer was removed; none unless the field is gone" }),
});
export type FieldRemoval = Type.Static<typeof FieldRemoval>;

export const removeField = endpoint({
  name: "removeField",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/remove",
  summary:
    "Remove an archived field of an event with its answers, as a job; called off before its end, it puts them back",
  access: { accessRole: 95, permissions: ["things"] },
  params: Type.Object({ ...EventParams.properties, fieldId: Id }, closed),
  body: Rev,
  reply: Started,
  status: 202,
  problems: refusals,
});

export const removeAppField = endpoint({
  name: "removeAppField",
  method: "POST",
  path: "/1/api/field/{fieldId}/remove",
  summary:
    "Remove an archived multi-event field with its answers in every event, as a job; called off before its end, it puts them back",
  access: { accessRole: 3, permissions: ["things"] },
  params: Type.Object({ fieldId: Id }, closed),
  body: Rev,
  reply: Started,
  status: 202,
  problems: refusals,
});
