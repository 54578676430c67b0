// How a file of one byte a letter is written, by the words that its letters make: read as another program writes they are
// capitals within words, signs between letters, or vowels and consonants where none can be spoken. No detector knows these.
import { type Alphabet, CENTRAL, isVowel, TURKISH, WESTERN } from "./alphabets.ts";
import { dosText } from "./dos.ts";

/** The ways of writing that are told apart here, each with how much rarer it is than the first one. */
const WAYS = [
  { encoding: "windows-1252", rarer: 0, alphabet: WESTERN },
  { encoding: "macintosh", rarer: 2, alphabet: WESTERN },
  { encoding: "iso-8859-15", rarer: 2, alphabet: WESTERN },
  { encoding: "cp850", rarer: 2.5, alphabet: WESTERN },
  { encoding: "windows-1250", rarer: 1.5, alphabet: CENTRAL },
  { encoding: "windows-1254", rarer: 0.9, alphabet: TURKISH },
] as const;
const USUAL = WAYS[0].encoding;
type Way = (typeof WAYS)[number]["encoding"];

/** So well must a text read for each of its letters, but for a few; not quite as well, where it reads twice as badly as usual. */
const WELL = -1;
const FEW_ODD = 2;
const FAIRLY = -1.8;
/** What letters weigh on average where most of them are odd. */
const ODDLY = -1.9;
/** So much better must the best one be than the next, or both stay possible. */
const BETTER = 1;
/** Letters after which nothing new is learned. */
const ENOUGH = 20_000;
const WORD = 40;

export interface Judged {
  encoding: Way;
  /** Another way that is about as likely, and the first word of which they make different ones. */
  doubt?: { other: Way; word: string; otherWord: string };
  /** A word that looks odd, where most letters do: as of an alphabet that is not told apart here. */
  odd?: string;
}

/** How bytes that hold letters beyond ASCII are most likely written. */
export function judgeLetters(bytes: Buffer): Judged {
  let usual: number | undefined;
  const judged = WAYS.map(({ encoding, rarer, alphabet }) => {
    const text = textIn(bytes, encoding);
    const { sum, count, worst } = likelihood(text, alphabet);
    usual ??= sum;
    const isText = encoding === USUAL || sum >= WELL * count - FEW_ODD || (sum >= FAIRLY * count && sum * 2 >= usual);
    const odd = sum < ODDLY * count ? worst : undefined;
    return { encoding, text, odd, rank: isText ? sum - rarer : Number.NEGATIVE_INFINITY };
  });
  const [best, ...others] = judged.sort((one, other) => other.rank - one.rank) as [Ranked, ...Ranked[]];
  // Those that read the same are no other ways of reading it.
  const next = others.find(({ text }) => text !== best.text);
  const doubt = next && best.rank - next.rank < BETTER ? differing(best, next) : undefined;
  const odd = best.odd === undefined ? undefined : wordAt(best.text, best.odd);
  return { encoding: best.encoding, ...(doubt && { doubt }), ...(odd && { odd }) };
}

interface Ranked {
  encoding: Way;
  text: string;
  /** Where its oddest letter stands, if most are odd. */
  odd: number | undefined;
  rank: number;
}

function textIn(bytes: Buffer, encoding: Way): string {
  // As a stream, since of a whole text Node takes Windows-1252 for ISO 8859-1.
  return encoding === "cp850" ? dosText(bytes, encoding) : new TextDecoder(encoding).decode(bytes, { stream: true });
}

function differing(best: Ranked, next: Ranked): Judged["doubt"] {
  const at = [...best.text].findIndex((sign, place) => sign !== next.text[place]);
  if (at < 0) return undefined;
  const [from, to] = endsOfWord(best.text, at);
  return { other: next.encoding, word: best.text.slice(from, to), otherWord: next.text.slice(from, to) };
}

