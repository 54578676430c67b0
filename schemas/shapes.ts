// Two shapes that TypeBox makes too, but only together with its whole type engine (40 kB that the browser would carry for nothing).
import * as Type from "typebox/type";

interface RecordOptions extends Type.TSchemaOptions {
  /** What every key looks like; anything unless told. */
  pattern?: string;
  minProperties?: number;
  maxProperties?: number;
}

/** An object whose keys are not known: every value has the same shape, and a key that does not look as told is refused. */
export function record<Value extends Type.TSchema>(
  value: Value,
  { pattern = "^.*$", ...options }: RecordOptions = {},
): Type.TUnsafe<Record<string, Type.Static<Value>>> {
  return Type.Unsafe({
    type: "object",
    patternProperties: { [pattern]: value },
    additionalProperties: false,
    ...options,
  });
}

type Optionals<Properties extends Type.TProperties> = { [Key in keyof Properties]: Type.TOptional<Properties[Key]> };

/** The same properties, none of them required. */
export function optional<Properties extends Type.TProperties>(properties: Properties): Optionals<Properties> {
  const entries = Object.entries(properties).map(([key, shape]) => [key, Type.Optional(shape)]);
  return Object.fromEntries(entries) as Optionals<Properties>;
}
