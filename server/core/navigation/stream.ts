// The stream of events by which open browsers learn that the navigation changed, or that a session ended.
import type { FastifyInstance } from "fastify";
import type { Deps } from "../../kernel/context.ts";
import { problem } from "../../kernel/problem.ts";
import { placeOf } from "../accounts/throttle.ts";
import type { LiveNavigation } from "./navigation.ts";

const KEEP_ALIVE_MS = 25_000;
/** Streams that stay open at once: of one network address, behind which a whole office may be, and of all. */
const MOST = { place: 300, all: 5000 };
/** What a page may leave unread before it is taken for gone. */
const UNREAD_BYTES = 65_536;

/** `GET /events`: server-sent events. They tell that something changed, never what: the data is asked with a token. */
export function mountEventStream(server: FastifyInstance, { database }: Deps, navigation: LiveNavigation): void {
  const open = new Set<() => void>();
  const places = new Map<string, number>();
  server.get("/events", { logLevel: "silent" }, (request, reply) => {
    const place = placeOf(request.ip);
    const here = places.get(place) ?? 0;
    if (here >= MOST.place || open.size >= MOST.all)
      throw problem("unavailable", { message: "Too many pages are listening; close some of them" });
    places.set(place, here + 1);

    reply.hijack();
    const { raw } = reply;
    const say = (text: string) => {
      if (raw.writableLength > UNREAD_BYTES) end();
      else raw.write(text);
    };
    const silence = navigation.onChange((revision) => say(`event: navigation\ndata: ${revision}\n\n`));
    const deafen = database.channel.on("session-ended", (tag) => say(`event: session-ended\ndata: ${tag}\n\n`));
    const alive = setInterval(() => say(": still here\n\n"), KEEP_ALIVE_MS);
    const end = () => {
      if (!open.delete(end)) return;
      clearInterval(alive);
      silence();
      deafen();
      const left = (places.get(place) ?? 1) - 1;
      if (left > 0) places.set(place, left);
      else places.delete(place);
      // A page that does not read any more would hold up the stop as well.
      raw.end(() => raw.destroy());
    };
    open.add(end);
    raw.on("close", end);
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      // A connection that waited for another request after the stream's end would hold up the stop.
      connection: "close",
    });
    say(`retry: 2000\nevent: navigation\ndata: ${navigation.current.revision}\n\n`);
  });
  server.addHook("preClose", async () => {
    for (const end of [...open]) end();
  });
}
