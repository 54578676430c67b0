// The file of those whom an act on many, or its undoing, leaves out. It is handed on in pieces: nobody holds all of it.
import type { Thing } from "../../contract.ts";
import { joined } from "../import/badRows.ts";
import { line, type Separator, separatorIn } from "../sheet/csv.ts";

const HEADS = ["event-data:field.id", "event-data:field.name", "event-data:field.email", "event-data:bulk.why"];
const NAMED = { name: "left-out.csv", mediaType: "text/csv; charset=utf-8" };

/** Whom something is told of; of who has gone, no address is known. */
export type Told = Pick<Thing, "id" | "name"> & Partial<Pick<Thing, "email">>;

export class LeftFile {
  private text = "";
  private readonly separator: Separator;

  constructor(
    locale: string,
    private readonly say: (key: string) => string,
    /** An earlier run has begun it. */
    public isBegun = false,
  ) {
    this.separator = separatorIn(locale);
  }

  add({ id, name, email = "" }: Told, message: string): void {
    this.text += this.line([id, name, email, message]);
  }

  private line(cells: (string | number)[]): string {
    return line(cells, undefined, this.separator);
  }

  /** What has come since it was last asked; nothing where nobody has. */
  take(): (typeof NAMED & { bytes: Buffer }) | undefined {
    if (this.text === "") return undefined;
    const head = this.isBegun ? "" : `\ufeff${this.line(HEADS.map(this.say))}`;
    const bytes = Buffer.from(head + this.text);
    this.isBegun = true;
    this.text = "";
    return { ...NAMED, bytes };
  }

  /** The whole of it, made while something goes on step by step; nothing is saved where nobody is left out. */
  async saveDuring(
    steps: AsyncIterable<unknown>,
    save: (file: typeof NAMED & { bytes: AsyncIterable<Buffer> }) => Promise<void>,
  ): Promise<void> {
    const pieces = this.piecesDuring(steps);
    const first = await pieces.next();
    if (!first.done) await save({ ...NAMED, bytes: joined(first.value, pieces) });
  }

  private async *piecesDuring(steps: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    for await (const _ of steps) {
      const piece = this.take();
      if (piece) yield piece.bytes;
    }
  }
}
