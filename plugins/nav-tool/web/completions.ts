// What may stand where the cursor is: keys and values as the schema of the file has them, and the names that the project knows.
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { NavConfig } from "#schemas/nav.ts";
import { PERMISSION_KEYS } from "#schemas/scalars.ts";
import { FORMATS } from "./audience.ts";

interface Shape {
  $ref?: string;
  properties?: Record<string, Shape>;
  required?: readonly string[];
  items?: Shape;
  enum?: readonly unknown[];
  const?: unknown;
  description?: string;
  $defs?: Record<string, Shape>;
}
const whole = NavConfig as Shape;

/** Where a text ends: the keys that lead there (a star for a place in a list), and what is due. */
export interface Spot {
  path: readonly string[];
  /** Of the object at the path: what it has already. */
  keys: readonly string[];
  /** The key whose value is due; undefined where a key is. */
  key: string | undefined;
}

interface Level {
  name: string;
  isList: boolean;
  keys: string[];
  last?: string;
  key?: string | undefined;
}

/** Reads a text up to the cursor; it need not be whole. */
export function spotAfter(text: string): Spot | undefined {
  const levels: Level[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]/g)) {
    const top = levels.at(-1);
    if (token === "{" || token === "[")
      levels.push({ name: top?.isList ? "*" : (top?.key ?? ""), isList: token === "[", keys: [] });
    else if (token === "}" || token === "]") levels.pop();
    else if (!top || top.isList) continue;
    else if (token === ",") top.key = undefined;
    else if (token === ":") {
      top.key = top.last;
      if (top.last !== undefined) top.keys.push(top.last);
    } else if (top.key === undefined) top.last = token.replace(/^"|"$/g, "");
  }
  const top = levels.at(-1);
  if (!top) return undefined;
  const path = levels.slice(1).map(({ name }) => name);
  return { path, keys: top.keys, key: top.isList ? "*" : top.key };
}

function resolved(shape: Shape | undefined): Shape | undefined {
  return shape?.$ref ? whole.$defs?.[shape.$ref.slice("#/$defs/".length)] : shape;
}

function shapeAt(path: readonly string[]): Shape | undefined {
  return path.reduce<Shape | undefined>((shape, name) => {
    const here = resolved(shape);
    return name === "*" ? here?.items : here?.properties?.[name];
  }, whole);
}

/** What is offered at a spot. */
export function offered(spot: Spot, entries: readonly string[], flags: readonly string[]): Completion[] {
  const { path, keys, key } = spot;
  if (key === undefined) {
    const object = resolved(shapeAt(path));
    return Object.entries(object?.properties ?? {})
      .filter(([name]) => !keys.includes(name))
      .map(([name, shape]) => ({
        label: name,
        type: "property",
        boost: object?.required?.includes(name) ? 1 : 0,
        ...withInfo(resolved(shape) ?? shape),
      }));
  }
  const names: Record<string, readonly string[]> = {
    ref: entries,
    flag: flags,
    permission: PERMISSION_KEYS,
    eventFormat: FORMATS,
  };
  const named = names[key === "*" ? (path.at(-1) ?? "") : key];
  const shape = resolved(shapeAt([...path, key]));
  const values = named ?? shape?.enum ?? (shape?.const === undefined ? [] : [shape.const]);
  return values.filter((value) => typeof value === "string").map((label) => ({ label, type: "constant" }));
}

function withInfo({ description }: Shape): { info?: string } {
  return description ? { info: description } : {};
}

export function completions(entries: readonly string[], flags: readonly string[]) {
  return (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/"[^"\n]*/);
    if (!typed) return null;
    const spot = spotAfter(context.state.sliceDoc(0, typed.from));
    const options = spot ? offered(spot, entries, flags) : [];
    if (!spot || options.length === 0) return null;
    const isClosed = context.state.sliceDoc(context.pos, context.pos + 1) === '"';
    const ending = isClosed ? "" : spot.key === undefined ? '": ' : '"';
    return {
      from: typed.from + 1,
      options: options.map((option) => ({ ...option, apply: `${option.label}${ending}` })),
      validFor: /^[\w.:-]*$/,
    };
  };
}
