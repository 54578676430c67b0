// A real server on a fresh database for one test file, asked by injection as a person of the demo.
import { randomBytes } from "node:crypto";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { faces, manifests } from "#project/server";
import type { Problem } from "#schemas/problem.ts";
import type { ROLES } from "#schemas/scalars.ts";
import { buildApp } from "../../server/app.ts";
import { readConfig } from "../../server/config.ts";
import type { Way } from "../../server/db/heard.ts";
import { fillDemo } from "../../server/demo/demo.ts";
import { DEMO_PASSWORD } from "../../server/demo/people.ts";
import { openDeps } from "../../server/deps.ts";
import type { Deps } from "../../server/kernel/context.ts";
import { arrangePlugins, type ServerPlugin } from "../../server/kernel/plugins.ts";
import { demoName, onServer } from "./run.ts";

export type RoleName = (typeof ROLES)[number]["name"];
export type DemoApp = "northwind" | "harbour";
export type TestDatabase = "sqlite" | "postgres";

/** The database of this run: the vitest project `server` asks SQLite, the project `postgres` runs the same files on PostgreSQL. */
export const testDatabase: TestDatabase = process.env["TEST_DATABASE"] === "postgres" ? "postgres" : "sqlite";

/** The same as a list, for `describe.each`. */
export const testDatabases: readonly TestDatabase[] = [testDatabase];

/** The project's folder. */
export const root = join(import.meta.dirname, "../..");

/** What a test may choose. The demo of the areas is left out unless asked for: most tests make what they need. */
export interface AppOptions {
  database?: TestDatabase;
  now?: () => Date;
  areaDemo?: boolean;
  env?: Record<string, string>;
  readers?: number;
  /** Another project's folder, with a nav.config.json of its own. */
  root?: string;
  /** Hears of the text of every statement. */
  hear?: (text: string, way: Way) => void;
}

/** The answer to a question: `data` of a reply, `error` of a problem. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape that it asks for
export interface Answer<T = any> {
  status: number;
  data: T;
  error: Problem;
  response: LightMyRequestResponse;
}

/** Somebody who is logged in, with the application token of one app. */
export interface Asker {
  headers: Record<string, string>;
  userId: number;
  ask: (method: string, path: string, body?: unknown, options?: InjectOptions) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
  post: (path: string, body?: unknown) => Promise<Answer>;
  patch: (path: string, body?: unknown) => Promise<Answer>;
  put: (path: string, body?: unknown) => Promise<Answer>;
  remove: (path: string) => Promise<Answer>;
  /** Sends a file to an import and waits for its job. */
  importFile: (eventId: number, query: string, file: Buffer | string) => Promise<Answer>;
  /** Waits until a job has ended. */
  finished: (jobId: number) => Promise<Answer>;
}

export interface TestApp {
  server: FastifyInstance;
  deps: Deps;
  plugins: readonly ServerPlugin[];
  apps: Record<DemoApp, number>;
  /** Ids of the demo's events by name. */
  events: Record<string, number>;
  bigEventId: number;
  as: (role: RoleName, app?: DemoApp) => Promise<Asker>;
  anonymous: Asker;
  /** Waits until no job is queued or running. */
  resting: () => Promise<void>;
  close: () => Promise<void>;
}

/** Builds the app with the demo's people, apps and events. Close it in `afterAll`. */
export async function app(options: AppOptions = {}): Promise<TestApp> {
  const plugins = arrangePlugins(faces, manifests);
  const { now, readers = 0, hear } = options;
  // The demo counts its days from today; whoever has a clock of their own has a demo of their own.
  const place = await (now ? freshPlace(options.database) : demoPlace(plugins, options));
  const config = readConfig({ LOG_LEVEL: "silent", ...options.env, DATABASE_URL: place.url });
  const folder = options.root ?? root;
  const deps = await openDeps(config, plugins, {
    root: folder,
    readers,
    checkReplies: true,
    ...(now ? { now } : {}),
    ...(hear && { log: ({ query }, way) => hear(query.sql, way) }),
  });
  if (now) await fillDemo(deps, options.areaDemo ? plugins : []);
  const server = await buildApp(deps, { plugins, worksFrom: "onReady" });
  await server.ready();
  const events = await deps.database.quick.selectFrom("core_event").select(["id", "name"]).execute();
  const apps = await deps.database.quick.selectFrom("core_app").select(["id", "name"]).execute();
  const idOf = (rows: { id: number; name: string }[], name: string) => rows.find((row) => row.name === name)?.id ?? 0;
  const ids = { northwind: idOf(apps, "Northwind Events"), harbour: idOf(apps, "Harbour Expo") };
  return {
    server,
    deps,
    plugins,
    apps: ids,
    events: Object.fromEntries(events.map((event) => [event.name, event.id])),
    bigEventId: idOf(events, "Northwind Summit"),
    as: (role, name = "northwind") => logIn(server, role, ids[name]),
    anonymous: asker(server, {}, 0),
    resting: () => resting(deps),
    close: async () => {
      await server.close();
      await deps.database.close();
      await place.remove();
    },
  };
}

