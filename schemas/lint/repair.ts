// Repairs as edits of a text: each changes what it must, and leaves every other byte.
import { type JsonDocument, nodeAt, pathOf, pointerOf } from "../json.ts";
import type { At } from "./entries.ts";
import { didYouMean, onlyNear } from "./near.ts";
import type { Edit } from "./project.ts";

interface Place {
  file: string;
  document: JsonDocument;
}

/** A suggestion for a name that does not exist, and its repair where only one name can be meant. */
export function meant(
  at: At & { key?: boolean },
  word: string,
  words: Iterable<string>,
  allowed: (name: string) => boolean = () => true,
): { suggestion: string | undefined; edits: Edit[] } {
  const all = [...words];
  const only = onlyNear(word, all);
  return {
    suggestion: didYouMean(word, all),
    edits: only !== undefined && allowed(only) ? rewrite(at.source, at.pointer, only, at.key) : [],
  };
}

/** Writes another text in the place of a value, or of its key. */
export function rewrite({ file, document }: Place, pointer: string, value: unknown, key = false): Edit[] {
  const found = nodeAt(document, pointer);
  if (!found?.exact || (key && !found.entry)) return [];
  const { node, entry } = found;
  const [start, end] = key && entry ? [entry.keyStart, entry.keyEnd] : [node.start, node.end];
  return [{ file, start, end, text: JSON.stringify(value) }];
}

/** Takes a member out of its object, or an item out of its list, with the comma that belongs to it. */
export function remove({ file, document }: Place, pointer: string): Edit[] {
  const path = pathOf(pointer);
  const last = path.pop();
  const parent = nodeAt(document, pointerOf(path));
  if (last === undefined || !parent?.exact || parent.node.kind === "scalar") return [];
  const { node } = parent;
  const parts =
    node.kind === "object"
      ? node.entries.map((entry) => ({ start: entry.keyStart, end: entry.node.end }))
      : node.items.map(({ start, end }) => ({ start, end }));
  const at = node.kind === "object" ? node.entries.findLastIndex((entry) => entry.key === last) : Number(last);
  const [before, own, after] = [parts[at - 1], parts[at], parts[at + 1]];
  if (!own) return [];
  if (before) return [{ file, start: before.end, end: own.end, text: "" }];
  return [{ file, start: own.start, end: after?.start ?? own.end, text: "" }];
}

/** Puts an item at the end of a list, laid out as its neighbours are. */
export function append({ file, document }: Place, pointer: string, text: string): Edit[] {
  const node = nodeAt(document, pointer)?.node;
  if (node?.kind !== "array") return [];
  const last = node.items.at(-1);
  if (!last) return [{ file, start: node.start + 1, end: node.start + 1, text }];
  const before = node.items.at(-2);
  const gap = document.text.slice(before?.end ?? node.start + 1, last.start);
  const space = /\s*$/.exec(gap)?.[0] || " ";
  return [{ file, start: last.end, end: last.end, text: `,${space}${text}` }];
}

/** Puts a member at the beginning of an object, laid out as the first one is. */
export function prepend({ file, document }: Place, pointer: string, key: string, value: unknown): Edit[] {
  const node = nodeAt(document, pointer)?.node;
  const first = node?.kind === "object" ? node.entries[0] : undefined;
  if (!node || !first) return [];
  const space = document.text.slice(node.start + 1, first.keyStart) || " ";
  return [
    {
      file,
      start: first.keyStart,
      end: first.keyStart,
      text: `${JSON.stringify(key)}: ${JSON.stringify(value)},${space}`,
    },
  ];
}
