// `GET /metrics` in Prometheus' text form: how long requests take, what waits, and how the process is.
import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Deps } from "./context.ts";
import { problem } from "./problem.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10];
const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/** Measures every request by its route, never by its address: ids are nobody's business and would not end. */
export function mountMetrics(server: FastifyInstance, deps: Deps): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from request to reply by method, route and status",
    labelNames: ["method", "route", "status"],
    buckets: SECONDS,
    registers: [registry],
  });
  registry.registerMetric(jobsGauge(deps));
  registry.registerMetric(lettersGauge(deps));
  server.addHook("onResponse", async (request, reply) => {
    const route = request.routeOptions.url ?? "none";
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  server.get("/metrics", { logLevel: "silent" }, async (request, reply) => {
    if (!mayRead(request, deps.config.metricsToken)) throw problem("not_found");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** With METRICS_TOKEN whoever has it; without it only this machine, so that nothing is open by accident. */
function mayRead(request: FastifyRequest, token: string): boolean {
  if (token === "") return LOOPBACK.has(request.ip);
  const given = Buffer.from(request.headers.authorization ?? "");
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function lettersGauge({ database }: Deps): Gauge {
  return new Gauge({
    name: "lanyard_letters",
    help: "Letters that wait or have failed",
    labelNames: ["state"],
    registers: [],
    async collect() {
      this.reset();
      const rows = await database.read
        .selectFrom("core_mail")
        .select(({ fn }) => ["state", fn.countAll<number>().as("n")])
        .where("state", "in", ["queued", "failed"])
        .groupBy("state")
        .execute();
      for (const state of ["queued", "failed"]) this.set({ state }, 0);
      for (const { state, n } of rows) this.set({ state }, Number(n));
    },
  });
}

function jobsGauge({ database }: Deps): Gauge {
  return new Gauge({
    name: "lanyard_jobs",
    help: "Jobs that wait, run or have failed",
    labelNames: ["state"],
    registers: [],
    async collect() {
      this.reset();
      const rows = await database.quick
        .selectFrom("core_job")
        .select(({ fn }) => ["state", fn.countAll<number>().as("n")])
        .where("state", "in", ["queued", "running", "failed"])
        .groupBy("state")
        .execute();
      for (const { state, n } of rows) this.set({ state }, Number(n));
    },
  });
}
