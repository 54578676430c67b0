// What goes with a profile, told before it does.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Id } from "#schemas/scalars.ts";
import { record } from "#schemas/shapes.ts";

/** What other areas lose with a profile, or what does not simply go along with it, in the words of the area. */
export const Loss = Type.Object({
  label: Type.String({ description: "Translation key with `count` and `number`" }),
  count: Type.Integer(),
  examples: Type.Optional(
    Type.Array(Type.Object({ label: Type.String({ description: "Translation key" }), values: record(Type.String()) }), {
      description: "Some of them one by one",
    }),
  ),
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
