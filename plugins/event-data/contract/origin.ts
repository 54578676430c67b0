// Where the value of one field of a profile came from.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;

/** A line of a profile's history, as far as it is about one field. */
export const Origin = Type.Object({
  id: Id,
  at: DateTime,
  actor: Type.String({ description: "Who did it" }),
  actor_kind: oneOf(["person", "token", "job"]),
  action: Type.String(),
  made: Type.Boolean({ description: "Whether the profile came with it, and the value with the profile" }),
  before: Type.Unknown({ description: "What stood there; null where nothing did" }),
  after: Type.Unknown(),
  file: Type.Union([Type.String(), Type.Null()], { description: "Name of the file of an import" }),
  merged: Type.Union([Type.String(), Type.Null()], { description: "Of a merge: the profile that went into this one" }),
});
export type Origin = Type.Static<typeof Origin>;

export const ValueOrigin = Type.Object({
  line: Type.Union([Origin, Type.Null()], {
    description: "The latest line about the field; null where none that is kept is",
  }),
  made: Type.Union([Origin, Type.Null()], {
    description: "How the profile came, where no line is about the field and that is kept",
  }),
});
export type ValueOrigin = Type.Static<typeof ValueOrigin>;

export const getValueOrigin = endpoint({
  name: "getValueOrigin",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/origin",
  summary:
    "Who gave the value of one field of a participant, company or item, when, by what, and what stood there before",
  access: { accessRole: 299, permissions: ["things"] },
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  query: Type.Object(
    {
      field: Type.String({
        pattern:
          "^(type_id|first_name|last_name|name|email|company_name|job_title|country|status|fields\\.[a-z0-9_]{1,64})$",
        description: "A built-in field, or an own one as fields.KEY",
      }),
    },
    closed,
  ),
  reply: ValueOrigin,
});
