// Texts that the server itself says, such as mails, from the same files as the dashboard's.
import { createInstance } from "i18next";
import type { Manifest } from "#schemas/manifest.ts";
import { DEFAULT_LOCALE } from "#schemas/scalars.ts";
import { readTranslations } from "./translations.ts";

/** Says `namespace:key` in a language. A text without translation falls back to English. */
export type Speak = (locale: string, key: string, variables?: Record<string, unknown>) => string;

/** Reads the texts on the first word. */
export function speaker(root: string, manifests: readonly Manifest[]): Speak {
  let speak: Speak | undefined;
  return (locale, key, variables) => {
    speak ??= prepare(root, manifests);
    return speak(locale, key, variables);
  };
}

function prepare(root: string, manifests: readonly Manifest[]): Speak {
  const resources: Record<string, Record<string, Record<string, string>>> = {};
  for (const [place, texts] of readTranslations(root, manifests)) {
    const [locale = "", namespace = ""] = place.split("/");
    resources[locale] = { ...resources[locale], [namespace]: texts as Record<string, string> };
  }
  const texts = createInstance();
  void texts.init({
    resources,
    fallbackLng: DEFAULT_LOCALE,
    lowerCaseLng: true,
    keySeparator: false,
    initAsync: false,
    // Mails are plain text.
    interpolation: { escapeValue: false },
  });
  return (lng, key, variables) => texts.t(key, { lng, ...variables });
}
