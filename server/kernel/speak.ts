// Texts that the server itself says, such as mails, from the same files as the dashboard's.
import { createInstance } from "i18next";
import type { Manifest } from "#schemas/manifest.ts";
import { DEFAULT_LOCALE, LOCALES } from "#schemas/scalars.ts";
import { once } from "./once.ts";
import { textsOf } from "./translations.ts";

/** Says `namespace:key` in a language. A text without translation falls back to English. */
export type Speak = (locale: string, key: string, variables?: Record<string, unknown>) => string;

/** Reads the texts of an area with its first word: those of all take longer than a request may. */
export function speaker(root: string, manifests: readonly Manifest[]): Speak {
  const readOf = textsOf(root, manifests);
  const read = new Set<string>();
  const texts = once(() => {
    const made = createInstance();
    void made.init({
      resources: {},
      fallbackLng: DEFAULT_LOCALE,
      lowerCaseLng: true,
      keySeparator: false,
      initAsync: false,
      // Mails are plain text.
      interpolation: { escapeValue: false },
    });
    return made;
  });
  return (lng, key, variables) => {
    const [namespace = ""] = key.split(":");
    if (!read.has(namespace)) {
      read.add(namespace);
      for (const locale of LOCALES) texts().addResources(locale, namespace, readOf(locale, namespace));
    }
    return texts().t(key, { lng, ...variables });
  };
}
