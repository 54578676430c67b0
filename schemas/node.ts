// The one door to disk: reads and checks the navigation, manifests, texts and contracts of a project's folder. Never in the browser.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type JsonDocument, nodeAt, pathOf, plainValue, pointerOf, positionOf, readJson } from "./json.ts";
import { type Followers, followersOf } from "./lint/followers.ts";
import { leastFile } from "./lint/leastFile.ts";
import type { Area, CodeFile, ContractFile, Draft, IconNames, Project, Source, TextFile } from "./lint/project.ts";
import { remove } from "./lint/repair.ts";
import { declaredIn } from "./lint/texts.ts";
import type { Manifest } from "./manifest.ts";
import { isFlatJson, parsed, quickValue } from "./quickJson.ts";
import { DEFAULT_LOCALE } from "./scalars.ts";
import type { Texts } from "./texts.ts";
import type { ShapeCheck, ShapeError } from "./validators.mjs";
import * as validators from "./validators.mjs";

/** Bytes that a JSON file of a project may have. */
export const FILE_LIMIT = 16 * 1024 * 1024;

/** The made-up language of `i18n check --pseudo`, which nobody translates. */
export const PSEUDO_LOCALE = "en-xa";

/** The navigation, unless another file is named. */
export const CONFIG = "nav.config.json";

/** Findings that are put up with for a while. */
export const SUPPRESSIONS = "lanyard.suppress.json";

export interface LoadOptions {
  /** The navigation's file, from the project's folder; `CONFIG` unless told. */
  config?: string | undefined;
  /** The navigation's text, when it is not to be read from disk. */
  configText?: string;
  /** Texts of files that stand for what is on disk. */
  instead?: ReadonlyMap<string, string> | undefined;
  /** Read the texts of every language. */
  texts?: boolean;
  /** Texts are only looked up: keys said twice in them are for `i18n check` to find. */
  textsInPassing?: boolean;
  /** Only these languages, and the source language. */
  onlyLocales?: readonly string[] | undefined;
  /** Read the contracts of the areas. */
  contracts?: boolean;
  /** Read the code, for checks that compare what is declared with what is used. */
  code?: boolean;
  /** Today, as `YYYY-MM-DD`. */
  today?: string | undefined;
  /** Says what is wrong with a shape (lint/misshapen.ts). Without it a wrong shape is only noticed: `misshapen` is then true. */
  sayer?: Sayer;
}

/** The shapes, and what turns the errors of a check into drafts. */
export interface Sayer {
  shapes: Record<string, object>;
  shapeDrafts: (rule: string, source: Source<unknown>, shape: object, errors: readonly ShapeError[]) => Draft[];
}

type Shape = "manifest" | "navConfig" | "navExpect" | "texts" | "textRules" | "suppressions";
const { manifest, navConfig, navExpect, texts, textRules, suppressions } = validators;
const checks: Record<Shape, ShapeCheck> = { manifest, navConfig, navExpect, texts, textRules, suppressions };
const ruleOf: Record<Shape, string> = {
  manifest: "plugin/shape",
  navConfig: "nav/shape",
  navExpect: "nav/shape",
  texts: "i18n/shape",
  textRules: "i18n/shape",
  suppressions: "suppress/shape",
};

