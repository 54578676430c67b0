// Texts that the navigation names, so that a new name in nav.config.json needs no restart.
import { readFileSync } from "node:fs";
import type { Navigation } from "#schemas/core.ts";
import { LOCALES } from "#schemas/scalars.ts";

/** The path of one namespace's texts in one language. */
export type TextPath = (locale: string, namespace: string) => string;

const LABEL = /"(?:label|reason)"\s*:\s*"([a-z][a-z0-9-]*):([A-Za-z0-9_.-]+)"/g;

/** The keys that a config's text names, by namespace; the house's names of the navigation are always among them. */
function keysIn(config: string): Map<string, string[]> {
  const keys = new Map<string, string[]>([["nav", []]]);
  for (const [, namespace = "", key = ""] of config.matchAll(LABEL))
    keys.set(namespace, [...(keys.get(namespace) ?? []), key]);
  return keys;
}

/** The files that hold the texts which a config names. */
export function textFiles(config: string, pathOf: TextPath): string[] {
  return [...keysIn(config).keys()].flatMap((namespace) => LOCALES.map((locale) => pathOf(locale, namespace)));
}

/** The texts which a config names, as they are on the disk now, with the forms that count. */
export function textsIn(config: string, pathOf: TextPath): Navigation["texts"] {
  return [...keysIn(config)].flatMap(([namespace, keys]) =>
    LOCALES.map((locale) => {
      const texts = Object.entries(readTexts(pathOf(locale, namespace)));
      const named = texts.filter(([key]) => keys.some((one) => key === one || key.startsWith(`${one}_`)));
      return { locale, namespace, texts: Object.fromEntries(named) };
    }),
  );
}

/** Half a file, in the middle of being saved, holds nothing yet. */
function readTexts(path: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return {};
  }
}
