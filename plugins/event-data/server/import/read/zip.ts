// The parts of a zip file, inflated in a stream, with a guard against files that unfold without end.
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { refused } from "./table.ts";

const PARTS = 5000;
/** Bytes that one part may unfold to; the largest sheet of a million full rows stays below. */
const UNFOLDED = 1024 * 1024 * 1024;
/** No table that people make unfolds to more than this many times its size. */
const RATIO = 400;
const SMALL = 8 * 1024 * 1024;

export interface Zip {
  names: string[];
  /** A part as a stream of bytes; nothing, if there is none of that name. */
  open: (name: string) => Promise<Readable | undefined>;
}

export async function openZip(file: Buffer): Promise<Zip> {
  const entries = new Map<string, yauzl.Entry>();
  const zip = await opened(file);
  await new Promise<void>((done, fail) => {
    zip.on("error", () => fail(broken()));
    zip.on("end", done);
    zip.on("entry", (entry: yauzl.Entry) => {
      if (entries.size >= PARTS) return fail(refused("tooManyParts"));
      entries.set(entry.fileName.replace(/^\//, ""), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
  return { names: [...entries.keys()], open: async (name) => open(zip, entries.get(name)) };
}

function opened(file: Buffer): Promise<yauzl.ZipFile> {
  return new Promise((done, fail) => {
    yauzl.fromBuffer(file, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, zip) => {
      if (error) fail(broken());
      else done(zip);
    });
  });
}

async function open(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Readable | undefined> {
  if (!entry) return undefined;
  if (entry.isEncrypted()) throw refused("protected");
  const { uncompressedSize, compressedSize } = entry;
  const isBomb = uncompressedSize > SMALL && uncompressedSize > compressedSize * RATIO;
  if (uncompressedSize > UNFOLDED || isBomb) {
    const megabytes = Math.round(uncompressedSize / 1024 / 1024);
    throw refused("unfolds", { megabytes });
  }
  return new Promise((done, fail) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) fail(broken());
      else done(stream);
    });
  });
}

export function broken() {
  return refused("damaged");
}
