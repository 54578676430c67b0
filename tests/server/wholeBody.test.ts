// Bodies that are files, over real connections: announced or not, too large, cut off.
import { once } from "node:events";
import { connect } from "node:net";
import { Readable } from "node:stream";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { wholeBody } from "../../server/kernel/wholeBody.ts";

const LIMIT = 1_000_000;
let server: FastifyInstance;
let address: string;

beforeAll(async () => {
  server = Fastify({ bodyLimit: LIMIT });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("*", wholeBody);
  server.post("/", async ({ body }) => {
    const bytes = body as Buffer;
    return { length: bytes.length, sum: bytes.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7) };
  });
  address = await server.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) % 256));
const sumOf = (of: Buffer) => of.reduce((sum, byte) => (sum * 31 + byte) % 1_000_003, 7);
const headers = { "content-type": "text/csv" };

async function* inParts(all: Buffer, size: number) {
  for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size);
}

test.each([0, 1, 65_536, 999_999, LIMIT])("%i bytes arrive as they were sent, announced or not", async (length) => {
  const all = bytes(length);
  const announced = await fetch(address, { method: "POST", headers, body: all });
  expect(await announced.json()).toEqual({ length, sum: sumOf(all) });

  const body = Readable.toWeb(Readable.from(inParts(all, 10_007))) as ReadableStream;
  const unannounced = await fetch(address, { method: "POST", headers, body, duplex: "half" } as RequestInit);
  expect(await unannounced.json()).toEqual({ length, sum: sumOf(all) });
});

test("more than the route takes is answered with 413, announced or not", async () => {
  const all = bytes(LIMIT + 1);
  expect((await fetch(address, { method: "POST", headers, body: all })).status).toBe(413);
  const said = await overSocket(
    "transfer-encoding: chunked",
    `${all.length.toString(16)}\r\n${all.toString("latin1")}\r\n`,
  );
  expect(said).toContain("413 Payload Too Large");
});

test("whoever sends far more can send it all, and hears that it is too much", async () => {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  let said = "";
  let broken: Error | undefined;
  socket.on("data", (more) => {
    said += more.toString();
  });
  socket.on("error", (error) => {
    broken = error;
  });
  const piece = bytes(LIMIT);
  const count = 40;
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: ${count * LIMIT}\r\n\r\n`);
  for (let at = 0; at < count && !broken; at++)
    await new Promise<void>((sent) => socket.write(piece, () => setImmediate(sent)));
  await Promise.race([once(socket, "close"), once(socket, "end")]);

  expect(broken).toBeUndefined();
  expect(said).toContain("413 Payload Too Large");
});

test("a body that ends before its announced length reaches nobody", async () => {
  const socket = connect(Number(new URL(address).port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\ncontent-length: 1000\r\n\r\nname\nAda");
  await new Promise((sent) => setTimeout(sent, 50));
  socket.destroy();
  expect((await fetch(address, { method: "POST", headers, body: "still there" })).status).toBe(200);
});

/** What the server says before whoever sends has ended. */
function overSocket(header: string, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(address).port), "127.0.0.1");
    socket.on("data", (said) => {
      resolve(said.toString());
      socket.destroy();
    });
    socket.on("error", reject);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: text/csv\r\n${header}\r\n\r\n`);
    socket.write(Buffer.from(body, "latin1"));
  });
}
