// The only place that calls `fetch`: credentials, one retry policy, one time limit, one way to fail.
import {
  type AnyEndpoint,
  type BodyOf,
  fillPath,
  IDEMPOTENCY_HEADER,
  isSafe,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  takesKey,
} from "#schemas/endpoint.ts";
import { eventStream } from "./eventStream.ts";
import { DASHBOARD_HEADER, wantsAppToken, withCredentials } from "./headers.ts";
import { intentions } from "./intentions.ts";
import { ApiProblem, asProblem, isLost, isPassing, problemFromReply } from "./problem.ts";
import type { upload } from "./upload.ts";

const TIMEOUT = 30_000;
/** As long as the server waits for a file, which may be large and the line slow. */
const SENDING = 600_000;
const RETRY_DELAYS = [300, 900];
/** A write is asked again with its key, so that it is done once. */
const WRITE_DELAYS = [500, 1500, 4000];
/** How often a read is asked again because something was written meanwhile. */
const OVERTAKEN_AT_MOST = 3;

/** What a call carries besides its endpoint. */
export interface CallInput<E extends AnyEndpoint> {
  params?: ParamsOf<E>;
  query?: QueryOf<E>;
  body?: BodyOf<E>;
  /** The body of an endpoint with `rawBody`: a file or text, sent as it is. */
  raw?: Blob | ArrayBuffer | string;
  /** Media type of `raw`; a file's own type unless told. */
  rawType?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Hears how much of `raw` has been sent: 0 to 1. */
  sent?: (share: number) => void;
}

/** Calls endpoints. Reached as `env(self).api` in a store and `useEnv().api` in a screen. */
export interface ApiClient {
  /** Calls an endpoint and answers its `data`, or a Blob where the endpoint answers a file. Throws ApiProblem. */
  call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ReplyOf<E>>;
  /** The address of an endpoint, for links that need no credentials. */
  address<E extends AnyEndpoint>(endpoint: E, input?: Pick<CallInput<E>, "params" | "query">): string;
  /** Hears the server's messages of one kind until the returned function is called. */
  listen(kind: string, heard: (text: string) => void): () => void;
}

/** What the client asks of its surroundings; the session store answers. */
export interface ClientDeps {
  apiUrl: string;
  fetch: typeof fetch;
  /** Sends what is large and tells how far it is; without it, nothing is told meanwhile. */
  upload?: typeof upload;
  dashboardToken(): string | undefined;
  app(): { id: number; token?: string | undefined } | undefined;
  /** Fetches the selected app again and keeps it; answers its token. */
  retrieveAppToken(appId: number): Promise<string | undefined>;
  /** Whether a one-time password stands in the address. */
  hasOtp(): boolean;
  /** The session of this token is over. */
  onUnauthenticated(token: string | undefined): void;
  /** The server's clock, as a reply told it. */
  heardTime?(date: string | null): void;
  /** A write whose answer was lost is being asked again, and not for the first time; or that has come to its end. */
  retrying?(isOn: boolean): void;
  /** One write more is under way, or one less. */
  writing?(more: 1 | -1): void;
  log(problem: ApiProblem, where: string): void;
  /** Where the reply differs from its contract; absent until the checker has arrived. */
  mismatch?(endpoint: AnyEndpoint, data: unknown): Promise<string | undefined>;
  wait?(ms: number): Promise<void>;
}

