// Audiences in words.
import type { Cube } from "./audience.ts";
import { type Audience, dayAfter, OTHER_FORMAT, type Variable } from "./audienceVariables.ts";
import { ROLES } from "./scalars.ts";

/** One audience, for example: "role 299 (owner) with permission things and flag widgets, an event live". */
export function sayAudience(audience: Audience): string {
  const parts = [`role ${audience.accessRole}${roleName(audience.accessRole)}`];
  parts.push(audience.permissions.length > 0 ? `permission ${audience.permissions.join(", ")}` : "no permission");
  if (audience.flags.length > 0) parts.push(`flag ${audience.flags.join(", ")}`);
  parts.push(sayEvent(audience.event));
  if (audience.environment !== "production") parts.push(audience.environment);
  if (audience.today > "0001-01-01") parts.push(`on ${audience.today}`);
  return parts.join(", ");
}

function roleName(id: number): string {
  const role = ROLES.find((candidate) => candidate.id === id);
  return role ? ` (${role.name})` : "";
}

function sayEvent(event: Audience["event"]): string {
  return event === null
    ? "no event"
    : `an event ${event.phase === "live" ? "under way" : event.phase === "before" ? "to come" : "past"}, format ${event.format}`;
}

/** A part of an audience set in words; nothing said means everybody. */
export function sayCube(cube: Cube, variables: readonly Variable[]): string {
  const parts = [...cube]
    .sort(([a], [b]) => a - b)
    .map(([place, values]) => sayValues(variables[place] as Variable, values));
  return parts.length === 0 ? "everybody" : parts.join(", ");
}

function sayValues(variable: Variable, values: readonly number[]): string {
  switch (variable.kind) {
    case "role":
      return sayRoles(variable.values, values);
    case "permission":
      return values[0] === 1 ? `with permission ${variable.key}` : `without permission ${variable.key}`;
    case "flag":
      return values[0] === 1 ? `flag ${variable.key} on` : `flag ${variable.key} off`;
    case "event":
      return sayEvents(variable.values, values);
    case "environment":
      return `in ${values.map((value) => variable.values[value]).join(" or ")}`;
    case "today":
      return sayDays(variable.values, values);
  }
}

/** Classes of role ids as ranges, with the named roles that they hold. */
function sayRoles(bounds: readonly number[], values: readonly number[]): string {
  const ranges = runsOf(values).map(([first, last]) => {
    const from = first === 0 ? 1 : (bounds[first - 1] as number) + 1;
    const to = bounds[last] as number;
    const names = ROLES.filter((role) => role.id >= from && role.id <= to).map((role) => role.name);
    const told = last === bounds.length - 1 ? `${from} and above` : from === to ? `${from}` : `${from} to ${to}`;
    return `${told}${names.length > 0 ? ` (${names.join(", ")})` : ""}`;
  });
  return `roles ${ranges.join(" and ")}`;
}

function sayEvents(events: readonly Audience["event"][], values: readonly number[]): string {
  const chosen = values.map((value) => events[value] as Audience["event"]);
  if (chosen.length === events.length - 1 && !chosen.includes(null)) return "an event selected";
  const formats = new Map<string, string[]>();
  for (const event of chosen) if (event) formats.set(event.format, [...(formats.get(event.format) ?? []), event.phase]);
  const told = [...formats].map(
    ([format, phases]) =>
      `${format === OTHER_FORMAT ? format : `format ${format}`}${phases.length < 3 ? ` (${phases.join(" or ")})` : ""}`,
  );
  return [
    ...(chosen.includes(null) ? ["no event"] : []),
    ...(told.length > 0 ? [`an event of ${told.join(" or ")}`] : []),
  ].join(" or ");
}

function sayDays(starts: readonly string[], values: readonly number[]): string {
  return runsOf(values)
    .map(([first, last]) => {
      const next = starts[last + 1];
      const from = first === 0 ? "" : `from ${starts[first]}`;
      return [from, next === undefined ? "" : `until ${dayBefore(next)}`].filter(Boolean).join(" ");
    })
    .join(" and ");
}

function dayBefore(day: string): string {
  return dayAfter(new Date(Date.parse(`${day}T00:00:00Z`) - 2 * 86_400_000).toISOString().slice(0, 10));
}

/** Numbers in a row, as pairs of first and last. */
function runsOf(values: readonly number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && run[1] === value - 1) run[1] = value;
    else runs.push([value, value]);
  }
  return runs;
}