/** Reads a project's folder. What cannot be read or is wrong is in `faults`, and the rest is there all the same. */
export function loadProject(root: string, options: LoadOptions = {}): Project {
  const reader = new Reader(root, options);
  const project: Project = {
    areas: [],
    texts: [],
    textRules: [],
    locales: [],
    code: [],
    withCode: options.code === true,
    today: options.today ?? thisDay(),
    faults: reader.faults,
    filesRead: 0,
    misshapen: false,
  };
  const config = options.config ?? CONFIG;
  put(project, "nav", reader.json(config, "navConfig", options.configText));
  if (existsSync(join(root, "nav.expect.json"))) put(project, "expect", reader.json("nav.expect.json", "navExpect"));
  if (existsSync(join(root, SUPPRESSIONS))) put(project, "suppressions", reader.json(SUPPRESSIONS, "suppressions"));
  for (const folder of areaFolders(root)) project.areas.push(readArea(reader, folder, options));
  const withRules = project.areas.flatMap(({ folder, parts }) =>
    parts.includes("i18n.json") ? [`plugins/${folder}`] : [],
  );
  for (const folder of existsSync(`${root}/locales/i18n.json`) ? ["locales", ...withRules] : withRules) {
    const rules = reader.json(`${folder}/i18n.json`, "textRules");
    if (rules) project.textRules.push(rules);
  }
  put(project, "core", options.contracts ? reader.contract("schemas/core.contract.json") : undefined);
  if (options.texts !== false) readTexts(reader, project, options);
  if (options.code) for (const folder of ["src", "server"]) project.code.push(...reader.code(folder));
  put(project, "icons", iconNames(root));
  project.filesRead = reader.filesRead;
  project.misshapen = reader.unsaid;
  return project;
}

/** Today, as `YYYY-MM-DD`. */
export function thisDay(): string {
  return new Date().toISOString().slice(0, 10);
}

function put<K extends keyof Project>(project: Project, key: K, value: Project[K] | undefined): void {
  if (value !== undefined) project[key] = value;
}

/** Names of the folders of feature areas; a leading underscore keeps a folder out. */
export function areaFolders(root: string): string[] {
  return folders(join(root, "plugins")).filter((name) => !name.startsWith("_") && !name.startsWith("."));
}

