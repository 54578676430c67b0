// The act on fields and their answers that a person can still undo, found again after its dialog was closed or the page reloaded.
import * as Type from "typebox/type";
import { By, EventParams, JobState } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { DateTime, Id, oneOf } from "./scalars.ts";

/** An act that can be undone until a time; what it did is the result of its job. */
export const LastFieldAct = Type.Object({
  job: Type.Object({ id: Id, state: JobState }),
  did: oneOf(["option", "kind", "promotion", "settling"]),
  field_id: Id,
  isPartlyBack: Type.Boolean({ description: "Its undoing was stopped or broke; what is left of it can be undone" }),
  until: DateTime,
  by: By,
});
export type LastFieldAct = Type.Static<typeof LastFieldAct>;

const reply = Type.Union([LastFieldAct, Type.Null()]);

export const getLastFieldAct = endpoint({
  name: "getLastFieldAct",
  method: "GET",
  path: "/1/api/container/{eventId}/field/last-act",
  summary: "The last act of this person on the fields of the event that can still be undone, or null",
  access: { accessRole: 95, permissions: ["things"] },
  params: EventParams,
  reply,
});

export const getLastAppFieldAct = endpoint({
  name: "getLastAppFieldAct",
  method: "GET",
  path: "/1/api/field/last-act",
  summary: "The last act of this person on fields that several events share that can still be undone, or null",
  access: { accessRole: 3, permissions: ["things"] },
  reply,
});
