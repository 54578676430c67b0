// The operations of an OpenAPI description, as far as a smoke test needs them.
import type { Access } from "#schemas/access.ts";

export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Record<string, unknown>;
}

export interface Operation {
  name: string;
  method: string;
  path: string;
  access: "public" | Access;
  safe: boolean;
  appLevel: boolean;
  parameters: Parameter[];
  bodySchema: Record<string, unknown> | undefined;
  /** Status of success. */
  success: number;
  /** Shape of the JSON reply; undefined for files. */
  reply: Record<string, unknown> | undefined;
}

type Json = Record<string, unknown>;

/** Every operation of the description, in the order of its paths. */
export function operationsOf(description: Json): Operation[] {
  const paths = (description.paths ?? {}) as Record<string, Record<string, Json>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationOf(path, method, operation)),
  );
}

function operationOf(path: string, method: string, operation: Json): Operation {
  const responses = (operation.responses ?? {}) as Record<string, { content?: Record<string, { schema?: Json }> }>;
  const success = Object.keys(responses).find((status) => status.startsWith("2")) ?? "200";
  const body = operation.requestBody as { content?: Record<string, { schema?: Json }> } | undefined;
  return {
    name: String(operation.operationId ?? `${method} ${path}`),
    method: method.toUpperCase(),
    path,
    access: (operation["x-access"] as Operation["access"]) ?? {},
    safe: operation["x-safe"] === undefined ? method === "get" || method === "head" : operation["x-safe"] === true,
    appLevel: JSON.stringify(operation.security ?? []).includes("application"),
    parameters: (operation.parameters ?? []) as Parameter[],
    bodySchema: body?.content?.["application/json"]?.schema,
    success: Number(success),
    reply: responses[success]?.content?.["application/json"]?.schema,
  };
}

/** The simplest value that a schema accepts. */
export function sampleOf(schema: Json | undefined): unknown {
  if (!schema) return undefined;
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(schema.examples)) return schema.examples[0];
  const choice = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choice) return sampleOf(choice[0]);
  if (schema.type === "object") {
    const properties = (schema.properties ?? {}) as Record<string, Json>;
    return Object.fromEntries(((schema.required ?? []) as string[]).map((key) => [key, sampleOf(properties[key])]));
  }
  if (schema.type === "array")
    return Array.from({ length: Number(schema.minItems ?? 0) }, () => sampleOf(schema.items as Json));
  if (schema.type === "integer" || schema.type === "number") return Number(schema.minimum ?? 1);
  if (schema.type === "boolean") return true;
  if (schema.format === "date-time") return "2026-01-01T00:00:00.000Z";
  if (schema.format === "date") return "2026-01-01";
  if (schema.format === "email") return "nobody@example.org";
  return "a".repeat(Math.max(1, Number(schema.minLength ?? 1)));
}

/** What the query has to name. */
export function neededOf({ parameters }: Operation): Parameter[] {
  return parameters.filter((parameter) => parameter.in === "query" && parameter.required);
}

/** The simplest query that is accepted. */
export function queryOf(operation: Operation): Record<string, string> {
  const needed = neededOf(operation);
  return Object.fromEntries(needed.map((parameter) => [parameter.name, String(sampleOf(parameter.schema))]));
}

/** Whether a pattern with stars and question marks means an operation: its path, its name, or method and path. */
export function matches(glob: string, { name, method, path }: Operation): boolean {
  const expression = glob
    .split("")
    .map((sign) => (sign === "*" ? ".*" : sign === "?" ? "." : sign.replace(/[.+^${}()|[\]\\]/g, "\\$&")));
  const whole = new RegExp(`^${expression.join("")}$`, "i");
  return [path, name, `${method} ${path}`].some((text) => whole.test(text));
}
