// Who may do what with whom, and which rule decided. Pure, and the same for the matrix on the screen and for the server.
import { actorsOf, STANDARD, TARGETS, UNSEEN, type Verb } from "../../data-types/contract.ts";
import type {
  Cell,
  Explanation,
  FullSetting,
  GroupAnswer,
  GroupPriority,
  RuledType,
  Setting,
  Step,
  TypeLink,
} from "../contract.ts";
import { OWN, USUAL } from "../contract.ts";

/** The rules as they are asked: cells and settings by key. */
export interface Ruling {
  cells: ReadonlyMap<string, boolean>;
  settings: ReadonlyMap<number, Setting>;
  /** Pairs of types, a person's and a company's, that a kind of relationship links; undefined where nobody keeps them. */
  linked?: ReadonlySet<string> | undefined;
}

export const cellKey = (from: number, to: number, verb: Verb) => `${from}:${to}:${verb}`;

export function linksOf(links: readonly TypeLink[] | null | undefined): Ruling["linked"] {
  return links ? new Set(links.map(({ person, company }) => linkKey(person, company))) : undefined;
}

const linkKey = (person: number, company: number) => `${person}:${company}`;

export function rulingOf(values: {
  cells: readonly Cell[];
  settings: readonly Setting[];
  links?: readonly TypeLink[] | null;
}): Ruling {
  return {
    linked: linksOf(values.links),
    cells: new Map(values.cells.map(({ from, to, verb, allow }) => [cellKey(from, to, verb), allow])),
    settings: new Map(values.settings.map((one) => [one.type, one])),
  };
}

/** What an event says of a type, or what is usual. */
export function settingOf({ settings }: Pick<Ruling, "settings">, type: number): FullSetting {
  return { ...USUAL, ...settings.get(type), type };
}

/** A setting as it is kept: of what may be left out, only what is not usual, in one order. */
export function settledOf(setting: Setting): Setting {
  const full: FullSetting = { ...USUAL, ...setting };
  const { type, meets, pending, contacts } = full;
  const said = OWN.filter((key) => !isUsual(full, key)).map((key) => [key, full[key]]);
  return { type, meets, pending, contacts, ...Object.fromEntries(said) };
}

/** Whether a setting says anything. */
export function isUnusual(setting: Setting): boolean {
  const full: FullSetting = { ...USUAL, ...setting };
  return (Object.keys(USUAL) as (keyof typeof USUAL)[]).some((key) => !isUsual(full, key));
}

function isUsual(setting: FullSetting, key: keyof typeof USUAL): boolean {
  return JSON.stringify(setting[key]) === JSON.stringify(USUAL[key]);
}

export type Side = Pick<RuledType, "id" | "type_category_id" | "defaults">;

/** What is asked of two profiles beyond their data types. */
export interface Between {
  isSame: boolean;
  isBlocked: { from: boolean; to: boolean };
  /** What groups of the first say of the second, the highest first; none where none of them says anything about the verb. */
  groups: (verb: Verb) => readonly Omit<GroupAnswer, "decides">[];
  priority: GroupPriority;
  /** How many requests of the first wait for an answer, where that is known. */
  waiting?: number | undefined;
}

/** Those of several groups of one profile that decide, the highest of which comes first. */
export function decisive<T>(groups: readonly T[], priority: GroupPriority): readonly T[] {
  return priority === "highest" ? groups.slice(0, 1) : groups;
}

/** Whether a verb can be done between these two at all: items do nothing, and nobody meets one. */
export function isPossible(from: Pick<Side, "type_category_id">, to: Pick<Side, "type_category_id">, verb: Verb) {
  return actorsOf(verb).includes(from.type_category_id) && TARGETS[verb].includes(to.type_category_id);
}

/** What holds for a pair where the event says nothing. */
export function byDefault(from: Side, to: Side, verb: Verb): boolean {
  return (from.defaults?.[verb] ?? STANDARD[verb]).includes(to.type_category_id);
}

/**
 * The answer with every rule that was asked on the way, for two data types or, with `between`, for two of their profiles.
 * What others decide needs sight: nobody meets whom they cannot see.
 */
export function explain(ruling: Ruling, from: Side, to: Side, verb: Verb, between?: Between): Explanation {
  const steps: Step[] = [];
  const ask = (rule: Step["rule"], holds: boolean | null) => {
    steps.push({ rule, holds, decides: false });
    return holds;
  };
  const answer = (allowed: boolean): Explanation => {
    const last = steps.at(-1);
    if (last) last.decides = true;
    return { verb, allowed, steps };
  };
  if (between) {
    if (between.isSame && !ask("itself", false)) return answer(false);
    if (!ask("standing_from", !between.isBlocked.from)) return answer(false);
    if (!ask("standing_to", !between.isBlocked.to)) return answer(false);
  }
  if (!ask("possible", isPossible(from, to, verb))) return answer(false);
  if (verb === "team" && ruling.linked && !ask("linked", ruling.linked.has(linkKey(from.id, to.id)))) {
    return answer(false);
  }
  if (verb === "meet") {
    if (!ask("meets_from", settingOf(ruling, from.id).meets)) return answer(false);
    if (!ask("meets_to", settingOf(ruling, to.id).meets)) return answer(false);
  }
  if (APPROACHES.includes(verb) && !ask("approached", settingOf(ruling, to.id).approachable)) return answer(false);
  const groups = between?.groups(verb) ?? [];
  if (between && groups.length > 0) {
    const { priority } = between;
    const heard = decisive(groups, priority);
    const held = heard.some(({ allows }) => allows);
    const told = groups.map((one) => ({ ...one, decides: heard.includes(one) && one.allows === held }));
    steps.push({ rule: "groups", holds: held, decides: false, groups: told, priority });
    if (!held) return answer(false);
  } else {
    const said = ask("cell", ruling.cells.get(cellKey(from.id, to.id, verb)) ?? null);
    if (said === false) return answer(false);
    if (said === null) {
      const own = from.defaults?.[verb];
      const held = ask("type_default", own ? own.includes(to.type_category_id) : null);
      if (held === false) return answer(false);
      if (held === null && !ask("standard", STANDARD[verb].includes(to.type_category_id))) return answer(false);
    }
  }
  if (UNSEEN.includes(verb)) return answer(true);
  const decided = steps.at(-1);
  const sees = explain(ruling, from, to, "see", between).allowed;
  ask("sight", sees);
  if (!sees) return answer(false);
  if (verb === "meet" && between?.waiting !== undefined) {
    if (!ask("limit", between.waiting < settingOf(ruling, from.id).pending)) return answer(false);
  }
  // Sight and a free request were needed, but it is the rule before that allows.
  if (decided) decided.decides = true;
  return { verb, allowed: true, steps };
}

/** What is done to somebody who has to answer. */
const APPROACHES: readonly Verb[] = ["meet", "message"];

export function mayDo(ruling: Ruling, from: Side, to: Side, verb: Verb): boolean {
  return explain(ruling, from, to, verb).allowed;
}
