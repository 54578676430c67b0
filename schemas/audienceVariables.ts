// What conditions ask about: its variables with the values that make a difference, and one audience among them. Pure.
import type { Condition, Environment, EventPhase, Facts } from "./condition.ts";

/** One audience: everything that a condition can ask about. */
export interface Audience {
  accessRole: number;
  permissions: string[];
  flags: string[];
  /** Null: no event is selected. */
  event: { format: string; phase: EventPhase } | null;
  environment: Environment;
  today: string;
}

const phases: EventPhase[] = ["before", "live", "after"];
const environments: Environment[] = ["production", "staging", "development"];

/** One thing that conditions ask about, with the values that make a difference. */
export type Variable =
  | { kind: "role" /** The largest role id of each class; the last is without end. */; values: number[] }
  | { kind: "permission" | "flag"; key: string; values: [false, true] }
  | { kind: "event"; values: ({ format: string; phase: EventPhase } | null)[] }
  | { kind: "environment"; values: Environment[] }
  | { kind: "today" /** The first day of each class; the first is without beginning. */; values: string[] };

/** What stands for every format that no condition names. */
export const OTHER_FORMAT = "another format";
/** The classes of roles have no end, those of days no beginning. */
const NO_END = 9999;
const NO_BEGINNING = "0001-01-01";

/** The value that asks for the least. */
export function plainest(variable: Variable): number {
  if (variable.kind === "role") return variable.values.length - 1;
  return 0;
}

/** What a value costs in "simplest": what must be granted or chosen counts, a stronger role a little. */
export function costOf(variable: Variable, value: number): number {
  if (variable.kind === "role") return (variable.values.length - 1 - value) * 0.01;
  if (variable.kind === "permission" || variable.kind === "flag") return value;
  return value === 0 ? 0 : 1 + value * 0.01;
}

/** The place of an audience's value among those of a variable. */
export function valueIn(variable: Variable, audience: Audience): number {
  switch (variable.kind) {
    case "role":
      return variable.values.findIndex((last) => audience.accessRole <= last);
    case "permission":
      return audience.permissions.includes(variable.key) ? 1 : 0;
    case "flag":
      return audience.flags.includes(variable.key) ? 1 : 0;
    case "environment":
      return variable.values.indexOf(audience.environment);
    case "today":
      return variable.values.findLastIndex((first) => first <= audience.today);
    case "event":
      return eventIndex(variable.values, audience.event);
  }
}

/** The audience that has these values, by their places. */
export function audienceWith(values: readonly (readonly [Variable, number])[]): Audience {
  const audience: Audience = {
    accessRole: NO_END,
    permissions: [],
    flags: [],
    event: null,
    environment: "production",
    today: NO_BEGINNING,
  };
  for (const [variable, place] of values) {
    const chosen = variable.values[place];
    if (variable.kind === "role") audience.accessRole = chosen as number;
    else if (variable.kind === "permission") chosen && audience.permissions.push(variable.key);
    else if (variable.kind === "flag") chosen && audience.flags.push(variable.key);
    else if (variable.kind === "event") audience.event = chosen as Audience["event"];
    else if (variable.kind === "environment") audience.environment = chosen as Environment;
    else audience.today = chosen as string;
  }
  return audience;
}

function eventIndex(values: Audience["event"][], event: Audience["event"]): number {
  if (event === null) return values.indexOf(null);
  const exact = (format: string) =>
    values.findIndex((value) => value?.format === format && value.phase === event.phase);
  const found = exact(event.format);
  return found === -1 ? exact(OTHER_FORMAT) : found;
}

/** What some conditions ask about, always in one order. */
export function variablesOf(conditions: Iterable<Condition | undefined>): Variable[] {
  const roles = new Set<number>();
  const permissions = new Set<string>();
  const flags = new Set<string>();
  const formats = new Set<string>();
  const days = new Set<string>();
  const asked = { event: false, environment: false };
  const visit = (condition: Condition | undefined): void => {
    if (condition === undefined) return;
    if ("all" in condition) condition.all.forEach(visit);
    else if ("any" in condition) condition.any.forEach(visit);
    else if ("not" in condition) visit(condition.not);
    else if ("permission" in condition) for (const key of condition.permission) permissions.add(key);
    else if ("accessRole" in condition) roles.add(condition.accessRole);
    else if ("flag" in condition) flags.add(condition.flag);
    else if ("from" in condition) days.add(condition.from);
    else if ("until" in condition) days.add(dayAfter(condition.until));
    else if ("environment" in condition) asked.environment = true;
    else {
      asked.event = true;
      if ("eventFormat" in condition) formats.add(condition.eventFormat);
    }
  };
  for (const condition of conditions) visit(condition);
  const sorted = (keys: Set<string>) => [...keys].sort();
  const events = [
    null,
    ...[OTHER_FORMAT, ...sorted(formats)].flatMap((format) => phases.map((phase) => ({ format, phase }))),
  ];
  const result: Variable[] = [];
  if (roles.size > 0)
    result.push({ kind: "role", values: [...[...roles].filter((id) => id < NO_END).sort((a, b) => a - b), NO_END] });
  for (const key of sorted(permissions)) result.push({ kind: "permission", key, values: [false, true] });
  for (const key of sorted(flags)) result.push({ kind: "flag", key, values: [false, true] });
  if (asked.event) result.push({ kind: "event", values: events });
  if (asked.environment) result.push({ kind: "environment", values: environments });
  if (days.size > 0)
    result.push({ kind: "today", values: [NO_BEGINNING, ...sorted(days).filter((day) => day > NO_BEGINNING)] });
  return result;
}

/** The calendar day after one. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** An audience as the facts that conditions are evaluated over; keys that it lacks are false. */
export function factsOf(audience: Audience, keys: { permissions: Iterable<string>; flags: Iterable<string> }): Facts {
  return {
    accessRole: audience.accessRole,
    permissions: Object.fromEntries([...keys.permissions].map((key) => [key, audience.permissions.includes(key)])),
    flags: Object.fromEntries([...keys.flags].map((key) => [key, audience.flags.includes(key)])),
    event: audience.event,
    environment: audience.environment,
    today: audience.today,
  };
}
