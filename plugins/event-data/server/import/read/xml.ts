// The XML parts of a workbook, event by event.
import { SaxesParser } from "saxes";
import { broken, type Zip } from "./zip.ts";

type Attributes = Record<string, string>;

/** Reads an XML part event by event; false, if there is none. Names come without their prefix. */
export async function readPart(
  zip: Zip,
  path: string,
  onOpen: (name: string, attributes: Attributes) => void,
  onClose: (name: string) => void = () => {},
  onText: (text: string) => void = () => {},
): Promise<boolean> {
  const stream = await zip.open(path);
  if (!stream) return false;
  const parser = new SaxesParser();
  const decoder = new TextDecoder();
  parser.on("opentag", ({ name, attributes }) => onOpen(bare(name), attributes as Attributes));
  parser.on("closetag", ({ name }) => onClose(bare(name)));
  parser.on("text", onText);
  parser.on("error", () => {
    throw broken();
  });
  for await (const piece of stream) parser.write(decoder.decode(piece as Buffer, { stream: true }));
  parser.close();
  return true;
}

export function bare(name: string): string {
  const at = name.indexOf(":");
  return at < 0 ? name : name.slice(at + 1);
}
