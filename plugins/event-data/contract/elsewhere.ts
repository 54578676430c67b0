// People of the app's other events, to be added to this one.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Id } from "#schemas/scalars.ts";

const closed = { additionalProperties: false } as const;

/** How many a search shows; more are found by more words. */
export const ELSEWHERE_SHOWN = 50;

export const Elsewhere = Type.Object({
  id: Id,
  name: Type.String(),
  email: Type.String(),
  company_name: Type.String(),
  type_id: Id,
  event: Type.Object({ id: Id, name: Type.String() }),
  is_here: Type.Boolean({ description: "Whether a participant of this event has the same email address" }),
});
export type Elsewhere = Type.Static<typeof Elsewhere>;

export const findElsewhere = endpoint({
  name: "findElsewhere",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/elsewhere",
  summary:
    "Participants of the app's other events that the asker may open, newest events first; somebody who is in several stands once",
  access: { accessRole: 299, permissions: ["things"] },
  params: EventParams,
  body: Type.Object(
    {
      search: Type.String({ maxLength: 200, description: "Words that must all be found" }),
      event_id: Type.Optional(Id),
    },
    closed,
  ),
  reply: Type.Object({
    rows: Type.Array(Elsewhere),
    more: Type.Boolean({ description: "There are more than are shown" }),
    events: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
      description: "The events that can be searched",
    }),
  }),
  safe: true,
});
