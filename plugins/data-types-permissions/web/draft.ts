// Rules while they are edited: cells and settings by key, compared with what is saved. Pure.
import { UNSEEN, VERBS, type Verb } from "../../data-types/contract.ts";
import { cellKey, isPossible, isUnusual, mayDo, type Ruling, settingOf, settledOf } from "../contract/judge.ts";
import type { Cell, RuledType, RuleValues, Setting, TypeRules } from "../contract.ts";

/** `1:2:meet` to what the event says; a key that is not there says nothing. Settings by `type:1`. */
export interface Draft {
  readonly cells: Readonly<Record<string, boolean>>;
  readonly settings: Readonly<Record<string, Setting>>;
}
export type Value = boolean | Setting | undefined;

export const settingKey = (type: number) => `type:${type}`;

export function draftOf({ cells, settings }: RuleValues): Draft {
  return {
    cells: Object.fromEntries(cells.map(({ from, to, verb, allow }) => [cellKey(from, to, verb), allow])),
    settings: Object.fromEntries(settings.map((one) => [settingKey(one.type), one])),
  };
}

export function rulingOfDraft({ cells, settings }: Draft): Ruling {
  return {
    cells: new Map(Object.entries(cells)),
    settings: new Map(Object.values(settings).map((one) => [one.type, one])),
  };
}

export function valuesOfDraft({ cells, settings }: Draft): RuleValues {
  return {
    cells: Object.entries(cells).map(([key, allow]) => ({ ...pairOf(key), allow })),
    settings: Object.values(settings),
  };
}

export function pairOf(key: string): Omit<Cell, "allow"> {
  const [from, to, verb] = key.split(":");
  return { from: Number(from), to: Number(to), verb: verb as Verb };
}

export function valueAt(draft: Draft, key: string): Value {
  return draft.cells[key] ?? draft.settings[key];
}

/** A draft with some keys said otherwise; undefined takes away what was said. */
export function withValues(draft: Draft, values: readonly (readonly [string, Value])[]): Draft {
  const cells: Record<string, boolean> = { ...draft.cells };
  const settings: Record<string, Setting> = { ...draft.settings };
  for (const [key, value] of values) {
    delete cells[key];
    delete settings[key];
    if (typeof value === "boolean") cells[key] = value;
    else if (value && isUnusual(value)) settings[key] = settledOf(value);
  }
  return { cells, settings };
}

/** The keys in which two drafts differ. */
export function differing(one: Draft, other: Draft): string[] {
  const keys = new Set(
    [one, other].flatMap(({ cells, settings }) => [...Object.keys(cells), ...Object.keys(settings)]),
  );
  return [...keys].filter((key) => !same(valueAt(one, key), valueAt(other, key))).sort();
}

/** One's own changes from `base`, put on top of what stands now; keys of `except` stay as they stand. */
export function rebased(base: Draft, mine: Draft, now: TypeRules, except: ReadonlySet<string> = new Set()): Draft {
  const has = (id: number) => now.types.some((type) => type.id === id);
  const isThere = (key: string) => {
    if (key.startsWith("type:")) return has(Number(key.slice("type:".length)));
    const { from, to } = pairOf(key);
    return has(from) && has(to);
  };
  const changed = differing(base, mine).filter((key) => isThere(key) && !except.has(key));
  return withValues(
    draftOf(now),
    changed.map((key) => [key, valueAt(mine, key)] as const),
  );
}

/** Where both sides changed the same to something else. */
export function clashing(base: Draft, mine: Draft, theirs: Draft): string[] {
  return differing(base, mine).filter(
    (key) => !same(valueAt(base, key), valueAt(theirs, key)) && !same(valueAt(mine, key), valueAt(theirs, key)),
  );
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
  | { kind: "noRequests"; from: RuledType };

export function warningsOf(ruling: Ruling, types: readonly RuledType[]): Warning[] {
  const warnings: Warning[] = [];
  for (const from of types) {
    for (const to of types) {
      for (const verb of VERBS) {
        const says = ruling.cells.get(cellKey(from.id, to.id, verb)) === true && isPossible(from, to, verb);
        const needsSight = !UNSEEN.includes(verb);
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
