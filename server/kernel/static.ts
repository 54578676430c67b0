// The dashboard's own files: compressed beforehand, kept for ever where the name carries a hash, and the page for every screen.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { problem } from "./problem.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown;

/**
 * Serves `dist/web` under `/assets`; answers what to do with an address that no route takes: the page, where a browser asks
 * for one. The page says where the API is, because its first code asks before any settings have arrived.
 */
export function mountDashboard(server: FastifyInstance, folder: string | undefined, apiUrl: string): Answer {
  const nothing: Answer = () => {
    throw problem("not_found");
  };
  if (!folder || !existsSync(join(folder, "index.html"))) return nothing;
  mountAssets(server, join(folder, "assets"));
  const api = `<meta name="api" content="${escaped(apiUrl)}">`;
  const page = readFileSync(join(folder, "index.html"), "utf8").replace("<!-- api -->", () => api);
  const send = keptText(page, tagOf(page), "text/html; charset=utf-8");
  server.get("/", send);
  return (request, reply) => (wantsPage(request) ? send(request, reply) : nothing(request, reply));
}

/**
 * Files of the build, whose names carry a hash of what is in them. A page asks for some twenty at once over six connections:
 * each is read from the disk once and answered from memory, because the steps of a stream of its own would make the others wait.
 */
function mountAssets(server: FastifyInstance, folder: string): void {
  const names = new Set(readdirSync(folder));
  const contents = new Map<string, Buffer>();
  const read = (name: string): Buffer => {
    const content = contents.get(name) ?? readOrRefuse(join(folder, name));
    // Only a developer's tools ask for maps, which are the largest of all.
    if (extname(name) !== ".map") contents.set(name, content);
    return content;
  };
  server.get<{ Params: { name: string } }>("/assets/:name", (request, reply) => {
    const { name } = request.params;
    const type = TYPES[extname(name)];
    if (!names.has(name) || !type) throw problem("not_found");
    const encoding = encodingsOf(request).find((kind) => names.has(name + ENDINGS[kind]));
    // Read before anything is said of it: a refusal is not kept for ever.
    const content = read(encoding ? name + ENDINGS[encoding] : name);
    reply.type(type).header("cache-control", FOR_EVER).header("vary", "accept-encoding");
    if (encoding) reply.header("content-encoding", encoding);
    return reply.send(content);
  });
}

/** Another version that is put where this one runs takes away the files of this one. */
function readOrRefuse(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? problem("not_found") : error;
  }
}

const ENDINGS = { br: ".br", gzip: ".gz" } as const;

/** Encodings that the browser takes, the smallest first. */
function encodingsOf({ headers }: FastifyRequest): ("br" | "gzip")[] {
  const accepted = String(headers["accept-encoding"] ?? "");
  return (["br", "gzip"] as const).filter((kind) => accepted.includes(kind));
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  // Taken as text: an address such as `///` is none to those who read addresses.
  const [path = ""] = url.split(/[?#]/);
  if (method !== "GET" || /^\/(1|i18n|assets)\//.test(path) || /\.[a-z0-9]+$/i.test(path)) return false;
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
    squeezed ??= { br: brotliCompressSync(plain, quality), gzip: gzipSync(plain) };
    const [encoding] = encodingsOf(request);
    if (encoding) return reply.header("content-encoding", encoding).send(squeezed[encoding]);
    return reply.send(plain);
  };
}
