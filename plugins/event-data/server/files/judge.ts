// What a file is, by what it holds, never by what it calls itself. Whatever is none of the known kinds is refused.
import type { FileType } from "#schemas/fields.ts";
import { openZip } from "../import/read/zip.ts";
import { pictureType } from "../photos/judge.ts";

export interface Judged {
  type: FileType;
  mediaType: string;
  /** Endings that a name of it may have, the usual one first. */
  endings: readonly string[];
}

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN = "application/vnd.oasis.opendocument";
const PDF: Judged = { type: "pdf", mediaType: "application/pdf", endings: ["pdf"] };
const TEXT: Judged = { type: "text", mediaType: "text/plain; charset=utf-8", endings: ["txt", "csv", "md"] };
const PICTURES: Record<string, string[]> = {
  "image/jpeg": ["jpg", "jpeg"],
  "image/png": ["png"],
  "image/webp": ["webp"],
};
/** By the folder in which an office file keeps its pages. */
const FOLDERS: readonly (Judged & { folder: string })[] = [
  { folder: "word/", type: "document", mediaType: `${OFFICE}.wordprocessingml.document`, endings: ["docx"] },
  { folder: "xl/", type: "sheet", mediaType: `${OFFICE}.spreadsheetml.sheet`, endings: ["xlsx"] },
  { folder: "ppt/", type: "slides", mediaType: `${OFFICE}.presentationml.presentation`, endings: ["pptx"] },
];
const OPENS: Record<string, Judged> = {
  text: { type: "document", mediaType: `${OPEN}.text`, endings: ["odt"] },
  spreadsheet: { type: "sheet", mediaType: `${OPEN}.spreadsheet`, endings: ["ods"] },
  presentation: { type: "slides", mediaType: `${OPEN}.presentation`, endings: ["odp"] },
};

/** The media types under which files of some kinds are kept. */
export function mediaTypesOf(types: readonly FileType[]): string[] {
  const pictures: Judged[] = Object.keys(PICTURES).map((mediaType) => ({ type: "image", mediaType, endings: [] }));
  const all = [PDF, TEXT, ...pictures, ...FOLDERS, ...Object.values(OPENS)];
  return all.filter(({ type }) => types.includes(type)).map(({ mediaType }) => mediaType);
}

/** Answers nothing for what is not whole, carries macros or is of no known kind. */
export async function judgeFile(bytes: Buffer): Promise<Judged | undefined> {
  const head = bytes.toString("latin1", 0, 8);
  if (/^%PDF-[12]\./.test(head)) return bytes.lastIndexOf("%%EOF") > 0 ? PDF : undefined;
  if (head.startsWith("PK\x03\x04")) return judgeZip(bytes);
  const picture = pictureType(bytes);
  if (picture) return { type: "image", mediaType: picture, endings: PICTURES[picture] ?? [] };
  return isText(bytes) ? TEXT : undefined;
}

async function judgeZip(bytes: Buffer): Promise<Judged | undefined> {
  const names = await openZip(bytes).then(
    ({ names: all }) => all,
    (): string[] => [],
  );
  if (names.some((name) => /vbaProject|^Basic\//i.test(name))) return undefined;
  if (names.includes("[content_types].xml"))
    return FOLDERS.find(({ folder }) => names.some((name) => name.startsWith(folder)));
  // The first part is not packed, so that its words stand near the beginning.
  const [, kind] =
    /^mimetypeapplication\/vnd\.oasis\.opendocument\.([a-z]+)/.exec(bytes.toString("latin1", 30, 120)) ?? [];
  return names.includes("content.xml") && kind ? OPENS[kind] : undefined;
}

function isText(bytes: Buffer): boolean {
  if (bytes.length === 0) return false;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text has
    return !/[\x00-\x08\x0b\x0e-\x1f]/.test(text);
  } catch {
    return false;
  }
}

/** A name that is safe to keep: no folders, nothing that cannot be seen, and an ending that says what it is. */
export function tidyName(name: string, { endings }: Judged): string {
  const last = name.split(/[/\\]/).at(-1) ?? "";
  const plain = last
    .replace(/[\p{Cc}\p{Cf}]+/gu, "")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\.+/, "");
  const [, stem = plain, ending = ""] = /^(.*)\.([A-Za-z0-9]{1,8})$/.exec(plain) ?? [];
  const proper = endings.includes(ending.toLowerCase()) ? ending : endings[0];
  const kept = endings.includes(ending.toLowerCase()) ? stem : plain;
  return `${[...(kept || "file")].slice(0, 100).join("")}.${proper}`;
}
