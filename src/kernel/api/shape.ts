// Whether a reply has the shape that its contract promises. Only what contracts of replies use: TypeBox's own checker weighs
// thirty times as much, and every page would wait for it. Lengths, ranges and formats are the server's to keep.
import type { TSchema } from "typebox/type";

const SAMPLE = 50;

interface Shape {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Shape[];
  properties?: Record<string, Shape>;
  required?: readonly string[];
  patternProperties?: Record<string, Shape>;
  additionalProperties?: boolean | Shape;
  items?: Shape | readonly Shape[];
  $ref?: string;
  $defs?: Record<string, Shape>;
}

type Defs = Record<string, Shape>;

/** The first place where the value differs from the schema, or undefined. Of a long list a sample is looked at. */
export function mismatch(schema: TSchema, value: unknown): string | undefined {
  return look(schema as Shape, value, "", {});
}

function look(shape: Shape, value: unknown, at: string, outer: Defs): string | undefined {
  const defs = shape.$defs ?? outer;
  if (shape.$ref) {
    const named = defs[shape.$ref.replace("#/$defs/", "")];
    return named && look(named, value, at, defs);
  }
  if (shape.anyOf) {
    const fits = shape.anyOf.some((one) => look(one, value, at, defs) === undefined);
    return fits ? undefined : `${at || "/"} must be one of its forms`;
  }
  if ("const" in shape && value !== shape.const) return `${at || "/"} must be ${JSON.stringify(shape.const)}`;
  if (shape.enum && !shape.enum.includes(value)) return `${at || "/"} must be one of ${shape.enum.join(", ")}`;
  if (shape.type && !isOf(shape.type, value)) return `${at || "/"} must be ${shape.type}`;
  if (Array.isArray(value)) return lookAtItems(shape, value, at, defs);
  if (typeof value === "object" && value !== null) return lookAtKeys(shape, value as Record<string, unknown>, at, defs);
  return undefined;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function lookAtItems({ items }: Shape, value: readonly unknown[], at: string, defs: Defs): string | undefined {
  if (!items) return undefined;
  const isTuple = Array.isArray(items);
  const looked = value.slice(0, SAMPLE);
  for (const [place, item] of looked.entries()) {
    const shape = isTuple ? (items as readonly Shape[])[place] : (items as Shape);
    const wrong = shape && look(shape, item, `${at}/${place}`, defs);
    if (wrong) return wrong;
  }
  return undefined;
}

function lookAtKeys(shape: Shape, value: Record<string, unknown>, at: string, defs: Defs): string | undefined {
  const missing = shape.required?.find((key) => value[key] === undefined);
  if (missing !== undefined) return `${at || "/"} must have ${missing}`;
  const [others] = Object.values(shape.patternProperties ?? {});
  for (const [key, inside] of Object.entries(value)) {
    const known = shape.properties?.[key] ?? others;
    if (!known && shape.additionalProperties === false) return `${at || "/"} must not have ${key}`;
    const wrong = known && inside !== undefined && look(known, inside, `${at}/${key}`, defs);
    if (wrong) return wrong;
  }
  return undefined;
}
