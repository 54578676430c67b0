// The browser's stores with nothing replaced but the surroundings: a server that answers from a table, storage in memory.
import type { BrowserSettings } from "#schemas/core.ts";
import type { Manifest } from "#schemas/manifest.ts";
import type { App, Event, User } from "#schemas/session.ts";
import type { WebPlugin } from "#web";
import { createClient } from "../../src/kernel/api/client.ts";
import { buildRegistry } from "../../src/kernel/plugin/registry.ts";
import { type Kept, keptIn } from "../../src/kernel/store/kept.ts";
import { buildRoot, type Root } from "../../src/kernel/store/root.ts";

/** One request as it arrived. */
export interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: unknown;
}

/** What the table answers: data, a whole Response, or a function of the request. An Error stands for a broken connection. */
export type Reply = unknown | Response | Error | ((asked: Asked) => unknown);

/** A `fetch` that answers from a table of `"METHOD /path"`; what is not in it is a 404. */
export function fakeServer(table: Record<string, Reply>): { fetch: typeof fetch; asked: Asked[] } {
  const asked: Asked[] = [];
  const answer = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://api.test");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : init.body;
    const request = {
      method: init.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body,
    };
    asked.push(request);
    const found = table[`${request.method} ${request.path}`];
    const reply = await (typeof found === "function" ? found(request) : found);
    if (init.signal?.aborted) throw init.signal.reason;
    if (reply instanceof Error) throw reply;
    if (reply instanceof Response) return reply;
    return reply === undefined ? problemReply(404, "not_found", "There is nothing here") : json({ data: reply });
  };
  return { fetch: answer as typeof fetch, asked };
}

/** A reply with a JSON body. */
export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

/** A problem as the server sends it. */
export function problemReply(status: number, code: string, message: string, more: object = {}): Response {
  return json({ error: { code, message, requestId: "r-1", ...more } }, status);
}

/** Storage in memory. */
export function keptInMemory(start: Record<string, string> = {}): Kept {
  const values = new Map(Object.entries(start));
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  };
  return keptIn(() => storage as unknown as Storage);
}

export const settings: BrowserSettings = {
  apiUrl: "",
  environment: "development",
  product: "lanyard",
  oldDashboardUrl: "",
  publicNetworkingUrl: "https://networking.test",
  apiDocsUrl: "",
  sentryDsn: "",
  gridLicenseKey: "",
  analyticsUrl: "",
  analyticsToken: "",
  release: "test",
  sendsMail: true,
};

interface Options {
  table?: Record<string, Reply>;
  manifests?: Manifest[];
  faces?: WebPlugin[];
  local?: Kept;
  tab?: Kept;
  settings?: Partial<BrowserSettings>;
  hasOtp?: boolean;
  /** No navigation is allowed, as where unsaved changes hold it back. */
  isHeldBack?: boolean;
  now?: Date;
}

/** The whole tree of stores, and what it asked for and where it went. */
export function web(options: Options = {}) {
  const { fetch, asked } = fakeServer(options.table ?? {});
  const went: string[] = [];
  const reported: unknown[] = [];
  const local = options.local ?? keptInMemory();
  const tab = options.tab ?? keptInMemory();
  const registry = buildRegistry(options.manifests ?? [], options.faces ?? []);
  const parts = {
    api: undefined as never,
    settings: { ...settings, ...options.settings },
    now: () => options.now ?? new Date("2026-06-15T12:00:00Z"),
    t: (key: string) => key,
    locale: () => "en-gb",
    local,
    tab,
    go: (path: string, state?: unknown) => {
      went.push(path);
      if (options.isHeldBack !== true) root.session.follow(state);
    },
    report: (error: unknown) => void reported.push(error),
  };
  const root: Root = buildRoot(registry, parts, (env) => {
    env.api = createClient({
      apiUrl: env.settings.apiUrl,
      fetch,
      dashboardToken: () => root.session.token,
      app: () => root.session.app,
      retrieveAppToken: (appId) => root.session.retrieveAppToken(appId),
      hasOtp: () => options.hasOtp ?? false,
      onUnauthenticated: (token) => root.session.end(token),
      log: () => undefined,
      wait: () => Promise.resolve(),
    });
  });
  return { root, session: root.session, asked, went, reported, local, tab };
}

export const aUser: User = {
  user_id: 7,
  first_name: "Ada",
  last_name: "Byron",
  user_email: "ada@demo.test",
  applications: [1, 2],
};

/** An app; all events allowed and role 1 unless told. */
export function anApp(id: number, more: Partial<App> = {}): App {
  return {
    id,
    name: `App ${id}`,
    allowed_containers: [-1],
    accessRole: { id: 1, name: "Super admin" },
    locales: { default_locale: "en-gb", supported_locales: ["en-gb"] },
    token: `app-token-${id}`,
    ...more,
  };
}

/** An event that begins on the given day and lasts until its evening. */
export function anEvent(id: number, day: string, more: Partial<Event> = {}): Event {
  return {
    id,
    name: `Event ${id}`,
    active: 1,
    web_networking_activated: 1,
    format: "in_person",
    timezone: "Europe/London",
    date: { date_start: `${day}T08:00:00.000Z`, date_end: `${day}T18:00:00.000Z` },
    dropdownName: `Event ${id} (${id})`,
    rev: 1,
    ...more,
  };
}