/** Makes the client. One for the whole page; tests make their own with another `fetch`. */
export function createClient(deps: ClientDeps): ApiClient {
  const tokenRequests = new Map<number, Promise<string | undefined>>();
  /** How many writes have come to their end: a read that was under way meanwhile may not know of them. */
  let written = 0;
  const intend = intentions();
  const base = deps.apiUrl.replace(/\/+$/, "");
  const wait = deps.wait ?? ((ms) => new Promise<void>((done) => setTimeout(done, ms)));

  /** The selected app's token; when missing it is fetched once, however many requests wait for it. */
  function appToken(fresh: boolean): Promise<string | undefined> {
    const app = deps.app();
    if (!app) return Promise.resolve(undefined);
    if (app.token && !fresh) return Promise.resolve(app.token);
    const running = tokenRequests.get(app.id);
    if (running) return running;
    const request = deps.retrieveAppToken(app.id).finally(() => tokenRequests.delete(app.id));
    tokenRequests.set(app.id, request);
    return request;
  }

  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ReplyOf<E>> {
    const where = `${endpoint.method} ${endpoint.path}`;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await (isSafe(endpoint) ? read(endpoint, input) : write(endpoint, input));
        } catch (error) {
          const delay = RETRY_DELAYS[attempt];
          if (delay === undefined || !isSafe(endpoint) || !isPassing(error)) throw error;
          await wait(delay);
          if (input.signal?.aborted) throw aborted();
        }
      }
    } catch (error) {
      const problem = error instanceof ApiProblem ? error : unreadable(String(error));
      if (!problem.silent) deps.log(problem, where);
      throw problem;
    }
  }

  async function write<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
    deps.writing?.(1);
    try {
      return await (takesKey(endpoint) ? keyed(endpoint, input) : once(endpoint, input, false));
    } finally {
      deps.writing?.(-1);
      written += 1;
    }
  }

  async function keyed<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
    const intention = intend(
      [deps.dashboardToken(), endpoint.method, address(endpoint, input), askedOf(input)].join("\n"),
    );
    const headers = { ...input.headers, [IDEMPOTENCY_HEADER]: intention.key };
    try {
      const reply = await untilAnswered(() => once(endpoint, { ...input, headers }, false), input.signal);
      intention.end();
      return reply;
    } catch (error) {
      intention.end(asProblem(error));
      throw error;
    }
  }

  /** Asks again where the answer was lost on its way. */
  async function untilAnswered<R>(ask: () => Promise<R>, signal: AbortSignal | undefined): Promise<R> {
    let isTold = false;
    try {
      for (let attempt = 0; ; attempt++) {
        try {
          return await ask();
        } catch (error) {
          const delay = WRITE_DELAYS[attempt];
          if (delay === undefined || !isLost(error)) throw error;
          // The first time is over before anybody could read of it.
          if (attempt > 0 && !isTold) {
            isTold = true;
            deps.retrying?.(true);
          }
          await wait(delay);
          if (signal?.aborted) throw aborted();
        }
      }
    } finally {
      if (isTold) deps.retrying?.(false);
    }
  }

  /** What was read may be older than a write that has been answered meanwhile: the screen would lose what was just saved. */
  async function read<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ReplyOf<E>> {
    for (let overtaken = 0; ; overtaken++) {
      const before = written;
      const reply = await once(endpoint, input, false);
      const isFile = endpoint.replyType !== undefined;
      if (written === before || isFile || overtaken === OVERTAKEN_AT_MOST || input.signal?.aborted) return reply;
    }
  }

  async function once<E extends AnyEndpoint>(
    endpoint: E,
    input: CallInput<E>,
    freshToken: boolean,
  ): Promise<ReplyOf<E>> {
    const given = new Headers(input.headers);
    const dashboardToken = deps.dashboardToken();
    const token = wantsAppToken(endpoint.path, given) ? await appToken(freshToken) : undefined;
    const headers = withCredentials(endpoint.path, given, { dashboardToken, appToken: token });
    headers.set("accept", endpoint.replyType ?? "application/json");
    headers.set("x-request-id", crypto.randomUUID());
    const { response, text } = await exchange(endpoint, input, headers);
    if (response.ok) {
      if (text instanceof Blob) return text as ReplyOf<E>;
      return dataOf(endpoint, text) as Promise<ReplyOf<E>>;
    }
    const requestId = response.headers.get("x-request-id") ?? undefined;
    const access = endpoint.access === "public" ? undefined : endpoint.access;
    const problem = problemFromReply(response.status, response.statusText, parsed(text), { requestId, access });
    if (problem.code === "app_token" && token && !freshToken) return once(endpoint, input, true);
    // Who asks with a token of their own learns of that token, not of the session.
    const isSession = endpoint.access !== "public" && !given.has(DASHBOARD_HEADER);
    if (response.status === 401 && isSession && !deps.hasOtp()) {
      deps.onUnauthenticated(dashboardToken);
      throw new ApiProblem({ code: "session_ended", status: 401, message: problem.message, requestId });
    }
    throw problem;
  }

  /** One HTTP exchange, body included, within the time limit. */
  async function exchange<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>, headers: Headers) {
    const timeout = timeLimit(endpoint.timeout ?? (endpoint.rawBody ? SENDING : TIMEOUT));
    const signal = input.signal ? AbortSignal.any([input.signal, timeout.signal]) : timeout.signal;
    const request: RequestInit = { method: endpoint.method, headers, signal, credentials: "omit" };
    if (input.raw !== undefined) {
      const ownType = input.raw instanceof Blob ? input.raw.type : "";
      headers.set("content-type", input.rawType || ownType || "application/octet-stream");
      request.body = input.raw;
    } else if (input.body !== undefined) {
      headers.set("content-type", "application/json");
      request.body = JSON.stringify(input.body);
    }
    try {
      const to = address(endpoint, input);
      const response = await (input.sent && deps.upload
        ? deps.upload(to, request, input.sent)
        : deps.fetch(to, request));
      deps.heardTime?.(response.headers.get("date"));
      const isFile = response.ok && endpoint.replyType !== undefined;
      return { response, text: isFile ? await response.blob() : await response.text() };
    } catch (error) {
      if (input.signal?.aborted) throw aborted();
      if (timeout.signal.aborted)
        throw new ApiProblem({ code: "timeout", status: 0, message: "The server did not answer in time" });
      throw new ApiProblem({
        code: "network",
        status: 0,
        message: `The server could not be reached (${String(error)})`,
      });
    } finally {
      timeout.stop();
    }
  }

  async function dataOf(endpoint: AnyEndpoint, text: string): Promise<unknown> {
    const body = parsed(text);
    if (typeof body !== "object" || body === null || !("data" in body)) throw unreadable("The reply carries no data");
    const data = (body as { data: unknown }).data;
    const wrong = await deps.mismatch?.(endpoint, data);
    if (wrong) throw unreadable(`The reply of ${endpoint.name} has the wrong shape: ${wrong}`);
    return data;
  }

  function address<E extends AnyEndpoint>(endpoint: E, input: Pick<CallInput<E>, "params" | "query"> = {}): string {
    const path = fillPath(endpoint.path, input.params as Record<string, unknown> | undefined);
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries((input.query as Record<string, unknown> | undefined) ?? {})) {
      if (value !== undefined && value !== null) query.append(key, String(value));
    }
    return `${base}${path}${query.size > 0 ? `?${query}` : ""}`;
  }

  return { call, address, listen: eventStream(`${base}/events`) };
}

