// A reply that is JSON already, for lists whose rows would otherwise be taken apart and put together again on the event loop.
import { pause } from "./pause.ts";

/** JSON text of the shape that the endpoint's reply names. Whoever makes one answers for its fitting; tests check it like any reply. */
export class JsonText<Shape = unknown> {
  /** Only for the compiler: text of different shapes is not exchanged by mistake. */
  declare readonly shape: Shape;
  private readonly parts: readonly (string | Uint8Array)[];

  /** The text in parts, each as a string or as the bytes that were read, which need not become a string on the way. */
  constructor(...parts: readonly (string | Uint8Array)[]) {
    this.parts = parts;
  }

  /** The whole text as bytes, with something around it. */
  bytes(before = "", after = ""): Buffer {
    return Buffer.concat(
      [before, ...this.parts, after].map((part) => (typeof part === "string" ? Buffer.from(part) : part)),
    );
  }
}

/** Rows that are made text between two looks at the clock. */
const AT_ONCE = 200;

/**
 * A long list as JSON, some rows at a time: made in one go, the text of ten thousand would hold everybody up. Where it comes in
 * blocks, each is text before the next one is read.
 */
export async function jsonInTurns<Row>(rows: readonly Row[] | AsyncIterable<readonly Row[]>): Promise<JsonText<Row[]>> {
  const giveWay = pause();
  const parts: string[] = [];
  for await (const block of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (let at = 0; at < block.length; at += AT_ONCE) {
      parts.push(parts.length === 0 ? "" : ",", JSON.stringify(block.slice(at, at + AT_ONCE)).slice(1, -1));
      await giveWay();
    }
  }
  return new JsonText("[", ...parts, "]");
}
