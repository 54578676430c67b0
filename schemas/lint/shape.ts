// Turns what the compiled checks say about a file's shape into sentences with a place and the nearest right word.

import { nodeAt, pathOf, positionOf } from "../json.ts";
import type { ShapeError } from "../validators.mjs";
import { didYouMean, nearest, onlyNear } from "./near.ts";
import type { Draft, Edit, Source } from "./project.ts";
import { prepend, rewrite } from "./repair.ts";

type Schema = Record<string, unknown>;

/** One draft for each thing that is wrong; what follows from the same cause is left out. */
export function shapeDrafts(
  rule: string,
  source: Source<unknown>,
  shape: object,
  errors: readonly ShapeError[],
): Draft[] {
  const schema = shape as Schema;
  const telling = errors.filter((error) => !isNoise(error, errors));
  const seen = new Set<string>();
  return telling
    .map((error) => draftOf(rule, source, schema, error))
    .filter((draft) => {
      const key = `${draft.pointer} ${draft.message}`;
      return !seen.has(key) && seen.add(key);
    });
}

/** One cause, one sentence: a union reports each branch and itself, a wrong word is of a wrong type too, a misspelt key is missing too. */
function isNoise(error: ShapeError, errors: readonly ShapeError[]): boolean {
  const here = errors.filter((other) => other !== error && other.instancePath === error.instancePath);
  if (error.keyword === "if") return true;
  if (error.keyword === "type") return here.some((other) => other.keyword === "const" || other.keyword === "enum");
  if (error.keyword === "required") {
    const missing = String(error.params.missingProperty);
    return here.some(
      (other) =>
        other.keyword === "additionalProperties" &&
        nearest(String(other.params.additionalProperty), [missing]) !== undefined,
    );
  }
  if (error.keyword !== "anyOf" && error.keyword !== "oneOf") return false;
  return errors.some((other) => other !== error && other.schemaPath.startsWith(error.schemaPath));
}

function draftOf(rule: string, source: Source<unknown>, schema: Schema, error: ShapeError): Draft {
  const extra = error.keyword === "additionalProperties" ? String(error.params.additionalProperty) : undefined;
  const pointer =
    extra === undefined
      ? error.instancePath
      : `${error.instancePath}/${extra.replace(/~/g, "~0").replace(/\//g, "~1")}`;
  const found = nodeAt(source.document, pointer);
  const offset = found ? (extra !== undefined && found.entry ? found.entry.keyStart : found.node.start) : 0;
  const { message, suggestion } = sentence(
    error,
    schemaAt(schema, error.instancePath),
    valueAt(source.value, error.instancePath),
  );
  return {
    rule,
    severity: "error",
    message,
    file: source.file,
    ...positionOf(source.document, offset),
    pointer,
    ...(suggestion ? { suggestion } : {}),
    edits: repairOf(source, schema, error, pointer),
  };
}

const KEY_OF_TEXT = 'write a key such as "nav:events"; its text stands in the locales of that namespace';
const A_DAY = "write a day that exists, as YYYY-MM-DD";

/** What to write under a key whose value is not written as it should be. */
const RIGHT: Readonly<Record<string, string>> = {
  label: KEY_OF_TEXT,
  title: KEY_OF_TEXT,
  description: KEY_OF_TEXT,
  reason: KEY_OF_TEXT,
  from: A_DAY,
  until: A_DAY,
};

/** The repair of a shape where only one thing can be meant. */
function repairOf(source: Source<unknown>, schema: Schema, error: ShapeError, pointer: string): Edit[] {
  const here = schemaAt(schema, error.instancePath);
  const value = valueAt(source.value, error.instancePath);
  switch (error.keyword) {
    case "additionalProperties": {
      const known = Object.keys((here.properties as Schema | undefined) ?? {});
      const free = known.filter((key) => !(key in (value as Schema)));
      const only = onlyNear(String(error.params.additionalProperty), free);
      return only === undefined ? [] : rewrite(source, pointer, only, true);
    }
    case "enum": {
      const words = (error.params.allowedValues as unknown[]).filter((word) => typeof word === "string");
      const only = typeof value === "string" ? onlyNear(value, words) : undefined;
      return only === undefined ? [] : rewrite(source, pointer, only);
    }
    case "required": {
      const missing = String(error.params.missingProperty);
      const version = (here.properties as Record<string, Schema> | undefined)?.[missing]?.const;
      return /Version$/.test(missing) && version !== undefined ? prepend(source, pointer, missing, version) : [];
    }
    default:
      return [];
  }
}

