// OpenAPI 3.1 of every endpoint, made from the same values that the routes are made from.
import { type AnyEndpoint, IDEMPOTENCY_HEADER, isAppLevel, isSafe, takesKey } from "#schemas/endpoint.ts";
import { commonProblems, Problem } from "#schemas/problem.ts";

const KEY = "IdempotencyKey";

const idempotencyKey = {
  name: IDEMPOTENCY_HEADER,
  in: "header",
  required: false,
  description:
    "Names the intention, such as by a UUID. Within 24 hours the same request with the same key is done once: a repeat is answered as the first was, with the header idempotent-replayed",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

interface ObjectShape {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** The whole description. `x-access` states who may call: `public`, or role and permissions. */
export function openapi(endpoints: readonly AnyEndpoint[], { title, version }: { title: string; version: string }) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of [...endpoints].sort((a, b) => a.path.localeCompare(b.path))) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: "3.1.0",
    info: { title, version },
    paths,
    components: {
      securitySchemes: {
        dashboard: { type: "apiKey", in: "header", name: "x-dashboard-authorization" },
        application: { type: "http", scheme: "bearer" },
      },
      parameters: { [KEY]: idempotencyKey },
      schemas: { Problem: { type: "object", required: ["error"], properties: { error: plain(Problem) } } },
    },
  };
}

function operation(endpoint: AnyEndpoint) {
  const { access } = endpoint;
  const isPublic = access === "public";
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint.path)],
    "x-access": isPublic ? "public" : { ...access, permissions: access.permissions ?? [] },
    "x-safe": isSafe(endpoint),
    security: isPublic ? [] : [isAppLevel(endpoint) ? { dashboard: [], application: [] } : { dashboard: [] }],
    parameters: [
      ...parameters("path", endpoint.params),
      ...parameters("query", endpoint.query),
      ...(takesKey(endpoint) ? [{ $ref: `#/components/parameters/${KEY}` }] : []),
    ],
    ...requestBody(endpoint),
    responses: { [String(endpoint.status ?? 200)]: success(endpoint), ...failures(endpoint) },
  };
}

const tagOf = (path: string) => path.split("/").filter((part) => part && !/^\d|\{|api$/.test(part))[0] ?? "api";

function parameters(place: "path" | "query", shape: unknown) {
  const { properties = {}, required = [] } = (plain(shape) ?? {}) as ObjectShape;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema,
  }));
}

function requestBody({ body, rawBody }: AnyEndpoint) {
  if (rawBody) {
    const schema = { type: "string", format: "binary", maxLength: rawBody.limit };
    return {
      requestBody: { required: true, content: Object.fromEntries(rawBody.types.map((type) => [type, { schema }])) },
    };
  }
  return body ? { requestBody: { required: true, content: { "application/json": { schema: plain(body) } } } } : {};
}

function success({ summary, reply, replyType }: AnyEndpoint) {
  const content = replyType
    ? { [replyType]: { schema: { type: "string", format: "binary" } } }
    : { "application/json": { schema: { type: "object", required: ["data"], properties: { data: plain(reply) } } } };
  return { description: summary, content };
}

function failures(endpoint: AnyEndpoint) {
  const always =
    endpoint.access === "public"
      ? ["invalid", "unexpected"]
      : ["invalid", "unauthenticated", "forbidden", "unexpected"];
  const keyed = takesKey(endpoint) ? ["key_reused", "key_spent"] : [];
  const kinds = [
    ...Object.entries(commonProblems).filter(([code]) => always.includes(code) || keyed.includes(code)),
    ...Object.entries(endpoint.problems ?? {}),
  ];
  const byStatus = new Map<number, string[]>();
  for (const [code, { status, message }] of kinds) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), `${code}: ${message}`]);
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } };
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [String(status), { description: lines.join("; "), content }]),
  );
}

/** Shapes carry hidden marks for their types; what is sent is plain JSON Schema of 2020-12, as OpenAPI 3.1 wants it. */
function plain(shape: unknown): unknown {
  return shape === undefined
    ? undefined
    : JSON.parse(JSON.stringify(shape), (_, value) => (Array.isArray(value?.items) ? tuple(value) : value));
}

/** A list of fixed places: draft 7 wrote them as `items`. */
function tuple({ items, additionalItems, ...rest }: { items: unknown[]; additionalItems?: unknown }) {
  return { ...rest, prefixItems: items, items: additionalItems ?? false };
}
