// What Excel for Mac calls "CSV": the letters of Mac OS Roman, which the detector does not know. They tell themselves: read as
// Windows or DOS writes they are capitals within words and signs between letters.
import { dosText, looksLikeDos } from "./dos.ts";

/** How the word of a sign weighs that is read as these. */
const LETTERS: readonly [signs: string, weight: number][] = [
  ["äöüßÄÖÜéèàçñøåæóíáÉØÅŠšŽžœ", 1],
  ["êëïîôûùúâìòÇÑÁÓÍÈÀÊÆŒÿãõÕÃ", 0.6],
];
const WEIGHTS = new Map(LETTERS.flatMap(([signs, weight]) => [...signs].map((sign) => [sign, weight] as const)));
const RARE = 0.2;
/** Words of one letter. */
const WORDS = "àèéìòóÀÈÉ";
/** Capitals within words, and small letters among capitals. */
const WRONG_CASE = -2;
const WRONG = -1;

/** So well must it read, and so much better than the others. */
const WELL = 0.5;
const BETTER = 0.4;

/** Whether the letters beyond ASCII stand where they do in words, and elsewhere if they were written by Windows or DOS. */
export function looksLikeMac(bytes: Buffer): boolean {
  // As a stream, since of a whole text Node takes Windows-1252 for ISO 8859-1.
  const textIn = (encoding: string) => new TextDecoder(encoding).decode(bytes, { stream: true });
  const mac = plausibility(textIn("macintosh"));
  if (mac < WELL) return false;
  const windows = plausibility(textIn("windows-1252"));
  const dos = plausibility(dosText(bytes, "cp850"));
  return mac - windows >= BETTER && (mac - dos >= BETTER || (mac >= dos && !looksLikeDos(bytes)));
}

const LETTER = /\p{L}/u;
const CAPITAL = /\p{Lu}/u;
const isLetter = (sign = "") => LETTER.test(sign);
const isCapital = (sign = "") => CAPITAL.test(sign);

/** What its signs beyond ASCII weigh on average; 0 where there are none. */
function plausibility(text: string): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign <= "\x7f") continue;
    count += 1;
    sum += weigh(sign, text[at - 1], text[at + 1]);
  }
  return count === 0 ? 0 : sum / count;
}

function weigh(sign: string, before?: string, after?: string): number {
  const [isBefore, isAfter] = [isLetter(before), isLetter(after)];
  if (!isLetter(sign)) return weighSign(sign, isBefore, isAfter);
  if (!isBefore && !isAfter) return WORDS.includes(sign) ? 0.3 : -0.5;
  const weight = WEIGHTS.get(sign) ?? RARE;
  if (isCapital(sign)) {
    if (isBefore && !isCapital(before)) return WRONG_CASE;
    return isBefore && isAfter && !isCapital(after) ? WRONG_CASE : weight;
  }
  if (isCapital(before) && isCapital(after)) return WRONG_CASE;
  // Names begin with capitals.
  return isBefore ? weight : weight * 0.3;
}

/** Marks stand beside words, an apostrophe within them; a trademark ends them. */
function weighSign(sign: string, isBefore: boolean, isAfter: boolean): number {
  if (sign === "’") return isBefore ? 1 : 0;
  if (sign === "™" || sign === "®") return isAfter ? WRONG : 0.8;
  if (isBefore && isAfter) return WRONG;
  if ("“„‘«»”–—…€•°·\u00a0".includes(sign)) return 1;
  return isBefore || isAfter ? WRONG : -0.2;
}
