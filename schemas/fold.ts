// Text as server and browser compare, sort and search it: without case, accents and the letters that decomposition leaves alone.

const LETTERS: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/;
// Made once: the bundler makes classes of letters anew wherever they stand.
const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}]+/gu;

// biome-ignore lint/suspicious/noControlCharactersInRegex: all letters up to Latin Extended-B are meant
const LATIN = /^[\x00-\u024f]*$/;
const BEYOND_ASCII = /[\x80-\u024f]/g;
/** What Latin letters beyond ASCII fold to, as they come: none of them changes by what stands beside it. */
const latin = new Map<string, string>();

/** The form of a text that both databases order and compare alike: "Łódź" and "lodz" fold to the same. */
export function fold(text: string): string {
  // Most texts have nothing to take apart.
  if (PLAIN.test(text)) return text.toLowerCase().trim();
  // Names of Europe, letter by letter: taking a whole text apart takes several times as long.
  if (LATIN.test(text)) return text.replace(BEYOND_ASCII, foldedLetter).toLowerCase().trim();
  return apart(text).trim();
}

function foldedLetter(letter: string): string {
  const known = latin.get(letter);
  if (known !== undefined) return known;
  const folded = apart(letter);
  latin.set(letter, folded);
  return folded;
}

function apart(text: string): string {
  const plain = text.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return plain.replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] as string);
}

/** Whether folding makes small letters of a text and nothing else, which databases do as well. */
export function foldsPlainly(text: string): boolean {
  return PLAIN.test(text) && text.trim().length === text.length;
}

/** The words of a text as full-text search knows them: runs of letters and figures, folded. */
export function wordsOf(text: string): string[] {
  const folded = fold(text);
  return folded.match(PLAIN.test(folded) ? /[a-z0-9]+/g : WORDS) ?? [];
}

/** What somebody types into a box, as words to look for in folded texts; signs are part of them. */
export function foldedWords(typed: string): string[] {
  return fold(typed).split(/\s+/).filter(Boolean);
}

/** Whether a text holds each word that somebody typed, in any order; without words every text does. */
export function holding(typed: string): (text: string) => boolean {
  const words = foldedWords(typed);
  if (words.length === 0) return () => true;
  return (text) => {
    const folded = fold(text);
    return words.every((word) => folded.includes(word));
  };
}
