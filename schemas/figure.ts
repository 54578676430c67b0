// Pictures as data: what an area can tell in a chart, drawn by the dashboard's Chart and read by whoever asks the API.
import * as Type from "typebox/type";
import { DateOnly, LabelKey, oneOf } from "./scalars.ts";
import { record } from "./shapes.ts";

/** Words on the screen: a translation key with what goes into its gaps, or what people themselves wrote. */
export const Words = Type.Union([
  Type.Object({
    key: LabelKey,
    values: Type.Optional(record(Type.Union([Type.String(), Type.Number()]))),
    instead: Type.Optional(Type.String({ description: "Another translation key, where the first has no translation" })),
    otherwise: Type.Optional(Type.String({ description: "Where no key has a translation" })),
  }),
  Type.Object({ text: Type.String({ description: "As people wrote it; not translated" }) }),
]);
export type Words = Type.Static<typeof Words>;

/** What the places along a figure are: days, moments, names, translation keys or codes of ISO 3166. */
export const PLACES = ["day", "time", "text", "key", "country"] as const;

export const Axis = Type.Object({
  title: Words,
  kind: oneOf(PLACES, "day (YYYY-MM-DD), time (an instant), text, key (a translation key) or country (ISO 3166)"),
  places: Type.Array(Type.String()),
  zone: Type.Optional(Type.String({ description: "IANA zone in which moments are shown" })),
});
export type Axis = Type.Static<typeof Axis>;

export const Series = Type.Object({
  name: Words,
  values: Type.Array(Type.Union([Type.Number(), Type.Null()]), { description: "One for each place; null: not known" }),
  path: Type.Optional(
    Type.String({
      description: "The dashboard's address of the rows of each amount, with {place} where its place stands",
    }),
  ),
  keys: Type.Optional(
    Type.Array(Type.String(), {
      description: "One for each place: what stands for {place} instead of the place itself",
    }),
  ),
});
export type Series = Type.Static<typeof Series>;

/** bars: amounts beside each other, several series on top of each other; line: a course; heat: a grid of amounts, a row for each series. */
export const FORMS = ["bars", "line", "heat"] as const;

/** One picture: every amount in it can be read as a table. */
export const Figure = Type.Object({
  id: Type.String({ pattern: "^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$", description: "Area id, dot, name" }),
  title: Words,
  help: Type.Optional(Words),
  helpPath: Type.Optional(
    Type.String({
      description: "The dashboard's address of the rows that the help counts, which the picture leaves out",
    }),
  ),
  form: oneOf(FORMS),
  unit: Words,
  along: Axis,
  series: Type.Array(Series),
  measured: Type.Optional(
    Type.Boolean({ description: "Amounts are measures, so that zero is one, too; else they count things" }),
  ),
  paths: Type.Optional(Type.Array(Type.String(), { description: "The dashboard's address of each place's rows" })),
  elsewhere: Type.Optional(
    Type.Object(
      { from: DateOnly, to: DateOnly },
      { description: "Where nothing lies in the days asked for: the first and the last day on which something does" },
    ),
  ),
});
export type Figure = Type.Static<typeof Figure>;
