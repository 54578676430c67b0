// The dashboard's built files: the smallest form that the browser takes, kept for ever, and nothing outside of their folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replyWithProblem } from "../../server/kernel/problem.ts";
import { mountDashboard } from "../../server/kernel/static.ts";

const CODE = "export const answer = 42;\n".repeat(50);
const folder = mkdtempSync(join(tmpdir(), "lanyard-assets-"));
let server: FastifyInstance;

beforeAll(async () => {
  mkdirSync(join(folder, "assets"));
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content);
  write("index.html", "<html><!-- api --></html>");
  write("secret.js", "outside");
  write("assets/main-1A2B.js", CODE);
  write("assets/main-1A2B.js.br", brotliCompressSync(CODE));
  write("assets/main-1A2B.js.gz", gzipSync(CODE));
  write("assets/icons-3C4D.woff2", Buffer.from([1, 2, 3]));
  write("assets/old-5E6F.js", CODE);
  write("assets/old-5E6F.js.br", brotliCompressSync(CODE));
  server = fastify();
  const otherwise = mountDashboard(server, folder, "http://api.test");
  server.setNotFoundHandler(async (request, reply) => otherwise(request, reply));
  server.setErrorHandler((error, request, reply) => replyWithProblem(error as Error, request, reply));
  await server.ready();
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, accepted = "") => server.inject({ url, headers: { "accept-encoding": accepted } });

test("a file is sent in the smallest form that the browser takes, and kept for ever", async () => {
  const best = await get("/assets/main-1A2B.js", "gzip, deflate, br");
  expect(best.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  expect(brotliDecompressSync(best.rawPayload).toString()).toBe(CODE);
  const older = await get("/assets/main-1A2B.js", "gzip");
  expect(gunzipSync(older.rawPayload).toString()).toBe(CODE);
  const plain = await get("/assets/main-1A2B.js");
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(plain.body).toBe(CODE);
});

test("a file that has no smaller form is sent as it is", async () => {
  const font = await get("/assets/icons-3C4D.woff2", "br");
  expect(font.headers["content-type"]).toBe("font/woff2");
  expect([...font.rawPayload]).toEqual([1, 2, 3]);
});

test("what is not of the build does not exist, whatever its address looks like", async () => {
  const wrong = [
    "gone.js",
    "..%2Fsecret.js",
    "%2e%2e/secret.js",
    "main-1A2B.js%00.js",
    "__proto__",
    "main-1A2B.js.br",
    "",
  ];
  for (const name of wrong) expect((await get(`/assets/${name}`)).statusCode).toBe(404);
});

test("what another version took away while the server runs does not exist either, and may come back", async () => {
  for (const end of ["", ".br"]) rmSync(join(folder, `assets/old-5E6F.js${end}`));

  for (const accepted of ["", "br"]) {
    const { statusCode, headers } = await get("/assets/old-5E6F.js", accepted);
    expect(statusCode).toBe(404);
    expect(String(headers["cache-control"])).not.toContain("immutable");
    expect(headers).not.toHaveProperty("content-encoding");
  }
});

test.each(["///", "//a//", "///?a=1", "/event/1"])(
  "%s is a screen's address like any other: it is the page",
  async (url) => {
    const { statusCode, body } = await get(url);

    expect([statusCode, body]).toEqual([200, expect.stringContaining("<html>")]);
  },
);
