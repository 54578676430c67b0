// The line below a table that sums it up: a word where names stand, and figures. Pure.
import { fold } from "#schemas/fold.ts";

const WORDS = /^(?:(?:grand |sub)?totals?|totales?|gesamt(?:summe|zahl)?|zwischensumme|summe|sums?|somme)\s*[:=]?$/;
const FIGURE = /^(?=.*\d)[\p{Sc}\s\d.,'’%+-]+(?:[A-Z]{3})?$/u;
const TOGETHER = /^(.*?[:=])\s*(.+)$/;

/** Signs of the longest figure or word. */
const LONGEST = 40;

/** The word by which a row says that it sums up; undefined where something else stands in it, or nothing but the word. */
export function totalsWord(cells: readonly string[]): string | undefined {
  let word: string | undefined;
  let figures = 0;
  for (const cell of cells) {
    const text = cell.trim();
    if (text === "") continue;
    if (text.length > LONGEST) return undefined;
    if (FIGURE.test(text)) {
      figures += 1;
      continue;
    }
    // “Total: 12” has its figure in the same cell.
    const [, said = text, figure] = TOGETHER.exec(text) ?? [];
    if (word !== undefined || !WORDS.test(fold(said)) || !(figure === undefined || FIGURE.test(figure)))
      return undefined;
    if (figure !== undefined) figures += 1;
    word = said;
  }
  return figures > 0 ? word : undefined;
}
