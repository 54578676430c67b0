// The dashboard's own files: compressed beforehand, kept for ever where the name carries a hash, and the page for every screen.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

const YEAR_S = 31_536_000;

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** Serves `dist/web` under `/assets`; answers what to do with an address that no route takes: the page, where a browser asks for one. */
export async function mountDashboard(server: FastifyInstance, folder: string | undefined): Promise<Answer> {
  const nothing: Answer = () => {
    throw problem("not_found");
  };
  if (!folder || !existsSync(join(folder, "index.html"))) return nothing;
  await server.register(fastifyStatic, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_S * 1000,
    decorateReply: false,
  });
  const page = readFileSync(join(folder, "index.html"), "utf8");
  server.get("/", (_, reply) => sendPage(reply, page));
  return (request, reply) => (wantsPage(request) ? sendPage(reply, page) : nothing(request, reply));
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const { pathname } = new URL(url, "http://local");
  if (method !== "GET" || /^\/(1|i18n|assets)\//.test(pathname) || /\.[a-z0-9]+$/i.test(pathname)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(page);
}

/** JSON that seldom changes, compressed once; revalidated by its tag. */
export function jsonFile(value: unknown, tag: string) {
  const plain = Buffer.from(JSON.stringify(value));
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  let squeezed: { br: Buffer; gzip: Buffer } | undefined;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const etag = `"${tag}"`;
    reply.header("etag", etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    reply.type("application/json; charset=utf-8");
    const accepted = String(request.headers["accept-encoding"] ?? "");
    squeezed ??= { br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) };
    for (const kind of ["br", "gzip"] as const) {
      if (accepted.includes(kind)) return reply.header("content-encoding", kind).send(squeezed[kind]);
    }
    return reply.send(plain);
  };
}
