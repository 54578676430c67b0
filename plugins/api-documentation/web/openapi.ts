// The API's own description, read into what the page lists. Pure.
import { type Access, permissionsOf } from "#schemas/access.ts";
import { holding } from "#schemas/fold.ts";

export type JsonSchema = Readonly<Record<string, unknown>>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

interface Operation {
  operationId: string;
  summary: string;
  "x-access": "public" | { accessRole?: number; permissions?: string[]; alsoPermissions?: string[] };
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

export interface Openapi {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Written>>;
  components?: { parameters?: Record<string, Parameter> };
}

/** As the document writes it: what many operations take stands in one place. */
type Written = Omit<Operation, "parameters"> & { parameters?: (Parameter | { $ref: string })[] };

/** One endpoint as the page lists it. */
export interface Listed extends Operation {
  method: string;
  path: string;
  group: string;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Every endpoint, in the order of paths and methods. */
export function endpointsIn(document: Openapi): Listed[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const parameters = operation.parameters?.flatMap((one) => parameterOf(document, one) ?? []) ?? [];
      return [{ ...operation, parameters, method: method.toUpperCase(), path, group: nounOf(path) }];
    }),
  );
}

function parameterOf({ components }: Openapi, written: Parameter | { $ref: string }): Parameter | undefined {
  if (!("$ref" in written)) return written;
  return components?.parameters?.[written.$ref.split("/").at(-1) ?? ""];
}

/** What an address is about: below an event, the noun that follows it. */
export function nounOf(path: string): string {
  const [first = "", second] = path.split("/").filter((part) => part && !/^\d|\{|^api$|^dashboard$/.test(part));
  return first === "container" && second && !/^(archive|restore|copy|query|non-archived)$/.test(second)
    ? second
    : first;
}

/** The endpoints in which every word is found. */
export function matching(endpoints: readonly Listed[], search: string): Listed[] {
  const isFound = holding(search);
  return endpoints.filter((one) => {
    const access = one["x-access"];
    const permissions = access === "public" ? "public" : permissionsOf(access as Access).join(" ");
    return isFound(`${one.method} ${one.path} ${one.summary} ${one.operationId} ${permissions}`);
  });
}

/** Endpoints by the noun of their address, both in order. */
export function grouped(endpoints: readonly Listed[]): [group: string, endpoints: Listed[]][] {
  const groups = new Map<string, Listed[]>();
  for (const one of endpoints) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups].sort(([a], [b]) => a.localeCompare(b));
}

/** One line of a shape: a field with its type, how deep it stands, and what it means. */
export interface ShapeLine {
  name: string;
  depth: number;
  type: string;
  required: boolean;
  description: string;
}

const DEEPEST = 6;

/** A shape as lines to read; lists and alternatives are followed into their fields. */
export function linesOf(schema: JsonSchema | undefined, depth = 0): ShapeLine[] {
  if (!schema || depth > DEEPEST) return [];
  const inner = schema.type === "array" ? (schema.items as JsonSchema) : schema;
  if (schema.type === "array" && inner?.type !== "object") return linesOf(inner, depth);
  const alternatives = inner.anyOf as JsonSchema[] | undefined;
  if (alternatives) return alternatives.flatMap((one) => linesOf(one, depth));
  const properties = (inner.properties ?? {}) as Record<string, JsonSchema>;
  const required = (inner.required ?? []) as string[];
  return Object.entries(properties).flatMap(([name, field]) => [
    {
      name,
      depth,
      type: typeOf(field),
      required: required.includes(name),
      description: String(field.description ?? ""),
    },
    ...linesOf(field, depth + 1),
  ]);
}

/** The type of a value in a few words, with its bounds. */
export function typeOf(schema: JsonSchema): string {
  const { type, format, anyOf, items } = schema;
  const values = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(" | ");
  if (Array.isArray(anyOf)) return [...new Set((anyOf as JsonSchema[]).map(typeOf))].join(" | ");
  if (type === "array") return `${typeOf((items ?? {}) as JsonSchema)}[]`;
  const base = String(format ?? type ?? "any");
  const { minLength, maxLength, minimum, maximum } = schema;
  const least = minLength ?? minimum;
  const most = maxLength ?? maximum;
  if (least === undefined && most === undefined) return base;
  return `${base} ${least ?? ""}…${most ?? ""}`;
}

/** A problem that an endpoint may answer, with what the server says of it. */
export interface ListedProblem {
  code: string;
  message: string;
}

/** The problems of one status, as the description names them: `code: message; code: message`. */
export function problemsOf(description: string): ListedProblem[] {
  return description.split(/; (?=[a-z][\w.-]*: )/).map((line) => {
    const at = line.indexOf(": ");
    return { code: line.slice(0, at), message: line.slice(at + 2) };
  });
}
