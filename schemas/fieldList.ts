// The fields of an event, which lists and forms of profiles ask for; what is done to fields comes with their own pages.
import * as Type from "typebox/type";
import { EventParams } from "./core.ts";
import { endpoint } from "./endpoint.ts";
import { Field } from "./fields.ts";
import { Id } from "./scalars.ts";

const closed = { additionalProperties: false } as const;
const reading = { accessRole: 299, permissions: ["things"] };

export const listFields = endpoint({
  name: "listFields",
  method: "GET",
  path: "/1/api/container/{eventId}/field",
  summary: "The fields of an event's profiles, its own and those that it shares, in their order, archived ones too",
  access: reading,
  params: EventParams,
  query: Type.Object({ type: Type.Optional(Id) }, closed),
  reply: Type.Array(Field),
});
