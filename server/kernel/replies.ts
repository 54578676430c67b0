// In tests: a reply that carries more than its shape says, or less, fails instead of being trimmed.
import type { ValidateFunction } from "ajv";
import type { FastifyInstance } from "fastify";
import { strictAjv } from "./validation.ts";

type Shape = Record<string, unknown>;

const ajv = strictAjv();
/** By their shapes, which all servers of a process share. */
const compiled = new WeakMap<object, ValidateFunction>();

/** Checks every JSON reply against the shape of its route, closed at every level. */
export function checkReplies(server: FastifyInstance): void {
  server.addHook("preSerialization", async (request, reply, payload) => {
    const shapes = request.routeOptions.schema?.response as Record<string, Shape> | undefined;
    const shape = shapes?.["2xx"];
    if (!shape || reply.statusCode >= 300) return payload;
    const check = compiled.get(shape) ?? ajv.compile(closed(shape) as Shape);
    compiled.set(shape, check);
    if (!check(JSON.parse(JSON.stringify(payload)))) {
      const where = `${request.method} ${request.routeOptions.url}`;
      throw new Error(`The reply of ${where} does not fit its shape: ${ajv.errorsText(check.errors)}`);
    }
    return payload;
  });
}

function closed(shape: unknown): unknown {
  if (Array.isArray(shape)) return shape.map(closed);
  if (!shape || typeof shape !== "object") return shape;
  const inner = Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, closed(value)]));
  return inner["properties"] && inner["additionalProperties"] === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
}
