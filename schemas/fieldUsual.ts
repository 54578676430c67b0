// The question that adds fields that profiles usually have to an event; what they are stands in usualFields.ts.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Field } from "./fields.ts";
import { oneOf } from "./scalars.ts";

const closed = { additionalProperties: false } as const;

/** 1 participants, 2 companies, 3 items. */
export type UsualCategory = 1 | 2 | 3;

export const USUAL_KEYS = [
  "headline",
  "summary",
  "language",
  "category",
  "price",
  "phone",
  "website",
  "linkedin",
  "location",
  "address",
  "badge_id",
  "registration_id",
  "exhibitor_id",
  "booths",
] as const;
export type UsualKey = (typeof USUAL_KEYS)[number];

/** Which fields, and for whose profiles. */
export const UsualOrder = Type.Array(
  Type.Object(
    {
      key: oneOf(USUAL_KEYS, "Key of a usual field"),
      categories: Type.Array(Type.Integer({ minimum: 1, maximum: 3 }), {
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
        description: "Whose profiles get it: 1 participants, 2 companies, 3 items",
      }),
    },
    closed,
  ),
  { minItems: 1, maxItems: USUAL_KEYS.length },
);
export type UsualOrder = Type.Static<typeof UsualOrder>;

/** What became of the order. */
export const UsualAnswer = Type.Object({
  added: Type.Integer({ description: "New fields" }),
  widened: Type.Integer({ description: "Fields of the event that more data types have now" }),
  fields: Type.Array(Field),
});
export type UsualAnswer = Type.Static<typeof UsualAnswer>;

export const addUsualFields = endpoint({
  name: "addUsualFields",
  method: "POST",
  path: "/1/api/container/{eventId}/field/usual",
  summary:
    "Add fields that profiles usually have to an event; one that is there is given to the data types that lack it",
  access: { accessRole: 95, permissions: ["things"] },
  params: EventParams,
  body: Type.Object({ fields: UsualOrder }, closed),
  reply: UsualAnswer,
  problems: {
    "event-data.answers_alike": { status: 409, message: "Some answers are given by more than one profile" },
  },
});
