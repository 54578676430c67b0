// What a spreadsheet program might run when it opens a text as a cell.

/**
 * Whether the text begins as a formula does: with `=`, `+`, `-`, `@`, also in their wide forms, a tab or the end of a line,
 * with or without blanks before it.
 */
export function looksLikeFormula(text: string): boolean {
  return /^[^\S\t\r\n]*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text);
}

const ERROR =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|BUSY!|CONNECT!|UNKNOWN!|GETTING_DATA|NV|WERT!|BEZUG!|ZAHL!|ÜBERLAUF!)$/;

/** Whether the text is what spreadsheet programs show in the place of a formula's value. */
export function isErrorText(text: string): boolean {
  return text.charCodeAt(0) === 35 && ERROR.test(text);
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

/** Apostrophes before what begins as a formula does, or is taken for an error of one. */
function isQuoted(cell: string): boolean {
  const [quotes = ""] = /^'*/.exec(cell) ?? [];
  const text = cell.slice(quotes.length);
  return quotes !== "" && (looksLikeFormula(text) || isErrorText(text));
}
