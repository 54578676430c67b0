// Texts as they are kept, wherever they come from.

const UNKEPT = /[^\P{Cc}\n\r\t]|\p{Cs}/u;
// Made once: the bundler makes classes of characters anew wherever they stand.
const CONTROLS = /[^\P{Cc}\n\r\t]+/gu;
const HALVES = /\p{Cs}+/gu;

/** Whether a text has no halves of signs in it. */
export const isWhole = (text: string) => text.search(HALVES) < 0;

/** The text without halves of signs, which no database keeps. */
export const wholeText = (text: string) => text.replace(HALVES, "");

/**
 * The text with its accents in their letters, so that what looks the same is the same, and without what no database takes or
 * nobody sees: control signs but tabs and ends of lines, and halves of signs.
 */
export function plainText(text: string): string {
  if (!UNKEPT.test(text)) return text.normalize("NFC");
  return text.replace(CONTROLS, " ").replace(HALVES, "").normalize("NFC");
}
