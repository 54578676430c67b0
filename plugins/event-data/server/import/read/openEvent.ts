// Speakers and sponsors as Open Event writes them: a list of objects, as a table whose headings are their keys.
import { type Bytes, type FileRow, type OpenFile, refused, wholeOf } from "./table.ts";

export async function openOpenEvent(bytes: Bytes): Promise<OpenFile> {
  const text = (await wholeOf(bytes())).toString("utf8").replace(/^\ufeff/, "");
  const records = recordsOf(text);
  const keys = [...new Set(records.flatMap(({ values }) => Object.keys(values)))];
  const isSponsors = keys.some((key) => /^logo/.test(key)) && !keys.some((key) => /biography/.test(key));
  return {
    facts: { format: "open-event", records: isSponsors ? "sponsors" : "speakers", encoding: "utf-8" },
    notes: [],
    rows: rowsOf(keys, records),
  };
}

interface JsonRecord {
  line: number;
  values: Record<string, unknown>;
}

async function* rowsOf(keys: string[], records: readonly JsonRecord[]): AsyncGenerator<FileRow> {
  if (records.length === 0) return;
  yield { line: 1, cells: keys };
  for (const { line, values } of records) yield { line, cells: keys.map((key) => textOf(values[key])) };
}

/** Lists and objects, such as the sessions of a speaker, are not values of a profile. */
function textOf(value: unknown): string {
  if (typeof value === "string") return unescaped(value);
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => SIGNS[name] as string);
}

/** The objects of the outermost list, each with the line on which it begins, if that is its own. */
function recordsOf(text: string): JsonRecord[] {
  const list = parsed(text);
  if (!Array.isArray(list)) throw refused("noList");
  const found = linesOf(text);
  // Where records share lines, as in a file that is one long line, they are told by their number.
  const lines = new Set(found).size === found.length ? found : list.map((_, at) => at + 1);
  return list.map((value: unknown, at) => {
    const line = lines[at] ?? 1;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      throw refused("noRecord", { line });
    }
    return { line, values: value as Record<string, unknown> };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length);
    throw refused("noJson", { line: text.slice(0, at).split("\n").length });
  }
}

/** Lines on which the members of the outermost list begin. */
function linesOf(text: string): number[] {
  const lines: number[] = [];
  let depth = 0;
  let line = 1;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\n") line += 1;
    else if (isInText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === "{" || sign === "[") {
      if (depth === 1) lines.push(line);
      depth += 1;
    } else if (sign === "}" || sign === "]") depth -= 1;
  }
  return lines;
}
