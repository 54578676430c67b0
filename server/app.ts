// buildApp: everything but listening. Tests start here.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import helmet from "@fastify/helmet";
import Fastify, { type FastifyInstance, type FastifyServerOptions } from "fastify";
import { sql } from "kysely";
import { manifests } from "#project/server";
import { LOCALES } from "#schemas/scalars.ts";
import { accountRoutes } from "./core/accounts/routes.ts";
import { appRoutes } from "./core/apps/routes.ts";
import { auditRoutes } from "./core/audit/routes.ts";
import { eventRoutes } from "./core/events/routes.ts";
import { IMPORT_JOB, importJob, importRoutes } from "./core/imports/routes.ts";
import { jobRoutes } from "./core/jobs/routes.ts";
import { checkNavigation } from "./core/navigation/check.ts";
import { LiveNavigation } from "./core/navigation/navigation.ts";
import { navigationRoutes } from "./core/navigation/routes.ts";
import { mountEventStream } from "./core/navigation/stream.ts";
import type { Deps } from "./kernel/context.ts";
import { mountMetrics } from "./kernel/metrics.ts";
import { once } from "./kernel/once.ts";
import { openapi } from "./kernel/openapi.ts";
import type { ServerPlugin } from "./kernel/plugins.ts";
import { problem, replyWithProblem } from "./kernel/problem.ts";
import { checkReplies } from "./kernel/replies.ts";
import { mount, type Route, refuseOtherMethods } from "./kernel/route.ts";
import { jsonFile, mountDashboard, tagOf } from "./kernel/static.ts";
import { streamedBody } from "./kernel/streamedBody.ts";
import { readTranslations, type ShellTexts, textPaths, withTexts } from "./kernel/translations.ts";
import { useValidation } from "./kernel/validation.ts";
import { wholeBody } from "./kernel/wholeBody.ts";

/** Options that a start chooses: the areas, and where the log goes. */
export interface AppOptions {
  plugins: readonly ServerPlugin[];
  logger?: FastifyServerOptions["logger"];
  /** Folder of the built dashboard; none in API tests. */
  dashboard?: string;
  /** Jobs and mail begin once it listens, since a second start on the same port must leave the first its own; API tests do not listen. */
  worksFrom?: "onListen" | "onReady";
}

/** Every route of the house and its areas, in no particular order. */
export function routesOf(plugins: readonly ServerPlugin[], navigation: LiveNavigation): Route[] {
  const importers = plugins.flatMap((plugin) => plugin.importers ?? []);
  return [
    ...accountRoutes,
    ...appRoutes,
    ...eventRoutes,
    ...jobRoutes,
    ...auditRoutes,
    ...importRoutes(importers),
    ...navigationRoutes(navigation),
    ...plugins.flatMap((plugin) => plugin.routes),
  ];
}

/** What is read beside the endpoints. */
const DOCUMENTS = [
  "/events",
  "/health",
  "/i18n/{locale}/{file}",
  "/metrics",
  "/openapi.json",
  "/ready",
  "/settings.json",
] as const;

/** Builds the server over an open and migrated database. Closing it stops its jobs; the database stays open. */
export async function buildApp(
  deps: Deps,
  { plugins, logger = false, dashboard, worksFrom = "onListen" }: AppOptions,
): Promise<FastifyInstance> {
  const server = Fastify({
    logger,
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
    forceCloseConnections: "idle",
    // Who asks while the server stops is still answered, on a connection that closes then.
    return503OnClosing: false,
    // A file of some hundred megabytes over a slow line arrives in this time; who only pretends to send is given up.
    requestTimeout: 600_000,
    // The address of a list holds its filters, and one of them may name a thousand options.
    http: { maxHeaderSize: 128 * 1024 },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    // What the router itself refuses, such as a part of the address that is too long to name anything.
    frameworkErrors: (error, request, reply) => {
      replyWithProblem(error, request, reply);
    },
  });
  useValidation(server);
  if (deps.checkReplies) checkReplies(server);
  await useSecureHeaders(server, deps);
  acceptFiles(server);
  server.setErrorHandler((error, request, reply) => {
    replyWithProblem(error as Error, request, reply);
  });
  let closing = false;
  server.addHook("preClose", async () => {
    closing = true;
  });
  server.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // A connection that stays open would hold up the stop.
    if (closing) reply.header("connection", "close");
    if (request.url.startsWith("/1/") && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });

  const navigation = new LiveNavigation(
    join(deps.root, "nav.config.json"),
    manifests,
    textPaths(deps.root, manifests),
    checkNavigation(deps.root),
  );
  const routes = routesOf(plugins, navigation);
  const endpoints = routes.map((each) => each.endpoint);
  deps.endpoints = () => endpoints;
  for (const each of routes) if (!each.endpoint.rawBody) mount(server, deps, each);
  for (const [isStreamed, parse] of [
    [undefined, wholeBody],
    [true, streamedBody],
  ] as const)
    await server.register(async (files) => {
      // Where the body is a file, JSON is a file like any other.
      files.removeAllContentTypeParsers();
      files.addContentTypeParser("*", parse);
      for (const each of routes)
        if (each.endpoint.rawBody && each.endpoint.rawBody.isStreamed === isStreamed) mount(files, deps, each);
    });
  refuseOtherMethods(server, [...endpoints, ...DOCUMENTS.map((path) => ({ path, method: "GET" as const }))]);
  mountEventStream(server, deps, navigation);
  mountDocuments(server, deps, routes, navigation);
  mountMetrics(server, deps);
  const otherwise = mountDashboard(server, dashboard, deps.config.browser.apiUrl);
  server.setNotFoundHandler(async (request, reply) => otherwise(request, reply));

  const importers = plugins.flatMap((plugin) => plugin.importers ?? []);
  const jobs = Object.assign({}, ...plugins.map((plugin) => plugin.jobs ?? {}));
  server.addHook("onReady", async () => {
    navigation.watch();
    // Whoever notices an edit first tells the other processes.
    navigation.onChange((revision) => deps.database.channel.tell("navigation", revision));
    deps.database.channel.on("navigation", () => navigation.read());
  });
  server.addHook(worksFrom as "onListen", async () => {
    deps.mailer.start(deps);
    const tidies = plugins.flatMap((plugin) => plugin.tidy ?? []);
    deps.jobs.start(deps, { ...jobs, [IMPORT_JOB]: importJob(importers) }, tidies);
  });
  server.addHook("onClose", async () => {
    navigation.stop();
    await deps.jobs.stop();
    await deps.mailer.stop();
  });
  return server;
}

