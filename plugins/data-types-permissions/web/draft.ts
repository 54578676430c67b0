// Rules while they are edited: cells and settings by key, compared with what is saved. Pure.
import { UNSEEN, VERBS, type Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, isUnusual, mayDo, type Ruling, settingOf, settledOf } from "../contract/judge.ts";
import type { Cell, EventValues, Look, RuledType, Setting, TypeRules } from "../contract.ts";

/** `1:2:meet` to what the event says; a key that is not there says nothing. Settings by `type:1`. */
export interface Draft {
  readonly cells: Readonly<Record<string, boolean>>;
  readonly settings: Readonly<Record<string, Setting>>;
  /** By `look:1`. */
  readonly looks: Readonly<Record<string, Look>>;
  /** Under the one key `order`, where the event has an order of its own. */
  readonly order: readonly number[];
}
export type Value = boolean | Setting | Look | readonly number[] | undefined;

export const NOTHING: Draft = { cells: {}, settings: {}, looks: {}, order: [] };

export const settingKey = (type: number) => `type:${type}`;
export const lookKey = (type: number) => `look:${type}`;
export const ORDER = "order";

export function draftOf({ cells, settings, looks, order }: EventValues): Draft {
  return {
    cells: Object.fromEntries(cells.map(({ from, to, verb, allow }) => [cellKey(from, to, verb), allow])),
    settings: Object.fromEntries(settings.map((one) => [settingKey(one.type), one])),
    looks: Object.fromEntries(looks.map((one) => [lookKey(one.type), one])),
    order,
  };
}

export function rulingOfDraft({ cells, settings }: Draft, linked: Ruling["linked"]): Ruling {
  return {
    linked,
    cells: new Map(Object.entries(cells)),
    settings: new Map(Object.values(settings).map((one) => [one.type, one])),
  };
}

export function valuesOfDraft({ cells, settings, looks, order }: Draft): EventValues {
  return {
    cells: Object.entries(cells).map(([key, allow]) => ({ ...pairOf(key), allow })),
    settings: Object.values(settings),
    looks: Object.values(looks),
    order: [...order],
  };
}

export function pairOf(key: string): Omit<Cell, "allow"> {
  const [from, to, verb] = key.split(":");
  return { from: Number(from), to: Number(to), verb: verb as Verb };
}

export function valueAt(draft: Draft, key: string): Value {
  if (key === ORDER) return draft.order.length > 0 ? draft.order : undefined;
  return draft.cells[key] ?? draft.settings[key] ?? draft.looks[key];
}

/** A draft with some keys said otherwise; undefined takes away what was said. */
export function withValues(draft: Draft, values: readonly (readonly [string, Value])[]): Draft {
  const cells: Record<string, boolean> = { ...draft.cells };
  const settings: Record<string, Setting> = { ...draft.settings };
  const looks: Record<string, Look> = { ...draft.looks };
  let { order } = draft;
  for (const [key, value] of values) {
    delete cells[key];
    delete settings[key];
    delete looks[key];
    if (key === ORDER) order = (value as readonly number[] | undefined) ?? [];
    else if (typeof value === "boolean") cells[key] = value;
    else if (isLook(value)) looks[key] = value;
    else if (isSetting(value) && isUnusual(value)) settings[key] = settledOf(value);
  }
  return { cells, settings, looks, order };
}

export const isLook = (value: Value): value is Look => typeof value === "object" && "labels" in value;
export const isSetting = (value: Value): value is Setting => typeof value === "object" && "meets" in value;

/** The keys in which two drafts differ. */
export function differing(one: Draft, other: Draft): string[] {
  const keys = new Set(
    [one, other].flatMap(({ cells, settings, looks }) => [cells, settings, looks].flatMap((each) => Object.keys(each))),
  );
  keys.add(ORDER);
  return [...keys].filter((key) => !same(valueAt(one, key), valueAt(other, key))).sort();
}

/** One's own changes from `base`, put on top of what stands now; keys of `except` stay as they stand. */
export function rebased(base: Draft, mine: Draft, now: TypeRules, except: ReadonlySet<string> = new Set()): Draft {
  const typeOf = (id: number) => now.types.find((type) => type.id === id);
  const isThere = (key: string) => {
    if (key === ORDER) return true;
    if (isOfType(key)) return typeOf(typeIn(key)) !== undefined;
    const { from, to, verb } = pairOf(key);
    const [one, other] = [typeOf(from), typeOf(to)];
    // A type may be of another category by now, whose profiles never do this.
    return one !== undefined && other !== undefined && isPossible(one, other, verb);
  };
  const changed = differing(base, mine).filter((key) => isThere(key) && !except.has(key));
  return withValues(
    draftOf(now),
    changed.map((key) => [key, valueAt(mine, key)] as const),
  );
}

/** Whether a key is about one type alone, and about which. */
export const isOfType = (key: string) => /^(type|look):/.test(key);
export const typeIn = (key: string) => Number(key.slice(key.indexOf(":") + 1));

/** All that an event says, by key. */
export function factsOf({ cells, settings, looks, order }: Draft): Readonly<Record<string, Value>> {
  return { ...cells, ...settings, ...looks, ...(order.length > 0 && { [ORDER]: order }) };
}

/** How many pairs of profiles gain or lose each verb. */
export function effectOf(before: Ruling, after: Ruling, types: readonly RuledType[]) {
  const effect = VERBS.map((verb) => ({ verb, gained: 0, lost: 0 }));
  for (const one of effect) {
    for (const from of types) {
      for (const to of types) {
        const [was, is] = [mayDo(before, from, to, one.verb), mayDo(after, from, to, one.verb)];
        const pairs = from.profiles * (to.profiles - (from.id === to.id ? 1 : 0));
        if (!was && is) one.gained += Math.max(pairs, 0);
        if (was && !is) one.lost += Math.max(pairs, 0);
      }
    }
  }
  return effect.filter(({ gained, lost }) => gained + lost > 0);
}

/** What was said but has no effect, or contradicts itself. */
export type Warning =
  | { kind: "unseen"; from: RuledType; to: RuledType; verb: Verb }
  | { kind: "unlinked"; from: RuledType; to: RuledType; verb: Verb }
  | { kind: "noRequests"; from: RuledType };

export function warningsOf(ruling: Ruling, types: readonly RuledType[]): Warning[] {
  const warnings: Warning[] = [];
  for (const from of types) {
    for (const to of types) {
      for (const verb of VERBS) {
        const says = ruling.cells.get(cellKey(from.id, to.id, verb)) === true && isPossible(from, to, verb);
        const needsSight = !UNSEEN.includes(verb);
        const needsLink = verb === "team" && says && ruling.linked !== undefined;
        if (needsLink && !mayDo(ruling, from, to, verb)) warnings.push({ kind: "unlinked", from, to, verb });
        if (says && needsSight && !mayDo(ruling, from, to, "see")) warnings.push({ kind: "unseen", from, to, verb });
      }
    }
    const { meets, pending } = settingOf(ruling, from.id);
    const asks = types.some((to) => mayDo(ruling, from, to, "meet"));
    if (meets && pending === 0 && asks) warnings.push({ kind: "noRequests", from });
  }
  return warnings;
}

function same(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
