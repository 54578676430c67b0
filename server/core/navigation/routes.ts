// The navigation, and the stream of events by which open browsers learn that it changed, or that a session ended.
import type { FastifyInstance } from "fastify";
import { getNavigation } from "#schemas/core.ts";
import type { Deps } from "../../kernel/context.ts";
import { type Route, route } from "../../kernel/route.ts";
import type { LiveNavigation } from "./navigation.ts";

const KEEP_ALIVE_MS = 25_000;

export function navigationRoutes(navigation: LiveNavigation): Route[] {
  return [route(getNavigation, async () => navigation.current)];
}

/** `GET /events`: server-sent events. They tell that something changed, never what: the data is asked with a token. */
export function mountEventStream(server: FastifyInstance, { database }: Deps, navigation: LiveNavigation): void {
  const open = new Set<() => void>();
  server.get("/events", { logLevel: "silent" }, (_, reply) => {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      // A connection that waited for another request after the stream's end would hold up the stop.
      connection: "close",
    });
    raw.write(`retry: 2000\nevent: navigation\ndata: ${navigation.current.revision}\n\n`);
    const silence = navigation.onChange((revision) => raw.write(`event: navigation\ndata: ${revision}\n\n`));
    const deafen = database.channel.on("session-ended", (tag) => raw.write(`event: session-ended\ndata: ${tag}\n\n`));
    const alive = setInterval(() => raw.write(": still here\n\n"), KEEP_ALIVE_MS);
    const end = () => {
      clearInterval(alive);
      silence();
      deafen();
      open.delete(end);
      // A page that does not read any more would hold up the stop as well.
      raw.end(() => raw.destroy());
    };
    open.add(end);
    raw.on("close", end);
  });
  server.addHook("preClose", async () => {
    for (const end of [...open]) end();
  });
}