async function logIn(server: FastifyInstance, role: RoleName, appId: number): Promise<Asker> {
  const body = { email: `${role}@demo.test`, password: DEMO_PASSWORD };
  const login = await asker(server, {}, 0).post("/1/dashboard/user/login", body);
  const dashboard = { "x-dashboard-authorization": login.data.token as string };
  const chosen = await asker(server, dashboard, 0).get(`/1/dashboard/application/${appId}`);
  return asker(server, { ...dashboard, authorization: `Bearer ${chosen.data.token}` }, login.data.user.user_id);
}

function asker(server: FastifyInstance, headers: Record<string, string>, userId: number): Asker {
  const ask: Asker["ask"] = async (method, path, body, options = {}) => {
    const response = await server.inject({
      method: method as "GET",
      url: path,
      ...(body === undefined ? {} : { payload: body as object }),
      ...options,
      headers: { ...headers, ...options.headers },
    });
    const json = /json/.test(String(response.headers["content-type"])) ? response.json() : {};
    return { status: response.statusCode, data: json.data, error: json.error, response };
  };
  const finished: Asker["finished"] = async (jobId) => {
    for (;;) {
      const job = await ask("GET", `/1/api/job/${jobId}`);
      if (job.status !== 200 || !["queued", "running"].includes(job.data.state)) return job;
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  return {
    headers,
    userId,
    ask,
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
    patch: (path, body) => ask("PATCH", path, body),
    put: (path, body) => ask("PUT", path, body),
    remove: (path) => ask("DELETE", path),
    finished,
    importFile: async (eventId, query, file) => {
      const headersOfFile = { "content-type": "application/octet-stream" };
      const started = await ask("POST", `/1/api/container/${eventId}/import?${query}`, file, {
        headers: headersOfFile,
      });
      return started.status === 202 ? finished(started.data.job.id) : started;
    },
  };
}

async function resting({ database }: Deps): Promise<void> {
  const open = database.quick.selectFrom("core_job").select("id").where("state", "in", ["queued", "running"]);
  while (await open.executeTakeFirst()) await new Promise((resolve) => setTimeout(resolve, 15));
}

interface Place {
  url: string;
  remove: () => Promise<void>;
}

/** Databases with the demo, made once for all files of this process and copied for each of them. */
const demos = new Map<string, Promise<string>>();

async function demoPlace(plugins: readonly ServerPlugin[], { database = testDatabase, areaDemo }: AppOptions) {
  const which = `${database}-${areaDemo ? "whole" : "bare"}`;
  const made = demos.get(which) ?? demoOf(plugins, which, areaDemo === true);
  demos.set(which, made);
  const name = await made;
  return database === "postgres" ? postgresPlace(name) : sqlitePlace(name);
}

/** What the copies are made of: a file, or the name of a database. The run takes it away at its end (`run.ts`). */
async function demoOf(plugins: readonly ServerPlugin[], which: string, isWhole: boolean): Promise<string> {
  const { LANYARD_TEST_RUN: run = "", TEST_DATABASE_URL: server = "" } = process.env;
  const own = `${which}_${process.pid}`;
  const name = which.startsWith("postgres") ? demoName(run, own) : join(run, `${own}.db`);
  const url = which.startsWith("postgres") ? await createDatabase(server, name) : `sqlite:${name}`;
  const config = readConfig({ LOG_LEVEL: "silent", DATABASE_URL: url });
  const deps = await openDeps(config, plugins, { root, readers: 0 });
  await fillDemo(deps, isWhole ? plugins : []);
  await deps.database.close();
  return name;
}

/** An empty database of its own. */
export async function freshPlace(database: TestDatabase = testDatabase): Promise<Place> {
  return database === "postgres" ? postgresPlace() : sqlitePlace();
}

function sqlitePlace(like?: string): Place {
  const folder = mkdtempSync(join(tmpdir(), "lanyard-"));
  const file = join(folder, "test.db");
  if (like) copyFileSync(like, file);
  return {
    url: `sqlite:${file}`,
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function postgresPlace(like?: string): Promise<Place> {
  const server = process.env["TEST_DATABASE_URL"] as string;
  const name = `lanyard_test_${randomBytes(6).toString("hex")}`;
  const url = await createDatabase(server, name, like);
  return { url, remove: async () => void (await onServer(server, `drop database ${name} with (force)`)) };
}

async function createDatabase(server: string, name: string, like?: string): Promise<string> {
  await onServer(server, `create database ${name}${like ? ` template ${like}` : ""}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
