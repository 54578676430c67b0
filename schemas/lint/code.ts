// Facts that are read from code as text: screens of a face, imports, endpoints and translation keys that are named.
import type { JsonNode } from "../json.ts";
import type { At } from "./entries.ts";
import type { Area, CodeFile, Project } from "./project.ts";

/** A screen that an area's web face offers, with the file that it is loaded from. */
export interface ScreenFact {
  name: string;
  file: string;
}

/** The screens of an area's web face. */
export function screensOf(area: Area): ScreenFact[] {
  const face = area.code.find(({ file }) => file.endsWith(`${area.folder}/web/index.ts`));
  if (!face) return [];
  const keys = [...face.text.matchAll(/\b([A-Z][A-Za-z0-9]*Screen)\s*:/g)];
  return keys.flatMap(({ 1: name = "", index }, at) => {
    const value = face.text.slice(index, keys[at + 1]?.index);
    const path = /\bimport\(\s*["']([^"']+)["']/.exec(value)?.[1];
    return path ? [{ name, file: resolve(face.file, path) }] : [];
  });
}

/** The names of the endpoints that a file and all that it imports from its own area may call. */
export function endpointNames(area: Area, start: string): Set<string> {
  const files = new Map(area.code.map((code) => [code.file, code]));
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string): void => {
    const code = files.get(file);
    if (!code || seen.has(file)) return;
    seen.add(file);
    for (const { path, words } of importsOf(code)) {
      const target = resolve(file, path);
      if (/(^|\/)contract\.ts$/.test(target) || path.startsWith("#schemas/")) for (const word of words) names.add(word);
      else if (path.startsWith(".")) visit(target);
    }
  };
  visit(start);
  return names;
}

function importsOf(code: CodeFile): { path: string; words: string[] }[] {
  const statement = /\bimport\s+(?!type\b)([^;"']*?)\s*from\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/g;
  return [...code.text.matchAll(statement)].map(([, named = "", from, lazily]) => ({
    path: from ?? lazily ?? "",
    words: [...named.matchAll(/\b(?!type\b|as\b)([A-Za-z_$][\w$]*)/g)].map(([word]) => word),
  }));
}

function resolve(from: string, path: string): string {
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** A translation key that code names, whole or (built at run time) by its beginning. */
export interface KeyInCode {
  namespace: string;
  key: string;
  whole: boolean;
  code: CodeFile;
  offset: number;
}

const known = new WeakMap<Project, KeyInCode[]>();

/** Every key of a namespace that stands in the code as text: "agenda:title", or `agenda:rule.${name}`. */
export function keysInCode(project: Project): KeyInCode[] {
  let keys = known.get(project);
  if (!keys) {
    keys = gatherKeys(project, new Set(project.texts.map(({ namespace }) => namespace)));
    known.set(project, keys);
  }
  return keys;
}

function gatherKeys(project: Project, namespaces: ReadonlySet<string>): KeyInCode[] {
  const found: KeyInCode[] = [];
  const literal = /["'`]([a-z][a-z0-9-]*):((?:[A-Za-z0-9_.-])*)(["'`]|\$\{)/g;
  for (const code of [...project.code, ...project.areas.flatMap((area) => area.code)]) {
    for (const match of code.text.matchAll(literal)) {
      const [, namespace = "", key = "", end] = match;
      if (namespaces.has(namespace) && (key !== "" || end === "${"))
        found.push({ namespace, key, whole: end !== "${", code, offset: match.index + 1 });
    }
  }
  return found;
}

/** A place in code, for a report. */
export function atOffset(code: CodeFile, offset: number): At {
  const root: JsonNode = { kind: "scalar", start: offset, end: offset, value: null };
  const document = { text: code.text, root, value: null, fault: undefined, duplicates: [] };
  return { source: { file: code.file, document, value: null }, pointer: "" };
}
