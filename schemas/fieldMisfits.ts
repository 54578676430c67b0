// Answers that limits of a field would not allow: counted before the limits are saved, since answers that are there stay.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { FieldLimits } from "./fields.ts";
import { Id, oneOf } from "./scalars.ts";

const closed = { additionalProperties: false } as const;

/** By what an answer does not fit; those that answers are refused by are called as there. */
export const MISFITS = [
  "too_long",
  "too_small",
  "too_large",
  "not_whole",
  "off_step",
  "too_early",
  "too_late",
  "too_few",
  "too_many",
  "file_type",
  "file_large",
] as const;
export type Misfit = (typeof MISFITS)[number];

/** How many answers limits would not allow. */
export const Misfits = Type.Object({
  answers: Type.Integer({
    description: "Profiles that the field is asked of and whose answer the limits do not allow",
  }),
  reasons: Type.Array(Type.Object({ code: oneOf(MISFITS), answers: Type.Integer() }), {
    description: "How many by what they do not fit; an answer may stand under several",
  }),
});
export type Misfits = Type.Static<typeof Misfits>;

const refusals = {
  "event-data.shared_field": {
    status: 403,
    message: "This field belongs to several events; change it under multi-event fields",
  },
};

const MisfitsQuestion = Type.Object({ limits: FieldLimits }, closed);

export const countMisfits = endpoint({
  name: "countMisfits",
  method: "POST",
  path: "/1/api/container/{eventId}/field/{fieldId}/misfit",
  summary: "How many answers to a field of an event other limits would not allow; nothing is changed",
  access: { accessRole: 95, permissions: ["things"] },
  params: Type.Object({ ...EventParams.properties, fieldId: Id }, closed),
  body: MisfitsQuestion,
  reply: Misfits,
  safe: true,
  problems: refusals,
});

export const countAppMisfits = endpoint({
  name: "countAppMisfits",
  method: "POST",
  path: "/1/api/field/{fieldId}/misfit",
  summary: "How many answers to a multi-event field other limits would not allow; nothing is changed",
  access: { accessRole: 3, permissions: ["things"] },
  params: Type.Object({ fieldId: Id }, closed),
  body: MisfitsQuestion,
  reply: Misfits,
  safe: true,
  problems: refusals,
});