function endsOfWord(text: string, at: number): [from: number, to: number] {
  const isPart = (sign = "") => sign > "\x7f" || /[a-z'-]/i.test(sign);
  let [from, to] = [at, at + 1];
  while (at - from < WORD && isPart(text[from - 1])) from -= 1;
  while (to - at < WORD && isPart(text[to])) to += 1;
  return [from, to];
}

const wordAt = (text: string, at: number) => text.slice(...endsOfWord(text, at)).replace(/[\x80-\x9f]/g, "\ufffd");

/** What its signs beyond ASCII weigh together, how many they are, and where the oddest of them is. */
function likelihood(text: string, alphabet: Alphabet): { sum: number; count: number; worst: number } {
  let sum = 0;
  let worst = 0;
  let least = 0;
  let count = 0;
  for (let at = 0; at < text.length && count < ENOUGH; at++) {
    if ((text[at] as string) <= "\x7f") continue;
    count += 1;
    const weight = weigh(text, at, alphabet);
    sum += weight;
    if (weight < least) [worst, least] = [at, weight];
  }
  return { sum, count, worst };
}

const isLetter = (sign = "") => /[^\P{L}ªº]/u.test(sign);
const isCapital = (sign = "") => /\p{Lu}/u.test(sign);

/** Of letters of which an alphabet says nothing. */
const RAREST = -2.5;

/** A capital within a word, or a small letter among capitals. */
const WRONG_CASE = -5;
/** What cannot be spoken, or is not written in that place. */
const ODD = -2.5;
const UNUSUAL = -1.2;

function weigh(text: string, at: number, alphabet: Alphabet): number {
  const sign = text[at] as string;
  const before = text[at - 1];
  const after = text[at + 1];
  if (!isLetter(sign)) return weighSign(sign, text, at);
  const weight = alphabet.weights.get(sign) ?? RAREST;
  const [isWithin, goesOn] = [isLetter(before), isLetter(after)];
  if (!isWithin && !goesOn) return /[àèéòóÀÈÉÓ]/.test(sign) ? weight : weight + ODD;
  if (isCapital(sign)) {
    const isWrong = isWithin && (!isCapital(before) || (goesOn && !isCapital(after)));
    return weight + (isWrong ? WRONG_CASE : 0) + spoken(alphabet, sign, before, after);
  }
  const isAmongCapitals = isCapital(before) && (isCapital(after) || isCapital(text[at - 2])) && sign !== "ß";
  if (isAmongCapitals || (isWithin && isCapital(after))) return weight + WRONG_CASE;
  // Names begin with capitals, and cells, too.
  const begins = isWithin ? 0 : /[\n\r\t,;|"]/.test(before ?? "\n") ? ODD : UNUSUAL;
  return weight + begins + spoken(alphabet, sign, before, after);
}

function spoken({ places, pairs }: Alphabet, sign: string, before = "", after = ""): number {
  const [first, letter, next] = [before, sign, after].map((one) => (isLetter(one) ? one.toLowerCase() : ""));
  const isOne = places.get(letter as string);
  if (isOne && !isOne(first as string, next as string) && !(isCapital(sign) && letter === "è")) return ODD;
  if (!isVowel(letter)) {
    if (/[šž]/.test(letter as string) && /[szšž]/.test(`${first}${next}`)) return ODD;
    if (isVowel(first) || isVowel(next) || isOne) return 0;
    // Škoda, Norfolški, but no Kšln.
    return first === "" || (/[lnr]/.test(first as string) && /[ckpt]/.test(next as string)) ? UNUSUAL : ODD;
  }
  // Noël, Anaïs, Saül: they say themselves that they are spoken apart.
  if (/[ëïü]/.test(letter as string)) return isVowel(next) && isVowel(first) ? ODD : 0;
  return meeting(pairs, first as string, letter as string) + meeting(pairs, letter as string, next as string);
}

/** Two vowels beside each other, of which one is beyond ASCII. */
function meeting(pairs: ReadonlySet<string>, one: string, other: string): number {
  if (!one || !other || !isVowel(one) || !isVowel(other) || one === "y" || other === "y") return 0;
  if (pairs.has(one + other)) return 0;
  return /[áéíóú]/.test(one + other) ? UNUSUAL / 2 : ODD;
}

/** Signs that open or close what is said, or stand alone. */
const OPENS = "„“‚‘«»‹¿¡";
const CLOSES = "“”’‘»«›…™®";
const ALONE = "–—…€•·£©®™°½¼¾²³§\u00a0";
const IN_WORD = -5;
const BESIDE_WORD = -4.8;
const LONE_APOSTROPHE = -1.7;

function weighSign(sign: string, text: string, at: number): number {
  if (sign >= "\x80" && sign <= "\x9f") return -8;
  const before = text[at - 1];
  const after = text[at + 1];
  const [isAfterWord, isBeforeWord] = [isLetter(before), isLetter(after)];
  if (isAfterWord && isBeforeWord) {
    if (/[’‘´]/.test(sign)) return isApostrophe(text, at) ? (sign === "’" ? -0.3 : UNUSUAL) : -3.5;
    if (sign === "\u00a0") return isCapital(after) ? UNUSUAL : -3.5;
    return sign === "·" || sign === "–" ? -3 : IN_WORD;
  }
  if (sign === "\u00a0") return UNUSUAL;
  if (isAfterWord) return CLOSES.includes(sign) ? closing(text, at) : BESIDE_WORD;
  if (isBeforeWord) return OPENS.includes(sign) ? (sign === "‘" || sign === "‹" ? -1.5 : -0.6) : BESIDE_WORD;
  if (sign === "€" || sign === "£") return -0.3;
  if (sign === "§") return /\d/.test(before ?? "") ? ODD : -1;
  return ALONE.includes(sign) || OPENS.includes(sign) || CLOSES.includes(sign) ? -0.6 : -4;
}

/** What closes has been opened, but for the apostrophe of several: members’. */
function closing(text: string, at: number): number {
  const sign = text[at] as string;
  if (sign === "®") return UNUSUAL;
  if (sign === "‘" || sign === "«") return -4;
  if (sign === "’")
    return /[‘‚][^\n,;]*$|[sxz]$/i.test(text.slice(Math.max(0, at - WORD), at)) ? UNUSUAL : LONE_APOSTROPHE;
  return -0.6;
}

/** O’Brien, l’Oréal, it’s. */
function isApostrophe(text: string, at: number): boolean {
  if (isCapital(text[at + 1])) return true;
  if (/^(?:s|t|d|m|re|ll|ve)(?!\p{L})/u.test(text.slice(at + 1, at + 4))) return true;
  const elides = /(?:^|\P{L})(?:[cdjlmnst]|qu|all|dell|nell|sull|dall)$/iu.test(text.slice(Math.max(0, at - 5), at));
  return elides && (isVowel(text[at + 1]) || text[at + 1] === "h");
}
