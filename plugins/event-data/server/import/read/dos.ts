// What Excel calls "CSV (MS-DOS)": the letters of the code pages 850 and 437, which no decoder of the platform knows.

const PAGES = {
  cp850:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ" +
    "áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐" +
    "└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀" +
    "ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  cp437:
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ" +
    "áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐" +
    "└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀" +
    "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
};
export type DosPage = keyof typeof PAGES;

export function isDosPage(encoding: string): encoding is DosPage {
  return encoding in PAGES;
}

export function dosText(bytes: Buffer, page: DosPage): string {
  return bytes.toString("latin1").replace(/[\x80-\xff]/g, (sign) => PAGES[page][sign.charCodeAt(0) - 128] as string);
}

const bytesOf = (hex: string) => new Set(hex.split(" ").map((one) => Number.parseInt(one, 16)));
/** No signs at all of Windows-1252; ü ì Å É Ø. */
const NONE = bytesOf("81 8d 8f 90 9d");
/** Signs that stand in no word of it: â ä å ç ï ô ö ÿ ø í ó ú ñ Ñ and others. */
const WITHIN = bytesOf("82 83 84 86 87 88 89 8b 93 94 98 9b a1 a2 a3 a4 a5");
/** Signs that end none, either: é â ä ê ë ï. */
const AT_END = bytesOf("82 83 84 88 89 8b");
/** Signs that may end one, such as closing quotation marks, or à å ç ô ö. */
const MAY_END = bytesOf("85 86 87 93 94 a0 a1 a2 a3 a4 a5");
/** Signs beside which a word says nothing: letters of both, dashes, apostrophes. */
const EITHER = bytesOf("8a 8c 8e 91 92 95 96 97 99 9a 9b 9c a0 e1");
const TRADEMARK = 0x99;

/** Whether most letters beyond ASCII would be signs in the middle of words in Windows-1252, and letters in DOS. */
export function looksLikeDos(bytes: Buffer): boolean {
  let sum = 0;
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 127) sum += weigh(bytes, at);
  return sum > 0;
}

function weigh(bytes: Buffer, at: number): number {
  const byte = bytes[at] as number;
  const before = isLetter(bytes[at - 1]);
  const after = isLetter(bytes[at + 1]);
  if (NONE.has(byte)) return before || after ? 1 : -1;
  if (before && (AT_END.has(byte) || (after && WITHIN.has(byte)))) return 1;
  // An Ö at the beginning of a word.
  if (byte === TRADEMARK && !before && after) return 1;
  if (before && MAY_END.has(byte)) return 0;
  return (before || after) && EITHER.has(byte) ? 0 : -1;
}

/** ASCII letters, and ß in DOS. */
function isLetter(byte = 0): boolean {
  const folded = byte & ~32;
  return (folded > 64 && folded < 91) || byte === 0xe1;
}
