// Whether a value has the shape that a contract promises. Loaded lazily: TypeBox's checker is the heaviest part of it.
import type { TSchema } from "typebox/type";
import { Check, Errors } from "typebox/value";
import "../form/formats.ts";

const SAMPLE = 50;

/** The first place where the value differs from the schema, or undefined. Of a long list a sample is looked at. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  const looked = Array.isArray(value) && value.length > SAMPLE ? value.slice(0, SAMPLE) : value;
  if (Check(schema, looked)) return undefined;
  const first = Errors(schema, looked)[0];
  return first ? `${first.instancePath || "/"} ${first.message}` : "wrong shape";
}
