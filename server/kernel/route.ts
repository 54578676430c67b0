// Endpoint + handler → route. The only place where order is decided: who, may they, valid, transaction, reply.
import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import { accessCondition, isAllowed } from "#schemas/access.ts";
import {
  type AnyEndpoint,
  type BodyOf,
  isAppLevel,
  isSafe,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  takesKey,
} from "#schemas/endpoint.ts";
import { checkScope, isApiToken, scopeOf } from "../core/accounts/apiTokens.ts";
import { identifyApp, identifyPerson } from "../core/accounts/identify.ts";
import { type AuditDraft, type AuditEntry, writeAudit } from "../core/audit/audit.ts";
import { getEventOf } from "../core/events/events.ts";
import { intentionOf, isTakenUp, type KeptReply, keepReply, takeUp } from "../core/idempotency/idempotency.ts";
import type { MailDraft } from "../core/mail/mailer.ts";
import type { CoreTables } from "../db/tables.ts";
import type { AppAccess, Before, Context, Db, Deps, EventRow, JobDraft, Person, Who } from "./context.ts";
import { JsonText } from "./jsonText.ts";
import { problem, replyWithProblem } from "./problem.ts";

/** A file as the reply of an endpoint with `replyType`: whole, or in pieces that are read as they are sent. */
export type FileReply = {
  name: string;
  mediaType: string;
  /** What stands under this address never changes: browsers need not ask again. */
  isForever?: boolean;
} & ({ bytes: Buffer } | { bytes: AsyncIterable<Buffer>; length: number });

// biome-ignore lint/suspicious/noExplicitAny: routes of all shapes stand in one list
export type Handler = (context: Context<any, any, any>, proof?: any) => Promise<unknown>;

/** An endpoint with the function that answers it. */
export interface Route {
  endpoint: AnyEndpoint;
  handler: Handler;
  /** The handler writes on its own, since something slow that is not the database stands in between. So it does with a streamed body. */
  ownTransaction?: boolean;
  /** The handler of a safe call only looks up by key: in microseconds, which another thread would not be worth. */
  byKey?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  prove?: (context: Before<any, any, any>) => Promise<unknown>;
}

/**
 * What a handler asks for that has a transaction around it. `prove` runs before that and outside of any, so that a guess is
 * counted whatever becomes of the call, and a search among very many can be left to those who read: `deps.database.read`. The
 * handler is given what it answers, or nothing where the intention was done already.
 */
interface Options<E extends AnyEndpoint, P> extends Pick<Route, "ownTransaction" | "byKey"> {
  prove?: (context: Before<ParamsOf<E>, QueryOf<E>, BodyOf<E>>) => Promise<P | undefined>;
}

/**
 * Binds a handler to its endpoint. Arguments and reply are typed by the endpoint's shapes.
 * @example route(getSession, async ({ params, db }) => sessions.get(db, params.sessionId))
 */
export function route<E extends AnyEndpoint, P = undefined>(
  endpoint: E,
  handler: (
    context: Context<ParamsOf<E>, QueryOf<E>, E["rawBody"] extends object ? Buffer : BodyOf<E>>,
    proof: P | undefined,
  ) => Promise<E["replyType"] extends string ? FileReply : ReplyOf<E> | JsonText<ReplyOf<E>>>,
  options: Options<E, P> = {},
): Route {
  return Object.freeze({ endpoint, handler, ...options });
}

/** What earlier hooks found out about a request. */
interface Found {
  person?: Person;
  app?: AppAccess;
  who?: Who;
  /** The event that the address names, if it is one of the app's; not yet whether the person may see it. */
  event?: EventRow | undefined;
}
const found = new WeakMap<FastifyRequest, Found>();

const NOBODY: Who = {
  id: 0,
  email: "",
  firstName: "",
  lastName: "",
  sessionId: 0,
  accessRole: 9999,
  permissions: {},
  allowedEvents: [],
};
const NO_APP: AppAccess = { id: 0, name: "", accessRole: 9999, permissions: {}, allowedEvents: [] };

/** What is set up while the loop hears of sockets still runs in the same round of it; what that sets up, behind all others of the next. */
async function nextRound(): Promise<void> {
  await turn();
  await turn();
}