function sentence(
  error: ShapeError,
  schema: Schema,
  value: unknown,
): { message: string; suggestion?: string | undefined } {
  const name = pathOf(error.instancePath).at(-1) ?? "the file";
  const told = quote(value);
  switch (error.keyword) {
    case "additionalProperties": {
      const key = String(error.params.additionalProperty);
      const known = Object.keys((schema.properties as Schema | undefined) ?? {});
      return { message: `Unknown key "${key}"; known here: ${known.join(", ")}`, suggestion: didYouMean(key, known) };
    }
    case "required":
      return {
        message: `The key "${error.params.missingProperty}" is missing`,
        suggestion: `add "${error.params.missingProperty}"`,
      };
    case "enum": {
      const words = (error.params.allowedValues as unknown[]).map(String);
      return { message: `${told} is not one of ${words.join(", ")}`, suggestion: didYouMean(String(value), words) };
    }
    case "const":
      return {
        message: `${told} should be ${quote(error.params.allowedValue)}`,
        suggestion: `write ${quote(error.params.allowedValue)}`,
      };
    case "type":
      return { message: `"${name}" should be ${article(String(error.params.type))}, not ${told}` };
    case "pattern":
    case "format":
      return {
        message: `${told} is not written like ${schema.description ? lowerFirst(String(schema.description)) : "this"} (${error.params.pattern ?? error.params.format})`,
        suggestion: RIGHT[name],
      };
    case "maxProperties":
      return {
        message: `One operator only, found ${Object.keys(value as Schema).join(", ")}`,
        suggestion: 'combine them with "all" or "any"',
      };
    case "minProperties":
      return {
        message: `An operator is missing; one of ${Object.keys((schema.properties as Schema) ?? {}).join(", ")}`,
      };
    case "minItems":
      return { message: `"${name}" should not be empty` };
    case "anyOf":
      return {
        message: `${told} is none of what may stand here${schema.description ? `: ${lowerFirst(String(schema.description))}` : ""}`,
      };
    default:
      return { message: `"${name}" ${error.message ?? "is wrong"}` };
  }
}

/** The schema of the value at a pointer, through references and unions. */
function schemaAt(root: Schema, pointer: string): Schema {
  let at: Schema | undefined = root;
  for (const part of pathOf(pointer)) at = at && inside(root, at, part);
  return at ? resolved(root, at) : {};
}

function inside(root: Schema, schema: Schema, part: string): Schema | undefined {
  const here = resolved(root, schema);
  const named = (here.properties as Record<string, Schema> | undefined)?.[part];
  if (named) return named;
  if (/^\d+$/.test(part) && here.items) return here.items as Schema;
  const [pattern] = Object.values((here.patternProperties as Record<string, Schema> | undefined) ?? {});
  const branches = (here.anyOf as Schema[] | undefined) ?? [];
  return pattern ?? branches.map((branch) => inside(root, branch, part)).find((found) => found !== undefined);
}

function resolved(root: Schema, schema: Schema): Schema {
  if (typeof schema.$ref !== "string") return schema;
  let at: unknown = root;
  for (const part of schema.$ref.split("/").slice(1)) at = (at as Schema | undefined)?.[part];
  return (at as Schema | undefined) ?? {};
}

function valueAt(value: unknown, pointer: string): unknown {
  let at = value;
  for (const part of pathOf(pointer)) at = (at as Schema | undefined)?.[part];
  return at;
}

function quote(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

function article(type: string): string {
  const words: Record<string, string> = {
    array: "a list",
    object: "an object",
    string: "a text",
    integer: "a whole number",
    number: "a number",
    boolean: "true or false",
  };
  return words[type] ?? type;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
