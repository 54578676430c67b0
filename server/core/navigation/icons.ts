// Outlines of the icons that the navigation names, so that a new icon in nav.config.json needs no rebuild.
import * as paths from "@blueprintjs/icons/lib/esm/generated/16px/paths/index.js";

const pascal = (name: string) => name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase());

/** SVG paths on a 16 by 16 field; undefined for a name that Blueprint does not know. */
export function iconPaths(name: string): string[] | undefined {
  return (paths as unknown as Record<string, string[]>)[pascal(name)];
}

/** The outlines of all icons that are named anywhere inside these values. */
export function iconsIn(...values: unknown[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        const outline = key === "icon" && typeof inner === "string" ? iconPaths(inner) : undefined;
        if (outline) found[inner as string] = outline;
        visit(inner);
      }
    }
  };
  values.forEach(visit);
  return found;
}