const NO_QUERY = { type: "object", additionalProperties: false };

/** One shape for each endpoint, whichever server it is mounted on: what was made of it once is not made again. */
const repliesOf = new WeakMap<AnyEndpoint, object>();

function replyShape(endpoint: AnyEndpoint): object {
  const shape = repliesOf.get(endpoint) ?? { type: "object", properties: { data: endpoint.reply } };
  repliesOf.set(endpoint, shape);
  return shape;
}

/** Adds a route to the server, with 405 for the methods that its address does not take (see `refuseOtherMethods`). */
export function mount(server: FastifyInstance, deps: Deps, mounted: Route): void {
  const { endpoint } = mounted;
  if (mounted.ownTransaction && takesKey(endpoint))
    throw new Error(`${endpoint.name} writes on its own: its contract must say that it is unkeyed`);
  let isFirst = true;
  server.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
    bodyLimit: endpoint.rawBody?.limit ?? (endpoint.access === "public" ? 64 * 1024 : 1024 * 1024),
    schema: {
      ...(endpoint.params ? { params: endpoint.params } : {}),
      querystring: endpoint.query ?? NO_QUERY,
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.replyType ? {} : { response: { "2xx": replyShape(endpoint) } }),
    },
    attachValidation: false,
    onRequest: async (request) => {
      found.set(request, await identify(deps, endpoint, request));
    },
    errorHandler: (error, request, reply) => {
      replyWithProblem(error, request, reply, endpoint.problems);
    },
    handler: async (request, reply) => {
      // Its shapes have just become code: others have their turn before the database does its work.
      if (isFirst) await nextRound();
      isFirst = false;
      return answer(deps, mounted, request, reply);
    },
  });
}

async function identify(deps: Deps, endpoint: AnyEndpoint, request: FastifyRequest): Promise<Found> {
  if (endpoint.access === "public") return {};
  const bearer = request.headers.authorization?.replace(/^Bearer /, "");
  const credential = request.headers["x-dashboard-authorization"] ?? (isApiToken(bearer) ? bearer : undefined);
  const { authorization } = request.headers;
  const { eventId } = (request.params ?? {}) as { eventId?: string };
  const named = /^[0-9]{1,9}$/.test(eventId ?? "") ? Number(eventId) : 0;
  const known = await identifyPerson(deps, { credential, authorization, eventId: named, address: request.ip });
  const { person, event } = known;
  if (person.token) checkScope(person.token, endpoint);
  if (!isAppLevel(endpoint)) return { person, who: { ...NOBODY, ...person } };
  const app = await identifyApp(deps, known, authorization);
  const facts = { accessRole: app.accessRole, permissions: app.permissions };
  if (isAllowed(accessCondition(endpoint.access), facts) !== true) throw problem("forbidden");
  const { accessRole, permissions, allowedEvents, rulesRev } = app;
  return { person, app, event, who: { ...person, accessRole, permissions, allowedEvents, rulesRev } };
}

