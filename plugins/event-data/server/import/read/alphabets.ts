// How rare letters are in names and texts of some languages, and beside which others they stand.

type Place = (before: string, after: string) => boolean;

export interface Alphabet {
  weights: ReadonlyMap<string, number>;
  /** Letters that stand before or after certain others alone: what is not so is odd. */
  places: ReadonlyMap<string, Place>;
  /** Two vowels that stand beside each other, of which one is beyond ASCII. */
  pairs: ReadonlySet<string>;
}

export const isVowel = (sign = "") => /[aeiouyæœøı]/i.test(sign.normalize("NFD").charAt(0));

type Rare = readonly (readonly [signs: string, weight: number])[];
type Places = readonly (readonly [signs: string, isOne: Place])[];

const each = <T>(rows: readonly (readonly [string, T])[]) =>
  new Map(rows.flatMap(([signs, value]) => [...signs].map((sign) => [sign, value] as const)));

function alphabet(rare: Rare, places: Places, pairs: string): Alphabet {
  return { weights: each(rare), places: each(places), pairs: new Set(pairs.split(" ")) };
}

const WESTERN_PAIRS =
  "iá ié ió iú uá ué uí ía íe ío íu ée éa éo úa úo áu éi éu óu aî oî aí aú eí oí eû uî ão ãe õe iã oã eá eó iè uè " +
  "äu äi æi yö yä eö iö eø iø uê uâ õu õi üe eü ôi iê åe oé øe øy æu ýi uý iô öa öe ää öö uä øi oû aô œu œi";

export const WESTERN = alphabet(
  [
    ["äöüßéøåèáíóñçæ", -0.3],
    // As common in Estonian and Icelandic as what is written alike is in Hungarian and Turkish.
    ["õ", -0.4],
    ["ðÞ", -0.9],
    ["ÄÖÜÉÅØàêëïîôúãâšž", -1],
    ["ìòùûœýþÁÍÓÚÑÇÆÀÈÊËÎÔÂÃÕŠŽẞ", -1.5],
  ],
  [
    ["ß", (before, after) => isVowel(before) && !/[ßäöü]/.test(after)],
    ["ñ", (before, after) => isVowel(after) && (isVowel(before) || before === "")],
    ["ç", (_, after) => isVowel(after)],
    ["ã", (_, after) => /[oe]|^$/.test(after)],
    // Portuguese has it within words, Estonian too, but after no z.
    ["õ", (before, after) => !isVowel(before) && before !== "z" && after !== ""],
    ["œ", (_, after) => after === "u" || after === "i"],
    ["ìòùÿ", (before, after) => after === "" && before !== ""],
    ["à", (_, after) => after === ""],
    ["è", (before) => before !== ""],
    ["ë", (before) => before !== ""],
    ["ï", (before, after) => isVowel(before) || isVowel(after)],
    ["ð", (before) => before !== ""],
    // Kateøina is a Kateřina, but Bjørnøya is not.
    ["ø", (before, after) => !isVowel(before) || !isVowel(after) || after === "y"],
    // Þorsteinn, Hafþór, Arnþrúður, Alþingi.
    [
      "þ",
      (before, after) =>
        before === "" ? /[oóuúöørjveéí]/.test(after) : /[óúr]/.test(after) || before + after === "li",
    ],
    ["ý", (before, after) => before !== "y" && after !== "y"],
  ],
  WESTERN_PAIRS,
);

/** Polish, Czech, Slovak, Hungarian, Romanian, Croatian: no letter is less rare than the Western one that is written alike. */
export const CENTRAL = alphabet(
  [
    ["áéíóöüčř", -0.3],
    ["őű", -0.4],
    ["łąż", -0.5],
    ["źćęńšžýúěůâîăşôäëßŁŚŻ", -1],
    ["ţťďňľđçĺŕÁÉÍÓÚÖŐÜŰÝČŘŠŽĎŤŇŹĆŞŢÎÂ", -1.5],
    // On a Mac it is the ú of Raúl.
    ["ś", -1.6],
  ],
  [
    ["ń", (before, after) => isVowel(before) && !isVowel(after)],
    ["ąę", (before) => before !== ""],
    ["ů", (before, after) => !isVowel(before) && before !== "" && !isVowel(after)],
    ["ď", (before, after) => isVowel(before) || isVowel(after)],
    ["ý", (before) => !isVowel(before)],
    ["ě", (before) => /[bpvmdtnf]/.test(before)],
    ["ă", (before, after) => before !== "" && !/[oe]/.test(after)],
  ],
  `${WESTERN_PAIRS} ię ią iă uă oă eă ăi ău âi eő íč uó`,
);

export const TURKISH = alphabet(
  [
    ["öüç", -0.3],
    ["şığŞİ", -0.9],
    ["âîÖÜÇ", -1],
  ],
  [
    ["ğ", (before) => isVowel(before)],
    ["ı", (before, after) => !isVowel(before) && !isVowel(after)],
  ],
  "üe",
);