async function useSecureHeaders(server: FastifyInstance, { config }: Deps): Promise<void> {
  const { apiUrl, sentryDsn, analyticsUrl } = config.browser;
  const outside = [apiUrl, sentryDsn, analyticsUrl].filter(Boolean).map((address) => new URL(address).origin);
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:", "blob:", ...(apiUrl ? [new URL(apiUrl).origin] : [])],
        connectSrc: ["'self'", ...outside],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Strings become HTML or code by one policy only: src/app/trustedTypes.ts.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["default"],
      },
    },
    // Whether the site is reached by https is the proxy's knowledge.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  });
}

/** Where the body has a shape it is JSON; where it has none, whatever comes is read and left alone. */
function acceptFiles(server: FastifyInstance): void {
  for (const type of ["*", "text/plain"]) {
    server.addContentTypeParser(type, { parseAs: "buffer" }, (request, body, done) => {
      if (request.routeOptions.schema?.body) done(problem("unsupported_media"));
      else done(null, body);
    });
  }
}

function mountDocuments(
  server: FastifyInstance,
  { root, config, database }: Deps,
  routes: readonly Route[],
  navigation: LiveNavigation,
): void {
  const { release, product } = config.browser;
  const texts = readTranslations(root, manifests);
  const fileOf = (value: unknown) => once(() => jsonFile(value, tagOf(value)));
  const files = new Map([...texts].map(([key, value]) => [key, fileOf(value)]));
  const ofAreas = new Map(files);
  let edited: string[] = [];
  const nameAnew = () => {
    // What the navigation names no longer is again as its area came.
    for (const file of edited) files.set(file, ofAreas.get(file) as ReturnType<typeof fileOf>);
    edited = [];
    for (const locale of LOCALES) {
      const shell = texts.get(`${locale}/shell`) as ShellTexts;
      files.set(`${locale}/shell`, fileOf(withTexts(shell, locale, navigation.current.texts)));
    }
    // The file of an area lies over the shell's texts once it is opened.
    for (const { locale, namespace, texts: named } of navigation.current.texts) {
      const file = `${locale}/${namespace}`;
      const known = texts.get(file);
      if (!known) continue;
      files.set(file, fileOf({ ...known, ...named }));
      edited.push(file);
    }
  };
  nameAnew();
  navigation.onChange(nameAnew);
  server.get<{ Params: { locale: string; file: string } }>("/i18n/:locale/:file", (request, reply) => {
    const { locale, file } = request.params;
    const known =
      (LOCALES as readonly string[]).includes(locale) && files.get(`${locale}/${file.replace(/\.json$/, "")}`);
    if (!known || !file.endsWith(".json")) throw problem("not_found");
    return known()(request, reply);
  });
  // Nobody waits at the start for what few ask for.
  const described = once(() => {
    const endpoints = routes.map((each) => each.endpoint);
    const description = openapi(endpoints, { title: `${product} API`, version: release });
    return jsonFile(description, tagOf(description));
  });
  server.get("/openapi.json", (request, reply) => described()(request, reply));
  server.get("/settings.json", jsonFile(config.browser, tagOf(config.browser)));
  server.get("/health", async () => ({ data: { alive: true } }));
  server.get("/ready", async () => {
    if (database.refusal?.()) throw problem("unavailable");
    await sql`select 1`.execute(database.quick).catch(() => {
      throw problem("unavailable");
    });
    return { data: { ready: true } };
  });
}
