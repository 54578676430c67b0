// A proxy between client and server that loses answers: what was asked has been done by then, and the connection breaks.
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy on a port of its own. */
export interface LossyProxy {
  url: string;
  /** Where it leads to; another server may take the place of one that ended. */
  target: string;
  /** Loses the answers to the next writes whose address ends so. */
  lose(path: string, times: number, beforeLosing?: () => Promise<unknown>): void;
  /** What came by: method, address and key of each write. */
  writes: { method: string; path: string; key: string | undefined; status: number }[];
  close(): Promise<void>;
}

/** Starts one before a server. */
export async function lossyProxy(target: string): Promise<LossyProxy> {
  let losing = { path: "", times: 0, beforeLosing: async (): Promise<unknown> => undefined };
  const proxy: Omit<LossyProxy, "url" | "close"> = {
    target,
    writes: [],
    lose: (path, times, beforeLosing = async () => undefined) => {
      losing = { path, times, beforeLosing };
    },
  };
  const server: Server = createServer(async (asked, reply) => {
    const { method = "GET", url = "/" } = asked;
    try {
      const answer = await passedOn(proxy.target, asked);
      const { statusCode: status = 502, headers } = answer;
      // A stream of messages has no end that could be waited for.
      if (method === "GET") {
        reply.once("close", () => answer.destroy());
        answer.pipe(reply.writeHead(status, headers));
        return;
      }
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part as Buffer);
      proxy.writes.push({ method, path: url, key: keyOf(asked), status });
      if (losing.times > 0 && url.endsWith(losing.path)) {
        losing.times -= 1;
        await losing.beforeLosing();
        asked.socket.destroy();
        return;
      }
      const { "transfer-encoding": _, ...kept } = headers;
      reply.writeHead(status, kept).end(Buffer.concat(parts));
    } catch {
      asked.socket.destroy();
    }
  });
  await new Promise<void>((go) => server.listen(0, "127.0.0.1", go));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((go) => {
      server.closeAllConnections();
      server.close(() => go());
    });
  return Object.assign(proxy, { url, close });
}

const keyOf = ({ headers }: IncomingMessage) => headers["idempotency-key"] as string | undefined;

function passedOn(target: string, asked: IncomingMessage): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const { method = "GET", url = "/", headers } = asked;
    const on = request(`${target}${url}`, { method, headers }, done);
    on.once("error", fail);
    asked.pipe(on);
  });
}
