// Decisions about rules; pure.
import { fieldProblem } from "#server";
import { VERBS, type Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, isUnusual, rulingOf, settledOf } from "../contract/judge.ts";
import type { Cell, RuledType, RuleValues, Setting } from "../contract.ts";

/** Rules as they are stored: each once, in order, of types that the event has, and nothing that is usual anyway. */
export function tidy({ cells, settings }: RuleValues, types: readonly RuledType[]): RuleValues {
  const known = new Map(types.map((type) => [type.id, type]));
  for (const [at, { from, to, verb }] of cells.entries()) {
    const [one, other] = [known.get(from), known.get(to)];
    if (!one || !other) throw typeGone(`cells.${at}`);
    if (!isPossible(one, other, verb)) throw impossible(`cells.${at}`, one.type, other.type);
  }
  for (const [at, { type }] of settings.entries()) {
    if (!known.has(type)) throw typeGone(`settings.${at}`);
  }
  // What is said twice holds as it was said last.
  const ruling = rulingOf({ cells, settings });
  return {
    cells: [...ruling.cells].map(asCell).sort(inOrder),
    settings: [...ruling.settings.values()]
      .filter(isUnusual)
      .map((setting) => settledOf(plain(setting)))
      .sort((a, b) => a.type - b.type),
  };
}

/** The rules that still mean something, when types have left the event. */
export function among({ cells, settings }: RuleValues, types: readonly Pick<RuledType, "id">[]): RuleValues {
  const has = (id: number) => types.some((type) => type.id === id);
  return {
    cells: cells.filter(({ from, to }) => has(from) && has(to)),
    settings: settings.filter(({ type }) => has(type)),
  };
}

/** Rules by name, for the history: every cell and setting of the event, null where nothing is said. */
export function factsOf(values: RuleValues, types: readonly RuledType[]): Record<string, unknown> {
  const ruling = rulingOf(values);
  const facts: Record<string, unknown> = {};
  for (const from of types) {
    facts[nameOf(from)] = ruling.settings.get(from.id) ?? null;
    for (const to of types) {
      for (const verb of VERBS) {
        if (!isPossible(from, to, verb)) continue;
        facts[`${nameOf(from)} → ${nameOf(to)}: ${verb}`] = ruling.cells.get(cellKey(from.id, to.id, verb)) ?? null;
      }
    }
  }
  return facts;
}

/** The rules that such facts tell of. */
export function valuesOf(facts: Readonly<Record<string, unknown>>): RuleValues {
  const cells: Cell[] = [];
  const settings: Setting[] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) continue;
    const pair = /\(([0-9]+)\) → .*\(([0-9]+)\): ([a-z]+)$/.exec(name);
    if (!pair) settings.push(value as Setting);
    else cells.push({ from: Number(pair[1]), to: Number(pair[2]), verb: pair[3] as Verb, allow: value as boolean });
  }
  return { cells, settings };
}

const nameOf = ({ type, id }: RuledType) => `${type} (${id})`;

function asCell([key, allow]: [string, boolean]): Cell {
  const [from, to, verb] = key.split(":");
  return { from: Number(from), to: Number(to), verb: verb as Verb, allow };
}

/** Without the languages in which nothing is written. */
function plain({ locked, ...setting }: Setting): Setting {
  if (!locked) return setting;
  const said = Object.entries(locked)
    .map(([locale, text]) => [locale, text.trim()] as const)
    .filter(([, text]) => text !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...setting, locked: Object.fromEntries(said) };
}

function inOrder(a: Cell, b: Cell): number {
  return a.from - b.from || a.to - b.to || VERBS.indexOf(a.verb) - VERBS.indexOf(b.verb);
}

const WRONG = "data-types-permissions.cell_wrong";

function typeGone(field: string) {
  const sentence = "The event does not have this data type any more";
  return fieldProblem(WRONG, field, sentence, "data-types-permissions:problem.typeGone");
}

function impossible(field: string, from: string, to: string) {
  const sentence = `${from} can never do this with ${to}`;
  return fieldProblem(WRONG, field, sentence, "data-types-permissions:problem.impossible", { from, to });
}