async function answer(
  deps: Deps,
  { endpoint, handler, ownTransaction, byKey, prove }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { who = NOBODY, app = NO_APP, event: seen } = found.get(request) ?? {};
  const { eventId } = (request.params ?? {}) as { eventId?: number };
  const event = eventId === undefined ? undefined : await getEventOf(deps.database.quick, app, eventId, seen);
  const base = {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    address: request.ip,
    who,
    app,
    event,
    dialect: deps.database.dialect,
    now: deps.now(),
    requestId: request.id,
    log: request.log,
    deps,
    linkTo: (path: string) => `${deps.config.publicUrl || `${request.protocol}://${request.host}`}${path}`,
  };
  const draftOf = (entry: AuditEntry): AuditDraft => ({
    entry,
    at: base.now,
    who,
    appId: app.id || null,
    eventId,
    requestId: request.id,
  });
  const { read, quick, write } = deps.database;
  const writeNow = (entry: AuditEntry) => write.transaction().execute((db) => writeAudit(deps, db, [draftOf(entry)]));
  let after: (() => void)[] = [];
  let proof: unknown;
  const run = async (db: Kysely<CoreTables>, audit: Context["audit"]) => {
    const context = {
      ...base,
      db: db as unknown as Db,
      quick: (isSafe(endpoint) ? quick : db) as unknown as Db,
      audit,
      afterCommit: (act: () => void) => void after.push(act),
      mail: async (draft: Omit<MailDraft, "appId">) => {
        await deps.mailer.enqueue(db, deps, { appId: app.id, ...draft });
        after.push(() => deps.mailer.wake());
      },
      jobs: {
        start: async (draft: JobDraft) => {
          after.push(() => deps.jobs.announce());
          const asked = { appId: app.id, eventId, userId: who.id, tokenId: who.token?.id, scope: scopeOf(endpoint) };
          return deps.jobs.enqueue(db, { ...draft, ...asked, at: base.now });
        },
      },
    };
    return handler(context as Context, proof);
  };
  const intention = intentionOf(deps, endpoint, request, { who, appId: app.id });
  let repeated: KeptReply | undefined;
  const inTransaction = () =>
    write.transaction().execute(async (db) => {
      const lines: AuditDraft[] = [];
      // A second try begins with nothing to do.
      after = [];
      repeated = intention && (await takeUp(db, intention, base.now));
      if (repeated) return repeated.data;
      const data = await run(db, async (entry) => void lines.push(draftOf(entry)));
      if (intention) await keepReply(db, intention, { status: endpoint.status ?? 200, data });
      await writeAudit(deps, db, lines);
      return data;
    });
  // What was done already is answered once more, although what it asked to be proved may be true no longer.
  const isDone = async () => intention !== undefined && (await isTakenUp(quick, intention, base.now));
  if (prove && !(await isDone())) {
    proof = await prove({ ...base, db: write as unknown as Db } as Before).catch(async (error: unknown) => {
      if (!(await isDone())) throw error;
    });
  }
  const data = await (isSafe(endpoint)
    ? run(byKey ? quick : read, writeNow)
    : ownTransaction || endpoint.rawBody?.isStreamed
      ? run(write, writeNow)
      : deps.database.dialect.retried(inTransaction));
  for (const act of after) act();
  reply.code(repeated?.status ?? endpoint.status ?? 200);
  if (repeated) reply.header("idempotent-replayed", "true");
  if (data instanceof JsonText) return sendText(reply, data, deps.checkReplies);
  return endpoint.replyType ? sendFile(reply, data as FileReply) : { data };
}

function sendText(reply: FastifyReply, text: JsonText, isChecked: boolean): unknown {
  if (isChecked) return { data: JSON.parse(text.bytes().toString()) };
  return reply.type("application/json; charset=utf-8").send(text.bytes(`{"data":`, "}"));
}

function sendFile(reply: FastifyReply, file: FileReply): FastifyReply {
  const name = file.name.replace(/[^\w.-]/g, "_");
  if (file.isForever) {
    // Also pages of another origin show it, where the API has an origin of its own.
    reply.header("cache-control", "private, max-age=31536000, immutable");
    reply.header("cross-origin-resource-policy", "cross-origin");
  }
  reply.type(file.mediaType).header("content-disposition", `attachment; filename="${name}"`);
  if (!("length" in file)) return reply.send(file.bytes);
  // Whoever gets less than was told knows that the file is not whole.
  return reply.header("content-length", file.length).send(Readable.from(file.bytes, { highWaterMark: 1 }));
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Answers 405 for every method that an address does not take. */
export function refuseOtherMethods(
  server: FastifyInstance,
  addresses: readonly Pick<AnyEndpoint, "path" | "method">[],
): void {
  const taken = new Map<string, Set<string>>();
  for (const { path: described, method } of addresses) {
    // Parameters of the same place may have different names; the router wants one.
    const path = described.replace(/\{(\w+)\}/g, ":$1");
    taken.set(path, (taken.get(path) ?? new Set()).add(method));
  }
  for (const [url, methods] of taken) {
    const refused = METHODS.filter((method) => !methods.has(method));
    const allow = [...methods].join(", ");
    server.route({
      method: refused,
      url,
      handler: async (_, reply) => {
        reply.header("allow", allow);
        throw problem("method_not_allowed");
      },
    });
  }
}
