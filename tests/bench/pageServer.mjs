// A page of a benchmark's reference: its files compressed, and the page itself for every other address.
import { createServer } from "node:http";
import { brotliCompressSync } from "node:zlib";
import { freePort } from "./product.mjs";

/** Serves `files` (`path: [type, content]`) and the page; answers its address and how to stop it. */
export async function pageServer(page, files) {
  const squeezed = new Map(
    Object.entries(files).map(([path, [type, content]]) => [path, { type, content: brotliCompressSync(content) }]),
  );
  const server = createServer((request, reply) => {
    const found = squeezed.get(request.url);
    if (!found) return reply.setHeader("content-type", "text/html").end(page);
    reply.setHeader("content-type", found.type).setHeader("content-encoding", "br").end(found.content);
  });
  const port = await freePort();
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${port}/`, close: () => new Promise((resolve) => server.close(resolve)) };
}
