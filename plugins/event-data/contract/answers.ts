// Answers to the fields of an event, as requests and replies have them.
import * as Type from "typebox/type";
import { record } from "#schemas/shapes.ts";

export const FieldKey = "^[a-z0-9_]{1,64}$";
export const FieldValue = Type.Union([
  Type.String({ maxLength: 10_000 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.String({ maxLength: 64 }), { maxItems: 1000, description: "Keys of options" }),
]);

/** Answers by the keys of their fields; see `listFields`. */
export const Fields = record(FieldValue, { pattern: FieldKey, maxProperties: 200 });
export type Fields = Type.Static<typeof Fields>;
