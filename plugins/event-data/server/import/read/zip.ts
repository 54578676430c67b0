// The parts of a zip file, inflated in a stream, with a guard against files that unfold without end.
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { type FileRefused, refused } from "./table.ts";

const PARTS = 5000;
/** Bytes that one part may unfold to; the largest sheet of a million full rows stays below. */
const UNFOLDED = 1024 * 1024 * 1024;
/** Bytes that are unfolded of a whole file, each part as often as it is read: its largest sheet, its texts, and what stands before it. */
const ALL = UNFOLDED + 512 * 1024 * 1024;
/** No table that people make unfolds to more than this many times its size. */
const RATIO = 400;
const SMALL = 8 * 1024 * 1024;
/** Bytes of the record that ends a zip file, before its comment. */
const END = 22;

export interface Zip {
  /** In small letters. */
  names: string[];
  /** A part as a stream of bytes; nothing, if there is none of that name. Names of parts are the same in small and capital letters. */
  open: (name: string) => Promise<Part | undefined>;
}

export interface Part {
  stream: AsyncIterable<Buffer>;
  /** Bytes that it says to unfold to. */
  size: number;
}

export async function openZip(file: Buffer, { signal, most = ALL }: Limits = {}): Promise<Zip> {
  let unfolded = 0;
  /** Asked with each piece, since no other may follow for long, or none of them may hold a row. */
  const take = (bytes: number) => {
    signal?.throwIfAborted();
    unfolded += bytes;
    if (unfolded > most) throw unfolds(unfolded);
  };
  const entries = new Map<string, yauzl.Entry>();
  const zip = await opened(file);
  await new Promise<void>((done, fail) => {
    zip.on("error", () => fail(broken()));
    zip.on("end", done);
    zip.on("entry", (entry: yauzl.Entry) => {
      if (entries.size >= PARTS) return fail(refused("tooManyParts"));
      entries.set(nameOf(entry), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return { names: [...entries.keys()], open: async (name) => open(zip, entries.get(name.toLowerCase()), take) };
}

interface Limits {
  /** Ends the reading of parts. */
  signal?: AbortSignal | undefined;
  /** Bytes that all of them may unfold to. */
  most?: number;
}

/** Names are read here: the zip reader refuses those that begin with a slash, as nobody writes files under them. */
const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true, decodeStrings: false };

function opened(file: Buffer): Promise<yauzl.ZipFile> {
  return new Promise((done, fail) => {
    yauzl.fromBuffer(untilEnd(file), OPTIONS, (error, zip) => {
      if (error) fail(broken());
      else done(zip);
    });
  });
}

/** A file without what a server or a mail program has put behind its end, such as an empty line. */
function untilEnd(file: Buffer): Buffer {
  const at = file.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (at < 0 || at + END > file.length) return file;
  return file.subarray(0, at + END + file.readUInt16LE(at + END - 2));
}

function nameOf({ fileNameRaw }: yauzl.Entry): string {
  return fileNameRaw.toString().replaceAll("\\", "/").replace(/^\//, "").toLowerCase();
}

async function open(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry | undefined,
  take: (bytes: number) => void,
): Promise<Part | undefined> {
  if (!entry) return undefined;
  if (entry.isEncrypted()) throw refused("protected");
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > SMALL && uncompressedSize > compressedSize * RATIO;
  if (uncompressedSize > UNFOLDED || isBomb) throw unfolds(uncompressedSize);
  const stream = await new Promise<Readable>((done, fail) => {
    zip.openReadStream(entry, (error, opened) => {
      if (error) fail(broken());
      else done(opened);
    });
  });
  return { stream: followed(stream, take), size: uncompressedSize };
}

async function* followed(stream: Readable, take: (bytes: number) => void): AsyncGenerator<Buffer> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    for (;;) {
      // The zip reader says in its own words that a part is damaged or longer than it claims.
      const { value, done } = await pieces.next().catch(() => {
        throw broken();
      });
      if (done) return;
      take(value.length);
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

function unfolds(bytes: number): FileRefused {
  return refused("unfolds", { megabytes: Math.round(bytes / 1024 / 1024) });
}

export function broken() {
  return refused("damaged");
}
