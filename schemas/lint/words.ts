// The names that a project knows, of every kind, for rules that look for unknown ones.
import { PERMISSION_KEYS } from "../scalars.ts";
import { conditionsOf, manifestsOf, partsOf } from "./entries.ts";
import type { Project } from "./project.ts";

/** Formats that an event may have (schemas/session.ts). */
export const EVENT_FORMATS = ["in_person", "virtual", "hybrid", "engagement_hub"] as const;

/** Namespaces of the house itself. */
export const HOUSE_NAMESPACES = ["common", "nav", "problem"];

/** The namespace in which the server gathers what the frame says. */
export const FRAME = "shell";

export function permissionKeys(project: Project): Set<string> {
  const declared = manifestsOf(project).flatMap((manifest) => manifest.value.permissions ?? []);
  return new Set([...PERMISSION_KEYS, ...declared.map((permission) => permission.key)]);
}

export function flagKeys(project: Project): Set<string> {
  return new Set(manifestsOf(project).flatMap((manifest) => (manifest.value.flags ?? []).map((flag) => flag.key)));
}

/** Whether a condition lets people in. Such a one is never repaired: what nobody could open must not open by itself. */
export function grants(pointer: string): boolean {
  return /\/access(\/|$)/.test(pointer);
}

/** Every part of every condition that has one of some operators. */
export function* conditionParts(project: Project) {
  for (const { source, pointer, condition } of conditionsOf(project)) {
    for (const part of partsOf(condition, pointer)) yield { source, pointer: part.pointer, condition: part.condition };
  }
}
