// Decisions about rules; pure.
import { WHOLE } from "#schemas/problem.ts";
import { type Alike, alikeSince, type EventTypeRow, fieldProblem, problem, type TypeOfEvent } from "#server";
import { VERBS, type Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, isUnusual, rulingOf, settledOf } from "../contract/judge.ts";
import { saidOf } from "../contract/look.ts";
import type { Cell, EventValues, Look, RuledType, RuleValues, Setting } from "../contract.ts";

/**
 * Rules as they are stored: each once, in order, of types that the event has, and nothing that is usual anyway. Names that were
 * alike before, in `looksBefore`, are no reason to refuse what is said of something else.
 */
export function tidy(
  { cells, settings, looks, order }: EventValues,
  types: readonly RuledType[],
  appOrder: readonly number[],
  looksBefore: readonly Look[],
): EventValues {
  const known = new Map(types.map((type) => [type.id, type]));
  for (const [at, { from, to, verb }] of cells.entries()) {
    const [one, other] = [known.get(from), known.get(to)];
    if (!one || !other) throw typeGone(`cells.${at}`);
    if (!isPossible(one, other, verb)) throw impossible(`cells.${at}`, one.type, other.type);
  }
  for (const [at, { type }] of settings.entries()) {
    if (!known.has(type)) throw typeGone(`settings.${at}`);
  }
  for (const [at, { type }] of looks.entries()) {
    if (!known.has(type)) throw typeGone(`looks.${at}`);
  }
  const settled = looks.flatMap((look) => saidOf(look, known.get(look.type) as RuledType) ?? []);
  const [alike] = alikeSince(namedIn(types, looksBefore), namedIn(types, settled));
  if (alike) throw nameTaken(`looks.${alike.type.id}`, alike.name, alike.other.name);
  const kept = order.filter((id) => known.has(id));
  // What is said twice holds as it was said last.
  const ruling = rulingOf({ cells, settings });
  return {
    cells: [...ruling.cells].map(asCell).sort(inOrder),
    settings: [...ruling.settings.values()]
      .filter(isUnusual)
      .map((setting) => settledOf(plain(setting)))
      .sort((a, b) => a.type - b.type),
    looks: settled.sort((a, b) => a.type - b.type),
    order: isOrderOf(kept, appOrder, known) ? [] : kept,
  };
}

/** Types as an event calls them. */
function namedIn(types: readonly RuledType[], looks: readonly Look[]): TypeOfEvent[] {
  return types.map(({ id, type, type_category_id }) => {
    const labels = looks.find((look) => look.type === id)?.labels;
    return { id, name: type, categoryId: type_category_id, labels };
  });
}

/** Refuses a type that is called as the event calls another. */
export function mustDiffer(before: readonly TypeOfEvent[], taken: TypeOfEvent): void {
  const [alike] = alikeSince(before, [...before, taken]);
  if (!alike) return;
  const { message, reason } = takenBy(alike.name, alike.other.name);
  throw problem(NAME_TAKEN, { message, reasons: { [WHOLE]: reason } });
}

/** Whether an order puts the types of each category as the app does. */
function isOrderOf(
  order: readonly number[],
  appOrder: readonly number[],
  types: ReadonlyMap<number, Pick<RuledType, "type_category_id">>,
): boolean {
  const byCategory = (ids: readonly number[], category: number) =>
    ids.filter((id) => types.get(id)?.type_category_id === category);
  return [1, 2, 3].every((category) => {
    const [own, usual] = [byCategory(order, category), byCategory(appOrder, category)];
    return own.every((id, at) => usual[at] === id);
  });
}

/** What is written of the types of an event. */
export function rowsOf(
  { looks, order }: Pick<EventValues, "looks" | "order">,
  types: readonly Pick<RuledType, "id">[],
): EventTypeRow[] {
  return types.map(({ id }) => {
    const { type: _, labels = {}, ...said } = looks.find(({ type }) => type === id) ?? { type: id };
    const at = order.indexOf(id);
    const look = { ...(Object.keys(labels).length > 0 && { labels }), ...said };
    return { type_id: id, look, position: at < 0 ? null : at + 1 };
  });
}

/** What such rows say. */
export function saidBy(rows: readonly EventTypeRow[]): Pick<EventValues, "looks" | "order"> {
  const looks = rows.flatMap(({ type_id, look }): Look[] => {
    const { labels = {}, icon, colour } = look;
    const said = { type: type_id, labels, ...(icon && { icon }), ...(colour && { colour }) };
    return Object.keys(look).length > 0 ? [said] : [];
  });
  return {
    looks: looks.sort((a, b) => a.type - b.type),
    order: rows.flatMap(({ type_id, position }) => (position === null ? [] : [type_id])),
  };
}

