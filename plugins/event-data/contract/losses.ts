// What goes with a profile, told before it does.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Id } from "#schemas/scalars.ts";

/** What other areas lose with a profile. */
export const Loss = Type.Object({
  label: Type.String({ description: "Translation key with `count` and `number`" }),
  count: Type.Integer(),
});
export type Loss = Type.Static<typeof Loss>;

export const listLosses = endpoint({
  name: "listLosses",
  method: "GET",
  path: "/1/api/container/{eventId}/thing/{thingId}/loss",
  summary: "What would be lost with a profile that is taken out, such as confirmed meetings",
  access: { accessRole: 299, permissions: ["things"] },
  params: Type.Object({ eventId: Id, thingId: Id }, { additionalProperties: false }),
  reply: Type.Array(Loss),
});
