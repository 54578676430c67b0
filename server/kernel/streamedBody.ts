// A body that is a file, in pieces as they come: whoever keeps them need never have all of it in memory.
import type { Readable } from "node:stream";
import { errorCodes, type FastifyRequest } from "fastify";

const { FST_ERR_CTP_BODY_TOO_LARGE: TooLarge, FST_ERR_CTP_INVALID_CONTENT_LENGTH: CutOff } = errorCodes;

/** How many bytes the sender says that there are. */
export function announcedLength({ headers }: FastifyRequest): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isNaN(length) ? undefined : length;
}

/** Throws what fastify throws of its own bodies: what is announced as too large at once, the rest when it has come to that. */
export async function streamedBody(request: FastifyRequest, payload: Readable): Promise<AsyncGenerator<Buffer>> {
  const limit = request.routeOptions.bodyLimit;
  const announced = announcedLength(request);
  if (announced !== undefined && announced > limit) throw new TooLarge();
  return pieces(payload, limit, announced);
}

async function* pieces(payload: Readable, limit: number, announced?: number): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    // Whoever sends too much is told so, which needs the connection.
    for await (const part of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > limit) throw new TooLarge();
      yield part;
    }
  } catch (error) {
    throw isGone(error) ? new CutOff() : error;
  } finally {
    // What nobody reads would stand in the way of the end of the connection.
    payload.resume();
  }
  if (announced !== undefined && length !== announced) throw new CutOff();
}

/** Whether the sender has hung up. */
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    ["ECONNRESET", "ERR_STREAM_PREMATURE_CLOSE"].includes(String(error.code))
  );
}

/** The pieces of the body of an endpoint whose file is streamed; nothing where it is empty. */
export async function filled(body: unknown): Promise<AsyncGenerator<Buffer> | undefined> {
  const parts = body as AsyncGenerator<Buffer> | null | undefined;
  if (!parts) return undefined;
  for (;;) {
    const { value, done } = await parts.next();
    if (done) return undefined;
    if (value.length > 0) return begun(value, parts);
  }
}

async function* begun(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}
