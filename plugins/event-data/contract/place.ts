// Where one profile stands in a list.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { ListQuestion } from "#schemas/list.ts";
import { Id } from "#schemas/scalars.ts";
import { Reading } from "./narrowing.ts";

const closed = { additionalProperties: false } as const;
const { sort, filter, search } = ListQuestion.properties;

export const getThingPlace = endpoint({
  name: "getThingPlace",
  method: "POST",
  path: "/1/api/container/{eventId}/thing/{thingId}/place",
  summary: "Where a participant, company or item stands in a list as it is sorted, filtered and searched",
  access: { accessRole: 299, permissions: ["things"] },
  params: Type.Object({ eventId: Id, thingId: Id }, closed),
  query: Reading,
  body: Type.Object({ sort, filter, search }, closed),
  reply: Type.Object({
    at: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: "How many stand before it; null where the list does not have it",
    }),
  }),
  safe: true,
});