function folders(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function readArea(reader: Reader, folder: string, options: LoadOptions): Area {
  const at = `plugins/${folder}`;
  const parts = reader.list(at);
  const manifest = reader.json(`${at}/plugin.json`, "manifest") as Source<Manifest> | undefined;
  const contract =
    options.contracts && parts.includes("contract.json") ? reader.contract(`${at}/contract.json`) : undefined;
  const code = options.code ? ["web", "server"].flatMap((side) => reader.code(`${at}/${side}`)) : [];
  return { folder, parts, code, ...(manifest ? { manifest } : {}), ...(contract ? { contract } : {}) };
}

interface TextName {
  namespace: string;
  locale: string;
  file: string;
}

function readTexts(reader: Reader, project: Project, { onlyLocales: only }: LoadOptions): void {
  const places: [string, string][] = [
    ...folders(join(reader.root, "locales")).map((name): [string, string] => [name, `locales/${name}`]),
    ...project.areas
      .filter(({ parts }) => parts.includes("locales"))
      .map(({ folder }): [string, string] => [folder, `plugins/${folder}/locales`]),
  ];
  const mayBeSame = declaredIn(project, "sameAsSource");
  for (const [namespace, folder] of places) {
    const files = reader
      .list(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => ({ namespace, locale: name.slice(0, -".json".length), file: `${folder}/${name}` }))
      .filter(({ locale }) => (only ? only.includes(locale) || locale === DEFAULT_LOCALE : locale !== PSEUDO_LOCALE));
    const source = files.find(({ locale }) => locale === DEFAULT_LOCALE);
    const first = source && reader.textFile(source);
    const follows = first && followersOf(first, mayBeSame);
    for (const one of files) {
      const read = one === source ? first : reader.textFile(one, follows);
      if (read) project.texts.push(read);
    }
  }
  project.locales = [...new Set(project.texts.map((text) => text.locale))].sort();
}

/** Icons are looked up one at a time; all their names are read only when one is not there. */
function iconNames(root: string): IconNames | undefined {
  const folder = join(root, "node_modules", "@blueprintjs", "icons", "lib", "esm", "generated", "16px", "paths");
  if (!existsSync(folder)) return undefined;
  return {
    has: (name) => existsSync(`${folder}/${name}.js`),
    all: () => readdirSync(folder).flatMap((file) => (file.endsWith(".js") ? [file.slice(0, -".js".length)] : [])),
  };
}

class Reader {
  faults: Draft[] = [];
  filesRead = 0;
  /** A file has the wrong shape, and there was nobody to say how. */
  unsaid = false;
  private readonly sayer: Sayer | undefined;
  private readonly inPassing: boolean;
  private readonly instead: ReadonlyMap<string, string> | undefined;
  constructor(
    readonly root: string,
    { sayer, textsInPassing = false, instead }: LoadOptions,
  ) {
    this.instead = instead;
    this.sayer = sayer;
    this.inPassing = textsInPassing;
  }

  list(folder: string): string[] {
    try {
      return readdirSync(`${this.root}/${folder}`).sort();
    } catch {
      return [];
    }
  }

  /** A sound file, parsed by the engine; its places are only worked out when one is asked for. Of any other, nothing: the thorough way finds out why. */
  private sound(file: string, shape: Shape): Source<never> | undefined {
    const text = soundText(this.path(file));
    const value =
      text === undefined ? undefined : this.inPassing && shape === "texts" ? parsed(text) : quickValue(text);
    if (text === undefined || !(shape === "texts" ? areTexts(value) : value !== undefined && checks[shape](value)))
      return undefined;
    this.filesRead += 1;
    return lazily(file, text, value as never);
  }

  /** A file of texts. While it is sound, one that is only looked up in passing is not even parsed, nor one that follows its source. */
  textFile(named: TextName, follows?: Followers): TextFile | undefined {
    const { file, ...name } = named;
    const mayStayRaw = (this.inPassing || follows) && !this.instead?.has(file);
    const raw = mayStayRaw ? soundText(this.path(file)) : undefined;
    const count = raw !== undefined && !this.inPassing ? follows?.(name.locale, raw) : undefined;
    if (raw === undefined || (this.inPassing ? !isFlatJson(raw) : count === undefined)) {
      const source = this.json(file, "texts") as Source<Texts> | undefined;
      return source && { ...name, source };
    }
    this.filesRead += 1;
    return { ...name, raw, source: lazily(file, raw), ...(count === undefined ? {} : { follows: count }) };
  }

  /** A JSON file of some shape, or nothing and a fault. */
  json(file: string, shape: Shape, given?: string): Source<never> | undefined {
    const instead = given ?? this.instead?.get(file);
    const sound = instead === undefined ? this.sound(file, shape) : undefined;
    if (sound) return sound;
    const text = instead ?? this.text(file);
    if (text === undefined) return undefined;
    this.filesRead += 1;
    const document = readJson(text);
    const source: Source<never> = { file, document, value: document.value as never };
    if (document.fault) {
      const { message, suggestion = leastFile(shape, file, text), offset, repair } = document.fault;
      const place = { file, pointer: "", ...positionOf(document, offset) };
      this.faults.push({
        rule: "json/syntax",
        severity: "error",
        message,
        ...place,
        ...(suggestion ? { suggestion } : {}),
        edits: repair ? [{ file, start: offset, ...repair }] : [],
        fatal: true,
      });
      return undefined;
    }
    this.duplicates(source);
    const check = checks[shape];
    if (check(document.value)) return source;
    this.misshapen(source, shape, check);
    return undefined;
  }

  private duplicates(source: Source<unknown>): void {
    for (const { key, offset, firstOffset, pointer } of source.document.duplicates) {
      const first = positionOf(source.document, firstOffset);
      const message = `The key "${key}" stands here twice; first in line ${first.line}, column ${first.column}`;
      const place = { file: source.file, pointer, ...positionOf(source.document, offset) };
      const edits = sayTheSame(source.document, pointer) ? remove(source, pointer) : [];
      this.faults.push({ rule: "json/duplicate-key", severity: "error", message, ...place, edits });
    }
  }

  private misshapen(source: Source<unknown>, shape: Shape, check: ShapeCheck): void {
    const { sayer } = this;
    if (!sayer) this.unsaid = true;
    else this.faults.push(...sayer.shapeDrafts(ruleOf[shape], source, sayer.shapes[shape] ?? {}, check.errors ?? []));
  }

  /** Contracts are generated, so they are only parsed. */
  contract(file: string): ContractFile | undefined {
    const text = existsSync(join(this.root, file)) ? this.text(file) : undefined;
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as ContractFile;
    } catch {
      return this.unreadable(file, "is not JSON: run npm run gen");
    }
  }

  code(folder: string): CodeFile[] {
    const path = join(this.root, folder);
    if (!existsSync(path)) return [];
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name);
        return { file: file.slice(this.root.length + 1).replaceAll("\\", "/"), text: readFileSync(file, "utf8") };
      })
      .sort((a, b) => (a.file < b.file ? -1 : 1));
  }

  private path(file: string): string {
    return isAbsolute(file) ? file : `${this.root}/${file}`;
  }

  /** The text of a file, or nothing and a fault that says why. */
  private text(file: string): string | undefined {
    let bytes: Buffer;
    try {
      const path = this.path(file);
      const size = statSync(path).size;
      if (size > FILE_LIMIT)
        return this.unreadable(
          file,
          `is larger than ${FILE_LIMIT / 1024 / 1024} MB (${Math.round(size / 1024 / 1024)} MB)`,
        );
      bytes = readFileSync(path);
    } catch (error) {
      return this.unreadable(file, readFault(error));
    }
    return this.decode(file, bytes);
  }

  private decode(file: string, bytes: Buffer): string | undefined {
    if (
      (bytes[0] === 0xff && bytes[1] === 0xfe) ||
      (bytes[0] === 0xfe && bytes[1] === 0xff) ||
      (bytes.length > 1 && bytes.subarray(0, 64).includes(0))
    ) {
      return this.unreadable(file, "is UTF-16, or not text at all: save it as UTF-8");
    }
    try {
      return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      return this.unreadable(file, "is not UTF-8: save it as UTF-8");
    }
  }

  private unreadable(file: string, why: string): undefined {
    const place = { file, line: 1, column: 1, pointer: "" };
    this.faults.push({ rule: "json/unreadable", severity: "error", message: `${file} ${why}`, ...place, fatal: true });
    return undefined;
  }
}