/** What a write carries, to tell whether another is the same. */
function askedOf({ body, raw }: { body?: unknown; raw?: Blob | ArrayBuffer | string }): string {
  if (raw instanceof ArrayBuffer) return crypto.randomUUID();
  if (!(raw instanceof Blob)) return raw ?? JSON.stringify(body) ?? "";
  const { name, lastModified } = raw as Partial<File>;
  return [raw.size, raw.type, name, lastModified].join("/");
}

/** Fetches a static JSON file of the page's own origin; undefined when it cannot be had. */
export async function getJson(fetcher: typeof fetch, path: string): Promise<unknown> {
  const { signal, stop } = timeLimit(TIMEOUT);
  try {
    const response = await fetcher(path, { credentials: "omit", signal });
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  } finally {
    stop();
  }
}

/** Like `AbortSignal.timeout`, by the page's own timer. */
function timeLimit(ms: number): { signal: AbortSignal; stop: () => void } {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  return { signal: limit.signal, stop: () => clearTimeout(timer) };
}

function parsed(text: string | Blob): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function aborted(): ApiProblem {
  return new ApiProblem({ code: "aborted", status: 0, message: "The call was given up" });
}

function unreadable(message: string): ApiProblem {
  return new ApiProblem({ code: "unreadable", status: 0, message });
}
