// Search in columns that hold texts as they were written: no word of theirs is folded.
import { type RawBuilder, sql } from "kysely";
import { wordsOf } from "#schemas/fold.ts";
import { type Dialect, likePattern } from "../db/dialect.ts";

const TYPED = /[\p{L}\p{M}\p{N}]+/gu;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const PLAIN = /^[\x00-\x7f]*$/;

/** The words of a search with their accents. */
export function typedWords(search: string): string[] {
  return search.normalize("NFC").match(TYPED) ?? [];
}

/** That each of these words is in one of the columns, as it was typed or folded, in whichever case. */
export function foundAsWritten(
  dialect: Dialect,
  columns: readonly string[],
  typed: readonly string[],
): RawBuilder<boolean> {
  const has = (text: string) => {
    const found = columns.map((name) => dialect.like(sql.ref(name), likePattern(text, "contains")));
    return sql<boolean>`(${sql.join(found, sql` or `)})`;
  };
  const each = typed.map((word) => {
    const folded = wordsOf(word).map(has);
    const plain = folded.length > 0 ? [sql`(${sql.join(folded, sql` and `)})`] : [];
    return sql`(${sql.join([...plain, ...casesOf(word).map(has)], sql` or `)})`;
  });
  return sql<boolean>`(${sql.join(each, sql` and `)})`;
}

/** SQLite knows the two cases of plain letters only. */
function casesOf(word: string): string[] {
  if (PLAIN.test(word)) return [];
  const small = word.toLowerCase();
  const [first = "", ...rest] = small;
  return [...new Set([word, small, word.toUpperCase(), first.toUpperCase() + rest.join("")])];
}
