// A body that is a file, in one piece. Each part goes to its place as it comes: joining many megabytes at the end would hold
// the event loop for as long as copying them takes.
import type { Readable } from "node:stream";
import { errorCodes, type FastifyRequest } from "fastify";

const { FST_ERR_CTP_BODY_TOO_LARGE: TooLarge, FST_ERR_CTP_INVALID_CONTENT_LENGTH: CutOff } = errorCodes;

/** Throws what fastify throws of its own bodies: 413 over the route's limit, 400 where less comes than was announced. */
export async function wholeBody(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const limit = request.routeOptions.bodyLimit;
  const announced = Number(request.headers["content-length"] ?? Number.NaN);
  if (announced > limit) throw new TooLarge();
  let body: Buffer = Buffer.allocUnsafeSlow(Number.isNaN(announced) ? 0 : announced);
  let length = 0;
  // Whoever sends too much is told so, which needs the connection.
  for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (length + part.length > limit) {
      // What nobody reads would stand in the way of the end of the connection.
      payload.resume();
      throw new TooLarge();
    }
    if (length + part.length > body.length) body = grown(body, length, Math.max(length + part.length, body.length * 2));
    length += part.copy(body, length);
  }
  if (!Number.isNaN(announced) && length !== announced) throw new CutOff();
  return body.subarray(0, length);
}

function grown(body: Buffer, length: number, size: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(size);
  body.copy(larger, 0, 0, length);
  return larger;
}
