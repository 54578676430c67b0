// Why an entry is shown, disabled or hidden for an audience: every clause with its place and truth, and the smallest change.
import { type Audience, factsOf, OTHER_FORMAT, type Variable } from "../audienceVariables.ts";
import { type Condition, evaluate, type Facts } from "../condition.ts";
import { type Clause, type Entry, layoutOf, partsOf, shownTo, usableBy } from "./entries.ts";
import { type Place, type Project, placeOf } from "./project.ts";
import { flagKeys, permissionKeys } from "./words.ts";

export interface ExplainedPart {
  text: string;
  depth: number;
  truth: boolean;
  place: Place;
}

export interface ExplainedClause {
  of: string;
  effect: Clause["effect"];
  truth: boolean;
  place: Place;
  parts: ExplainedPart[];
}

export interface Explanation {
  entry: Entry;
  state: "shown" | "disabled" | "hidden";
  clauses: ExplainedClause[];
  /** The first clause that hides or disables it. */
  cause: ExplainedClause | undefined;
  /** Why nothing helps, when the config itself leaves it out. */
  left: string | undefined;
  /** What must change so that it is shown; empty when it is. Undefined when no audience sees it. */
  toShow: Change[] | undefined;
  /** What must change so that it is shown and not disabled. */
  toUse: Change[] | undefined;
}

/** One fact that would have to be another one. */
export interface Change {
  text: string;
  variable: Variable;
  value: number;
}

/** Explains one place of an entry. */
export function explain(project: Project, entry: Entry, audience: Audience): Explanation {
  const layout = layoutOf(project);
  const { universe } = layout;
  const facts = factsOf(audience, { permissions: permissionKeys(project), flags: flagKeys(project) });
  const clauses = entry.clauses.map((clause) => explainClause(clause, facts));
  const hides = clauses.find((clause) => clause.effect === "shows" && !clause.truth);
  const disables = clauses.find((clause) => clause.effect === "enables" && !clause.truth);
  const changes = (set: number) =>
    universe.nearest(set, audience)?.map((change) => ({ ...change, text: sayChange(change.variable, change.value) }));
  return {
    entry,
    state: entry.left || hides ? "hidden" : disables ? "disabled" : "shown",
    clauses,
    cause: hides ?? disables,
    left: entry.left?.why,
    toShow: changes(shownTo(layout, entry)),
    toUse: changes(usableBy(layout, entry)),
  };
}

function explainClause({ of, effect, source, pointer, condition }: Clause, facts: Facts): ExplainedClause {
  const parts = partsOf(condition, pointer).map((part): ExplainedPart => {
    const depth = part.pointer
      .slice(pointer.length)
      .split("/")
      .filter((word) => /^(?:all|any|not)$/.test(word)).length;
    return {
      text: sayCondition(part.condition),
      depth,
      truth: evaluate(part.condition, facts) === true,
      place: placeOf(source, part.pointer),
    };
  });
  return { of, effect, truth: evaluate(condition, facts) === true, place: placeOf(source, pointer), parts };
}

/** One operator in words. */
export function sayCondition(condition: Condition): string {
  if ("all" in condition) return "all of";
  if ("any" in condition) return "any of";
  if ("not" in condition) return "not";
  if ("permission" in condition)
    return condition.permission.length === 0
      ? "no permission needed"
      : `permission ${condition.permission.join(" or ")}`;
  if ("accessRole" in condition) return `role ${condition.accessRole} or stronger`;
  if ("flag" in condition) return `flag ${condition.flag} on`;
  if ("event" in condition) return "an event selected";
  if ("eventFormat" in condition) return `an event of format ${condition.eventFormat}`;
  if ("eventPhase" in condition) return `an event whose phase is ${condition.eventPhase}`;
  if ("environment" in condition) return `environment ${condition.environment}`;
  return "from" in condition ? `from ${condition.from}` : `until ${condition.until}`;
}

function sayChange(variable: Variable, value: number): string {
  switch (variable.kind) {
    case "role": {
      const to = variable.values[value] as number;
      const from = value === 0 ? 1 : (variable.values[value - 1] as number) + 1;
      return to >= 9999
        ? `role ${from} or weaker`
        : from === 1
          ? `role ${to} or stronger`
          : from === to
            ? `role ${to}`
            : `a role from ${from} to ${to}`;
    }
    case "permission":
      return value === 1 ? `the permission ${variable.key}` : `without the permission ${variable.key}`;
    case "flag":
      return value === 1 ? `the flag ${variable.key} on` : `the flag ${variable.key} off`;
    case "environment":
      return `the environment ${variable.values[value]}`;
    case "today":
      return value === 0 ? `a day before ${variable.values[1]}` : `a day from ${variable.values[value]}`;
    case "event": {
      const event = variable.values[value];
      if (!event) return "no event selected";
      return event.format === OTHER_FORMAT
        ? `an event selected (phase ${event.phase})`
        : `an event of format ${event.format} (phase ${event.phase})`;
    }
  }
}
