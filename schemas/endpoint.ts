// What one endpoint is: a value that is JSON Schema and a TypeScript type at once.
import type { Static, TSchema } from "typebox/type";
import type { Access } from "./access.ts";
import type { ProblemKind } from "./problem.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** A body that is a file rather than JSON: its media types and its limit in bytes. */
export interface RawBody {
  types: readonly string[];
  limit: number;
  /** The handler is given it in pieces as they come (see `filled`), and writes on its own, without a transaction around it. */
  isStreamed?: true;
}

/** The description of one endpoint. Browser, server, CLI and API page read this one value. */
export interface Endpoint<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
> {
  /** Verb and noun; action, handler and operation id share it. */
  name: string;
  method: Method;
  /** With `{parameters}` in braces, as OpenAPI writes them. */
  path: string;
  summary: string;
  /** `public`, or what it asks of a person who is logged in. Calls below `/1/api/` ask for the application token too. */
  access: "public" | Access;
  params?: P;
  query?: Q;
  body?: B;
  rawBody?: RawBody;
  /** The shape of `data` in the reply. Columns that it does not name are dropped. */
  reply: R;
  /** Media type of a reply that is not `{ data }`, for files. */
  replyType?: string;
  /** Status of success; 200 unless told. */
  status?: number;
  /** A POST that only reads: it runs without a write transaction and may be repeated. */
  safe?: boolean;
  /** What it writes does not stand in one transaction: it takes no key by which a repeat is told from a second intention. */
  unkeyed?: true;
  /** Codes of this area that it may answer besides the common ones. */
  problems?: Record<string, ProblemKind>;
  /** Milliseconds that the browser waits for the reply; 30 000 unless told, of a body that is a file 300 000. */
  timeout?: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where any endpoint is meant, whatever its shapes
export type AnyEndpoint = Endpoint<any, any, any, any>;

const marked = new WeakSet<object>();

/**
 * Describes an endpoint; checks nothing beyond its types and returns it frozen.
 * @example
 * export const listNotes = endpoint({ name: "listNotes", method: "GET", path: "/1/api/note", … });
 */
export function endpoint<
  P extends TSchema = TSchema,
  Q extends TSchema = TSchema,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(described: Endpoint<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const frozen = Object.freeze(described);
  marked.add(frozen);
  return frozen;
}

/** Whether a value was made by `endpoint`; contracts are gathered with it. */
export function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && marked.has(value);
}

/** The endpoints among a contract module's exports, in the order of their names. */
export function endpointsOf(contract: object): AnyEndpoint[] {
  return Object.values(contract)
    .filter(isEndpoint)
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** True when the call reads only: it is retried by the client, smoke-tested, and run without a write transaction. */
export function isSafe(described: AnyEndpoint): boolean {
  return described.method === "GET" || described.safe === true;
}

/** Names the intention behind a write: sent again with the same key, it is answered again and not done again. */
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** True when the call heeds `Idempotency-Key`. It does not where nobody is known, where one transaction does not hold it all, or where a file is answered. */
export function takesKey(described: AnyEndpoint): boolean {
  const { access, rawBody, replyType, unkeyed } = described;
  return !isSafe(described) && access !== "public" && !rawBody?.isStreamed && !replyType && !unkeyed;
}

/** True when the call belongs to an application and needs its token. */
export function isAppLevel(described: AnyEndpoint): boolean {
  return described.path.startsWith("/1/api/");
}

type Of<S> = S extends TSchema ? Static<S> : undefined;
export type ParamsOf<E extends AnyEndpoint> = Of<NonNullable<E["params"]>>;
export type QueryOf<E extends AnyEndpoint> = Of<NonNullable<E["query"]>>;
export type BodyOf<E extends AnyEndpoint> = Of<NonNullable<E["body"]>>;
export type ReplyOf<E extends AnyEndpoint> = Of<E["reply"]>;

/** Fills the `{parameters}` of a path; values are encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}
