// Numbers that a workbook shows with zeros before them or letters beside them, as postcodes and ids: what is shown is meant.

/** What stands where in the shown number: texts, and one 0 for each figure. */
export type Figures = readonly (string | 0)[];

/** A text in marks or of one sign, a money sign, a colour, room, a figure, the end of what positive numbers are shown as. */
const PART =
  /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|(\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]|[_*].)|(0)|(;)|([ \-+():!^&'~{}=$€£])|(.)/gisu;
const LONGEST = 255;

/** The figures that a number format prescribes; nothing where it is no more than a number. */
export function figuresOf(code: string): Figures | undefined {
  const parts: (string | 0)[] = [];
  if (code.length > LONGEST) return undefined;
  for (const [, quoted, escaped, money, unseen, figure, end, plain, other] of code.matchAll(PART)) {
    if (other !== undefined) return undefined;
    if (end) break;
    if (!unseen) parts.push(figure ? 0 : (quoted ?? escaped ?? money ?? plain ?? ""));
  }
  return parts.filter((part) => part === 0).length > 1 ? parts : undefined;
}

/** A number as it is shown; nothing where the format has no word about such ones. */
export function inFigures(number: number, parts: Figures): string | undefined {
  if (!Number.isSafeInteger(number) || number < 0) return undefined;
  let left = parts.filter((part) => part === 0).length;
  const text = String(number).padStart(left, "0");
  let at = 0;
  return parts
    .map((part) => {
      if (part !== 0) return part;
      left -= 1;
      const from = at;
      at = text.length - left;
      return text.slice(from, at);
    })
    .join("");
}
