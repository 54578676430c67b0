// What a spreadsheet program might run when it opens a text as a cell.

/**
 * Whether the text begins as a formula does: with `=`, `+`, `-`, `@`, also in their wide forms, a tab or the end of a line,
 * with or without blanks before it.
 */
export function looksLikeFormula(text: string): boolean {
  return /^[^\S\t\r\n]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);
}

/**
 * The text as a cell that is shown as it is, in every spreadsheet program. One that begins as a cell made so has one more
 * apostrophe, so that whoever takes the first one away has the text again.
 */
export function plainCell(text: string): string {
  return isQuoted(`'${text}`) ? `'${text}` : text;
}

/** The text of a cell that was made so. */
export function textOfCell(cell: string): string {
  return isQuoted(cell) ? cell.slice(1) : cell;
}

/** Apostrophes before what begins as a formula does. */
function isQuoted(cell: string): boolean {
  const [quotes = ""] = /^'*/.exec(cell) ?? [];
  return quotes !== "" && looksLikeFormula(cell.slice(quotes.length));
}
