// Files on their way to the server: how far they are is told, and who gives up sending ends it.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { upload } from "../../src/kernel/api/upload.ts";

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "x-request-id",
};
let server: Server;
let address: string;
let gone: number;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.method === "OPTIONS") return response.writeHead(204, CORS).end();
    if (request.url === "/slow") {
      request.once("close", () => {
        gone += 1;
      });
      return;
    }
    let length = 0;
    request.on("data", (piece: Buffer) => {
      length += piece.length;
    });
    request.on("end", () => {
      response.writeHead(202, { ...CORS, "content-type": "application/json", "x-request-id": "abc" });
      response.end(JSON.stringify({ length, type: request.headers["content-type"] }));
    });
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("an upload tells how far it is and answers as fetch does", async () => {
  const heard: number[] = [];
  const body = new Blob(["x".repeat(3_000_000)]);

  const answer = await upload(
    `${address}/file`,
    { method: "POST", headers: new Headers({ "content-type": "text/csv" }), body },
    (share) => heard.push(share),
  );

  expect([answer.ok, answer.status, answer.headers.get("x-request-id")]).toEqual([true, 202, "abc"]);
  expect(await answer.json()).toEqual({ length: 3_000_000, type: "text/csv" });
  expect(heard.at(-1)).toBe(1);
});

test("who stops it ends the connection", async () => {
  gone = 0;
  const stop = new AbortController();
  const request = { method: "POST", body: "x", signal: stop.signal };
  const sent = upload(`${address}/slow`, request, () => undefined);
  setTimeout(() => stop.abort(), 300);

  await expect(sent).rejects.toThrow("stopped");
  await vi.waitFor(() => expect(gone).toBe(1));
  await expect(upload(`${address}/slow`, request, () => undefined)).rejects.toThrow("stopped");
});
