// What the checks look at: the JSON files of a project with the place of every value, and the facts of its code. Pure values.
import type { Finding } from "../core.ts";
import type { AnyEndpoint } from "../endpoint.ts";
import type { NavExpect } from "../expect.ts";
import { type JsonDocument, nodeAt, positionOf } from "../json.ts";
import type { Manifest } from "../manifest.ts";
import type { NavConfig } from "../nav.ts";
import type { Suppressions } from "../suppress.ts";
import type { TextRules, Texts } from "../texts.ts";

/** A JSON file that was read and has the right shape. */
export interface Source<T> {
  /** Path from the project's folder, with forward slashes. */
  file: string;
  document: JsonDocument;
  value: T;
}

/** What contract.json says: the endpoints of an area. */
export interface ContractFile {
  id: string;
  endpoints: AnyEndpoint[];
}

/** One file of code, for the checks that compare what is declared with what is used. */
export interface CodeFile {
  file: string;
  text: string;
}

/** One feature area: its folder's name, its manifest (if it could be read), its endpoints and its code. */
export interface Area {
  folder: string;
  manifest?: Source<Manifest>;
  contract?: ContractFile;
  code: CodeFile[];
  /** Names of the files and folders at its top. */
  parts: string[];
}

/** The texts of one namespace in one language. */
export interface TextFile {
  namespace: string;
  locale: string;
  source: Source<Texts>;
  /** The file as it stands, where it is sound and its value is only worked out when it is asked for. */
  raw?: string;
  /** Set where it follows its source text for text, so that no rule has anything to say about it: how many texts it has. */
  follows?: number;
}

/** The names of the icons there are. */
export interface IconNames {
  has(name: string): boolean;
  all(): Iterable<string>;
}

/** Everything that the checks may know. Parts that were not asked for are empty. */
export interface Project {
  nav?: Source<NavConfig>;
  areas: Area[];
  core?: ContractFile;
  texts: TextFile[];
  locales: string[];
  /** The house's rules for texts (locales/i18n.json), and those of the areas (plugins/X/i18n.json). */
  textRules: Source<TextRules>[];
  expect?: Source<NavExpect>;
  suppressions?: Source<Suppressions>;
  /** The icons that may be named; absent where they are not known, and then they are not checked. */
  icons?: IconNames;
  /** Code outside the areas. */
  code: CodeFile[];
  /** Whether code was read at all. */
  withCode: boolean;
  /** Today, as `YYYY-MM-DD`. */
  today: string;
  /** What was found while reading: files that cannot be read, are not JSON, or have the wrong shape. */
  faults: Draft[];
  /** How many files were read. */
  filesRead: number;
  /** A file has the wrong shape, and what is wrong with it has not been worked out. */
  misshapen: boolean;
}

/** A change of a file that would settle a finding: these characters become that text. */
export interface Edit {
  file: string;
  start: number;
  end: number;
  text: string;
}

/** What a rule reports: a finding without the rule's own name and severity, and perhaps its repair. */
export interface Draft {
  rule: string;
  severity: Finding["severity"];
  message: string;
  file: string;
  line: number;
  column: number;
  pointer: string;
  suggestion?: string;
  edits?: Edit[];
  /** The file cannot be used at all, so that what follows from it is unknown. */
  fatal?: boolean;
}

/** Where in a file something is reported. */
export interface Place {
  file: string;
  line: number;
  column: number;
  pointer: string;
}

/** The place of a value, or of its key with `key`. */
export function placeOf(
  source: { file: string; document: JsonDocument },
  pointer: string,
  which: "value" | "key" = "value",
): Place {
  const found = nodeAt(source.document, pointer);
  const offset =
    found === undefined ? 0 : which === "key" && found.entry && found.exact ? found.entry.keyStart : found.node.start;
  return { file: source.file, pointer, ...positionOf(source.document, offset) };
}

/** `file:line:column`, as editors open it. */
export function spoken(place: Place): string {
  return `${place.file}:${place.line}:${place.column}`;
}

/** Why a file could not be used, if one could not: what follows from it is unknown. A key that is said twice leaves its file usable. */
export function faultOf(project: Project): Draft | undefined {
  return project.faults.find((draft) => draft.severity === "error" && draft.rule !== "json/duplicate-key");
}
