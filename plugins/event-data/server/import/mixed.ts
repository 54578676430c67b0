// Letters that were read in a wrong encoding before their file was saved: “JÃ¼rgen” was “Jürgen” once. What is written is
// kept, since whoever has it so here would be changed by their own export; it is told what it looks like. Pure.

/** What the bytes from 80 on are in Windows-1252, and in Mac OS Roman. */
const signsOf = (encoding: string) =>
  new TextDecoder(encoding).decode(
    Uint8Array.from({ length: 64 }, (_, at) => at + 128),
    { stream: true },
  );
const WINDOWS = signsOf("windows-1252");
const MAC = signsOf("macintosh");

/** The two bytes of a letter, as each of them shows these. Quotation marks follow an Ã as well, so that a letter must go on. */
const WINDOWS_PAIR = /([ÃÂ])([\u00a0-\u00bfŸ]|[ŠŒŽšœžƒ](?=.)|[\u0080-\u009f€‚„…†‡ˆ‰‹‘’“”•–—˜™›](?=\p{L}))/gu;
const WINDOWS_MARK = /â€[™œ“”˜¦\u009d\u0093\u0094]/g;
const MAC_PAIR = /(√|¬)([Ä-ÿ†°¢£§•¶®™´¨≠Æ∞±≤≥¥µ∂∑∏π∫ªºΩ©])/g;
const FIRST: Readonly<Record<string, number>> = { Ã: 0xc3, Â: 0xc2, "√": 0xc3, "¬": 0xc2 };
const MARKS: Readonly<Record<string, string>> = { "™": "’", œ: "“", "“": "–", "”": "—", "˜": "‘", "¦": "…" };
const SUSPECT = /[ÃÂâ√¬]/;

/** What a text was before it was spoilt; nothing where it looks right. */
export function unmixed(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const letter = (pair: string, first: string, second: string, signs: string) => {
    const byte = signs.indexOf(second);
    return byte < 0 ? pair : new TextDecoder().decode(Uint8Array.of(FIRST[first] as number, byte + 128));
  };
  const better = text
    .replace(WINDOWS_PAIR, (pair, first, second) => letter(pair, first, second, WINDOWS))
    .replace(WINDOWS_MARK, (mark) => MARKS[mark[2] as string] ?? "”")
    .replace(MAC_PAIR, (pair, first, second) => letter(pair, first, second, MAC));
  return better === text ? undefined : better;
}
