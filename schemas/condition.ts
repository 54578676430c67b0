// The one closed language of conditions, and its evaluation over facts that may not be known yet.
import * as Type from "typebox/type";
import { AccessRoleId, DateOnly, FlagKey, oneOf, PermissionKey } from "./scalars.ts";

export type EventPhase = "before" | "live" | "after";
export type Environment = "production" | "staging" | "development";

/** One condition: an object with exactly one operator. Several are combined with `all` and `any`. */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { permission: string[] }
  | { accessRole: number }
  | { flag: string }
  | { event: "selected" }
  | { eventFormat: string }
  | { eventPhase: EventPhase }
  | { environment: Environment }
  | { from: string }
  | { until: string };

const Nested = Type.Unsafe<Condition>({ $ref: "#/$defs/condition" });

/** The schema of a condition; whoever embeds it carries `conditionDefs` under `$defs`. */
export const Condition = Nested;

/** The definition that `Condition` refers to. One key exactly, so that an error can name the operator. */
export const conditionDefs = {
  condition: Type.Object(
    {
      all: Type.Optional(Type.Array(Nested, { minItems: 1, description: "Every one must hold" })),
      any: Type.Optional(Type.Array(Nested, { minItems: 1, description: "At least one must hold" })),
      not: Type.Optional(Nested),
      permission: Type.Optional(
        Type.Array(PermissionKey, { description: "At least one of these keys; an empty list always holds" }),
      ),
      accessRole: Type.Optional(AccessRoleId),
      flag: Type.Optional(FlagKey),
      event: Type.Optional(Type.Literal("selected", { description: "An event is selected" })),
      eventFormat: Type.Optional(
        Type.String({ pattern: "^[a-z][a-z0-9_]*$", description: "The selected event's format" }),
      ),
      eventPhase: Type.Optional(oneOf(["before", "live", "after"], "Where the selected event stands in time")),
      environment: Type.Optional(oneOf(["production", "staging", "development"])),
      from: Type.Optional(DateOnly),
      until: Type.Optional(DateOnly),
    },
    {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 1,
      description: "One condition: exactly one operator; combine with all, any and not",
    },
  ),
};

/** The operators of the language, in the order of the documentation. */
export const OPERATORS = Object.keys(conditionDefs.condition.properties) as readonly string[];

/** True, false, or not known yet. */
export type Truth = boolean | undefined;

/** What is known about the person, the app and the event. Anything undefined is not known yet. */
export interface Facts {
  /** Role id in the selected app. */
  accessRole?: number | undefined;
  /** The person's permission keys in the selected app. */
  permissions?: Readonly<Record<string, boolean>> | undefined;
  /** Feature flags by key; a key that is missing is not known. */
  flags?: Readonly<Record<string, boolean>> | undefined;
  /** The selected event; null when none is selected. */
  event?: { format?: string | undefined; phase?: EventPhase | undefined } | null | undefined;
  environment?: Environment | undefined;
  /** Today, as `YYYY-MM-DD`. */
  today?: string | undefined;
}

/** Whether a condition holds. `all` is false as soon as one part is false, even if others are unknown; `any` likewise with true. */
export function evaluate(condition: Condition | undefined, facts: Facts): Truth {
  if (condition === undefined) return true;
  if ("all" in condition) return every(condition.all.map((part) => evaluate(part, facts)));
  if ("any" in condition) return some(condition.any.map((part) => evaluate(part, facts)));
  if ("not" in condition) return negate(evaluate(condition.not, facts));
  if ("permission" in condition) return hasPermission(condition.permission, facts);
  if ("accessRole" in condition)
    return facts.accessRole === undefined ? undefined : facts.accessRole <= condition.accessRole;
  if ("flag" in condition) return facts.flags?.[condition.flag];
  if ("event" in condition) return facts.event === undefined ? undefined : facts.event !== null;
  if ("eventFormat" in condition) return ofEvent(facts, (event) => event.format, condition.eventFormat);
  if ("eventPhase" in condition) return ofEvent(facts, (event) => event.phase, condition.eventPhase);
  if ("environment" in condition)
    return facts.environment === undefined ? undefined : facts.environment === condition.environment;
  if ("from" in condition) return facts.today === undefined ? undefined : facts.today >= condition.from;
  return facts.today === undefined ? undefined : facts.today <= condition.until;
}

function every(truths: Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

function some(truths: Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

function hasPermission(keys: readonly string[], facts: Facts): Truth {
  if (keys.length === 0) return true;
  const held = facts.permissions;
  return held === undefined ? undefined : keys.some((key) => held[key] === true);
}

function ofEvent<T>(facts: Facts, pick: (event: NonNullable<Facts["event"]>) => T | undefined, wanted: T): Truth {
  if (facts.event === undefined) return undefined;
  if (facts.event === null) return false;
  const value = pick(facts.event);
  return value === undefined ? undefined : value === wanted;
}
