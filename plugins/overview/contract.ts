// The home of an event: what the areas tell of it, in one answer.
import * as Type from "typebox/type";
import { EventParams } from "#schemas/core.ts";
import { endpoint } from "#schemas/endpoint.ts";
import { Share, TellingLocale } from "#schemas/overview.ts";
import { AreaId, DateTime } from "#schemas/scalars.ts";

/** Everything that the person may be told of an event. */
export const Overview = Type.Object({
  at: DateTime,
  ...Share.properties,
  silent: Type.Array(AreaId, { description: "Areas that could not tell; the rest is whole" }),
});
export type Overview = Type.Static<typeof Overview>;

export const getOverview = endpoint({
  name: "getOverview",
  method: "GET",
  path: "/1/api/container/{eventId}/overview",
  summary: "Counts, next steps, figures and latest changes of an event, as far as the person may know them",
  access: { accessRole: 299, permissions: ["containers"] },
  params: EventParams,
  query: Type.Object({ locale: TellingLocale }, { additionalProperties: false }),
  reply: Overview,
});
