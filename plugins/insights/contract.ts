// Figures of some events over a span of days, told by the areas.
import * as Type from "typebox/type";
import { endpoint } from "#schemas/endpoint.ts";
import { Figure } from "#schemas/figure.ts";
import { TellingLocale } from "#schemas/overview.ts";
import { AreaId, DateOnly, Id } from "#schemas/scalars.ts";

/** The longest span that is told at once, in days. */
export const LONGEST_SPAN = 731;

/** Events that one answer looks at: the latest ones. */
export const MOST_EVENTS = 100;

export const Insights = Type.Object({
  from: DateOnly,
  to: DateOnly,
  events: Type.Array(Type.Object({ id: Id, name: Type.String() }), { description: "What was looked at" }),
  against: Type.Optional(Id),
  older: Type.Integer({ minimum: 0, description: "How many older events were not looked at" }),
  figures: Type.Array(Figure),
  silent: Type.Array(AreaId, { description: "Areas that could not tell; the rest is whole" }),
});
export type Insights = Type.Static<typeof Insights>;

export const getInsights = endpoint({
  name: "getInsights",
  method: "GET",
  path: "/1/api/insights",
  summary: "Figures of one event, or of the latest ones of the app, over a span of days",
  access: { accessRole: 299 },
  query: Type.Object(
    {
      from: DateOnly,
      to: DateOnly,
      event: Type.Optional(Type.Integer({ minimum: 1, description: "One event; otherwise the latest of the app" })),
      against: Type.Optional(
        Type.Integer({ minimum: 1, description: "Another event, whose growth is laid over that of the one" }),
      ),
      locale: TellingLocale,
    },
    { additionalProperties: false },
  ),
  reply: Insights,
  problems: {
    "insights.off": { status: 403, message: "Insights are not switched on for this app" },
    "insights.span": { status: 400, message: "The span must begin before it ends and last two years at most" },
  },
});
