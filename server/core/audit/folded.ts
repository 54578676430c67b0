// What lines of history say in letters that databases cannot fold, kept folded beside them so that a search finds it.
import { foldsPlainly, wordsOf } from "#schemas/fold.ts";

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Those words of some texts of which folding does more than make small letters, folded, each once; null where there are none. */
export function foldedOf(texts: readonly (string | null)[]): string | null {
  const words = new Set<string>();
  for (const text of texts) {
    if (text === null || foldsPlainly(text)) continue;
    for (const [word] of text.matchAll(WORDS)) if (!foldsPlainly(word)) words.add(word);
  }
  // A line says most words several times, and folding one takes long.
  const folded = new Set([...words].map((word) => wordsOf(word).join(" ")));
  folded.delete("");
  return folded.size > 0 ? [...folded].join(" ") : null;
}
