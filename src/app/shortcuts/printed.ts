// Keys as they are printed on keyboards of the person's language.
import { t } from "../../kernel/i18n/setup.ts";

const WORDS = ["Ctrl", "Shift", "Home", "End", "Space", "Enter", "Delete"];

/** The keys that open the palette. */
export const PALETTE_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘ K" : "Ctrl K";

/** Several keys, told with a space between them, each as it is printed. */
export function printedKeys(keys: string): string[] {
  return keys.split(" ").map((key) => (WORDS.includes(key) ? t(`common:key.${key}`) : key));
}

/** The same in one line. */
export const printed = (keys: string): string => printedKeys(keys).join(" ");
