// The facts that conditions are judged by, read from what the session knows. Pure.
import { type Access, accessCondition } from "#schemas/access.ts";
import type { Condition, Environment, EventPhase, Facts } from "#schemas/condition.ts";
import type { FlagFact } from "#schemas/manifest.ts";
import type { App, AppConfig, Event, ManagementSettings, Permissions } from "#schemas/session.ts";

interface Known {
  app: App | undefined;
  /** Null: none is selected. Undefined: not known yet. */
  event: Event | null | undefined;
  permissions: Permissions | undefined;
  config: AppConfig | undefined;
  managementSettings: ManagementSettings | undefined;
  environment: Environment;
  now: Date;
}

/** Everything a condition may ask about; what has not arrived is undefined. */
export function factsFrom(known: Known, flags: readonly FlagFact[]): Facts {
  const { app, event, now } = known;
  return {
    accessRole: app?.accessRole.id,
    permissions: known.permissions,
    flags: flagValues(known, flags),
    event: event && { format: event.format, phase: phaseOf(event, now) },
    environment: known.environment,
    today: now.toISOString().slice(0, 10),
  };
}

/** Whether an event is still to come, on, or over. */
export function phaseOf(event: Pick<Event, "date">, now: Date): EventPhase {
  const instant = now.getTime();
  if (instant < Date.parse(event.date.date_start)) return "before";
  return instant <= Date.parse(event.date.date_end) ? "live" : "after";
}

/** Flags whose source has arrived. One whose source is there but silent takes its default. */
function flagValues(known: Known, flags: readonly FlagFact[]): Record<string, boolean> {
  const sources: Record<string, unknown> = known as unknown as Record<string, unknown>;
  const values: Record<string, boolean> = {};
  for (const flag of flags) {
    const [root = "", ...path] = flag.source.split(".");
    let value = sources[root];
    if (value === undefined) continue;
    for (const step of path) value = (value as Record<string, unknown> | null | undefined)?.[step];
    values[flag.key] = typeof value === "boolean" ? value : typeof value === "number" ? value === 1 : flag.default;
  }
  return values;
}

/** What is asked for as a condition; undefined where nothing is. */
export function asCondition(access: Condition | Access | undefined): Condition | undefined {
  if (access === undefined) return undefined;
  const isAccess = "permissions" in access || ("accessRole" in access && Object.keys(access).length > 1);
  if (Object.keys(access).length === 0) return undefined;
  return isAccess ? accessCondition(access as Access) : (access as Condition);
}
