// Keys as they are printed on keyboards of the person's language.
import { t } from "../../kernel/i18n/setup.ts";

const WORDS = ["Ctrl", "Shift", "Home", "End", "Space", "Enter", "Delete"];

/** The keys that open the palette. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** Several keys with a space between them, each as it is printed. */
export function printed(keys: string): string {
  const print = (key: string) => (WORDS.includes(key) ? t(`common:key.${key}`) : key);
  return keys.split(" ").map(print).join(" ");
}
