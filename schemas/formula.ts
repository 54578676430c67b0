// What a spreadsheet program might run when it opens a text as a cell.

/**
 * Whether the text begins as a formula does: with `=`, `+`, `-`, `@`, also in their wide forms, a tab or the end of a line,
 * with or without blanks before it.
 */
export function looksLikeFormula(text: string): boolean {
  return /^[^\S\t\r\n]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);
}

/** The text as a cell that is shown as it is, in every spreadsheet program. */
export function plainCell(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}