/** The rules that still mean something, when types have left the event or are of another category by now. */
export function among(
  { cells, settings }: RuleValues,
  types: readonly Pick<RuledType, "id" | "type_category_id">[],
): RuleValues {
  const known = new Map(types.map((type) => [type.id, type]));
  const canBe = ({ from, to, verb }: Cell) => {
    const [one, other] = [known.get(from), known.get(to)];
    return one !== undefined && other !== undefined && isPossible(one, other, verb);
  };
  return { cells: cells.filter(canBe), settings: settings.filter(({ type }) => known.has(type)) };
}

/** Rules by name, for the history: every cell and setting of the event, null where nothing is said. */
export function factsOf(values: EventValues, types: readonly RuledType[]): Record<string, unknown> {
  const ruling = rulingOf(values);
  const facts: Record<string, unknown> = {};
  const nameById = (id: number) => types.flatMap((type) => (type.id === id ? [nameOf(type)] : []));
  facts[ORDER] = values.order.length > 0 ? values.order.flatMap(nameById) : null;
  for (const from of types) {
    facts[nameOf(from)] = ruling.settings.get(from.id) ?? null;
    facts[`${nameOf(from)}${LOOK}`] = values.looks.find(({ type }) => type === from.id) ?? null;
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
export function valuesOf(facts: Readonly<Record<string, unknown>>): EventValues {
  const cells: Cell[] = [];
  const settings: Setting[] = [];
  const looks: Look[] = [];
  let order: number[] = [];
  for (const [name, value] of Object.entries(facts)) {
    if (value === null) continue;
    if (name === ORDER) order = (value as string[]).map((one) => Number(NAMED.exec(one)?.[1]));
    else if (name.endsWith(LOOK)) looks.push(value as Look);
    if (name === ORDER || name.endsWith(LOOK)) continue;
    const pair = PAIR.exec(name);
    if (!pair) settings.push(value as Setting);
    else cells.push({ from: Number(pair[2]), to: Number(pair[4]), verb: pair[5] as Verb, allow: value as boolean });
  }
  return { cells, settings, looks, order };
}

/** Such facts of an older line, with the types called as they are now: what tells which are meant are their ids. */
export function factsNow(
  facts: Readonly<Record<string, unknown>>,
  types: readonly RuledType[],
): Record<string, unknown> {
  const asNow = (name: string, rest = "") => {
    const type = types.find(({ id }) => id === Number(NAMED.exec(name)?.[1]));
    return `${type ? nameOf(type) : name}${rest}`;
  };
  const entries = Object.entries(facts).map(([name, value]): [string, unknown] => {
    if (name === ORDER) return [name, (value as string[] | null)?.map((one) => asNow(one)) ?? null];
    if (name.endsWith(LOOK)) return [asNow(name.slice(0, -LOOK.length), LOOK), value];
    const pair = PAIR.exec(name);
    return pair
      ? [`${asNow(pair[1] as string)} → ${asNow(pair[3] as string)}: ${pair[5]}`, value]
      : [asNow(name), value];
  });
  return Object.fromEntries(entries);
}

const ORDER = "order";
const LOOK = ": look";
const NAMED = /\(([0-9]+)\)$/;
const PAIR = /^(.*\(([0-9]+)\)) → (.*\(([0-9]+)\)): ([a-z]+)$/;
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

const NAME_TAKEN = "data-types-permissions.name_taken";

function nameTaken(field: string, name: string, other: string) {
  const { message, reason } = takenBy(name, other);
  return fieldProblem(NAME_TAKEN, field, message, reason.text, reason.values);
}

function takenBy(name: Alike["name"], other: string) {
  const reason = { text: "data-types-permissions:problem.nameTaken", values: { name, other } };
  return { message: `“${name}” is what ${other} is called`, reason };
}

function typeGone(field: string) {
  const sentence = "The event does not have this data type any more";
  return fieldProblem(WRONG, field, sentence, "data-types-permissions:problem.typeGone");
}

function impossible(field: string, from: string, to: string) {
  const sentence = `${from} can never do this with ${to}`;
  return fieldProblem(WRONG, field, sentence, "data-types-permissions:problem.impossible", { from, to });
}
