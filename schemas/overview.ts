// What areas tell on the home of an event and in the insights; each area tells its own part, no area reads another's tables.
import * as Type from "typebox/type";
import { Figure, Words } from "./figure.ts";
import { DateTime, Id, oneOf } from "./scalars.ts";

const PartId = Type.String({ pattern: "^[a-z][a-z0-9-]*(\\.[a-z][a-z0-9-]*)+$", description: "Area id, dot, name" });
const Path = Type.String({ pattern: "^/", description: "The dashboard's address of the rows behind it" });

/** The language of names that an event gives by language; other words go as keys. */
export const TellingLocale = Type.Optional(
  Type.String({ maxLength: 20, description: "Language in which an event's own names of data types are told" }),
);

/** A count that leads to its rows. */
export const Count = Type.Object({
  id: PartId,
  title: Words,
  value: Type.Integer({ minimum: 0 }),
  note: Type.Optional(Words),
  tone: oneOf(["plain", "good", "warn", "bad"], "How much it asks for attention"),
  path: Path,
});
export type Count = Type.Static<typeof Count>;

/** Something that has to be there before an event can open, or should be. */
export const Step = Type.Object({
  id: PartId,
  title: Words,
  help: Type.Optional(Words),
  done: Type.Boolean(),
  needed: Type.Boolean({ description: "The event is not ready without it; otherwise it is only advised" }),
  path: Path,
});
export type Step = Type.Static<typeof Step>;

/** Something that somebody changed. */
export const Change = Type.Object({
  id: Id,
  at: DateTime,
  actor: Type.String(),
  action: Words,
  object: Words,
  event: Type.Optional(Id),
  path: Path,
});
export type Change = Type.Static<typeof Change>;

/** What one area tells of an event. */
export const Share = Type.Object({
  counts: Type.Array(Count),
  steps: Type.Array(Step),
  figures: Type.Array(Figure),
  changes: Type.Array(Change),
});
export type Share = Type.Static<typeof Share>;
