// The shape of a reply as it is written from. To choose between the members of a union, the serializer has each of them become a
// validator while somebody waits; of most unions the value itself says how it is written.

type Shape = Record<string, unknown>;

const SCALARS = new Set(["string", "number", "integer", "boolean", "null"]);

/** The same without unions that need no choice: what may be null, and what holds nothing but scalars. */
export function leanShape(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(leanShape);
  if (typeof shape !== "object" || shape === null) return shape;
  const { anyOf, ...rest } = shape as Shape & { anyOf?: Shape[] };
  if (!anyOf) return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, leanShape(value)]));
  const [only, ...others] = anyOf.filter(({ type }) => type !== "null");
  if (only && others.length === 0 && typeof only["type"] === "string" && only["const"] === undefined)
    return { ...(leanShape(only) as Shape), nullable: true };
  if (anyOf.every(isPlain)) return {};
  // What tells its members apart stays as it is.
  return { ...rest, anyOf };
}

/** Whether there is nothing in it that could be left out. */
function isPlain({ type, items, anyOf }: Shape): boolean {
  if (Array.isArray(anyOf)) return anyOf.every(isPlain);
  return type === "array" ? isPlain((items ?? {}) as Shape) : SCALARS.has(type as string);
}
