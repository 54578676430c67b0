// A body that is a file, in one piece. Each part goes to its place as it comes: joining many megabytes at the end would hold
// the event loop for as long as copying them takes.
import type { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { announcedLength, streamedBody } from "./streamedBody.ts";

/** Throws what fastify throws of its own bodies: 413 over the route's limit, 400 where less comes than was announced. */
export async function wholeBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const parts = await streamedBody(request, payload);
  let body: Buffer = Buffer.allocUnsafeSlow(announcedLength(request) ?? 0);
  let length = 0;
  for await (const part of parts) {
    if (length + part.length > body.length) body = grown(body, length, Math.max(length + part.length, body.length * 2));
    length += part.copy(body, length);
  }
  return body.subarray(0, length);
}

function grown(body: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}
