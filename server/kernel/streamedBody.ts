// A body that is a file, in pieces as they come: whoever keeps them need never have all of it in memory.
import type { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { errorCodes, type FastifyRequest } from "fastify";

const { FST_ERR_CTP_BODY_TOO_LARGE: TooLarge, FST_ERR_CTP_INVALID_CONTENT_LENGTH: CutOff } = errorCodes;

/** How many bytes the sender says that there are. */
export function announcedLength({ headers }: FastifyRequest): number | undefined {
  const length = Number(headers["content-length"] ?? Number.NaN);
  return Number.isNaN(length) ? undefined : length;
}

/** A body that is too large is taken in up to this size, and for so long, so that whoever sends it hears why it is refused. */
const PASSED_OVER = { bytes: 256 * 1024 * 1024, ms: 30_000 };

/** Throws what fastify throws of its own bodies: what is announced as too large without a look at it, the rest when it has come to that. */
export async function streamedBody(request: FastifyRequest, payload: Readable): Promise<AsyncGenerator<Buffer>> {
  const limit = request.routeOptions.bodyLimit;
  const announced = announcedLength(request);
  if (announced === undefined || announced <= limit) return pieces(payload, limit, announced);
  if (announced <= PASSED_OVER.bytes) await passOver(payload);
  throw new TooLarge();
}

/** The answer closes the connection: while something is still coming there, the sender would hear of nothing but that. */
async function passOver(payload: Readable): Promise<void> {
  const signal = AbortSignal.timeout(PASSED_OVER.ms);
  payload.resume();
  // Who hangs up, or takes too long, hears nothing.
  await finished(payload, { signal }).catch(() => {});
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