/** Whether a key that is said twice says the same both times. */
function sayTheSame(document: JsonDocument, pointer: string): boolean {
  const path = pathOf(pointer);
  const key = path.pop();
  const object = nodeAt(document, pointerOf(path))?.node;
  if (object?.kind !== "object") return false;
  const said = object.entries
    .filter((entry) => entry.key === key)
    .map((entry) => JSON.stringify(plainValue(entry.node)));
  return new Set(said).size === 1;
}

/** A sound file, whose places and perhaps value are worked out when they are asked for. */
function lazily<T>(file: string, text: string, given?: T): Source<T> {
  let document: JsonDocument | undefined;
  let value = given;
  return {
    file,
    get value() {
      value ??= JSON.parse(text) as T;
      return value;
    },
    get document() {
      document ??= readJson(text);
      return document;
    },
  };
}

/** The check of texts by hand: there are many, and they are flat. */
function areTexts(value: unknown): boolean {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  for (const key in value) if (typeof (value as Record<string, unknown>)[key] !== "string") return false;
  return true;
}

/** The text of a file that is UTF-8 and not too large. Node decodes a file at once in native code, and what is not UTF-8 to U+FFFD. */
function soundText(path: string): string | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return text.length > FILE_LIMIT || text.includes("\ufffd") ? undefined : text;
  } catch {
    return undefined;
  }
}

function readFault(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  const sentences: Record<string, string> = {
    ENOENT: "does not exist",
    EISDIR: "is a folder, not a file",
    ENOTDIR: "does not exist: a part of its path is a file",
    EACCES: "cannot be read: permission denied",
    ELOOP: "cannot be read: its links go in a circle",
  };
  return sentences[code ?? ""] ?? `cannot be read (${code ?? String(error)})`;
}
