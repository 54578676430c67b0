// The dashboard's own files: compressed beforehand, kept for ever where the name carries a hash, and the page for every screen.
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

const YEAR_S = 31_536_000;

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves `dist/web` under `/assets`; answers what to do with an address that no route takes: the page, where a browser asks
 * for one. The page says where the API is, because its first code asks before any settings have arrived.
 */
export async function mountDashboard(
  server: FastifyInstance,
  folder: string | undefined,
  apiUrl: string,
): Promise<Answer> {
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
  const api = `<meta name="api" content="${escaped(apiUrl)}">`;
  const page = readFileSync(join(folder, "index.html"), "utf8").replace("<!-- api -->", () => api);
  const send = keptText(page, tagOf(page), "text/html; charset=utf-8");
  server.get("/", send);
  return (request, reply) => (wantsPage(request) ? send(request, reply) : nothing(request, reply));
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const { pathname } = new URL(url, "http://local");
  if (method !== "GET" || /^\/(1|i18n|assets)\//.test(pathname) || /\.[a-z0-9]+$/i.test(pathname)) return false;
  return headers.accept === undefined || /text\/html|\*\/\*/.test(headers.accept);
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
}

/** Names a text or value by what is in it. */
export function tagOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 20);
}

/** JSON that seldom changes, compressed once; revalidated by its tag. */
export function jsonFile(value: unknown, tag: string) {
  return keptText(JSON.stringify(value), tag, "application/json; charset=utf-8");
}

function keptText(text: string, tag: string, type: string) {
  const plain = Buffer.from(text);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
  let squeezed: { br: Buffer; gzip: Buffer } | undefined;
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const etag = `"${tag}"`;
    reply.header("etag", etag).header("cache-control", "no-cache").header("vary", "accept-encoding");
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    reply.type(type);
    const accepted = String(request.headers["accept-encoding"] ?? "");
    squeezed ??= { br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) };
    for (const kind of ["br", "gzip"] as const) {
      if (accepted.includes(kind)) return reply.header("content-encoding", kind).send(squeezed[kind]);
    }
    return reply.send(plain);
  };
}
