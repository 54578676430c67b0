// What the browser build takes for `typebox/type`: the same JSON Schema from a hundredth of the code. The types stay
// TypeBox's; tests/kernel/plainType.test.ts holds that both make the same schema.

type Schema = Record<string, unknown>;

const OPTIONAL = "~optional";

const made =
  (type: string) =>
  (options: Schema = {}): Schema => ({ type, ...options });

const makeObject = (properties: Record<string, Schema>, options: Schema = {}): Schema => {
  const required = Object.keys(properties).filter((key) => !(OPTIONAL in (properties[key] as Schema)));
  return { type: "object", ...(required.length > 0 ? { required } : {}), properties, ...options };
};
const makeArray = (items: Schema, options: Schema = {}): Schema => ({ type: "array", items, ...options });

export const Integer = made("integer");
export const Null = made("null");
export { makeArray as Array, makeBoolean as Boolean, makeNumber as Number, makeObject as Object, makeString as String };

const makeBoolean = made("boolean");
const makeNumber = made("number");
const makeString = made("string");

export const Unknown = (options: Schema = {}): Schema => ({ ...options });
export const Unsafe = (schema: Schema): Schema => schema;
export const Union = (anyOf: Schema[], options: Schema = {}): Schema => ({ anyOf, ...options });
export const Literal = (value: unknown, options: Schema = {}): Schema => ({
  type: typeof value,
  const: value,
  ...options,
});

/** A fixed number of items, each with a shape of its own. */
export const Tuple = (items: Schema[], options: Schema = {}): Schema => ({
  type: "array",
  additionalItems: false,
  items,
  minItems: items.length,
  ...options,
});

/** The mark is not enumerable, so that it stays out of the JSON. */
export const Optional = (schema: Schema): Schema =>
  Object.defineProperty({ ...schema }, OPTIONAL, { value: "Optional" });
