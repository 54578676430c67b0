// How much room texts take in a picture, reckoned without drawing them. Pure.

/** As wide as letters and digits are on average in the widest of the fonts; digits are all alike, so none makes up for another. */
export const LETTER = 7;
export const DIGIT = 7.7;
const CAPITAL = /\p{Lu}/u;
const WIDE = /[MWmw@%—]/;
/** Pictures, and letters that are as wide as high. */
const SQUARE =
  /[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff60]/u;
/** Accents that stand on another letter, and signs that join or turn others. */
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** What sums of fractions may be off. */
const ROUNDING = 0.01;

/** Digits and what stands between them are wider than most letters, some letters and pictures much wider. */
export const widthOf = (text: string, each = LETTER) =>
  [...text].reduce((width, sign) => {
    if (NONE.test(sign)) return width;
    if (SQUARE.test(sign)) return width + 2 * each;
    if (WIDE.test(sign)) return width + 1.7 * each;
    if (CAPITAL.test(sign)) return width + 1.2 * each;
    return width + (/[\d–]/.test(sign) ? Math.max(each, DIGIT) : each);
  }, 0);

export const longest = (texts: readonly string[], each = LETTER) =>
  Math.max(0, ...texts.map((text) => widthOf(text, each)));

const signs = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A text that fits into some pixels; of one that is too long at least two letters are left. `each`: as wide as letters are on average. */
export function fitted(text: string, room: number, each = LETTER): string {
  if (widthOf(text, each) <= room + ROUNDING) return text;
  let kept = "";
  let width = each;
  // What is seen as one sign is not torn apart.
  for (const { segment } of signs.segment(text)) {
    width += widthOf(segment, each);
    if (width > room && kept.length > 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
