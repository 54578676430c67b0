// The line of hints below the headings of our template: who writes it and who passes over it say the same.
import { LOCALES } from "#schemas/scalars.ts";

type Speak = (locale: string, key: string) => string;

const MARK = "» ";
/** The fields with which a template may begin. */
const FIRST = ["first_name", "name", "email"];

/** The first cell of the line of hints. */
export function firstHint(hint: string): string {
  return MARK + hint;
}

/** Whether a row is that line: other texts begin with such a mark as well, such as names in quotation marks. */
export function hintsIn(speak: Speak): (cells: readonly string[]) => boolean {
  const known = new Set(
    LOCALES.flatMap((locale) => FIRST.map((field) => firstHint(speak(locale, `event-data:import.hint.${field}`)))),
  );
  return (cells) => cells.some((cell) => cell.startsWith(MARK) && known.has(cell.trim()));
}
