// The act on many that a person can still undo, found again after the page was left or reloaded.
import * as Type from "typebox/type";
import { By, EventParams, JobState } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { DateTime, Id, oneOf } from "#schemas/scalars.ts";

/** An act that can be undone until a time; what it did is the result of its job. */
export const LastBulk = Type.Object({
  job: Type.Object({ id: Id, state: JobState }),
  do: oneOf(["edit", "move", "activate", "deactivate", "group", "merge", "remove", "import", "other"]),
  act: Type.Optional(Type.String({ description: "Of an act that another area offers, which one" })),
  isPartlyBack: Type.Boolean({ description: "Its undoing was stopped or broke; what is left of it can be undone" }),
  until: DateTime,
  by: By,
});
export type LastBulk = Type.Static<typeof LastBulk>;

export const getLastThingBulk = endpoint({
  name: "getLastThingBulk",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/bulk/last",
  summary: "The last act of this person on many profiles of the event that can still be undone, or null",
  access: { accessRole: 299, permissions: ["things"] },
  params: EventParams,
  reply: Type.Union([LastBulk, Type.Null()]),
});
